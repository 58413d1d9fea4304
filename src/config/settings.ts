// What the rest of the house reads of the configuration, once it has been loaded and checked.

/** From how grave on something is logged. */
export type LogLevel = 'debug' | 'info' | 'warning' | 'error';
/** How lines are written; `auto` is text on a terminal and JSON elsewhere. */
export type LogFormat = 'auto' | 'text' | 'json';

/** All settings, parsed and checked. Address ranges are CIDR strings that are known to parse. */
export interface Settings {
  /** Scheme, host and, where it is not the default, port: `https://play.example.net`. No slash at the end. */
  baseUrl: string;
  /** Whether the operator named the base URL; without that, loopback names are accepted as hosts too. */
  isBaseUrlConfigured: boolean;
  /** `hostname` without brackets, `::` for all addresses of both families. Port 0 lets the system choose. */
  listen: { hostname: string; port: number };
  /** Absolute paths of the certificate and its key; `undefined` for plain http. */
  tls: { certPath: string; keyPath: string } | undefined;
  /** Absolute path. */
  dataFolder: string;
  /** Further host names, each with or without a port. */
  extraHosts: readonly string[];
  trustedProxies: readonly string[];
  serversPerAddress: number;
  staleAfterMs: number;
  isPortCheckOn: boolean;
  portCheckExempt: readonly string[];
  /** Absolute path of a GeoLite2 or GeoIP2 Country or City file. */
  geoipDatabase: string | undefined;
  filteredWords: readonly string[];
  isRelayOn: boolean;
  relayPerAddress: number;
  relayLimit: number;
  /** Bytes. */
  relayMessageLimit: number;
  relayConnectTimeoutMs: number;
  relayIdleTimeoutMs: number;
  registration: 'open' | 'invite' | 'closed';
  verification: 'mail' | 'automatic' | 'administrator';
  isProofOfWorkRequired: boolean;
  /** An hour. */
  registrationsPerAddress: number;
  registrationsPerHour: number;
  reservedNames: readonly string[];
  /** 0 for never. */
  unverifiedDays: number;
  nameReservedDays: number;
  /** Holds a password. Set together with `mailFrom` or not at all. */
  smtpUrl: string | undefined;
  mailFrom: { name: string; address: string } | undefined;
  /** Letters are written to the log in place of being sent; never together with `smtpUrl`. */
  isDevelopment: boolean;
  /** Whose requests for the metrics are answered. */
  metricsAllow: readonly string[];
  /** Absolute path of the folder with the web client. */
  webClientFolder: string | undefined;
  /** Address of a script, which ends in `.js`, or of a folder, which ends in a slash. Never set with the folder. */
  webClientUrl: string | undefined;
  /** Whether a device that an account does not know needs a mailed code. */
  isNewDeviceCodeOn: boolean;
  /** Whether the pages of administration open only to those with a second factor. */
  isStaffTwoFactorRequired: boolean;
  logLevel: LogLevel;
  logFormat: LogFormat;
}
