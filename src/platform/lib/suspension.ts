// When an account is suspended: the one rule of it outside of queries, which have `isSuspended` of the store.

export interface Suspension {
  suspendedAt: number | null;
  /** It ends by itself then; `null` for one without an end. */
  suspendedUntil: number | null;
}

export function isSuspended({ suspendedAt, suspendedUntil }: Suspension, now: number): boolean {
  return suspendedAt !== null && (suspendedUntil === null || suspendedUntil > now);
}
