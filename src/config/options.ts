// The one table of options: flags, environment, file, `--help`, `config print`, `Settings` and docs/configuration.md come from it.

import { parseRange } from '../lib/address.ts';
import { Failure } from '../lib/failure.ts';
import { LOG_AREAS, LOG_LEVELS } from '../lib/log-areas.ts';
import {
  formatListen,
  parseBaseUrl,
  parseExtraHost,
  parseLauncherUrl,
  parseListen,
  parseVersionUrl,
  parseWebClientUrl,
} from './addresses.ts';
import { formatMailAddress, parseMailAddress, parseSmtpUrl } from './email.ts';
import {
  choice,
  duration,
  durationOrOff,
  many,
  type OptionContext,
  one,
  path,
  readableFile,
  refuse,
  size,
  toggle,
  type ValueType,
  whole,
} from './values.ts';

/** A row of the table, under its key: the option's name in the settings file. */
interface Row {
  readonly type: ValueType<unknown>;
  /** The name in `Settings`; without one, `Settings` has something derived from it. */
  readonly setting?: string;
  /** Text that is parsed when nobody set the option. Without it the option is unset, or an empty list. */
  readonly fallback?: string;
  /** How the default is described where it is not a plain text. */
  readonly fallbackNote?: string;
  /** Whether its value is masked wherever it is shown; it may also be read from a file. */
  readonly isSecret?: boolean;
  /** Whether a running service applies another value on SIGHUP; the others need a restart. */
  readonly reloads?: boolean;
  /** One sentence for `--help` and docs/configuration.md. */
  readonly help: string;
}

const HOUR_MS = 3_600_000;
const KIB = 1024;

