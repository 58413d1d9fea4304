// Every event of the service, by its name in the log and the metrics, and the port through which all modules report.

type Line = readonly [area: string, level: 'debug' | 'info' | 'warning' | 'error', message: string];

/** The line of each event in the log, or `null` for an event that is only counted. */
export type EventTable = Readonly<Record<string, Line | null>>;

/** `null` where an event is only counted, or its line depends on what happened. */
export const EVENTS = {
  account_changed: ['accounts', 'info', 'Account changed'],
  account_deleted: ['accounts', 'info', 'Account deleted by its owner'],
  account_guessed_at: ['accounts', 'warning', 'Somebody is guessing a password'],
  account_logged_in: ['accounts', 'info', 'Account logged in'],
  account_logged_out: ['accounts', 'info', 'Account logged out'],
  account_registered: ['accounts', 'info', 'Account registered'],
  backup_command_failed: ['store', 'error', 'backup_command failed'],
  backup_failed: ['store', 'error', 'Backup failed'],
  backup_made: ['store', 'info', 'Backup made'],
  batch_failed: ['store', 'error', 'Servers could not be saved, trying again'],
  batch_lost: [
    'store',
    'error',
    'Servers could not be saved before the end, and are as they were saved last',
  ],
  budget_scarce: [
    'service',
    'warning',
    'Little is left for new callers: many networks ask at once',
  ],
  certificate_doubted: ['net', 'warning', 'Certificate is doubtful'],
  certificate_failed: ['net', 'warning', 'Certificate cannot be used'],
  certificate_renewed: ['net', 'info', 'Certificate renewed'],
  client_gone: ['http', 'debug', 'A client disconnected before its request was read'],
  clock_apart: [
    'store',
    'warning',
    'The clock of this machine differs from that of the database, which is used instead',
  ],
  clock_behind: [
    'service',
    'warning',
    'The clock of this machine is behind what is stored: it was set back',
  ],
  clock_stepped: ['service', 'warning', 'The clock of this machine was set'],
  configuration_warning: ['service', 'warning', 'Check the settings'],
  deletion_held: [
    'service',
    'warning',
    'The clock leapt, or the service was off for long: nothing is deleted for its age for a day',
  ],
  database_made: ['store', 'info', 'New database created'],
  database_migrated: ['store', 'info', 'Database brought up to date'],
  database_recovered: ['store', 'info', 'Servers are saved again'],
  database_restored: ['store', 'warning', 'Database restored'],
  descriptors_exhausted: [
    'net',
    'error',
    'No file descriptors are left, so nobody new can connect',
  ],
  descriptors_freed: ['net', 'info', 'File descriptors are left again'],
  email_dropped: ['email', 'warning', 'Email dropped'],
  email_failed: ['email', 'error', 'Email given up'],
  email_postponed: ['email', 'warning', 'Email could not be sent, trying again'],
  email_queued: ['email', 'debug', 'Email queued'],
  email_sent: ['email', 'info', 'Email sent'],
  email_written: ['email', 'warning', 'Email (development)'],
  failure_page_shown: ['http', 'debug', 'Error page shown'],
  first_administrator_made: ['accounts', 'info', 'First administrator created'],
  geoip_failed: ['net', 'error', 'Country database cannot be read'],
  geoip_reloaded: ['net', 'info', 'Country database read'],
  heartbeat_refused: ['servers', 'debug', 'Heartbeat refused'],
  http_failure_busy: null,
  http_failure_closed: null,
  http_failure_not_ready: null,
  http_failure_unavailable: null,
  http_failure_unexpected: null,
  lead_lost: ['store', 'warning', 'This replica no longer leads'],
  lead_taken: ['store', 'info', 'This replica leads: it sends the emails and records the history'],
  log_write_failed: null,
  login_busy: ['accounts', 'info', 'Login refused: too many logins are being checked'],
  login_failed: ['accounts', 'info', 'Login failed'],
  login_stopped: ['accounts', 'info', 'Login refused: too many failed logins'],
  machine_slept: ['service', 'warning', 'This machine was asleep, or this process was paused'],
  mail_development: [
    'email',
    'warning',
    'DEVELOPMENT: emails are not sent but written to this log, with links and codes that let anybody who reads it log in. Never use this with real accounts',
  ],
  mail_off: [
    'email',
    'warning',
    'Email is off: nobody can confirm an address, get a login code or reset a password by email. Set smtp_url and mail_from',
  ],
  mail_queue_failed: ['email', 'error', 'The outbox cannot be used, trying again'],
  mirror_failed: ['net', 'warning', 'A mirror cannot be read, trying again'],
  mirror_recovered: ['net', 'info', 'A mirror can be read again'],
  page_part_failed: ['http', 'error', 'A part of a page is missing'],
  proxy_refused: [
    'net',
    'warning',
    'Requests come through a proxy that is not trusted, and everybody seems to have its address: heartbeats, logins and relays through it are refused. If it is yours, name it in trusted_proxies (MUSTER_TRUSTED_PROXIES) and start again',
  ],
  registration_refused: ['accounts', 'info', 'Registration refused'],
  relay_bytes_to_browser: null,
  relay_bytes_to_game: null,
  relay_closed: ['relay', 'debug', 'Relay closed'],
  relay_opened: ['relay', 'debug', 'Relay opened'],
  relay_refused_address_limit: ['relay', 'debug', 'Relay refused'],
  relay_refused_handshake: ['relay', 'debug', 'Relay refused'],
  relay_refused_limit: ['relay', 'debug', 'Relay refused'],
  relay_refused_network_limit: ['relay', 'debug', 'Relay refused'],
  relay_refused_not_listed: ['relay', 'debug', 'Relay refused'],
  relay_refused_origin: ['relay', 'debug', 'Relay refused'],
  relay_refused_path: ['relay', 'debug', 'Relay refused'],
  relay_refused_protocol: ['relay', 'debug', 'Relay refused'],
  relay_refused_stopping: ['relay', 'debug', 'Relay refused'],
  reload_refused: ['service', 'error', 'Settings cannot be used, and those from before stay'],
  reloaded: ['service', 'info', 'Reloaded'],
  request_failed_500: null,
  request_failed_503: null,
  request_logged: ['http', 'info', 'Request'],
  restore_refused: ['store', 'error', 'Database not restored'],
  server_appeared: ['servers', 'info', 'Server appeared'],
  server_claimed: ['servers', 'info', 'Server claimed'],
  server_left: ['servers', 'info', 'Server left'],
  server_moved: ['servers', 'info', 'Server joined on a public address'],
  server_relocated: ['servers', 'info', 'Server changed its address'],
  server_unreachable: ['servers', 'info', 'Port of a public server is not open'],
  service_ended_at_once: ['service', 'warning', 'Service ended at once by a second signal'],
  service_started: ['service', 'info', 'Service started'],
  service_stopped: ['service', 'info', 'Service stopped'],
  service_stopping: ['service', 'info', 'Service stopping'],
  signal_ignored: ['service', 'info', 'Signal ignored'],
  site_files_failed: ['net', 'error', 'A file of the site cannot be used'],
  site_files_read: ['net', 'info', 'Files of the site read'],
  tables_damaged: ['store', 'error', 'Database is damaged'],
  task_failed: ['service', 'error', 'Background task failed'],
  task_recovered: ['service', 'info', 'Background task works again'],
  unverified_removed: ['accounts', 'info', 'Accounts removed that were never verified'],
  web_client_failed: ['net', 'error', 'Web client not usable'],
  web_client_read: ['net', 'info', 'Web client read'],
  webhook_off: ['servers', 'warning', 'Webhook switched off, nothing was delivered for a day'],
  writer_failed: [
    'store',
    'error',
    'The thread that writes to the database failed, starting it again',
  ],
  writer_recovered: ['store', 'info', 'The thread that writes to the database runs again'],
} as const satisfies EventTable;

