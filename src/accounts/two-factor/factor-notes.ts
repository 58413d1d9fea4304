// What is written together with a change of a second factor: the line in the account's log, and the email to the owner.

import { LOG_BOUNDS, toLogEntry } from '../account-log.ts';
import type { FactorChange } from '../email-messages.ts';
import { notifyOwner } from '../notify-owner.ts';
import type { Account } from '../ports.ts';
import type { AccountEvent, EventFacts, FactorNotes } from '../security-ports.ts';

/** The notes of an event; of a `change` the owner gets an email. */
export function noteFactor(
  account: Account,
  now: number,
  [event, { device = '', country = '' }]: [AccountEvent, EventFacts],
  change?: FactorChange,
): FactorNotes {
  const detail = change ?? '';
  return {
    entry: toLogEntry(now, event, { device, country }),
    bounds: LOG_BOUNDS,
    emailJobs: detail === '' ? [] : notifyOwner(account, 'second factor changed', now, { detail }),
  };
}