/** The rows, in the order in which they are shown. */
const TABLE = {
  config: {
    type: path('file'),
    fallbackNote: 'muster.toml in the current folder, if it exists',
    help: 'TOML file with settings.',
  },
  base_url: {
    type: one('url', parseBaseUrl),
    fallbackNote: 'localhost with the port',
    help: 'Address that players and game servers use: http or https and a host, without a path.',
  },
  listen: {
    type: one('address', parseListen, formatListen),
    setting: 'listen',
    fallback: ':8080',
    help: 'Port, or address and port, to listen on; a port alone means all addresses, IPv4 and IPv6.',
  },
  tls_cert: {
    type: readableFile(),
    fallbackNote: 'none: plain http',
    help: 'Certificate (PEM, with its chain) to serve https with; it is read again when it changes.',
  },
  tls_key: {
    type: readableFile(),
    fallbackNote: 'none: plain http',
    help: 'Private key (PEM, without a passphrase) of the certificate in tls_cert.',
  },
  data: {
    type: path('folder'),
    setting: 'dataFolder',
    fallback: 'muster-data',
    help: 'Folder of the database; it is created when it does not exist.',
  },
  extra_hosts: {
    type: many('hosts', parseExtraHost),
    setting: 'extraHosts',
    reloads: true,
    help: 'Further host names that requests may name, with a port where only that port counts.',
  },
  trusted_proxies: {
    type: many('ranges', parseRange),
    setting: 'trustedProxies',
    reloads: true,
    help: 'Addresses or ranges (CIDR) of reverse proxies whose X-Forwarded-For is believed.',
  },
  servers_per_address: {
    type: whole('number', 1, 1_000_000),
    setting: 'serversPerAddress',
    fallback: '10',
    reloads: true,
    help: 'Most live servers that one address may have, private ones counted.',
  },
  least_free_disk: {
    type: whole('number', 0, 100_000_000),
    setting: 'leastFreeDiskMib',
    fallback: '256',
    reloads: true,
    help: 'Free space of the data folder in MiB below which /readyz says "degraded"; 0 for never.',
  },
  backup_every: {
    type: durationOrOff(1_000, 10_000 * HOUR_MS),
    setting: 'backupEveryMs',
    fallback: '24h',
    reloads: true,
    help: 'How often the running service backs up its database (s, m or h), or off.',
  },
  backup_folder: {
    type: path('folder'),
    fallbackNote: 'backups in the data folder',
    help: 'Folder that backups are made in; it is created when it does not exist.',
  },
  backup_keep: {
    type: whole('number', 1, 100_000),
    setting: 'backupKeep',
    fallback: '7',
    reloads: true,
    help: 'Most backups to keep, and most copies from before upgrades; older ones are removed.',
  },
  backup_keep_days: {
    type: whole('days', 0, 36_500),
    setting: 'backupKeepDays',
    fallback: '30',
    reloads: true,
    help: 'Days after which a backup or a copy from before an upgrade is removed, but never the newest one; 0 keeps them.',
  },
  backup_command: {
    type: readableFile(),
    setting: 'backupCommand',
    fallbackNote: 'none',
    reloads: true,
    help: "Program that is run after each backup with the backup's path as its argument, such as a script that copies it elsewhere.",
  },
  // Heartbeats come every 10 to 60 s; the shortest time is for trying things out.
  stale_after: {
    type: duration(1_000, 24 * HOUR_MS),
    setting: 'staleAfterMs',
    fallback: '180s',
    help: 'Time without a heartbeat after which a server leaves every list (s, m or h).',
  },
  port_check: {
    type: toggle(),
    setting: 'isPortCheckOn',
    fallback: 'true',
    reloads: true,
    help: 'Whether a public server is listed only when its port can be reached from here.',
  },
  port_check_exempt: {
    type: many('ranges', parseRange),
    setting: 'portCheckExempt',
    reloads: true,
    help: 'Addresses or ranges (CIDR) of game servers whose port is not checked.',
  },
  geoip_database: {
    type: readableFile(),
    setting: 'geoipDatabase',
    fallbackNote: 'the embedded country database',
    help: 'GeoLite2 or GeoIP2 Country or City file (.mmdb); it is read again when it changes.',
  },
  filtered_words: {
    type: many('words', parseFilteredWord),
    setting: 'filteredWords',
    reloads: true,
    help: 'Words that keep servers out of the public list when they stand in their name, besides those of muster filter; * stands for any letters.',
  },
  // C12.13: the limits of the relay.
  relay: {
    type: toggle(),
    setting: 'isRelayOn',
    fallback: 'true',
    help: 'Whether browsers may reach listed servers that take the web client through this service.',
  },
  relay_per_address: {
    type: whole('number', 1, 1_000_000),
    setting: 'relayPerAddress',
    fallback: '8',
    reloads: true,
    help: 'Most relays that one address may have open.',
  },
  relay_limit: {
    type: whole('number', 1, 1_000_000),
    setting: 'relayLimit',
    fallback: '1000',
    reloads: true,
    help: 'Most relays that may be open in all; one IPv4 /24 or IPv6 /48 gets a quarter of them at most.',
  },
  relay_message_limit: {
    type: size(KIB, 1024 * KIB),
    setting: 'relayMessageLimit',
    fallback: '64KiB',
    help: 'Longest message that a relay carries, either way (B, KiB or MiB).',
  },
  relay_connect_timeout: {
    type: duration(1_000, 60_000),
    setting: 'relayConnectTimeoutMs',
    fallback: '5s',
    reloads: true,
    help: 'Time that a game server may take to answer a relay (s, m or h).',
  },
  relay_idle_timeout: {
    type: duration(1_000, 24 * HOUR_MS),
    setting: 'relayIdleTimeoutMs',
    fallback: '5m',
    reloads: true,
    help: 'Time without a message after which a relay is closed (s, m or h).',
  },
  registration: {
    type: choice('mode', ['open', 'invite', 'closed']),
    setting: 'registration',
    fallback: 'open',
    reloads: true,
    help: 'Who may register: open for everybody, invite for those with an invite, or closed.',
  },
  verification: {
    type: choice('way', ['mail', 'automatic', 'administrator']),
    fallbackNote: 'mail where mail is set up, administrator elsewhere',
    help: 'How an account is verified: mail (by its address), automatic (at once) or administrator (by hand).',
  },
  registration_proof_of_work: {
    type: toggle(),
    setting: 'isProofOfWorkRequired',
    fallback: 'true',
    reloads: true,
    help: 'Whether browsers compute for a moment before a registration is accepted; without scripts, people wait half a minute instead.',
  },
  registrations_per_address: {
    type: whole('number', 1, 1_000_000),
    setting: 'registrationsPerAddress',
    fallback: '5',
    reloads: true,
    help: 'Most registrations an hour from one address, or one /64 of IPv6.',
  },
  registrations_per_hour: {
    type: whole('number', 1, 1_000_000),
    setting: 'registrationsPerHour',
    fallback: '100',
    reloads: true,
    help: 'Most registrations an hour in all. One /24 of IPv4 or /48 of IPv6 gets an eighth of them at most, and half are kept for those that registered nobody for a day.',
  },
  reserved_names: {
    type: many('names', parseName),
    setting: 'reservedNames',
    reloads: true,
    help: 'Further names that nobody may register, nor names that look like them; names such as admin are reserved anyway.',
  },
  unverified_days: {
    type: whole('days', 0, 3_650),
    setting: 'unverifiedDays',
    fallback: '14',
    reloads: true,
    help: 'Days after which an account that was never verified is removed; 0 keeps it.',
  },
  name_reserved_days: {
    type: whole('days', 0, 3_650),
    setting: 'nameReservedDays',
    fallback: '30',
    help: 'Days for which nobody can register the name of an account that was deleted or renamed.',
  },
  smtp_url: {
    type: one('url', parseSmtpUrl),
    setting: 'smtpUrl',
    fallbackNote: 'none, so no email is sent',
    isSecret: true,
    help: 'Mail server: smtp://user:password@host:port, or smtps:// where TLS comes first.',
  },
  mail_from: {
    type: one('address', parseMailAddress, formatMailAddress),
    setting: 'mailFrom',
    fallbackNote: 'none; needed with smtp_url',
    help: 'Address that emails are from, alone or as Name <address>.',
  },
  development: {
    type: toggle(),
    setting: 'isDevelopment',
    fallback: 'false',
    help: 'Whether emails, with their links and codes, are written to the log instead of being sent; never for real accounts.',
  },
  metrics_allow: {
    type: many('ranges', parseRange),
    setting: 'metricsAllow',
    fallback: '127.0.0.0/8, ::1',
    reloads: true,
    help: 'Addresses or ranges (CIDR) that may read /metrics; for all others it does not exist.',
  },
  metrics_token: {
    type: one('token', parseToken),
    setting: 'metricsToken',
    fallbackNote: 'none',
    isSecret: true,
    reloads: true,
    help: 'Whoever sends it (Authorization: Bearer TOKEN) may read /metrics from any address; on metrics_listen it is required then.',
  },
  metrics_listen: {
    type: one('address', parseListen, formatListen),
    setting: 'metricsListen',
    fallbackNote: 'none',
    help: 'Port, or address and port, for /metrics alone, over plain http; without metrics_token everybody who reaches it may read.',
  },
  web_client_dir: {
    type: path('folder'),
    setting: 'webClientFolder',
    fallbackNote: 'none',
    help: 'Folder with the web client of the game (ClassiCube.js, its .wasm, default.zip); it is read again when it changes.',
  },
  web_client_url: {
    type: one('url', parseWebClientUrl),
    setting: 'webClientUrl',
    fallbackNote: 'none',
    help: 'Address of a folder elsewhere with the web client, or of its script, instead of a folder here.',
  },
  launcher_url: {
    type: one('url', parseLauncherUrl),
    setting: 'launcherUrl',
    fallbackNote: 'none',
    reloads: true,
    help: 'Address (http or https) where players get the launcher; the page "Play and add your server" links to it.',
  },
  new_device_code: {
    type: toggle(),
    setting: 'isNewDeviceCodeOn',
    fallback: 'false',
    reloads: true,
    help: 'Whether a login from a device that the account does not know needs an emailed code; without email it never does.',
  },
  admin_second_factor: {
    type: toggle(),
    setting: 'isStaffTwoFactorRequired',
    fallback: 'false',
    reloads: true,
    help: 'Whether moderators and administrators need a second factor to open the pages of administration.',
  },
  version_url: {
    type: one('url', parseVersionUrl),
    setting: 'versionUrl',
    fallbackNote: 'none, so nobody is asked',
    help: 'Address (https) that answers the number of the latest version, as a text or as the JSON of a forge about its latest release; muster version --check alone asks it.',
  },
  log_level: {
    type: choice('level', LOG_LEVELS),
    setting: 'logLevel',
    fallback: 'info',
    reloads: true,
    help: 'Least serious messages to log: debug, info, warning or error.',
  },
  log_requests: {
    type: toggle(),
    setting: 'isRequestLogOn',
    fallback: 'false',
    reloads: true,
    help: 'Whether the log has a line for each request, at level info in the area http.',
  },
  log_areas: {
    type: many('areas', parseAreaLevel),
    setting: 'logAreas',
    reloads: true,
    help: `Areas of the log with a level of their own, such as http=debug; the areas are ${LOG_AREAS.join(', ')}.`,
  },
  log_addresses: {
    type: choice('form', ['full', 'shortened', 'none']),
    setting: 'logAddresses',
    fallback: 'full',
    reloads: true,
    help: 'How much of each IP address the log shows: full, shortened (the /24 of IPv4, the /48 of IPv6) or none.',
  },
  log_format: {
    type: choice('format', ['auto', 'text', 'json']),
    setting: 'logFormat',
    fallback: 'auto',
    reloads: true,
    help: 'Form of the log: text, json, or auto (text on a terminal, json elsewhere).',
  },
} as const satisfies Record<string, Row>;

