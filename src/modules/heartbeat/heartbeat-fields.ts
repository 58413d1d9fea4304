// The fields of a heartbeat: how each is read, which values are valid, and the sentence for an invalid one.

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import {
  cleanText,
  countCharacters,
  cutText,
  isVisible,
  quoteSeen,
} from '../../platform/lib/text.ts';

const COUNT_LIMIT = 65_535;
const NAME_LIMIT = 64;
const SALT_LIMIT = 256;
const SOFTWARE_LIMIT = 64;

interface HeartbeatField {
  /** The valid values. Patterns limit lengths in code points. Only optional fields may be missing (C6.23). */
  schema: TSchema;
  /** Turns the decoded text into the value that the schema checks; the text is `undefined` if none was sent. */
  read(text: string | undefined): unknown;
  wanted: string;
  /** Describes the problem of a text that is not empty. Without it, the sentence quotes the text itself. */
  describe?(seen: string): string;
  /** The sentence for a missing field, instead of "The … is missing." */
  missing?: string;
}

const countSchema = (minimum: number, description: string) =>
  Type.Integer({ minimum, maximum: COUNT_LIMIT, description });

/** To add a field, add an entry here. Failures come in this order. */
const FIELDS = {
  name: {
    schema: Type.RegExp(new RegExp(`^.{1,${NAME_LIMIT}}$`, 'su'), {
      description: `Name in the list: 1 to ${NAME_LIMIT} characters after control characters are removed.`,
    }),
    read: readName,
    wanted: `Send name with 1 to ${NAME_LIMIT} visible characters.`,
    describe: describeName,
  },
  port: {
    schema: countSchema(1, 'Port that the server listens on.'),
    read: readCount,
    wanted: `Send port as a whole number from 1 to ${COUNT_LIMIT}, the port your server listens on.`,
  },
  users: {
    schema: countSchema(0, 'Players online now.'),
    read: readCount,
    wanted: `Send users as a whole number from 0 to ${COUNT_LIMIT}, the players on your server now.`,
  },
  max: {
    schema: countSchema(1, 'Maximum number of players.'),
    read: readCount,
    wanted: `Send max as a whole number from 1 to ${COUNT_LIMIT}, the most players your server takes.`,
  },
  public: {
    schema: Type.Boolean({
      description: 'Whether to show it in the public list: true, false, 1 or 0.',
    }),
    read: readFlag,
    wanted: 'Send public as true or false.',
  },
  salt: {
    schema: Type.RegExp(new RegExp(`^[^\\0]{1,${SALT_LIMIT}}$`, 'u'), {
      description: `Secret that mppasses are made from: 1 to ${SALT_LIMIT} characters, kept exactly; no NUL.`,
    }),
    read: (text) => text, // C6.5
    wanted: `Send salt as a random text of 1 to ${SALT_LIMIT} characters.`,
    // A salt is secret: its length may be reported, its characters may not (C6.12, C8.3).
    describe: (seen) =>
      seen.includes('\0')
        ? 'Invalid salt: it has a NUL character.'
        : `Invalid salt: it has ${countCharacters(seen)} characters.`,
    missing: 'Invalid salt: it is missing.',
  },
  software: {
    schema: Type.Optional(
      Type.RegExp(new RegExp(`^.{0,${SOFTWARE_LIMIT}}$`, 'su'), {
        description: `Name of the server software, truncated to ${SOFTWARE_LIMIT} characters.`,
      }),
    ),
    read: readSoftware,
    wanted: `Send software with at most ${SOFTWARE_LIMIT} characters.`,
  },
  web: {
    schema: Type.Optional(Type.Boolean({ description: 'Whether it supports the web client.' })),
    read: (text) => readFlag(text) === true, // C6.7
    wanted: 'Send web as true or false.',
  },
} satisfies Record<string, HeartbeatField>;

type Fields = typeof FIELDS;
type FieldName = keyof Fields;

const NAMES = Object.keys(FIELDS) as FieldName[];
const READERS = NAMES.map((name) => [name, FIELDS[name].read] as const);

export const HeartbeatSchema = Type.Object(
  Object.fromEntries(NAMES.map((name) => [name, FIELDS[name].schema])) as {
    [Name in FieldName]: Fields[Name]['schema'];
  },
);

export type Heartbeat = Static<typeof HeartbeatSchema>;

