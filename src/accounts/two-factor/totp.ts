// Codes of authenticator apps: six digits that change every 30 seconds (TOTP, RFC 6238).

import { Secret, TOTP } from 'otpauth';

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
