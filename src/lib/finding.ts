// What a check of `muster doctor` finds.

/** `warning`: it works, and something will go wrong or is worse than it could be. `skipped`: nobody could look. */
export type FindingStatus = 'ok' | 'warning' | 'failed' | 'skipped';

/** One line of the report. */
export interface Finding {
  check: string;
  status: FindingStatus;
  /** What was looked at and found. */
  message: string;
  /** What to do; empty when nothing is to be done. */
  advice: string;
}

/** What all checks found in one run. */
export interface Examination {
  findings: readonly Finding[];
  /** When it ended, in milliseconds since the Unix epoch. */
  at: number;
}

/** What a check returns: the message of one that found everything in order, or all of it. */
export type Found = string | Omit<Finding, 'check'>;

/** Found with a status, and what to do about it. */
export function found(
  status: Exclude<FindingStatus, 'ok'>,
  message: string,
  advice = '',
): Omit<Finding, 'check'> {
  return { status, message, advice };
}