/** The fields as they arrived, decoded but not checked; `undefined` if missing. */
export type RawHeartbeat = { [Name in FieldName]?: string } & {
  /** If the body was not a form, this sentence replaces the sentences about missing fields. */
  notAForm?: string;
};

const compiled = TypeCompiler.Compile(HeartbeatSchema);

export function isHeartbeatField(name: string): name is FieldName {
  return Object.hasOwn(FIELDS, name);
}

/** Whether this field becomes a number or a flag at once, so that nothing keeps its text, not even the log. */
export function isForgotten(name: FieldName): boolean {
  return name === 'users' || name === 'max' || name === 'public' || name === 'web';
}

/** Reads the heartbeat. Returns `undefined` if a field is wrong; `explainHeartbeat` explains it. */
export function readHeartbeat(raw: RawHeartbeat): Heartbeat | undefined {
  const candidate = readFields(raw);
  return compiled.Check(candidate) ? candidate : undefined;
}

/** One sentence for each wrong field, in the order of the fields. */
export function explainHeartbeat(raw: RawHeartbeat): string[] {
  if (raw.notAForm !== undefined) return [raw.notAForm];
  const wrong = new Set<string>();
  for (const error of compiled.Errors(readFields(raw))) wrong.add(error.path.slice(1));
  return NAMES.filter((name) => wrong.has(name)).map((name) => complain(name, raw[name]));
}

const NOT_A_FORM: readonly (readonly [start: RegExp, what: string])[] = [
  [/^\s*[[{]/, 'JSON'],
  [/^--/, 'multipart/form-data'],
  [/^\s*</, 'XML'],
];

/** Explains a body without fields by its headers or its beginning; `undefined` for a form. */
export function explainBody(
  body: string,
  { type, coding }: { type: string | null; coding: string | null },
): string | undefined {
  const ask =
    'Send the fields as application/x-www-form-urlencoded (name=...&port=...), or in the query.';
  if (coding !== null && coding.toLowerCase() !== 'identity') {
    return `The body is compressed (Content-Encoding "${quoteSeen(coding)}"), which is not read here. ${ask}`;
  }
  const [named = ''] = type?.split(';') ?? [];
  const isOther = named.trim() !== '' && !/x-www-form-urlencoded/i.test(named);
  const seen = isOther ? named.trim() : NOT_A_FORM.find(([start]) => start.test(body))?.[1];
  return seen && `The body is "${quoteSeen(seen)}", which is not read here. ${ask}`;
}

/** Reads every field. Values that the schema refuses stay recognisable. */
function readFields(raw: RawHeartbeat): unknown {
  const candidate: { [Name in FieldName]?: unknown } = {};
  for (const [name, read] of READERS) candidate[name] = read(raw[name]);
  return candidate;
}

/** The name as it is listed. A name without visible characters counts as missing (C6.4). */
function readName(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const name = cleanText(text);
  return isVisible(name) ? name : '';
}

/** The software name. A name that is too long is cut, not refused (C6.8). */
function readSoftware(text: string | undefined): string {
  if (text === undefined) return '';
  const software = cleanText(text);
  return software.length <= SOFTWARE_LIMIT ? software : cutText(software, SOFTWARE_LIMIT).trim();
}

/** Reads one to five decimal digits as a number. Anything else stays text, which the schema refuses (C6.6). */
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

/** Compatibility: MCGalaxy writes `True`, others write `true` or `1` (C6.7). */
function readFlag(text: string | undefined): boolean | undefined {
  if (text === undefined || text.length === 0 || text.length > 5) return undefined;
  const lower = text.toLowerCase();
  if (lower === 'true' || lower === '1') return true;
  return lower === 'false' || lower === '0' ? false : undefined;
}

/** Tells the operator the problem of one field and the value to send instead (C6.11). */
function complain(name: FieldName, seen: string | undefined): string {
  const { wanted, describe, missing = `The ${name} is missing.` }: HeartbeatField = FIELDS[name];
  if (!seen) return `${missing} ${wanted}`;
  return `${describe?.(seen) ?? `The ${name} "${quoteSeen(seen)}" is not valid.`} ${wanted}`;
}

function describeName(seen: string): string {
  const name = cleanText(seen);
  if (!isVisible(name)) return 'The name is missing: it has no visible characters.';
  return `The name "${quoteSeen(name)}" is too long: it has ${countCharacters(name)} characters.`;
}
