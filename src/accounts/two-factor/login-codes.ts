// Login codes by mail: six digits, good once and for ten minutes.

import type { Clock } from '../../lib/clock.ts';
import { sha256Hex } from '../../lib/sha256.ts';
import type { Mailer } from '../email-messages.ts';
import type { Account } from '../ports.ts';
import { makeCode } from '../profile/one-time-secrets.ts';
import type { SecurityStore } from '../security-ports.ts';

const MINUTE_MS = 60_000;
const LIFETIME_MS = 10 * MINUTE_MS;
// The outbox takes ten emails an hour for one address: some are left for warnings.
const BUDGET = { apartMs: MINUTE_MS, perHour: 6 };
const KEPT_MS = 60 * MINUTE_MS;
// Emails may arrive out of order, so earlier codes count besides the latest; few of them, since digits can be guessed.
const NEWEST = 3;

export function createLoginCodes(ports: { security: SecurityStore; mailer: Mailer; clock: Clock }) {
  const { security, mailer, clock } = ports;
  return {
    canReach: (account: Account) => mailer.isOpen && account.emailConfirmedAt !== null,
    async send(account: Account) {
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
    isStuck: ({ email }: Account) =>
      mailer.isStuck(email, ['login code'], clock.now() - LIFETIME_MS),
    describe: (account: Account) => security.describeLoginCodes(account.id, clock.now(), BUDGET),
    spend: (account: Account, code: string) =>
      security.spendLoginCode(account.id, hashCode(account.id, code), clock.now(), {
        newest: NEWEST,
      }),
    sweep: () => security.removeOldLoginCodes(clock.now() - KEPT_MS),
  };
}

/** Sends and takes login codes. Only accounts whose address was confirmed are written to. */
export type LoginCodes = ReturnType<typeof createLoginCodes>;

function hashCode(accountId: number, code: string): string {
  return sha256Hex(`login ${accountId} ${code}`);
}
