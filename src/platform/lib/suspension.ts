// The one rule for when an account is suspended. The store's query condition `isSuspended` implements the same rule.

export interface Suspension {
  suspendedAt: number | null;
  /** When the suspension ends; `null` for no end. */
  suspendedUntil: number | null;
}

export function isSuspended({ suspendedAt, suspendedUntil }: Suspension, now: number): boolean {
  return suspendedAt !== null && (suspendedUntil === null || suspendedUntil > now);
}

/** The values of an account that is no longer suspended. Its sessions do not come back. */
export const RESTORED = { suspendedAt: null, suspendedUntil: null, suspensionReason: '' };
