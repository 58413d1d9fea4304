// Codes that owners type: of authenticator apps (TOTP, RFC 6238), for recovery, and those of emails, six digits that
// are good once and for ten minutes.

import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { sha256Hex } from '../../lib/digest.ts';
import type { Account, Ports } from '../ports.ts';

const MOST_TYPED = 64;
const SEPARATORS = /[\s\p{Pd}\u2212_.]+/gu;

/** The code without spaces and dashes, in lower case, wide digits made narrow; empty for what is too long to be a code. */
export function readCode(text: string): string {
  if (text.length > MOST_TYPED) return '';
  return text.normalize('NFKC').replace(SEPARATORS, '').toLowerCase();
}

export function isCodeTyped(text: string): boolean {
  return text.trim() !== '';
}

const CODES = 1_000_000;

export function makeCode(): string {
  return randomInt(CODES).toString().padStart(6, '0');
}

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const STEPS_OFF = 1;

export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the QR code holds: `issuer` and `accountName` are shown by the app. A secret itself. */
export function describeTotp(secret: string, issuer: string, accountName: string): string {
  return totpOf(secret, { issuer, label: accountName }).toString();
}

/** The 30-second step of a code, one off at most since clocks differ; `undefined` for a wrong one. */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: STEPS_OFF });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  // The only settings that every authenticator app follows.
  const settings = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), ...settings });
}

const RECOVERY_CODES = 10;

// Compatibility: the field of the launchers (1.3.7, 1.3.8) drops everything but digits (C4.16). Of twelve digits
// and with ten good codes, 30 guesses an hour find one within a year with a chance of 3 in a million.
const DIGITS = 12;
const RECOVERY_SHAPE = new RegExp(`^[0-9]{${DIGITS}}$`);

/** New codes of twelve digits, without the spaces that they are shown with. */
export function createRecoveryCodes(): string[] {
  const createCode = () => Array.from({ length: DIGITS }, () => randomInt(10)).join('');
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(createCode());
  return [...codes];
}

export function isRecoveryCode(code: string): boolean {
  return RECOVERY_SHAPE.test(code);
}

/** Of a code as `readCode` leaves it; with the account's id, so that one table of guesses does not serve all. */
export function hashRecoveryCode(accountId: number, code: string): string {
  return sha256Hex(`recovery ${accountId} ${code}`);
}

const MINUTE_MS = 60_000;
const LIFETIME_MS = 10 * MINUTE_MS;
// The outbox takes ten emails an hour for one address: some are left for warnings.
const BUDGET = { apartMs: MINUTE_MS, perHour: 6 };
const KEPT_MS = 60 * MINUTE_MS;
// Emails may arrive out of order, so earlier codes count besides the latest; few of them, since digits can be guessed.
const NEWEST = 3;

/** Creates what sends and takes login codes by email. Only accounts whose address was confirmed are written to. */
export function createLoginCodes(ports: Pick<Ports, 'security' | 'mailer' | 'clock'>) {
  const { security, mailer, clock } = ports;
  const hash = ({ id }: Account, code: string) => sha256Hex(`login ${id} ${code}`);
  return {
    canReach: (account: Account) => mailer.isOpen && account.emailConfirmedAt !== null,
    async send(account: Account) {
      const { id: accountId, email: to, name: accountName, language } = account;
      const code = makeCode();
      const sentAt = clock.now();
      const validUntil = sentAt + LIFETIME_MS;
      const stored = { accountId, codeHash: hash(account, code), sentAt, validUntil };
      if ((await security.addLoginCode(stored, BUDGET)) !== 'added') return;
      await mailer.send({ kind: 'login code', to, accountName, language, code, validUntil });
    },
    isStuck: ({ email }: Account) =>
      mailer.isStuck(email, ['login code'], clock.now() - LIFETIME_MS),
    describe: ({ id }: Account) => security.describeLoginCodes(id, clock.now(), BUDGET),
    spend: (account: Account, code: string) =>
      security.spendLoginCode(account.id, hash(account, code), clock.now(), { newest: NEWEST }),
    sweep: () => security.removeOldLoginCodes(clock.now() - KEPT_MS),
  };
}

export type LoginCodes = ReturnType<typeof createLoginCodes>;
