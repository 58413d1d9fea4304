// One function for each event of the process: start, stop, reload, clock, background tasks. It writes the log line and counts.

import { countEvent } from './counters.ts';
import { describeError } from './describe-error.ts';
import { loggerOf } from './log.ts';

const service = loggerOf('service');

/** The service answers requests from now on. */
export function serviceStarted(facts: {
  baseUrl: string;
  listenUrl: string;
  version: string;
}): void {
  countEvent('service_started');
  service.info('Service started', facts);
}

/** The service got a signal to stop and finishes what it has begun. */
export function serviceStopping(signal: string): void {
  countEvent('service_stopping');
  service.info('Service stopping', { signal });
}

/** Everything is on disk and closed. */
export function serviceStopped(): void {
  countEvent('service_stopped');
  service.info('Service stopped');
}

/** A second signal ends the process before everything was finished. */
export function serviceEndedAtOnce(signal: string): void {
  countEvent('service_ended_at_once');
  service.warning('Service ended at once by a second signal', { signal });
}

/** A signal came that the service has no use for. */
export function signalIgnored(signal: string): void {
  countEvent('signal_ignored');
  service.info('Signal ignored', { signal });
}

/** The service got the signal to read its settings and files again; keys of settings and names of files. */
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

/** The settings as they are now cannot be used; a sentence for each problem. */
export function reloadRefused(problems: readonly string[]): void {
  countEvent('reload_refused');
  for (const problem of problems) {
    service.error('Settings cannot be used, and those from before stay', { problem });
  }
}

/** A setting works, but not as one may think. */
export function configurationWarning(sentence: string): void {
  countEvent('configuration_warning');
  service.warning('Check the settings', { warning: sentence });
}

/** The wall clock of the machine was set, forward or back; servers stay listed. */
export function clockStepped(ms: number): void {
  countEvent('clock_stepped');
  service.warning('The clock of this machine was set', { seconds: Math.round(ms / 1_000) });
}

/** The machine slept and received no heartbeat meanwhile; servers stay listed. */
export function machineSlept(ms: number): void {
  countEvent('machine_slept');
  service.warning('This machine was asleep', { seconds: Math.round(ms / 1_000) });
}

/**
 * A task in the background failed; it runs again at its next turn. `count` is how often it failed
 * since the last line about it.
 */
export function taskFailed(task: string, error: unknown, count = 1): void {
  countEvent('task_failed', count);
  const { kind, detail, frames } = describeError(error);
  service.error('Background task failed', { task, count, kind, detail, frames: [...frames] });
}

/** A task in the background that failed works again; `count` is how often it failed since the last line. */
export function taskRecovered(task: string, count: number): void {
  countEvent('task_recovered');
  if (count > 0) countEvent('task_failed', count);
  service.info('Background task works again', { task, failures: count });
}
