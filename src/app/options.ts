// The one table of options: flags, environment, file, `--help`, `config print`, `Settings` and docs/configuration.md come from it.

import {
  formatAccent,
  MOST_FOOTER_LINKS,
  parseAccent,
  parseContactEmail,
  parseFooterLink,
  parsePageUrl,
  parseSiteDescription,
  parseSiteName,
} from '../modules/site/site-values.ts';
import {
  formatListen,
  parseBaseUrl,
  parseExtraHost,
  parseListen,
  parseVersionUrl,
  parseWebClientUrl,
} from '../platform/config/addresses.ts';
import { parseDatabaseUrl, parseSmtpUrl } from '../platform/config/login-url.ts';
import { camelCase } from '../platform/config/option-names.ts';
import {
  choice,
  duration,
  durationOrOff,
  formatMailAddress,
  many,
  one,
  parseAreaLevel,
  parseFilteredWord,
  parseMailAddress,
  parseName,
  parseToken,
  path,
  readableFile,
  size,
  toggle,
  type ValueType,
  whole,
} from '../platform/config/values.ts';
import { parseRange } from '../platform/lib/address.ts';
import { LOG_AREAS, LOG_LEVELS } from '../platform/ops/log-areas.ts';

/** A row of the table, under its key: the option's name in the settings file. */
interface Row {
  readonly type: ValueType<unknown>;
  /** The name in `Settings` where it is not the key in camel case; `null` where `Settings` has something derived from it. */
  readonly setting?: string | null;
  /** Text that is parsed when nobody set the option. Without it the option is unset, or an empty list. */
  readonly fallback?: string;
  /** How the default is described, where it is no text: `none` unless given. */
  readonly fallbackNote?: string;
  /** Whether its value is masked wherever it is shown; it may also be read from a file. */
  readonly isSecret?: boolean;
  /** Whether a running service cannot apply another value on SIGHUP. */
  readonly needsRestart?: boolean;
  readonly help: string;
}

const HOUR_MS = 3_600_000;
const KIB = 1024;

