// Finds the settings as texts, not yet parsed, in flags, environment variables and a TOML file.

import { dirname } from 'node:path';
import { codeOf, Failure, reasonOf } from '../lib/failure.ts';
import { quoteSeen } from '../lib/text.ts';
import { envName, fileEnvName, flagName, OPTIONS, type Option, type OptionKey } from './options.ts';
import { didYouMean } from './suggest.ts';
import { parsePath, splitList } from './values.ts';

/** Where a value came from. */
export type OriginKind = 'flag' | 'environment' | 'file' | 'default';

/** One value as it was found, before it is parsed. */
export interface RawValue {
  kind: OriginKind;
  /** How messages name the place: `--listen`, `MUSTER_LISTEN`, `muster.toml: listen`. */
  place: string;
  /** One text, or the items of a list. */
  items: readonly string[];
  /** Absolute folder that relative paths count from. */
  folder: string;
}

/** The values of one source, and sentences about what is wrong with it. */
export interface RawSource {
  values: Partial<Record<OptionKey, RawValue>>;
  problems: string[];
}

/** Flags of the command line by the options' keys. */
export type Flags = Readonly<Partial<Record<OptionKey, string>>>;

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'MUSTER_';

/**
 * Kubernetes and Docker links set such variables beside a service named muster; refusing them would
 * keep Muster from starting there.
 */
const SERVICE_LINK =
  /^MUSTER_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/;

function isServiceLink(name: string, value: string): boolean {
  return SERVICE_LINK.test(name) || (name === 'MUSTER_PORT' && value.includes('://'));
}

/** Reads the settings among the flags; relative paths count from `cwd`. */
export function readFlags(flags: Flags, cwd: string): RawSource {
  const source: RawSource = { values: {}, problems: [] };
  for (const { key, isList } of OPTIONS) {
    const text = flags[key];
    if (text === undefined) continue;
    const items = isList ? splitList(text) : [text.trim()];
    source.values[key] = { kind: 'flag', place: flagName(key), items, folder: cwd };
  }
  return source;
}

/**
 * Reads the settings among the environment variables; an empty variable counts as not set. A secret
 * may be in a file instead, which `MUSTER_…_FILE` names. Relative paths count from `cwd`.
 */
export function readEnvironment(env: Environment, cwd: string, readFile: ReadFile): RawSource {
  const source: RawSource = { values: {}, problems: [] };
  const options = new Map(OPTIONS.map((option) => [envName(option.key), option]));
  const secretsByFile = new Map(
    OPTIONS.filter(({ isSecret }) => isSecret).map(({ key }) => [fileEnvName(key), key]),
  );
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(PREFIX) || value === undefined || value.trim() === '') continue;
    const option = options.get(name);
    const secretKey = secretsByFile.get(name);
    if (secretKey !== undefined) {
      readSecretFile(source, secretKey, value.trim(), { env, cwd, readFile });
    } else if (option !== undefined) {
      const items = option.isList ? splitList(value) : [value.trim()];
      source.values[option.key] = { kind: 'environment', place: name, items, folder: cwd };
    } else if (!isServiceLink(name, value)) {
      const hint =
        name === 'MUSTER_PORT'
          ? ' Did you mean MUSTER_LISTEN?'
          : didYouMean(name, [...options.keys(), ...secretsByFile.keys()]);
      source.problems.push(`${name}: there is no such setting.${hint}`);
    }
  }
  return source;
}

function readSecretFile(
  source: RawSource,
  key: OptionKey,
  path: string,
  { env, cwd, readFile }: { env: Environment; cwd: string; readFile: ReadFile },
): void {
  const place = fileEnvName(key);
  if ((env[envName(key)] ?? '').trim() !== '') {
    source.problems.push(`${place}: ${envName(key)} is set too: set one of the two.`);
    return;
  }
  try {
    const text = readFile(parsePath(path, cwd))
      .replace(/^\uFEFF/, '')
      .replace(/\r?\n$/, '');
    source.values[key] = { kind: 'environment', place, items: [text], folder: cwd };
  } catch (error) {
    const reason = error instanceof Failure ? error.message : describeReadFailure(error);
    source.problems.push(`${place}: the file with the value cannot be read: ${reason}.`);
  }
}

/** Reads a text file; throws what the file system throws. */
export type ReadFile = (path: string) => string;

const READ_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'reading it is not permitted',
  EISDIR: 'it is a folder',
};

/** Why a file could not be read, as the end of a sentence. */
function describeReadFailure(error: unknown): string {
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
      // A shorter beginning may still parse.
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

/** The texts of one TOML value, or a sentence about why it cannot be used. */
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

/** Reads a settings file. Returns `undefined` for a missing file that `isOptional`; any other failure is a problem. */
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