type Table = typeof TABLE;

/** The one name of an option, as the file spells it. */
export type OptionKey = keyof Table;

/** What each option parses to; `undefined` where it may stay unset. */
export type OptionValues = {
  -readonly [Key in OptionKey]:
    | ReturnType<Table[Key]['type']['parse']>
    | (Table[Key] extends { fallback: string } | { type: { isList: true } } ? never : undefined);
};

/** The values of the options that have a `setting`, by that name. */
export type OptionSettings = {
  -readonly [Key in OptionKey as Table[Key] extends { setting: infer Name extends string }
    ? Name
    : never]: OptionValues[Key];
};

/** One option. Its environment variable and its flag follow from its key. */
export interface Option<Key extends OptionKey = OptionKey>
  extends Pick<Row, 'fallbackNote' | 'help'> {
  readonly key: Key;
  /** What stands after the flag in `--help`. */
  readonly argument: string;
  readonly isList: boolean;
  /** The words that are possible, where there are few. */
  readonly words: readonly string[] | undefined;
  readonly setting: keyof OptionSettings | undefined;
  /** Text that is parsed when nobody set the option; `undefined` leaves it unset. */
  readonly fallback: string | undefined;
  readonly isSecret: boolean;
  readonly reloads: boolean;
  /** Parses one text, or the items of a list. Throws `Failure` of kind `invalid`. */
  parse(items: readonly string[], context: OptionContext): OptionValues[Key];
  /** The value as a person would write it; empty for none. */
  format(value: OptionValues[Key]): string;
}