const TABLE = {
  config: {
    type: path('file'),
    setting: null,
    fallbackNote: 'muster.toml in the current folder, if it exists',
    needsRestart: true,
    help: 'TOML file with settings.',
  },
  base_url: {
    type: one('url', parseBaseUrl),
    setting: null,
    fallbackNote: 'localhost with the port',
    needsRestart: true,
    help: 'Address that players and game servers use: http or https and a host, without a path.',
  },
  listen: {
    type: one('address', parseListen, formatListen),
    fallback: ':8080',
    needsRestart: true,
    help: 'Port, or address and port, to listen on. A port alone means all addresses, IPv4 and IPv6.',
  },
  tls_cert: {
    type: readableFile(),
    setting: null,
    fallbackNote: 'none: plain http',
    needsRestart: true,
    help: 'Certificate (PEM, with its chain) to serve https with. It is read again when it changes.',
  },
  tls_key: {
    type: readableFile(),
    setting: null,
    fallbackNote: 'none: plain http',
    needsRestart: true,
    help: 'Private key (PEM, without a passphrase) of the certificate in tls_cert.',
  },
  data: {
    type: path('folder'),
    setting: 'dataFolder',
    fallback: 'muster-data',
    needsRestart: true,
    help: 'Folder of the database. It is created if it does not exist.',
  },
  database_url: {
    type: one('url', parseDatabaseUrl),
    fallbackNote: 'none: SQLite in the data folder',
    isSecret: true,
    needsRestart: true,
    help: 'PostgreSQL database in place of SQLite: postgres://user:password@host:5432/database, with ?sslmode=verify-full for TLS. Several hosts, separated by commas: the one that accepts writes is used.',
  },
  database_pooler: {
    type: toggle(),
    setting: 'isDatabasePooled',
    fallback: 'false',
    needsRestart: true,
    help: 'Whether database_url leads to a pooler in transaction mode, such as PgBouncer.',
  },
  extra_hosts: {
    type: many('hosts', parseExtraHost),
    help: 'Other host names that requests may use, optionally with a port.',
  },
  trusted_proxies: {
    type: many('ranges', parseRange),
    help: 'Addresses or ranges (CIDR) of reverse proxies whose X-Forwarded-For is trusted.',
  },
  servers_per_address: {
    type: whole('number', 1, 1_000_000),
    fallback: '10',
    help: 'Maximum number of live servers per address, including private ones.',
  },
  servers_in_all: {
    type: whole('number', 1, 1_000_000),
    fallback: '20000',
    help: 'Maximum number of live servers in all, including private ones. From half of it on, networks share what is left.',
  },
  least_free_disk: {
    type: whole('number', 0, 100_000_000),
    setting: 'leastFreeDiskMib',
    fallback: '256',
    help: 'Free disk space in MiB below which /readyz says "degraded"; 0 for never.',
  },
  backup_every: {
    type: durationOrOff(1_000, 10_000 * HOUR_MS),
    setting: 'backupEveryMs',
    fallback: '24h',
    help: 'How often the running service backs up its database (s, m or h), or off.',
  },
  backup_folder: {
    type: path('folder'),
    setting: null,
    fallbackNote: 'backups in the data folder',
    needsRestart: true,
    help: 'Folder for backups. It has to exist, unless it is in the data folder.',
  },
  backup_keep: {
    type: whole('number', 1, 100_000),
    fallback: '7',
    help: 'Maximum number of backups to keep, and of copies from before upgrades and restores. Older ones are removed.',
  },
  backup_keep_days: {
    type: whole('days', 0, 36_500),
    fallback: '30',
    help: 'Days after which a backup, or a copy from before an upgrade or restore, is removed, except the newest one; 0 keeps them.',
  },
  backup_command: {
    type: readableFile(),
    help: 'Program to run after each backup, with the path of the backup as its argument, such as a script that copies it elsewhere.',
  },
  // Heartbeats come every 10 to 60 s; the shortest time is for trying things out.
  stale_after: {
    type: duration(1_000, 24 * HOUR_MS),
    setting: 'staleAfterMs',
    fallback: '180s',
    needsRestart: true,
    help: 'Time without a heartbeat after which a server leaves every list (s, m or h). Time in which Muster was off, its machine slept, or it was paused for 10 s or more does not count; time in which it was too busy to answer does.',
  },
  port_check: {
    type: toggle(),
    setting: 'isPortCheckOn',
    fallback: 'true',
    help: 'Whether a public server is listed only if its port can be reached from here.',
  },
  port_check_exempt: {
    type: many('ranges', parseRange),
    help: 'Addresses or ranges (CIDR) of game servers whose port is not checked.',
  },
  geoip_database: {
    type: readableFile(),
    fallbackNote: 'the embedded country database',
    needsRestart: true,
    help: 'GeoLite2 or GeoIP2 Country or City file (.mmdb). It is read again when it changes.',
  },
  filtered_words: {
    type: many('words', parseFilteredWord),
    help: 'Servers with one of these words in their name are kept off the public list. Added to the words of muster filter; * matches any letters.',
  },
  ranking: {
    type: choice('order', ['people', 'players']),
    fallback: 'people',
    help: 'What the order of the list page begins with: people who are known to have joined, beside the players now, or the players now alone.',
  },
  mirrors: {
    type: many('urls', parseBaseUrl, 8),
    help: 'Up to 8 other sites, such as https://play.example.net, whose public servers are shown on the list page beside those of this one, marked as theirs.',
  },
  webhooks_to_private_addresses: {
    type: toggle(),
    fallback: 'false',
    help: 'Whether webhooks may be sent to private addresses too, there also over http. Owners of servers can set webhooks as well.',
  },
  webhook_hosts: {
    type: many('hosts', parseExtraHost),
    help: 'Hosts, optionally with a port, that webhooks may be sent to wherever they are: on this machine, in a private network, or under a name of this site; there also over http.',
  },
  // C12.13: the limits of the relay.
  relay: {
    type: toggle(),
    setting: 'isRelayOn',
    fallback: 'true',
    needsRestart: true,
    help: 'Whether browsers can reach listed servers that support the web client through this service.',
  },
  relay_per_address: {
    type: whole('number', 1, 1_000_000),
    fallback: '8',
    help: 'Maximum number of open relays per address.',
  },
  relay_limit: {
    type: whole('number', 1, 1_000_000),
    fallback: '1000',
    help: 'Maximum number of open relays in total. One IPv4 /24 or IPv6 /48 gets at most a quarter of them.',
  },
  relay_message_limit: {
    type: size(KIB, 1024 * KIB),
    fallback: '64KiB',
    needsRestart: true,
    help: 'Longest message that a relay carries in either direction (B, KiB or MiB).',
  },
  relay_connect_timeout: {
    type: duration(1_000, 60_000),
    setting: 'relayConnectTimeoutMs',
    fallback: '5s',
    help: 'Time that a game server has to answer a relay (s, m or h).',
  },
  relay_idle_timeout: {
    type: duration(1_000, 24 * HOUR_MS),
    setting: 'relayIdleTimeoutMs',
    fallback: '5m',
    help: 'Time without a message after which a relay is closed (s, m or h).',
  },
  site_name: {
    type: one('name', parseSiteName),
    fallbackNote: 'the host of base_url',
    help: 'Name of this site on pages and in emails, up to 60 characters.',
  },
  site_description: {
    type: one('sentence', parseSiteDescription),
    help: 'One sentence about this site, for its front page, search engines and link previews, up to 200 characters.',
  },
  site_logo: {
    type: readableFile(),
    fallbackNote: 'a block picture',
    help: 'Logo and page icon: PNG, WebP or plain SVG, square if possible, up to 64 KiB. It is read again when it changes.',
  },
  site_accent: {
    type: one('colours', parseAccent, formatAccent),
    fallbackNote: 'green',
    help: 'Colour of buttons and borders, such as #c4466a, or two colours, for light and dark pages. Their contrast is checked.',
  },
  contact_email: {
    type: one('address', parseContactEmail),
    help: 'Email address shown on pages and in emails wherever people are told to contact you.',
  },
  contact_url: {
    type: one('url', parsePageUrl),
    help: 'Address of a page where people can contact you, instead of contact_email.',
  },
  rules_file: {
    type: readableFile(),
    help: 'Rules in Markdown, up to 64 KiB, shown at /rules/. People have to agree to them to register. The file is read again when it changes.',
  },
  privacy_file: {
    type: readableFile(),
    help: 'Privacy notice in Markdown, up to 64 KiB, shown at /privacy/. The file is read again when it changes.',
  },
  footer_links: {
    type: many('links', parseFooterLink, MOST_FOOTER_LINKS),
    help: 'Up to 8 links for the footer of every page, each with a label, a space and an address, such as "Forum https://forum.example.net".',
  },
  registration: {
    type: choice('mode', ['open', 'invite', 'closed']),
    fallback: 'open',
    help: 'Who can register: open for everybody, invite for people with an invite, or closed.',
  },
  verification: {
    type: choice('way', ['mail', 'automatic', 'administrator']),
    setting: null,
    fallbackNote: 'mail if email is set up, otherwise administrator',
    needsRestart: true,
    help: 'How accounts are verified: mail (by email), automatic (immediately) or administrator (by hand).',
  },
  registration_proof_of_work: {
    type: toggle(),
    setting: 'isProofOfWorkRequired',
    fallback: 'true',
    help: 'Whether browsers do a short calculation before a registration is accepted. Without scripts, people wait half a minute instead.',
  },
  registrations_per_address: {
    type: whole('number', 1, 1_000_000),
    fallback: '5',
    help: 'Maximum number of registrations per hour from one IPv4 address or IPv6 /64.',
  },
  registrations_per_hour: {
    type: whole('number', 1, 1_000_000),
    fallback: '100',
    help: 'Maximum number of registrations per hour in total. One IPv4 /24 or IPv6 /48 gets at most an eighth of them, and half are reserved for networks without a registration in the last day.',
  },
  reserved_names: {
    type: many('names', parseName),
    help: 'More names that nobody can register, including names that look like them. Names such as admin are always reserved.',
  },
  unverified_days: {
    type: whole('days', 0, 3_650),
    fallback: '14',
    help: 'Days after which an account that was never verified is deleted; 0 keeps it.',
  },
  name_reserved_days: {
    type: whole('days', 0, 3_650),
    fallback: '30',
    needsRestart: true,
    help: 'Days during which nobody can register the name of a deleted or renamed account.',
  },
  smtp_url: {
    type: one('url', parseSmtpUrl),
    fallbackNote: 'none, so no email is sent',
    isSecret: true,
    needsRestart: true,
    help: 'Mail server: smtp://user:password@host:port, or smtps:// for implicit TLS.',
  },
  mail_from: {
    type: one('address', parseMailAddress, formatMailAddress),
    fallbackNote: 'none; needed with smtp_url',
    needsRestart: true,
    help: 'Sender address of emails, alone or as Name <address>.',
  },
  development: {
    type: toggle(),
    setting: 'isDevelopment',
    fallback: 'false',
    needsRestart: true,
    help: 'Whether emails, with their links and codes, are written to the log instead of being sent. Never use it with real accounts.',
  },
  metrics_allow: {
    type: many('ranges', parseRange),
    fallback: '127.0.0.0/8, ::1',
    help: 'Addresses or ranges (CIDR) that can read /metrics. For all others it does not exist.',
  },
  metrics_token: {
    type: one('token', parseToken),
    isSecret: true,
    help: 'Anyone who sends it (Authorization: Bearer TOKEN) can read /metrics from any address. On metrics_listen it is then required.',
  },
  metrics_listen: {
    type: one('address', parseListen, formatListen),
    needsRestart: true,
    help: 'Port, or address and port, only for /metrics, over plain http. Without metrics_token, anyone who reaches it can read them.',
  },
  web_client_dir: {
    type: path('folder'),
    setting: 'webClientFolder',
    needsRestart: true,
    help: 'Folder with the web client of the game (ClassiCube.js, its .wasm, default.zip). It is read again when it changes.',
  },
  web_client_url: {
    type: one('url', parseWebClientUrl),
    needsRestart: true,
    help: "Address of the web client's folder or script on another host, instead of a folder here.",
  },
  statistics_registrations: {
    type: toggle(),
    setting: 'areRegistrationsShown',
    fallback: 'false',
    help: 'Whether the statistics (the page, and /api/v1/statistics) show everybody how many accounts were registered on each day.',
  },
  launcher_url: {
    type: one('url', parsePageUrl),
    help: 'Address (http or https) where players get the launcher; the page "Play and add your server" (/start/) links to it.',
  },
  new_device_code: {
    type: toggle(),
    setting: 'isNewDeviceCodeOn',
    fallback: 'false',
    help: 'Whether a login from a new device needs a code by email. Without email it never does.',
  },
  admin_second_factor: {
    type: toggle(),
    setting: 'isStaffTwoFactorRequired',
    fallback: 'false',
    help: 'Whether moderators and administrators need two-factor authentication to open administration pages.',
  },
  version_url: {
    type: one('url', parseVersionUrl),
    fallbackNote: 'none, so nobody is asked',
    needsRestart: true,
    help: 'Address (https) that answers with the latest version number, as text or as the release JSON of a forge. Only muster version --check asks it.',
  },
  log_level: {
    type: choice('level', LOG_LEVELS),
    fallback: 'info',
    help: 'Lowest level of messages to log: debug, info, warning or error.',
  },
  log_requests: {
    type: toggle(),
    setting: 'isRequestLogOn',
    fallback: 'false',
    help: 'Whether each request is logged, at level info in the area http.',
  },
  log_areas: {
    type: many('areas', parseAreaLevel),
    help: `Areas of the log with their own level, such as http=debug. The areas are ${LOG_AREAS.join(', ')}.`,
  },
  log_addresses: {
    type: choice('form', ['full', 'shortened', 'none']),
    fallback: 'full',
    help: 'How much of each IP address the log shows: full, shortened (the /24 of IPv4, the /48 of IPv6) or none.',
  },
  log_format: {
    type: choice('format', ['auto', 'text', 'json']),
    fallback: 'auto',
    help: 'Form of the log: text, json, or auto (text on a terminal, json elsewhere).',
  },
} as const satisfies Record<string, Row>;

