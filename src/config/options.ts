// The one table of options: flags, environment, file, `--help`, `config print` and docs/configuration.md come from it.

import { parseRange } from '../lib/address.ts';
import { many, one } from './declare-option.ts';
import { formatDuration, parseDuration } from './duration.ts';
import { parseBaseUrl, parseExtraHost } from './hosts.ts';
import { formatListen, type ListenAddress, parseListen } from './listen.ts';
import { LOG_OPTIONS } from './log-options.ts';
import type { MailAddress } from './mail.ts';
import { MAIL_OPTIONS } from './mail-options.ts';
import { MODERATION_OPTIONS } from './moderation-options.ts';
import {
  REGISTRATION_OPTIONS,
  type RegistrationMode,
  type Verification,
} from './registration-options.ts';
import { RELAY_OPTIONS } from './relay-options.ts';
import type { LogFormat, LogLevel } from './settings.ts';
import { parsePath, parseSwitch, parseWhole, refuse } from './values.ts';
import { WEB_CLIENT_OPTIONS } from './web-client-options.ts';

/**
 * What each option parses to; durations are milliseconds, sizes bytes. Its keys are the options' one
 * name, as the file spells it.
 */
export interface OptionValues {
  config: string | undefined;
  base_url: string | undefined;
  listen: ListenAddress;
  tls_cert: string | undefined;
  tls_key: string | undefined;
  data: string;
  extra_hosts: readonly string[];
  trusted_proxies: readonly string[];
  servers_per_address: number;
  stale_after: number;
  port_check: boolean;
  port_check_exempt: readonly string[];
  geoip_database: string | undefined;
  filtered_words: readonly string[];
  relay: boolean;
  relay_per_address: number;
  relay_limit: number;
  relay_message_limit: number;
  relay_connect_timeout: number;
  relay_idle_timeout: number;
  registration: RegistrationMode;
  verification: Verification | undefined;
  registration_proof_of_work: boolean;
  registrations_per_address: number;
  registrations_per_hour: number;
  reserved_names: readonly string[];
  unverified_days: number;
  name_reserved_days: number;
  smtp_url: string | undefined;
  mail_from: MailAddress | undefined;
  development: boolean;
  metrics_allow: readonly string[];
  web_client_dir: string | undefined;
  web_client_url: string | undefined;
  new_device_code: boolean;
  admin_second_factor: boolean;
  log_level: LogLevel;
  log_format: LogFormat;
}

/** The one name of an option, as the file spells it. */
export type OptionKey = keyof OptionValues;

/** What a parser may look at besides the text. */
export interface OptionContext {
  /** Absolute folder that relative paths count from. */
  folder: string;
  isReadableFile(path: string): boolean;
}

/** One option. Its environment variable and its flag follow from its key. */
export interface Option<Key extends OptionKey = OptionKey> {
  readonly key: Key;
  /** What stands after the flag in `--help`. */
  readonly argument: string;
  /** Text that is parsed when nobody set the option; `undefined` leaves it unset. */
  readonly fallback: string | undefined;
  /** How the default is described where it is not a plain text. */
  readonly fallbackNote?: string;
  readonly isList: boolean;
  /** Whether its value is masked wherever it is shown. */
  readonly isSecret: boolean;
  /** Whether a running service takes another value over on SIGHUP; the others need a restart. */
  readonly reloads: boolean;
  /** One sentence for `--help` and docs/configuration.md. */
  readonly help: string;
  /** Parses one text, or the items of a list. Throws `Failure` of kind `invalid`. */
  parse(items: readonly string[], context: OptionContext): OptionValues[Key];
  /** The value as a person would write it. */
  format(value: OptionValues[Key]): string;
}

function parseReadableFile(text: string, context: OptionContext): string {
  const path = parsePath(text, context.folder);
  if (context.isReadableFile(path)) return path;
  throw refuse(path, 'is not a file that can be read.');
}

/** Heartbeats come every 10 to 60 s; the shortest is for installations that only try things out. */
const STALE_AFTER_LIMITS = { minMs: 1_000, maxMs: 24 * 3_600_000 };

