// The code that shows who controls a server: made up, found in a heartbeat, and cut out of it.

import { randomBytes } from 'node:crypto';
import { isVisible } from '../lib/text.ts';
import type { Heartbeat } from './heartbeat.ts';

const PREFIX = 'muster-';
/** With what people put around it. */
const CODE = /[[({<]?(muster-[0-9a-f]{8})(?![0-9a-z])[\])}>]?/g;
const SPACES = /\s{2,}/g;
const CODE_BYTES = 4;

/** A new code: `muster-` and eight hex digits. */
export function createClaimCode(): string {
  return PREFIX + randomBytes(CODE_BYTES).toString('hex');
}

/**
 * The codes that a heartbeat carries in its name or software, and the heartbeat without them, since
 * nobody else is to see them; `undefined` when it carries none. A name of nothing else gives way to
 * `otherName`.
 */
export function takeClaimCodes(
  beat: Heartbeat,
  otherName: () => string,
): { codes: string[]; beat: Heartbeat } | undefined {
  const { name, software = '' } = beat;
  // Asked of every heartbeat, and true of hardly any.
  if (!name.includes(PREFIX) && !software.includes(PREFIX)) return undefined;
  const codes: string[] = [];
  const cut = (text: string) => {
    const rest = text.replace(CODE, (_whole, code: string) => {
      codes.push(code);
      return ' ';
    });
    return rest === text ? text : rest.replace(SPACES, ' ').trim();
  };
  const cutName = cut(name);
  const cutSoftware = cut(software);
  if (codes.length === 0) return undefined;
  const shownName = isVisible(cutName) ? cutName : otherName();
  return { codes, beat: { ...beat, name: shownName, software: cutSoftware } };
}
