// Reads the end of a suspension, a ban or a notice: a duration from now, a day, or a time of a day.

import { readSpan } from '../lib/duration.ts';
import { Failure } from '../lib/failure.ts';
import { quoteSeen } from '../lib/text.ts';
import { inputFailures } from '../messages/messages.ts';

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?(?: ?(?:UTC|Z))?$/i;
const MAX_DURATION_MS = 3_660 * 86_400_000;

type EndedThing = 'suspension' | 'ban' | 'notice';

/**
 * The end in epoch milliseconds; `null`, for no end, when the text is empty. Takes spans such as `7d`, and `2031-02-03`
 * with or without `14:30`. Throws `invalid`.
 */
export function parseEnd(text: string, now: number, what: EndedThing): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const spanMs = readSpan(trimmed);
  const end = spanMs === undefined ? readMoment(trimmed) : now + spanMs;
  if (end === undefined) {
    throw new Failure('invalid', inputFailures.end[what].invalid(quoteSeen(trimmed)));
  }
  if (end <= now) {
    throw new Failure('invalid', inputFailures.end.past(quoteSeen(trimmed)));
  }
  if (end - now > MAX_DURATION_MS) {
    throw new Failure('invalid', inputFailures.end[what].far(quoteSeen(trimmed)));
  }
  return end;
}

function readMoment(text: string): number | undefined {
  const [, day = '', minute = '00:00'] = MOMENT.exec(text) ?? [];
  const at = Date.parse(`${day}T${minute}:00Z`);
  // Date.parse turns a day that does not exist, such as 30 February, into another day.
  const isReal = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
  return isReal ? at : undefined;
}
