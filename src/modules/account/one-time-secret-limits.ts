// The limits of one-time links and codes: how long each is valid, and the waits after wrong codes and between emails.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/lib/clock.ts';
import type { CodeWaits, SecretPurpose, StoredSecret } from './account-ports.ts';

/** How long a secret of each purpose is valid. */
export const SECRET_LIFETIME_MS: Record<SecretPurpose, number> = {
  'verify address': DAY_MS,
  'new address': DAY_MS,
  'reset password': 30 * MINUTE_MS,
  'undo address': 7 * DAY_MS,
};

/** Expired secrets stay this long, so that the count of wrong codes outlives the code. */
export const SECRETS_KEPT_AFTER_EXPIRY_MS = DAY_MS;

/** Every five wrong codes double the wait before the next one, up to a day. */
export const CODE_WAITS: CodeWaits = {
  every: 5,
  waitsMs: [15 * MINUTE_MS, ...[0.5, 1, 2, 4, 8, 16, 24].map((hours) => hours * HOUR_MS)],
};

const SEND_WAITS_MS = [1, 2, 5, 10, 15].map((minutes) => minutes * MINUTE_MS);

/** The time from which codes are checked again after this many wrong ones; `null` if the next one is checked. */
export function findCodeWait(
  wrongCodes: number,
  now: number,
  { every, waitsMs }: CodeWaits,
): number | null {
  if (wrongCodes % every !== 0) return null;
  const step = Math.min(wrongCodes / every, waitsMs.length) - 1;
  return now + (waitsMs[step] ?? 0);
}

/** When another email of the secret may be sent. */
export function nextSendAt({ createdAt, sends }: StoredSecret): number {
  const index = Math.min(sends, SEND_WAITS_MS.length) - 1;
  return createdAt + (SEND_WAITS_MS[index] ?? 0);
}
