// One function for each event of the process: signals, reloads, descriptors. It writes the log line and counts.

import { countEvent } from './counters.ts';
import { loggerOf } from './log.ts';

const service = loggerOf('service');
const net = loggerOf('net');

/** The service was told to read its settings and files anew; keys of settings and names of files. */
export function reloaded(facts: {
  changed: readonly string[];
  needRestart: readonly string[];
  filesRead: readonly string[];
  filesFailed: readonly string[];
}): void {
  countEvent('reloaded');
  service.info('Reloaded', facts);
  if (facts.needRestart.length > 0) {
    service.warning('Changed settings that need a restart', { settings: facts.needRestart });
  }
}

/** The settings as they stand now cannot be used; a sentence for each problem. */
export function reloadRefused(problems: readonly string[]): void {
  countEvent('reload_refused');
  for (const problem of problems) {
    service.error('Settings cannot be used, and those from before stay', { problem });
  }
}

/** A second signal ends the process before everything was finished. */
export function serviceEndedAtOnce(signal: string): void {
  countEvent('service_ended_at_once');
  service.warning('Service ended at once by a second signal', { signal });
}

/** A signal came that asks for nothing which the service does. */
export function signalIgnored(signal: string): void {
  countEvent('signal_ignored');
  service.info('Signal ignored', { signal });
}

/** No file descriptor is left; `doNewcomersWait` where the system lets new connections be held back. */
export function descriptorsExhausted(facts: { doNewcomersWait: boolean }): void {
  countEvent('descriptors_exhausted');
  net.error('No file descriptors are left, so nobody new can connect', {
    ...facts,
    advice: 'Raise the limit: LimitNOFILE= in the systemd unit, ulimit -n in a shell.',
  });
}

/** There are file descriptors again after there were none. */
export function descriptorsFreed(): void {
  countEvent('descriptors_freed');
  net.info('File descriptors are left again');
}
