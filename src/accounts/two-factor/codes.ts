// Codes that owners type: as they type them, of authenticator apps (TOTP, RFC 6238), and for recovery.

import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { sha256Hex } from '../../lib/sha256.ts';

const MOST_TYPED = 64;
const SEPARATORS = /[\s\p{Pd}\u2212_.]+/gu;

/**
 * The code without spaces and dashes, in lower case, wide digits made narrow; empty for what is too
 * long to be a code, and where nothing was typed.
 */
export function readCode(text: string): string {
  if (text.length > MOST_TYPED) return '';
  return text.normalize('NFKC').replace(SEPARATORS, '').toLowerCase();
}

export function isCodeTyped(text: string): boolean {
  return text.trim() !== '';
}

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const STEPS_OFF = 1;

/** A new secret in base 32, 32 signs. */
export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What the QR code holds: `issuer` and `accountName` are shown by the app. A secret itself. */
export function describeTotp(secret: string, issuer: string, accountName: string): string {
  return totpOf(secret, { issuer, label: accountName }).toString();
}

/**
 * The 30-second step that a code of six digits belongs to, one step off at most since clocks differ;
 * `undefined` for a wrong code.
 */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: STEPS_OFF });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  // The only settings that every authenticator app follows.
  return new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  });
}

// How many are made at once.
const RECOVERY_CODES = 10;

// Compatibility: the field of the launchers (1.3.7, 1.3.8) drops everything but digits (C4.16). Of twelve digits
// and with ten good codes, 30 guesses an hour find one within a year with a chance of 3 in a million.
const DIGITS = 12;
const SHAPE = new RegExp(`^[0-9]{${DIGITS}}$`);

/** New codes of twelve digits, without the spaces that they are shown with. */
export function createRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(createCode());
  return [...codes];
}

function createCode(): string {
  return Array.from({ length: DIGITS }, () => randomInt(10)).join('');
}

export function isRecoveryCode(code: string): boolean {
  return SHAPE.test(code);
}

/** What is kept of a code, in the form that `readCode` leaves; the account's id keeps one table of guesses from serving all accounts. */
export function hashRecoveryCode(accountId: number, code: string): string {
  return sha256Hex(`recovery ${accountId} ${code}`);
}
