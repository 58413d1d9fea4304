// Claim codes prove who operates a server. This file makes codes, finds them in a heartbeat, and removes them from it.

import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/lib/clock.ts';
import { isVisibleText } from '../../platform/lib/colour-codes.ts';
import type { RawHeartbeat } from '../heartbeat/index.ts';
import type { OpenCode } from './claim-ports.ts';

const CODE_LIFE_MS = 60 * 60_000;
export const CODE_BUDGET = { refill: 1, everyMs: 6 * 60_000, capacity: 10 };

const PREFIX = 'muster-';
const CODE = new RegExp(`${PREFIX}[0-9a-f]{8}`, 'gi');
/** One or more codes in a row, with brackets around them, or with the letter or digit that follows. */
const CODES = new RegExp(`[[({<]?(?:${CODE.source})+([0-9a-z]?)[\\])}>]?`, 'gi');
const SPACES = /\s{2,}/g;
const CODE_BYTES = 4;

export function createClaimCode(): string {
  return PREFIX + randomBytes(CODE_BYTES).toString('hex');
}

function mayHoldCode(text: string | undefined): boolean {
  return text?.toLowerCase().includes(PREFIX) === true;
}

/**
 * Returns the codes in the name or software of a heartbeat, and the heartbeat without them, because the public must not
 * see them; `undefined` if there are none. Codes are removed before the heartbeat is checked, so they do not count
 * towards its limits. `otherName` replaces a name that has nothing else, or only colour codes.
 */
export function takeClaimCodes(
  raw: RawHeartbeat,
  otherName: () => string,
): { codes: string[]; raw: RawHeartbeat } | undefined {
  const { name, software } = raw;
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
    shown.name = rest === name || isVisibleText(rest) ? rest : otherName();
  }
  if (software !== undefined) shown.software = cut(software);
  return codes.length === 0 ? undefined : { codes, raw: shown };
}

/** Keeps codes in clear text for the pages of their requesters. A restart loses the text, but the codes stay valid. */
export function createOpenCodes(clock: Clock) {
  const open = new Map<string, OpenCode>();
  return {
    find(key: string): OpenCode | undefined {
      const known = open.get(key);
      return known !== undefined && known.expiresAt > clock.now() ? known : undefined;
    },
    add(key: string, code: OpenCode): void {
      const now = clock.now();
      for (const [other, { expiresAt }] of open) if (expiresAt <= now) open.delete(other);
      open.set(key, code);
    },
    delete: (key: string) => open.delete(key),
    expiresAt: () => clock.now() + CODE_LIFE_MS,
  };
}