/** All options, in the order in which they are shown. */
export const OPTIONS: readonly Option[] = Object.entries(TABLE).map(([key, row]) => {
  const { argument, isList, words, parse, format } = row.type as ValueType<OptionValues[OptionKey]>;
  const { setting, fallback, isSecret = false, reloads = false, ...texts }: Row = row;
  const emptyList = isList && fallback === undefined;
  return {
    ...texts,
    ...(emptyList ? { fallbackNote: 'none' } : {}),
    key: key as OptionKey,
    argument,
    isList,
    words,
    setting: setting as keyof OptionSettings | undefined,
    fallback: emptyList ? '' : fallback,
    isSecret,
    reloads,
    parse,
    format: (value) => (value === undefined ? '' : format(value)),
  };
});

/** The environment variable of an option: `MUSTER_BASE_URL`. */
export function envName(key: string): string {
  return `MUSTER_${key.toUpperCase()}`;
}

/** The environment variable that names a file with a secret's value: `MUSTER_SMTP_URL_FILE`. */
export function fileEnvName(key: string): string {
  return `${envName(key)}_FILE`;
}

/** The flag of an option: `--base-url`. */
export function flagName(key: string): string {
  return `--${key.replaceAll('_', '-')}`;
}

/** How the default of an option is described; empty for none. */
export function describeFallback(option: Option): string {
  return option.fallbackNote ?? option.fallback ?? '';
}

function parseFilteredWord(text: string): string {
  // Without accents, as the filter compares it with names.
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '');
  const hasThreeLetters = /(?:[^*]\**){3}/u.test(plain);
  if (/^[\p{L}\p{N}*@$|]{3,32}$/u.test(plain) && hasThreeLetters) return text;
  throw refuse(
    text,
    'is not one word: give 3 to 32 letters and digits, with * for any letters beside them.',
  );
}

function parseAreaLevel(text: string): string {
  const [area = '', level = '', ...rest] = text.toLowerCase().split('=');
  const isArea = (LOG_AREAS as readonly string[]).includes(area);
  const isLevel = (LOG_LEVELS as readonly string[]).includes(level);
  if (isArea && isLevel && rest.length === 0) return `${area}=${level}`;
  throw refuse(
    text,
    `is not an area with its level: write one of ${LOG_AREAS.join(', ')}, then = and one of ${LOG_LEVELS.join(', ')}.`,
  );
}

function parseToken(text: string): string {
  if (/^[\x21-\x7e]{16,256}$/.test(text)) return text;
  // It is not quoted: it is a secret.
  throw new Failure(
    'invalid',
    'The token is not 16 to 256 printable ASCII characters without spaces: make one with openssl rand -hex 32.',
  );
}

function parseName(text: string): string {
  if (/^[A-Za-z0-9_.]{2,16}$/.test(text)) return text;
  throw refuse(
    text,
    'is not a name that an account could have: 2 to 16 of A-Z, a-z, 0-9, _ and dots.',
  );
}
