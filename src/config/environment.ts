// Reads settings from flags and from environment variables.

import { Failure } from '../lib/failure.ts';
import { describeReadFailure, type ReadFile } from './file.ts';
import { envName, fileEnvName, flagName, OPTIONS, type OptionKey } from './options.ts';
import type { RawSource } from './raw.ts';
import { didYouMean } from './suggest.ts';
import { parsePath, splitList } from './values.ts';

/** What the command line says, by the options' names. */
export type Flags = Readonly<Partial<Record<OptionKey, string>>>;

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'MUSTER_';

/**
 * Kubernetes and Docker links put variables like these beside a service that is called muster:
 * refusing them would keep Muster from starting there.
 */
const SERVICE_LINK =
  /^MUSTER_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)$/;

function isServiceLink(name: string, value: string): boolean {
  return SERVICE_LINK.test(name) || (name === 'MUSTER_PORT' && value.includes('://'));
}

/** The settings among the flags. */
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
 * The settings among the environment variables; an empty variable counts as one that is not set. A
 * secret may stand in a file instead, which `MUSTER_…_FILE` names.
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
