// What a form of an account is refused with: a sentence, and the field that it is about.

/** One thing that keeps a form from being accepted. */
export interface Refusal {
  /** Name of the field; `undefined` for the form as a whole. */
  field: string | undefined;
  /** A whole sentence: what was wrong, what was seen, what to do. It holds no secret. */
  message: string;
  /** When it is worth trying again, where waiting helps. */
  retryInMs?: number;
  /** Whether nothing is wrong with the form: the service has too much to do. */
  isBusy?: boolean;
}

/** Either what was done, or everything that kept it from being done. */
export type Refusable<Result> = Result | { refusals: readonly Refusal[] };

/** Whether a form was refused. */
export function isRefused<Result extends object>(
  outcome: Refusable<Result>,
): outcome is { refusals: readonly Refusal[] } {
  return 'refusals' in outcome;
}

/** One refusal as an outcome. */
export function refuse(
  field: string | undefined,
  message: string,
  retryInMs?: number,
): { refusals: Refusal[] } {
  return {
    refusals: [retryInMs === undefined ? { field, message } : { field, message, retryInMs }],
  };
}

/** A wait in words: `40 seconds`, `12 minutes`, `3 hours`; never less than there is to wait. */
export function describeWait(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds <= 90) return count(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return count(minutes, 'minute');
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? count(hours, 'hour') : count(Math.ceil(hours / 24), 'day');
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
