// Login codes by mail: six digits, good once and for ten minutes.

import type { Clock } from '../../lib/clock.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import type { Mailer } from '../email-messages.ts';
import type { Account } from '../ports.ts';
import { makeCode } from '../profile/one-time-secrets.ts';
import type { SecurityStore } from '../security-ports.ts';

/** Sends and takes login codes. Only accounts whose address was confirmed are written to. */
export interface LoginCodes {
  /** Whether a code can reach the owner at all. */
  canReach(account: Account): boolean;
  /** Sends a code unless one was sent a moment ago; returns when the next may be sent. Earlier ones stay good. */
  send(account: Account): Promise<number>;
  /** When the next may be sent, and whether one is under way that is still good. */
  describe(account: Account): Promise<{ nextAt: number; hasValid: boolean }>;
  /** Whether the mail server did not take a code that would still be good. */
  isStuck(account: Account): Promise<boolean>;
  /** Whether six digits are a code that was sent and is good; none of the account's is from then on. */
  spend(account: Account, code: string): Promise<boolean>;
  /** Drops what no longer counts. */
  sweep(): Promise<void>;
}

const MINUTE_MS = 60_000;
const LIFETIME_MS = 10 * MINUTE_MS;
// The outbox takes ten emails an hour for one address: some are left for warnings.
const BUDGET = { apartMs: MINUTE_MS, perHour: 6 };
const KEPT_MS = 60 * MINUTE_MS;
// Emails may arrive out of order, so earlier codes count besides the latest; few of them, since digits can be guessed.
const NEWEST = 3;

/** Creates them over their store and the mailer. */
export function createLoginCodes(ports: {
  security: SecurityStore;
  mailer: Mailer;
  clock: Clock;
}): LoginCodes {
  const { security, mailer, clock } = ports;
  return {
    canReach: (account) => mailer.isOpen && account.emailConfirmedAt !== null,
    async send(account) {
      const code = makeCode();
      const now = clock.now();
      const validUntil = now + LIFETIME_MS;
      const codeHash = hashCode(account.id, code);
      const added = await security.addLoginCode(
        { accountId: account.id, codeHash, sentAt: now, validUntil },
        BUDGET,
      );
      if (added !== 'added') return added.nextAt;
      await mailer.send({
        kind: 'login code',
        to: account.email,
        accountName: account.name,
        language: account.language,
        code,
        validUntil,
      });
      return now + BUDGET.apartMs;
    },
    isStuck: ({ email }) => mailer.isStuck(email, ['login code'], clock.now() - LIFETIME_MS),
    describe: (account) => security.describeLoginCodes(account.id, clock.now(), BUDGET),
    spend: (account, code) =>
      security.spendLoginCode(account.id, hashCode(account.id, code), clock.now(), {
        newest: NEWEST,
      }),
    sweep: () => security.removeOldLoginCodes(clock.now() - KEPT_MS),
  };
}

function hashCode(accountId: number, code: string): string {
  return sha256Hex(`login ${accountId} ${code}`);
}
