// The rules of a heartbeat: what a game server may say about itself, and what it is told when it errs.

import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { cleanText, countCharacters, cutText, isVisible, quoteSeen } from '../lib/text.ts';

/** The fields as they arrived, decoded but not checked; `undefined` for one that did not. */
export interface RawHeartbeat {
  name?: string;
  port?: string;
  users?: string;
  max?: string;
  public?: string;
  salt?: string;
  software?: string;
  web?: string;
}

const COUNT_LIMIT = 65_535;
const NAME_LIMIT = 64;
const SALT_LIMIT = 256;
const SOFTWARE_LIMIT = 64;

/**
 * What every accepted heartbeat is; lengths count code points, which is why they are patterns. What is
 * not optional here has to be sent (C6.23).
 */
export const HeartbeatSchema = Type.Object({
  name: Type.RegExp(/^.{1,64}$/su, {
    description: 'Name in the list: 1 to 64 characters after control characters are stripped.',
  }),
  port: Type.Integer({ minimum: 1, maximum: COUNT_LIMIT, description: 'Port it listens on.' }),
  users: Type.Integer({ minimum: 0, maximum: COUNT_LIMIT, description: 'Players on it now.' }),
  max: Type.Integer({ minimum: 1, maximum: COUNT_LIMIT, description: 'Most players it takes.' }),
  public: Type.Boolean({ description: 'Whether it is in the public list: true, false, 1 or 0.' }),
  salt: Type.RegExp(/^.{1,256}$/su, {
    description: 'Secret that mppasses are made from: 1 to 256 characters, kept exactly.',
  }),
  software: Type.Optional(
    Type.RegExp(/^.{0,64}$/su, { description: 'Name of the server software, cut at 64.' }),
  ),
  web: Type.Optional(Type.Boolean({ description: 'Whether it serves the web client.' })),
});

/** A heartbeat that passed every rule. */
export type Heartbeat = Static<typeof HeartbeatSchema>;

type Field = keyof Heartbeat;

const check = TypeCompiler.Compile(HeartbeatSchema);

/** Returns the heartbeat, or one sentence for each thing that is wrong with it, in the order of the fields. */
export function parseHeartbeat(raw: RawHeartbeat): Heartbeat | string[] {
  const candidate = {
    name: visibleName(raw.name),
    port: readCount(raw.port),
    users: readCount(raw.users),
    max: readCount(raw.max),
    public: readFlag(raw.public),
    salt: raw.salt, // C6.5
    software: readSoftware(raw.software),
    web: readFlag(raw.web) === true, // C6.7
  };
  if (check.Check(candidate)) return candidate;
  const fields = new Set<string>();
  for (const error of check.Errors(candidate)) fields.add(error.path.slice(1));
  return FIELDS.filter((field) => fields.has(field)).map((field) => complain(field, raw[field]));
}

/** The name as it is listed; one that nobody could see is none (C6.4). */
function visibleName(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const name = cleanText(text);
  return isVisible(name) ? name : '';
}

/** Too long is no failure here: it is cut (C6.8). */
function readSoftware(text: string | undefined): string {
  if (text === undefined) return '';
  const software = cleanText(text);
  return software.length <= SOFTWARE_LIMIT ? software : cutText(software, SOFTWARE_LIMIT).trim();
}

/** One to five decimal digits as a number; anything else stays text, which the schema refuses (C6.6). */
function readCount(text: string | undefined): number | string | undefined {
  if (text === undefined || text.length === 0 || text.length > 5) return text;
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return text;
    count = count * 10 + digit;
  }
  return count;
}

/** Compatibility: MCGalaxy writes `True`, others `true` or `1` (C6.7). */
function readFlag(text: string | undefined): boolean | undefined {
  if (text === undefined || text.length === 0 || text.length > 5) return undefined;
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === '1') return true;
  return lower === 'false' || lower === '0' ? false : undefined;
}

const FIELDS: readonly Field[] = [
  'name',
  'port',
  'users',
  'max',
  'public',
  'salt',
  'software',
  'web',
];

const WANTED: Record<Field, string> = {
  name: `Send name with 1 to ${NAME_LIMIT} visible characters.`,
  port: `Send port as a whole number from 1 to ${COUNT_LIMIT}, the port your server listens on.`,
  users: `Send users as a whole number from 0 to ${COUNT_LIMIT}, the players on your server now.`,
  max: `Send max as a whole number from 1 to ${COUNT_LIMIT}, the most players your server takes.`,
  public: 'Send public as true or false.',
  salt: `Send salt as a random text of 1 to ${SALT_LIMIT} characters.`,
  software: `Send software with at most ${SOFTWARE_LIMIT} characters.`,
  web: 'Send web as true or false.',
};

/** The one place where a broken rule becomes the sentence that the operator reads (C6.11). */
function complain(field: Field, seen: string | undefined): string {
  return `${describe(field, seen)} ${WANTED[field]}`;
}

function describe(field: Field, seen: string | undefined): string {
  // A salt is a secret: how long it is may be told, what it is may not (C6.12, C8.3).
  if (field === 'salt') {
    return seen
      ? `Invalid salt: it has ${countCharacters(seen)} characters.`
      : 'Invalid salt: it is missing.';
  }
  if (seen === undefined || seen === '') return `The ${field} is missing.`;
  if (field !== 'name') return `The ${field} "${quoteSeen(seen)}" is not valid.`;
  const name = cleanText(seen);
  if (!isVisible(name)) return 'The name is missing: nothing in it can be seen.';
  return `The name "${quoteSeen(name)}" is too long: it has ${countCharacters(name)} characters.`;
}
