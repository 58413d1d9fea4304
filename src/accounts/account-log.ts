// The log that owners see of their accounts: what happened, when, from what device and country.

import type { Clock } from '../lib/clock.ts';
import { cutText } from '../lib/text.ts';
import type {
  AccountEvent,
  AccountLog,
  AccountLogStore,
  EventFacts,
  NewLogEntry,
} from './security-ports.ts';

const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 400 * DAY_MS;
/** Of logins, which are nearly all entries. */
const LOGINS_KEPT_MS = 30 * DAY_MS;
const LONGEST_DETAIL = 500;

/** Entries kept for an account, and within what time the same event is counted up instead of added. */
export const LOG_BOUNDS = { atMost: 200, sameWithinMs: 60 * 60_000 };

export function createAccountLog(ports: {
  accountLog: AccountLogStore;
  clock: Clock;
}): AccountLog & { removeOld(): Promise<void> } {
  const { accountLog, clock } = ports;
  return {
    note: (accountId, event, facts) =>
      accountLog.addLogEntry(accountId, toLogEntry(clock.now(), event, facts), LOG_BOUNDS),
    listFor: (accountId) => accountLog.listLogEntries(accountId),
    removeOld: () =>
      accountLog.removeOldLogEntries(clock.now() - KEPT_MS, clock.now() - LOGINS_KEPT_MS),
  };
}

/** An entry of an event, what is left out being empty. */
export function toLogEntry(at: number, event: AccountEvent, facts: EventFacts = {}): NewLogEntry {
  const { device = '', country = '', detail = '' } = facts;
  return { at, event, device, country, detail: cutText(detail, LONGEST_DETAIL) };
}
