// Emails owners that somebody who has the password of their account guesses at its codes.

import type { Clock } from '../../lib/clock.ts';
import type { Mailer } from '../email-messages.ts';
import type { DeviceContext } from '../login/devices.ts';
import { emailOwner } from '../notify-owner.ts';
import type { Account } from '../ports.ts';
import type { SharedStates } from '../shared-states-ports.ts';

/** Learns of every wrong code, each of which followed the right password. */
export interface WrongCodeNotice {
  /** Counts one; after the fifth within a day the owner gets an email, and no other for a day. */
  noteWrong(account: Account, deviceContext: DeviceContext): Promise<void>;
}

const LIMIT = 5;
const DAY_MS = 24 * 60 * 60_000;
const ACCOUNTS_AT_MOST = 10_000;

/** Times of the latest wrong codes of an account, and of the email about them; `null` before the first. */
interface Noted {
  wrongAt: readonly number[];
  reportedAt: number | null;
}

/** Creates the notice; `accountsAtMost` bounds how many accounts are remembered, those changed latest. */
export function createWrongCodeNotice(
  { mailer, clock, states }: { mailer: Mailer; clock: Clock; states: SharedStates },
  { accountsAtMost } = { accountsAtMost: ACCOUNTS_AT_MOST },
): WrongCodeNotice {
  const noted = states.open<Noted>('wrong codes of an account', { most: accountsAtMost });
  const keep = (state: Noted, now: number) => ({ state, until: now + DAY_MS });

  /** Counts one; returns whether the owner is to get an email. */
  const count = (accountId: number) =>
    noted.update(`${accountId}`, (state, now) => {
      const isRecent = (at: number) => Math.abs(now - at) < DAY_MS;
      const reportedAt = state?.reportedAt ?? null;
      const wrongAt = [...(state?.wrongAt ?? []).filter(isRecent), now].slice(-LIMIT);
      const isReported = reportedAt !== null && isRecent(reportedAt);
      const isNewNotice = wrongAt.length >= LIMIT && !isReported;
      return {
        result: isNewNotice,
        next: keep({ wrongAt, reportedAt: isNewNotice ? now : reportedAt }, now),
      };
    });

  return {
    async noteWrong(account, { device, country }) {
      if (!(await count(account.id))) return;
      try {
        const at = clock.now();
        await emailOwner(mailer, account, { kind: 'wrong codes', device, country, at });
      } catch (error) {
        // No email went out: the next wrong code tries again.
        await noted.update(`${account.id}`, (state, now) => ({
          result: undefined,
          next: keep({ wrongAt: state?.wrongAt ?? [], reportedAt: null }, now),
        }));
        throw error;
      }
    },
  };
}
