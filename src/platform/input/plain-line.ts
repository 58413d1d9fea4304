// The rules for what moderators and administrators write: one line that any page and terminal can show.

import { Failure } from '../lib/failure.ts';
import { countCharacters } from '../lib/text.ts';
import { inputFailures } from '../messages/messages.ts';

/** Most characters (code points) of the reason for an action of moderation or administration. */
export const MAX_REASON_LENGTH = 500;

const UNSHOWABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Returns the text as it is. Throws `invalid`, with `label` before the sentence, for too long a text or control characters. */
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
