// The settings of the platform: where the service listens, its database, its metrics and its log.

import { parseRange } from '../lib/address.ts';
import { LOG_AREAS, LOG_LEVELS } from '../ops/log-areas.ts';
import {
  formatListen,
  parseBaseUrl,
  parseExtraHost,
  parseListen,
  parseVersionUrl,
} from './addresses.ts';
import { parseDatabaseUrl } from './login-url.ts';
import type { OptionTable, SettingsOf, ValuesOf } from './option-table.ts';
import {
  choice,
  many,
  one,
  parseAreaLevel,
  parseToken,
  path,
  readableFile,
  toggle,
} from './values.ts';

// There are four tables, since the list of all settings has settings of modules in between.

export const placeSettings = {
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
    help: 'PostgreSQL database in place of SQLite: postgres://user:password@host:5432/database, with ?sslmode=verify-full for TLS. With several hosts, separated by commas, Muster uses the one that accepts writes.',
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
} as const satisfies OptionTable;

export const countrySettings = {
  geoip_database: {
    type: readableFile(),
    fallbackNote: 'the embedded country database',
    needsRestart: true,
    help: 'GeoLite2 or GeoIP2 Country or City file (.mmdb). It is read again when it changes.',
  },
} as const satisfies OptionTable;

export const metricsSettings = {
  metrics_allow: {
    type: many('ranges', parseRange),
    fallback: '127.0.0.0/8, ::1',
    help: 'Addresses or ranges (CIDR) that can read /metrics. For all others it does not exist.',
  },
  metrics_token: {
    type: one('token', parseToken),
    isSecret: true,
    help: 'Token with which anyone (Authorization: Bearer TOKEN) can read /metrics from any address. If it is set, metrics_listen requires it too.',
  },
  metrics_listen: {
    type: one('address', parseListen, formatListen),
    needsRestart: true,
    help: 'Port, or address and port, only for /metrics, over plain http. Without metrics_token, anyone who reaches it can read the metrics.',
  },
} as const satisfies OptionTable;

export const logSettings = {
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
} as const satisfies OptionTable;

type Table = typeof placeSettings &
  typeof countrySettings &
  typeof metricsSettings &
  typeof logSettings;

export type PlatformValues = ValuesOf<Table>;

/** Parsed and checked settings. Paths are absolute, and address ranges are CIDR texts. */
export interface PlatformSettings extends SettingsOf<Table> {
  /** Scheme, host and a port that is not the default: `https://play.example.net`. No slash at the end. */
  baseUrl: string;
  /** Whether the operator configured the base URL. If not, requests may also use loopback names. */
  isBaseUrlConfigured: boolean;
  tls: { certPath: string; keyPath: string } | undefined;
}

export function tlsOf({
  tls_cert: certPath,
  tls_key: keyPath,
}: Pick<PlatformValues, 'tls_cert' | 'tls_key'>): PlatformSettings['tls'] {
  return certPath === undefined || keyPath === undefined ? undefined : { certPath, keyPath };
}
