// The rules for texts that people type: one line that any page and terminal can show, or a text of several lines.

import { Failure } from '../lib/failure.ts';
import { cleanLines, countCharacters } from '../lib/text.ts';
import { inputFailures } from '../messages/messages.ts';

/** The longest reason for an action of moderation or administration, in characters (code points). */
export const MAX_REASON_LENGTH = 500;

const UNSHOWABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/**
 * Returns the text unchanged. Throws `invalid`, with a sentence that starts with `label`, when the text is too long or
 * has control characters.
 */
export function requirePlainLine(label: string, text: string, maxLength: number): string {
  const length = countCharacters(text);
  if (length > maxLength) {
    throw new Failure('invalid', inputFailures.long(label, length, maxLength));
  }
  if (UNSHOWABLE.test(text)) {
    throw new Failure('invalid', inputFailures.controls(label));
  }
  return text;
}

/**
 * Cleans a required text of several lines, the field `text`. Throws `invalid` with `missing` when it is empty, and with
 * a sentence that starts with `label` when it is too long.
 */
export function requireLines(
  typed: string,
  { label, missing, most }: { label: string; missing: string; most: number },
): string {
  const text = cleanLines(typed);
  const length = countCharacters(text);
  if (text !== '' && length <= most) return text;
  const sentence = text === '' ? missing : inputFailures.long(label, length, most);
  throw new Failure('invalid', sentence, { field: 'text' });
}

export function parseReason(text: string): string {
  return requirePlainLine(
    inputFailures.labels.reason,
    text.toWellFormed().trim(),
    MAX_REASON_LENGTH,
  );
}

export function requireReason(text: string): string {
  const reason = parseReason(text);
  if (reason !== '') return reason;
  throw new Failure('invalid', inputFailures.reasonMissing(MAX_REASON_LENGTH));
}
