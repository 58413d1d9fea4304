// The precedence of the sources of settings: flags, then environment variables, then the running service, then the file.

import { resolve } from 'node:path';
import { readTextFile } from '../lib/text-file.ts';
import type { Option } from './option-table.ts';
import {
  type Environment,
  type Flags,
  type RawSource,
  type ReadFile,
  readEnvironment,
  readFlags,
  readSettingsFile,
} from './sources.ts';

export interface SettingsSources {
  flags: Flags;
  env: Environment;
  cwd: string;
  /** Settings of the running service. Flags and environment override them. */
  running?: RawSource['values'];
  readFile?: ReadFile;
  isReadableFile?: (path: string) => boolean;
}

/** Reads every source. `find` returns the value that counts; without one, the default counts. */
export function readInPrecedence(options: readonly Option[], sources: SettingsSources) {
  const { cwd, running = {}, readFile = readTextFile } = sources;
  const flags = readFlags(options, sources.flags, cwd);
  const environment = readEnvironment(options, sources.env, cwd, readFile);
  const { path, isOptional } = findFile([flags.values, environment.values, running], cwd);
  const file = readSettingsFile(options, path, { isOptional, readFile });
  const inOrder = [flags.values, environment.values, running, file?.values ?? {}];
  return {
    find: (key: string) => inOrder.find((values) => values[key] !== undefined)?.[key],
    /** `undefined` if there is no settings file and the operator named none. */
    file,
    path,
    problems: [...flags.problems, ...environment.problems, ...(file?.problems ?? [])],
  };
}

function findFile(
  sources: readonly RawSource['values'][],
  cwd: string,
): { path: string; isOptional: boolean } {
  const named = sources.find(({ config }) => config !== undefined)?.config;
  const text = named?.items[0];
  if (text === undefined || text === '' || text.includes('\0')) {
    return { path: resolve(cwd, 'muster.toml'), isOptional: true };
  }
  return { path: resolve(cwd, text), isOptional: false };
}
