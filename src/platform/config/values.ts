// The types of option values: how each is parsed from text and written as text.

import { resolve } from 'node:path';
import { formatDuration, readDuration } from '../lib/duration.ts';
import { Failure } from '../lib/failure.ts';
import { quoteSeen } from '../lib/text.ts';
import { LOG_AREAS, LOG_LEVELS } from '../ops/log-areas.ts';

export interface OptionContext {
  folder: string;
  isReadableFile(path: string): boolean;
}

export interface ValueType<Value, IsList extends boolean = boolean> {
  readonly argument: string;
  readonly isList: IsList;
  /** The possible words, if there are few. Shells complete them. */
  readonly words?: readonly string[];
  parse(items: readonly string[], context: OptionContext): Value;
  format(value: Value): string;
}

export function one<Value>(
  argument: string,
  parse: (text: string, context: OptionContext) => Value,
  format: (value: Value) => string = String,
): ValueType<Value, false> {
  return { argument, isList: false, parse: ([text = ''], context) => parse(text, context), format };
}

/** A list of at most `most` texts, each read by `parse`, without duplicates. */
export function many(
  argument: string,
  parse: (text: string) => string,
  most = Number.POSITIVE_INFINITY,
): ValueType<readonly string[], true> {
  return {
    argument,
    isList: true,
    parse(items) {
      if (items.length > most) {
        throw new Failure('invalid', `It has ${items.length} ${argument}. Use at most ${most}.`);
      }
      return [...new Set(items.map(parse))];
    },
    format: (value) => value.join(', '),
  };
}

export const path = (argument: 'file' | 'folder') =>
  one(argument, (text, { folder }) => parsePath(text, folder));

export const readableFile = () => one('file', parseReadableFile);

export const toggle = () => ({ ...one('true|false', parseSwitch), words: ['true', 'false'] });

export const whole = (argument: string, min: number, max: number) =>
  one(argument, (text) => parseWhole(text, { min, max }));

export const choice = <const Words extends readonly string[]>(argument: string, words: Words) => ({
  ...one<Words[number]>(argument, (text) => parseChoice(text, words)),
  words,
});

export const duration = (minMs: number, maxMs: number) =>
  one('duration', (text) => parseDuration(text, { minMs, maxMs }), formatDuration);

export const durationOrOff = (minMs: number, maxMs: number) =>
  one(
    'duration|off',
    (text) => (text.toLowerCase() === 'off' ? 0 : parseDuration(text, { minMs, maxMs })),
    (valueMs) => (valueMs === 0 ? 'off' : formatDuration(valueMs)),
  );

export const size = (min: number, max: number) =>
  one('size', (text) => parseSize(text, { min, max }), formatSize);

/** The failure for a refused value: it quotes the text and ends with `wanted`. */
export function refuse(text: string, wanted: string): Failure {
  return new Failure('invalid', `"${quoteSeen(text, 64)}" ${wanted}`);
}

export function parseWhole(text: string, limits: { min: number; max: number }): number {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= limits.min && value <= limits.max) return value;
  throw refuse(text, `is not a whole number from ${limits.min} to ${limits.max}.`);
}

const WORDS_FOR_YES = ['true', 'yes', 'on', '1'];
const WORDS_FOR_NO = ['false', 'no', 'off', '0'];

/** Parses `true`, `false`, `yes`, `no`, `on`, `off`, `1` and `0`, in any case. Throws `invalid`. */
export function parseSwitch(text: string): boolean {
  const word = text.toLowerCase();
  if (WORDS_FOR_YES.includes(word)) return true;
  if (WORDS_FOR_NO.includes(word)) return false;
  throw refuse(text, 'is neither true nor false.');
}

function parseChoice<Word extends string>(text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text.toLowerCase());
  if (found !== undefined) return found;
  throw refuse(text, `is not one of ${words.join(', ')}.`);
}

/** The items of a comma-separated list, trimmed, without empty ones. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Returns an absolute path; a relative one counts from `folder`. Throws `invalid`. */
export function parsePath(text: string, folder: string): string {
  if (text.includes('\0')) throw refuse(text, 'is not a path: it contains a NUL character.');
  return resolve(folder, text);
}

function parseReadableFile(text: string, context: OptionContext): string {
  const file = parsePath(text, context.folder);
  if (context.isReadableFile(file)) return file;
  throw refuse(file, 'is not a readable file.');
}

/** Parses a duration such as `180s`, `3m` or `1h` to milliseconds, within the limits. Throws `invalid`. */
export function parseDuration(text: string, limits: { minMs: number; maxMs: number }): number {
  if (/^[0-9]{1,9}$/.test(text)) {
    throw refuse(text, `has no unit. Use ${text}s for seconds or ${text}m for minutes.`);
  }
  const valueMs = readDuration(text, { units: 'smh', maxDigits: 9 });
  if (valueMs === undefined) {
    throw refuse(text, 'is not a duration. Use a whole number with s, m or h, such as 180s or 3m.');
  }
  if (valueMs >= limits.minMs && valueMs <= limits.maxMs) return valueMs;
  const range = `${formatDuration(limits.minMs)} to ${formatDuration(limits.maxMs)}`;
  throw refuse(text, `is out of range. Use ${range}.`);
}

const SIZES = { MiB: 1024 * 1024, KiB: 1024, B: 1 } as const;

/** Parses a size in B, KiB or MiB (any case) to bytes, within the limits. Throws `invalid`. */
export function parseSize(text: string, limits: { min: number; max: number }): number {
  const match = /^([0-9]{1,9})(b|kib|mib)$/i.exec(text);
  const unit = Object.entries(SIZES).find(
    ([name]) => name.toLowerCase() === match?.[2]?.toLowerCase(),
  );
  if (match === null || unit === undefined) {
    throw refuse(text, 'is not a size. Use a whole number with B, KiB or MiB, such as 64KiB.');
  }
  const bytes = Number(match[1]) * unit[1];
  if (bytes >= limits.min && bytes <= limits.max) return bytes;
  throw refuse(
    text,
    `is out of range. Use ${formatSize(limits.min)} to ${formatSize(limits.max)}.`,
  );
}

/** The shortest text of a size that `parseSize` parses back. */
export function formatSize(bytes: number): string {
  for (const [name, factor] of Object.entries(SIZES)) {
    if (bytes > 0 && bytes % factor === 0) return `${bytes / factor}${name}`;
  }
  return `${bytes}B`;
}

export function parseAreaLevel(text: string): string {
  const [area = '', level = '', ...rest] = text.toLowerCase().split('=');
  const isArea = (LOG_AREAS as readonly string[]).includes(area);
  const isLevel = (LOG_LEVELS as readonly string[]).includes(level);
  if (isArea && isLevel && rest.length === 0) return `${area}=${level}`;
  throw refuse(
    text,
    `is not an area with its level. Use one of ${LOG_AREAS.join(', ')}, then = and one of ${LOG_LEVELS.join(', ')}.`,
  );
}

export function parseToken(text: string): string {
  if (/^[\x21-\x7e]{16,256}$/.test(text)) return text;
  // The value is not quoted, since it is a secret.
  throw new Failure(
    'invalid',
    'The token is not 16 to 256 printable ASCII characters without spaces. Generate one with: openssl rand -hex 32',
  );
}
