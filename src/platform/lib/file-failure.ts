// Tells people why the system refuses a file or folder, and how to fix it.

import { DEFAULT_LANGUAGE, inLanguage } from '../messages/language.ts';
import { fileFailures as texts } from '../messages/messages.ts';
import { codeOf, Failure } from './failure.ts';

const isKnown = (code: string): code is keyof typeof texts.remedies =>
  Object.hasOwn(texts.remedies, code);

/** `what` with the system's code and the fix, in the language of the moment. */
export function sayFileFailure(
  what: () => string,
  error: unknown,
  code = codeOf(error),
): () => string {
  return () => `${what()} (${code}). ${isKnown(code) ? texts.remedies[code] : texts.otherwise}`;
}

/** Like `sayFileFailure`, but in English, for the log and the command line. */
export const describeFileFailure = (what: string, error: unknown, code?: string): string =>
  inLanguage(
    DEFAULT_LANGUAGE,
    sayFileFailure(() => what, error, code),
  );

/** The failure of a file or folder as a sentence with its path; `undefined` for any other error. */
export function toFileFailure(error: unknown, path?: string): Failure | undefined {
  if (!(error instanceof Error) || error instanceof Failure) return undefined;
  if (!isKnown(codeOf(error)) || !('syscall' in error)) return undefined;
  const isNetwork = /^(?:listen|bind|connect)/.test(String(error.syscall));
  if (isNetwork && !/^E[MN]FILE$/.test(codeOf(error))) return undefined;
  const named = path ?? ('path' in error ? String(error.path) : 'A file');
  const text = sayFileFailure(() => texts.use(named), error);
  return new Failure('unavailable', text, { cause: error });
}
