// Reads settings from a TOML file.

import { dirname } from 'node:path';
import { codeOf, reasonOf } from '../lib/failure.ts';
import { quoteSeen } from '../lib/text.ts';
import { OPTIONS, type Option } from './options.ts';
import type { RawSource } from './raw.ts';
import { didYouMean } from './suggest.ts';
import { splitList } from './values.ts';

/** Reads a text file; throws what the file system throws. */
export type ReadFile = (path: string) => string;

const READ_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'reading it is not permitted',
  EISDIR: 'it is a folder',
};

/** Why a file could not be read, as the end of a sentence. */
export function describeReadFailure(error: unknown): string {
  const code = codeOf(error);
  return READ_FAILURES[code] ?? code;
}

/** The number of the line at which a text stops being TOML. */
function findBrokenLine(text: string): number {
  const lines = text.split('\n');
  for (let count = lines.length - 1; count > 0; count--) {
    try {
      Bun.TOML.parse(lines.slice(0, count).join('\n'));
      return count + 1;
    } catch {
      // A shorter beginning may still be good.
    }
  }
  return 1;
}

function parseToml(text: string): { table: object } | { problem: string } {
  try {
    return { table: Bun.TOML.parse(text) };
  } catch (error) {
    const detail = reasonOf(error).replace(/^TOML Parse error: /, '');
    return {
      problem: `it is not TOML near line ${findBrokenLine(text)} (${quoteSeen(detail, 120)})`,
    };
  }
}

function isScalar(value: unknown): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** The texts of one TOML value, or the sentence that says why it has none. */
function readItems(option: Option, value: unknown): readonly string[] | string {
  if (Array.isArray(value)) {
    if (!option.isList) return 'it takes one value, not a list.';
    if (!value.every((item) => typeof item === 'string')) return 'its list may hold texts only.';
    return value.flatMap(splitList);
  }
  if (!isScalar(value)) return 'it takes a plain value, not a table or a date.';
  const text = String(value).trim();
  if (option.isList) return splitList(text);
  return text === '' ? 'it is empty; remove the line to use the default.' : [text];
}

function readTable(table: object, path: string): RawSource {
  const source: RawSource = { values: {}, problems: [] };
  const names = OPTIONS.map((option) => option.key).filter((key) => key !== 'config');
  for (const [name, value] of Object.entries(table)) {
    const place = `${path}: ${quoteSeen(name)}`;
    const option = OPTIONS.find((candidate) => candidate.key === name);
    if (option === undefined) {
      source.problems.push(`${place}: there is no such setting.${didYouMean(name, names)}`);
    } else if (option.key === 'config') {
      source.problems.push(`${place}: a settings file cannot name another one.`);
    } else {
      const items = readItems(option, value);
      if (typeof items === 'string') source.problems.push(`${place}: ${items}`);
      else source.values[option.key] = { kind: 'file', place, items, folder: dirname(path) };
    }
  }
  return source;
}

/** The settings in a file. One that `isOptional` may be missing (`undefined`); any other failure is a problem. */
export function readSettingsFile(
  path: string,
  { isOptional, readFile }: { isOptional: boolean; readFile: ReadFile },
): RawSource | undefined {
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    if (isOptional && codeOf(error) === 'ENOENT') return undefined;
    const reason = describeReadFailure(error);
    return { values: {}, problems: [`${path}: the settings file cannot be read: ${reason}.`] };
  }
  const parsed = parseToml(text);
  if ('table' in parsed) return readTable(parsed.table, path);
  return {
    values: {},
    problems: [`${path}: the settings file cannot be used: ${parsed.problem}.`],
  };
}
