// The code that shows who controls a server: made up, found in a heartbeat, and cut out of it.

import { randomBytes } from 'node:crypto';
import { isVisible } from '../../lib/text.ts';
import type { RawHeartbeat } from '../heartbeat.ts';

const PREFIX = 'muster-';
const CODE = new RegExp(`${PREFIX}[0-9a-f]{8}`, 'gi');
/** One or more in a row, with what people put around them, or with how the word goes on. */
const CODES = new RegExp(`[[({<]?(?:${CODE.source})+([0-9a-z]?)[\\])}>]?`, 'gi');
const SPACES = /\s{2,}/g;
const CODE_BYTES = 4;

/** A new code: `muster-` and eight hex digits. */
export function createClaimCode(): string {
  return PREFIX + randomBytes(CODE_BYTES).toString('hex');
}

/** A hyphen is found sooner than the prefix in whatever case. */
function mayHoldCode(text: string | undefined): boolean {
  return text?.includes('-') === true && text.toLowerCase().includes(PREFIX);
}

/**
 * The codes that a heartbeat carries in its name or software, and the heartbeat without them, since
 * nobody else is to see them; `undefined` when it carries none. They are cut out before anything else
 * is looked at, so that they count towards no limit. A name of nothing else gives way to `otherName`.
 */
export function takeClaimCodes(
  raw: RawHeartbeat,
  otherName: () => string,
): { codes: string[]; raw: RawHeartbeat } | undefined {
  const { name, software } = raw;
  // Asked of every heartbeat, and true of hardly any.
  if (!mayHoldCode(name) && !mayHoldCode(software)) return undefined;
  const codes: string[] = [];
  const cut = (text: string) => {
    const rest = text.replace(CODES, (row, further: string) => {
      if (further !== '') return row;
      for (const [code] of row.matchAll(CODE)) codes.push(code.toLowerCase());
      return ' ';
    });
    return rest === text ? text : rest.replace(SPACES, ' ').trim();
  };
  const shown = { ...raw };
  if (name !== undefined) {
    const rest = cut(name);
    shown.name = rest === name || isVisible(rest) ? rest : otherName();
  }
  if (software !== undefined) shown.software = cut(software);
  return codes.length === 0 ? undefined : { codes, raw: shown };
}
