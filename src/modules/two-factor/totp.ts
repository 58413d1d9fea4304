// Codes of authenticator apps (TOTP, RFC 6238): their secrets, what the QR code holds, and which codes are right.

import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const STEPS_OFF = 1;
/** How long a new app may take to send its first code. */
export const TOTP_SETUP_MS = 30 * 60_000;

export function createTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The content of the QR code, which is secret. The app shows both names. */
export function describeTotp(secret: string, siteName: string, accountName: string): string {
  // Compatibility: FreeOTP expects a colon only between the two names, and refuses another one, even if escaped.
  const issuer = siteName.replace(/[\s:]*:[\s:]*/g, ' ').trim();
  return totpOf(secret, { issuer, label: accountName }).toString();
}

/** Returns the 30-second step of a code, at most one off since clocks differ; `undefined` for a wrong code. */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: STEPS_OFF });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  // Every authenticator app supports these settings, and only these.
  const settings = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), ...settings });
}
