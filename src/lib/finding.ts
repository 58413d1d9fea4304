// What a check of `muster doctor` finds.

/** `warning`: it works, and something will go wrong or is worse than it could be. `skipped`: nobody could look. */
export type FindingStatus = 'ok' | 'warning' | 'failed' | 'skipped';

export interface Finding {
  check: string;
  status: FindingStatus;
  message: string;
  advice: string;
}

export interface Examination {
  findings: readonly Finding[];
  at: number;
}

/** What a check returns: the message of one that found everything in order, or all of it. */
export type Found = string | Omit<Finding, 'check'>;

const finding =
  (status: Exclude<FindingStatus, 'ok'>) =>
  (message: string, advice = ''): Omit<Finding, 'check'> => ({ status, message, advice });

export const failed = finding('failed');
export const warning = finding('warning');
export const skipped = finding('skipped');
