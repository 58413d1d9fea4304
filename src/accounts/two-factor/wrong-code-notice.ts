// Emails owners that somebody who has the password of their account guesses at its codes.

import type { Clock } from '../../lib/clock.ts';
import type { Mailer } from '../email-messages.ts';
import type { DeviceContext } from '../login/devices.ts';
import { emailOwner } from '../notify-owner.ts';
import type { Account } from '../ports.ts';

/** Learns of every wrong code, each of which followed the right password. */
export interface WrongCodeNotice {
  /** Counts one; after the fifth within a day the owner gets an email, and no other for a day. */
  noteWrong(account: Account, deviceContext: DeviceContext): Promise<void>;
  /** Drops what is too old to count. */
  sweep(): void;
}

const LIMIT = 5;
const DAY_MS = 24 * 60 * 60_000;
const ACCOUNTS_AT_MOST = 10_000;

/** Creates the notice; `accountsAtMost` bounds how many accounts are remembered, those changed latest. */
export function createWrongCodeNotice(
  { mailer, clock }: { mailer: Mailer; clock: Clock },
  { accountsAtMost } = { accountsAtMost: ACCOUNTS_AT_MOST },
): WrongCodeNotice {
  // Times of the latest wrong codes, and of the email, by account; the latest changed last.
  const noted = new Map<number, { wrongAt: number[]; reportedAt: number }>();

  const isRecent = (at: number) => Math.abs(clock.now() - at) < DAY_MS;

  function wrongTimes(accountId: number): number[] {
    return (noted.get(accountId)?.wrongAt ?? []).filter(isRecent);
  }

  /** Counts one; returns whether the owner is to get an email. */
  function count(accountId: number): boolean {
    const { reportedAt = Number.NEGATIVE_INFINITY } = noted.get(accountId) ?? {};
    const times = [...wrongTimes(accountId), clock.now()].slice(-LIMIT);
    const isNewNotice = times.length >= LIMIT && !isRecent(reportedAt);
    noted.delete(accountId);
    noted.set(accountId, { wrongAt: times, reportedAt: isNewNotice ? clock.now() : reportedAt });
    const [oldest] = noted.keys();
    if (noted.size > accountsAtMost && oldest !== undefined) noted.delete(oldest);
    return isNewNotice;
  }

  return {
    async noteWrong(account, { device, country }) {
      if (!count(account.id)) return;
      try {
        const at = clock.now();
        await emailOwner(mailer, account, { kind: 'wrong codes', device, country, at });
      } catch (error) {
        // No email went out: the next wrong code tries again.
        noted.set(account.id, {
          wrongAt: wrongTimes(account.id),
          reportedAt: Number.NEGATIVE_INFINITY,
        });
        throw error;
      }
    },
    sweep() {
      for (const [accountId, { wrongAt }] of noted) {
        if (!wrongAt.some(isRecent)) noted.delete(accountId);
      }
    },
  };
}
