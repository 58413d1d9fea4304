// Finds the settings as unparsed texts in flags, environment variables and a TOML file.

import { dirname } from 'node:path';
import { codeOf, Failure, reasonOf } from '../lib/failure.ts';
import { describeFileFailure } from '../lib/file-failure.ts';
import { quoteSeen } from '../lib/text.ts';
import { envName, fileEnvName, flagName } from './option-names.ts';
import type { Option } from './option-table.ts';
import { didYouMean } from './suggest.ts';
import { parsePath, splitList } from './values.ts';

/** `service`: a flag or variable of the service that runs on the data folder. */
export type OriginKind = 'flag' | 'environment' | 'service' | 'file' | 'default';

export interface RawValue {
  kind: OriginKind;
  /** The place as messages name it: `--listen`, `MUSTER_LISTEN`, `muster.toml: listen`. */
  place: string;
  items: readonly string[];
  folder: string;
}

export interface RawSource {
  values: Partial<Record<string, RawValue>>;
  problems: string[];
}

export type Flags = Readonly<Record<string, string | undefined>>;

export type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'MUSTER_';

/** Kubernetes and Docker set these beside a service named muster. They must not stop the start. */
const SERVICE_LINK =
  /^MUSTER_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/;

function isServiceLink(name: string, value: string): boolean {
  return SERVICE_LINK.test(name) || (name === 'MUSTER_PORT' && value.includes('://'));
}

function emptySource(): RawSource {
  return { values: {}, problems: [] };
}

function take(
  source: RawSource,
  { key }: Option,
  where: Omit<RawValue, 'items'>,
  read: () => readonly string[],
): void {
  const { place } = where;
  const other = source.values[key];
  if (other !== undefined) {
    source.problems.push(`${place}: ${other.place} is set too. Set only one of the two.`);
    return;
  }
  try {
    source.values[key] = { ...where, items: read() };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    source.problems.push(`${place}: ${error.message}`);
  }
}

function itemsOf(text: string, { isList }: Option): readonly string[] {
  return isList ? splitList(text) : [text.trim()];
}

export function readFlags(options: readonly Option[], flags: Flags, cwd: string): RawSource {
  const source = emptySource();
  for (const option of options) {
    const text = flags[option.key];
    if (text === undefined) continue;
    const where = { kind: 'flag', place: flagName(option.key), folder: cwd } as const;
    take(source, option, where, () => itemsOf(text, option));
  }
  return source;
}

/** Reads the environment variables. An empty one counts as unset. `MUSTER_…_FILE` names a file with a secret. */
export function readEnvironment(
  options: readonly Option[],
  env: Environment,
  cwd: string,
  readFile: ReadFile,
): RawSource {
  const source = emptySource();
  const isSet = (variable: string) => (env[variable] ?? '').trim() !== '';
  const known = new Set<string>();
  for (const option of options) {
    const { key } = option;
    for (const variable of option.isSecret ? [envName(key), fileEnvName(key)] : [envName(key)]) {
      known.add(variable);
      if (!isSet(variable)) continue;
      const value = env[variable] ?? '';
      const where = { kind: 'environment', place: variable, folder: cwd } as const;
      take(source, option, where, () =>
        variable === envName(key)
          ? itemsOf(value, option)
          : [readSecretFile(value.trim(), cwd, readFile)],
      );
    }
  }
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(PREFIX) || value === undefined || !isSet(name)) continue;
    if (known.has(name) || isServiceLink(name, value)) continue;
    const hint =
      name === 'MUSTER_PORT' ? ' Did you mean MUSTER_LISTEN?' : didYouMean(name, [...known]);
    source.problems.push(`${name}: there is no such setting.${hint}`);
  }
  return source;
}

function readSecretFile(path: string, cwd: string, readFile: ReadFile): string {
  try {
    return readFile(parsePath(path, cwd))
      .replace(/^\uFEFF/, '')
      .replace(/\r?\n$/, '');
  } catch (error) {
    const message = describeReadFailure('the file with the value cannot be read', error);
    throw new Failure('invalid', message);
  }
}

/** Reads a text file. Throws file system errors, and `invalid` with the end of a sentence. */
export type ReadFile = (path: string) => string;

/** Describes why `what` cannot be read. `error` is from the file system, or has the end of the sentence. */
export function describeReadFailure(what: string, error: unknown): string {
  return error instanceof Failure ? `${what}: ${error.message}` : describeFileFailure(what, error);
}

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

function readItems({ key, isList }: Option, value: unknown): readonly string[] {
  if (key === 'config') throw new Failure('invalid', 'a settings file cannot name another one.');
  if (Array.isArray(value)) {
    if (!isList) throw new Failure('invalid', 'it needs one value, not a list.');
    if (!value.every((item) => typeof item === 'string')) {
      throw new Failure('invalid', 'its list can only contain texts.');
    }
    return value.flatMap(splitList);
  }
  if (!isScalar(value)) {
    throw new Failure('invalid', 'it needs a plain value, not a table or a date.');
  }
  const text = String(value).trim();
  if (isList) return splitList(text);
  if (text === '') throw new Failure('invalid', 'it is empty. Remove the line to use the default.');
  return [text];
}

function readTable(options: readonly Option[], table: object, path: string): RawSource {
  const source = emptySource();
  const given = new Map<string, unknown>(Object.entries(table));
  const placeOf = (key: string) => `${path}: ${quoteSeen(key)}`;
  for (const option of options) {
    const { key } = option;
    if (!given.has(key)) continue;
    const value = given.get(key);
    given.delete(key);
    const where = { kind: 'file', place: placeOf(key), folder: dirname(path) } as const;
    take(source, option, where, () => readItems(option, value));
  }
  const suggested = options.map(({ key }) => key).filter((key) => key !== 'config');
  for (const key of given.keys()) {
    const hint = didYouMean(key, suggested);
    source.problems.push(`${placeOf(key)}: there is no such setting.${hint}`);
  }
  return source;
}

/** Reads a settings file. Returns `undefined` for a missing optional file; any other failure is a problem. */
export function readSettingsFile(
  options: readonly Option[],
  path: string,
  { isOptional, readFile }: { isOptional: boolean; readFile: ReadFile },
): RawSource | undefined {
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    if (isOptional && codeOf(error) === 'ENOENT') return undefined;
    const problem = describeReadFailure(`${path}: the settings file cannot be read`, error);
    return { ...emptySource(), problems: [problem] };
  }
  const parsed = parseToml(text);
  if ('table' in parsed) return readTable(options, parsed.table, path);
  return {
    ...emptySource(),
    problems: [`${path}: the settings file cannot be used: ${parsed.problem}.`],
  };
}