type Table = typeof TABLE;

export type OptionKey = keyof Table;

/** What each option parses to; `undefined` where it may stay unset. */
export type OptionValues = {
  -readonly [Key in OptionKey]:
    | ReturnType<Table[Key]['type']['parse']>
    | (Table[Key] extends { fallback: string } | { type: { isList: true } } ? never : undefined);
};

type CamelCase<Key> = Key extends `${infer Start}_${infer Rest}`
  ? `${Start}${Capitalize<CamelCase<Rest>>}`
  : Key;

/** The values of the options by their names in `Settings`. */
export type OptionSettings = {
  -readonly [Key in OptionKey as (Table[Key] extends { setting: infer Name }
    ? Name
    : CamelCase<Key>) &
    string]: OptionValues[Key];
};

export interface Option<Key extends OptionKey = OptionKey>
  extends Pick<ValueType<OptionValues[Key]>, 'argument' | 'isList' | 'words' | 'parse' | 'format'>,
    Pick<Row, 'fallback' | 'fallbackNote' | 'help'> {
  readonly key: Key;
  readonly setting: string | null;
  readonly isSecret: boolean;
  readonly needsRestart: boolean;
}

export const OPTIONS: readonly Option[] = Object.entries(TABLE).map(([key, row]) => {
  const { type, isSecret = false, needsRestart = false, ...rest }: Row = row;
  const { isList, format } = type;
  return {
    setting: camelCase(key),
    isSecret,
    needsRestart,
    ...(rest.fallback === undefined && { fallbackNote: 'none', ...(isList && { fallback: '' }) }),
    ...type,
    ...rest,
    key: key as OptionKey,
    parse: type.parse as Option['parse'],
    format: (value) => (value === undefined ? '' : format(value)),
  };
});

export const describeFallback = (it: Option): string => it.fallbackNote ?? it.fallback ?? '';
