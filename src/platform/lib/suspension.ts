// When an account is suspended: the one rule of it. The store's condition for queries, `isSuspended` too, says the same.

export interface Suspension {
  suspendedAt: number | null;
  /** It ends by itself then; `null` for one without an end. */
  suspendedUntil: number | null;
}

export function isSuspended({ suspendedAt, suspendedUntil }: Suspension, now: number): boolean {
  return suspendedAt !== null && (suspendedUntil === null || suspendedUntil > now);
}

/** What the end of a suspension changes: no session comes back. */
export const RESTORED = { suspendedAt: null, suspendedUntil: null, suspensionReason: '' };
