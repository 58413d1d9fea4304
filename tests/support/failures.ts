// What calls fail with.

import {
  accountSuspended,
  loginBusy,
  tooManyAttempts,
} from '../../src/modules/account/login-failures.ts';
import { requireReason } from '../../src/platform/input/plain-line.ts';
import { Failure } from '../../src/platform/lib/failure.ts';

/** What launchers are answered where a login fails for another reason than a field of the form. */
export const launcherTexts = {
  busy: loginBusy().launcherText,
  suspended: (suspendedUntil: number | null = null) =>
    accountSuspended({ suspendedUntil, suspensionReason: '' }).launcherText,
  tooMany: (minutes: number) => tooManyAttempts(minutes * 60_000).launcherText,
};

/** What a call returns, or the failure that it throws; any other error is thrown on. */
export async function outcomeOf<Result>(call: Promise<Result>): Promise<Result | Failure> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** The failure that a call throws or threw, and those thrown together with it. Throws when it succeeds. */
export async function failuresOf(call: Promise<unknown> | Failure): Promise<readonly Failure[]> {
  const outcome = call instanceof Failure ? call : await outcomeOf(call);
  if (outcome instanceof Failure) return [outcome, ...outcome.others];
  throw new Error(`It should have failed, and returned ${JSON.stringify(outcome)}`);
}

/** The failure that a call which is not asynchronous throws; `undefined` when it throws none. */
export function failureIn(call: () => unknown): Failure | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** The sentence of the failure that a call which is not asynchronous throws. Throws when it succeeds. */
export function messageIn(call: () => unknown): string {
  const failure = failureIn(call);
  if (failure === undefined) throw new Error('It should have failed');
  return failure.message;
}

/** What is said where the reason for an action of moderation or administration is left out. */
export const REASON_MISSING = messageIn(() => requireReason(''));

/** What tells failures apart, for `toMatchObject`. */
export function detailsOf({ kind, message, field, retryAfterSeconds }: Failure) {
  return { kind, message, field, retryAfterSeconds };
}

/** The failure alone. */
export async function failureOf(call: Promise<unknown>): Promise<Failure | undefined> {
  return (await failuresOf(call))[0];
}

/** The sentences of the failures, each behind its field. */
export async function sentencesOf(call: Promise<unknown> | Failure): Promise<string[]> {
  return (await failuresOf(call)).map(({ field = '', message }) => `${field}: ${message}`);
}