/** All options, in the order in which they are shown. */
export const OPTIONS: readonly Option[] = [
  one(
    {
      key: 'config',
      argument: 'file',
      fallbackNote: 'muster.toml in the current folder, if it exists',
      help: 'TOML file with settings.',
    },
    (text, context) => parsePath(text, context.folder),
  ),
  one(
    {
      key: 'base_url',
      argument: 'url',
      fallbackNote: 'localhost with the port',
      help: 'Address that players and game servers use: http or https and a host, without a path.',
    },
    parseBaseUrl,
  ),
  one(
    {
      key: 'listen',
      argument: 'address',
      fallback: ':8080',
      help: 'Port, or address and port, to listen on; a port alone means all addresses, IPv4 and IPv6.',
      format: formatListen,
    },
    parseListen,
  ),
  one(
    {
      key: 'tls_cert',
      argument: 'file',
      fallbackNote: 'none: plain http',
      help: 'Certificate (PEM, with its chain) to serve https with; it is read again when it changes.',
    },
    parseReadableFile,
  ),
  one(
    {
      key: 'tls_key',
      argument: 'file',
      fallbackNote: 'none: plain http',
      help: 'Private key (PEM, without a passphrase) of the certificate in tls_cert.',
    },
    parseReadableFile,
  ),
  one(
    {
      key: 'data',
      argument: 'folder',
      fallback: 'muster-data',
      help: 'Folder of the database; it is made when it does not exist.',
    },
    (text, context) => parsePath(text, context.folder),
  ),
  many(
    {
      key: 'extra_hosts',
      argument: 'hosts',
      reloads: true,
      help: 'Further host names that requests may name, with a port where only that port counts.',
    },
    parseExtraHost,
  ),
  many(
    {
      key: 'trusted_proxies',
      argument: 'ranges',
      reloads: true,
      help: 'Addresses or ranges (CIDR) of reverse proxies whose X-Forwarded-For is believed.',
    },
    parseRange,
  ),
  one(
    {
      key: 'servers_per_address',
      argument: 'number',
      fallback: '10',
      reloads: true,
      help: 'Most live servers that one address may have, private ones counted.',
    },
    (text) => parseWhole(text, { min: 1, max: 1_000_000 }),
  ),
  one(
    {
      key: 'stale_after',
      argument: 'duration',
      fallback: '180s',
      help: 'Time without a heartbeat after which a server leaves every list (s, m or h).',
      format: formatDuration,
    },
    (text) => parseDuration(text, STALE_AFTER_LIMITS),
  ),
  one(
    {
      key: 'port_check',
      argument: 'true|false',
      fallback: 'true',
      reloads: true,
      help: 'Whether a public server is listed only when its port can be reached from here.',
    },
    parseSwitch,
  ),
  many(
    {
      key: 'port_check_exempt',
      argument: 'ranges',
      reloads: true,
      help: 'Addresses or ranges (CIDR) of game servers whose port is not checked.',
    },
    parseRange,
  ),
  one(
    {
      key: 'geoip_database',
      argument: 'file',
      fallbackNote: 'the embedded country database',
      help: 'GeoLite2 or GeoIP2 Country or City file (.mmdb); it is read again when it changes.',
    },
    parseReadableFile,
  ),
  ...MODERATION_OPTIONS,
  ...RELAY_OPTIONS,
  ...REGISTRATION_OPTIONS,
  ...MAIL_OPTIONS,
  many(
    {
      key: 'metrics_allow',
      argument: 'ranges',
      fallback: '127.0.0.0/8, ::1',
      reloads: true,
      help: 'Addresses or ranges (CIDR) that may read /metrics; for all others there is nothing there.',
    },
    parseRange,
  ),
  ...WEB_CLIENT_OPTIONS,
  one(
    {
      key: 'new_device_code',
      argument: 'true|false',
      fallback: 'false',
      reloads: true,
      help: 'Whether a login from a device that the account does not know needs a mailed code; without mail it never does.',
    },
    parseSwitch,
  ),
  one(
    {
      key: 'admin_second_factor',
      argument: 'true|false',
      fallback: 'false',
      reloads: true,
      help: 'Whether moderators and administrators need a second factor to open the pages of administration.',
    },
    parseSwitch,
  ),
  ...LOG_OPTIONS,
];

/** The environment variable of an option: `MUSTER_BASE_URL`. */
export function envName(key: OptionKey): string {
  return `MUSTER_${key.toUpperCase()}`;
}

/** The environment variable that names a file with a secret's value: `MUSTER_SMTP_URL_FILE`. */
export function fileEnvName(key: OptionKey): string {
  return `${envName(key)}_FILE`;
}

/** The flag of an option: `--base-url`. */
export function flagName(key: OptionKey): string {
  return `--${key.replaceAll('_', '-')}`;
}

/** How the default of an option is described; empty for none. */
export function describeFallback(option: Option): string {
  return option.fallbackNote ?? option.fallback ?? '';
}