export type CountedEvent = keyof typeof EVENTS;

export type LoggedEvent = {
  [Name in CountedEvent]: (typeof EVENTS)[Name] extends null ? never : Name;
}[CountedEvent];

/** A request that was answered with a status from 500 on. */
export interface FailedRequest {
  requestId: string;
  method: string;
  path: string;
  status: number;
  error: unknown;
  /** Nothing failed: the service starts or stops, or a check of /readyz is why. */
  cause?: 'closed' | 'not_ready' | undefined;
}

/** Facts of events whose line is written from them; an `error` is described without what somebody typed. */
export interface DescribedFacts {
  backup_failed: { error: unknown };
  /** Once for failures in a row; what changed is saved with a later batch. */
  batch_failed: { error: unknown };
  /** The last batch could not be saved: changes of `count` servers are lost. */
  batch_lost: { error: unknown; count: number };
  /** `savedAs` is a copy of all that was in them; `loss` says why it could not be made. */
  /** Not taken: too many to this address within the hour, or too many waiting. */
  email_dropped: { kind: string; reason: string };
  login_busy: { address: string };
  /** Without the name: people type their password into that field. */
  login_failed: { reason: string; address: string };
  login_stopped: { address: string };
  mail_queue_failed: { error: unknown };
  page_part_failed: { part: string; error: unknown };
  proxy_refused: { proxy: string };
  registration_refused: { fields: readonly string[]; address: string };
  relay_bytes_to_browser: { bytes: number };
  relay_bytes_to_game: { bytes: number };
  request_failed: FailedRequest;
  /** `count` is how often since the last line about it. */
  task_failed: { task: string; error: unknown; count?: number };
  task_recovered: { task: string; count: number };
  /** `missing` are notes, usually none. */
  web_client_read: { folder: string; files: number; bytes: number; missing: readonly string[] };
  writer_failed: { error: unknown };
}

/** Facts that the line has as they are: no secret, and no name or address that nobody needs. */
type PlainFacts = Readonly<
  Record<string, string | number | boolean | undefined | readonly string[]>
>;

export type ReportedEvent = LoggedEvent | keyof DescribedFacts;

export type FactsOf<Name> = Name extends keyof DescribedFacts
  ? [facts: DescribedFacts[Name]]
  : [facts?: PlainFacts];

/** Reports an event: it is counted, and logged unless there is a flood of it. Never throws. */
export type Report = <Name extends ReportedEvent>(name: Name, ...facts: FactsOf<Name>) => void;
