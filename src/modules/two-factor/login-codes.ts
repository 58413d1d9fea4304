// Login codes by email: six digits, which are valid once and for ten minutes.

import { type Clock, HOUR_MS, MINUTE_MS } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { makeCode } from '../../platform/lib/one-time-code.ts';
import type { Account } from '../account/index.ts';
import type { Mailer } from '../email/index.ts';
import type { SecurityStore } from './security-ports.ts';
import type { TwoFactorEmail } from './two-factor-emails.ts';

const LOGIN_CODE_LIFETIME_MS = 10 * MINUTE_MS;
// The outbox accepts ten emails an hour per address, so some are left for warnings.
const BUDGET = { apartMs: MINUTE_MS, perHour: 6 };
// Emails may arrive out of order, so earlier codes are valid too. They are few, since digits can be guessed.
const NEWEST = 3;

/** Sends and checks login codes by email. Only confirmed addresses get emails. */
export function createLoginCodes(ports: {
  security: SecurityStore;
  mailer: Mailer<TwoFactorEmail>;
  clock: Clock;
}) {
  const { security, mailer, clock } = ports;
  const hash = ({ id }: Account, code: string) => sha256Hex(`login ${id} ${code}`);
  return {
    canReach: (account: Account) => mailer.isOpen && account.emailConfirmedAt !== null,
    async send(account: Account) {
      const { id: accountId, email: to, name: accountName, language } = account;
      const code = makeCode();
      const sentAt = clock.now();
      const validUntil = sentAt + LOGIN_CODE_LIFETIME_MS;
      const stored = { accountId, codeHash: hash(account, code), sentAt, validUntil };
      if ((await security.addLoginCode(stored, BUDGET)) !== 'added') return;
      await mailer.send({ kind: 'login code', to, accountName, language, code, validUntil });
    },
    isStuck: ({ email }: Account) =>
      mailer.isStuck(email, ['login code'], clock.now() - LOGIN_CODE_LIFETIME_MS),
    describe: ({ id }: Account) => security.describeLoginCodes(id, clock.now(), BUDGET),
    spend: (account: Account, code: string) =>
      security.spendLoginCode(account.id, hash(account, code), clock.now(), { newest: NEWEST }),
    sweep: () => security.removeOldLoginCodes(clock.now() - HOUR_MS),
  };
}

export type LoginCodes = ReturnType<typeof createLoginCodes>;
