// Counts what happened in this process, by the event's name. Every name is listed here, so that each exists from the start.

const EVENTS = [
  'account_changed',
  'account_deleted',
  'account_guessed_at',
  'account_logged_in',
  'account_logged_out',
  'account_registered',
  'backup_command_failed',
  'backup_failed',
  'backup_made',
  'batch_failed',
  'batch_lost',
  'budget_scarce',
  'certificate_doubted',
  'certificate_failed',
  'certificate_renewed',
  'client_gone',
  'clock_apart',
  'clock_behind',
  'clock_stepped',
  'configuration_warning',
  'database_files_back',
  'database_files_gone',
  'database_made',
  'database_migrated',
  'database_recovered',
  'database_restored',
  'descriptors_exhausted',
  'descriptors_freed',
  'email_dropped',
  'email_failed',
  'email_postponed',
  'email_queued',
  'email_sent',
  'email_written',
  'failure_page_shown',
  'first_administrator_made',
  'geoip_failed',
  'geoip_reloaded',
  'heartbeat_refused',
  'http_failure_busy',
  'http_failure_closed',
  'http_failure_not_ready',
  'http_failure_unavailable',
  'http_failure_unexpected',
  'lead_lost',
  'lead_taken',
  'log_write_failed',
  'login_busy',
  'login_failed',
  'login_stopped',
  'machine_slept',
  'mail_development',
  'mail_off',
  'mail_queue_failed',
  'page_part_failed',
  'proxy_refused',
  'registration_refused',
  'relay_bytes_to_browser',
  'relay_bytes_to_game',
  'relay_closed',
  'relay_opened',
  'relay_refused_address_limit',
  'relay_refused_handshake',
  'relay_refused_limit',
  'relay_refused_network_limit',
  'relay_refused_not_listed',
  'relay_refused_origin',
  'relay_refused_path',
  'relay_refused_protocol',
  'relay_refused_stopping',
  'reload_refused',
  'reloaded',
  'request_failed_500',
  'request_failed_503',
  'request_logged',
  'restore_refused',
  'server_appeared',
  'server_claimed',
  'server_left',
  'server_moved',
  'server_relocated',
  'server_unreachable',
  'service_ended_at_once',
  'service_started',
  'service_stopped',
  'service_stopping',
  'signal_ignored',
  'site_files_failed',
  'site_files_read',
  'tables_damaged',
  'task_failed',
  'task_recovered',
  'unverified_removed',
  'web_client_failed',
  'web_client_read',
  'writer_failed',
  'writer_recovered',
] as const;

/** The name of an event that is counted. */
export type CountedEvent = (typeof EVENTS)[number];

/** What follows the given beginning in names of events. */
export type EventEnding<Start extends string> = CountedEvent extends infer Name
  ? Name extends `${Start}${infer End}`
    ? End
    : never
  : never;

const counts = new Map<string, number>(EVENTS.map((name) => [name, 0]));

/** Counts one more event of this name, or `by` more of what the name says. */
export function countEvent(name: CountedEvent, by = 1): void {
  counts.set(name, readCounter(name) + by);
}

/** How often an event happened since the process began. */
export function readCounter(name: CountedEvent): number {
  return counts.get(name) ?? 0;
}

/** All counters at this moment, by name. */
export function readCounters(): Readonly<Record<string, number>> {
  return Object.fromEntries(counts);
}
