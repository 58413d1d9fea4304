// Loads the settings from all sources, and reports every problem at once.

import { accessSync, constants, statSync } from 'node:fs';
import { Failure, readOr } from '../lib/failure.ts';
import { toFileFailure } from '../lib/file-failure.ts';
import type { AnyValues, Option } from './option-table.ts';
import { type PlatformSettings, type PlatformValues, tlsOf } from './settings.ts';
import { readInPrecedence, type SettingsSources } from './source-precedence.ts';
import type { OriginKind, RawValue } from './sources.ts';
import { type OptionContext, splitList } from './values.ts';

/** The settings of a program: its options, and the rules for their values together. */
export interface Configuration<Settings, Values> {
  readonly options: readonly Option[];
  toSettings(values: Values, baseUrl: string): Settings;
  /** Settings that are valid by themselves but not together. */
  listConflicts(
    values: Values,
    broken: ReadonlySet<string>,
    placeOf: (key: string) => string,
  ): readonly { key: string; sentence: string }[];
  /** Sentences about settings that work, but perhaps not as the operator expects. */
  listWarnings(settings: Settings): readonly string[];
}

export class SettingsError extends Failure {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super('invalid', problems.join('\n'));
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** Returns the failure, including file failures; throws any other error. */
export function failureOf(error: unknown): Failure {
  const failure = error instanceof Failure ? error : toFileFailure(error);
  if (failure !== undefined) return failure;
  throw error;
}

export const problemOf = (error: unknown): string => failureOf(error).message;

export interface Origin {
  kind: OriginKind;
  place: string;
}

export interface LoadedSettings<Settings = PlatformSettings, Values = PlatformValues> {
  settings: Settings;
  values: Values & AnyValues;
  origins: Readonly<Record<string, Origin>>;
  warnings: readonly string[];
}

/** Loaded settings in which the default replaces each broken value. */
export interface ReviewedSettings<Settings = PlatformSettings, Values = PlatformValues>
  extends LoadedSettings<Settings, Values> {
  problems: readonly string[];
  /** The warnings in the current language. */
  listWarnings(): readonly string[];
  /** Settings whose value was refused, or may have been: every setting if the file cannot be read. */
  broken: ReadonlySet<string>;
}

function isReadableFile(path: string): boolean {
  return readOr(() => {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  }, false);
}

function parseInto(
  values: Record<string, unknown>,
  option: Option,
  raw: Pick<RawValue, 'items'>,
  context: OptionContext,
): string | undefined {
  if (!option.isList && raw.items[0] === '') return 'it is empty.';
  try {
    values[option.key] = option.parse(raw.items, context);
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

/** The base URL if none is configured: this machine, at the port of the service. */
export function localBaseUrl(port: number, isTlsOn: boolean): string {
  return new URL(`${isTlsOn ? 'https' : 'http'}://localhost:${port}`).origin;
}

/** Reads all settings without stopping: a broken one is reported and replaced by its default. */
export function reviewSettings<Settings, Values extends PlatformValues>(
  configuration: Configuration<Settings, Values>,
  sources: SettingsSources,
): ReviewedSettings<Settings, Values> {
  const { options } = configuration;
  const { cwd } = sources;
  const readable = sources.isReadableFile ?? isReadableFile;
  const { find, file, path, problems } = readInPrecedence(options, sources);

  const found: Record<string, unknown> = {};
  if (file !== undefined) found.config = path;
  const origins: Record<string, Origin> = {};
  const broken = new Set<string>();
  for (const option of options) {
    const { key } = option;
    const raw = find(key);
    origins[key] = { kind: raw?.kind ?? 'default', place: raw?.place ?? 'default' };
    if (raw !== undefined) {
      const context = { folder: raw.folder, isReadableFile: readable };
      const problem = parseInto(found, option, raw, context);
      if (problem === undefined) continue;
      problems.push(`${raw.place}: ${problem}`);
      broken.add(key);
    } else if (file !== undefined && file.problems.length > 0) {
      broken.add(key);
    }
    if (option.fallback !== undefined) {
      const items = option.isList ? splitList(option.fallback) : [option.fallback];
      parseInto(found, option, { items }, { folder: cwd, isReadableFile: readable });
    }
  }

  const values = found as Values & AnyValues;
  const placeOf = (key: string) => origins[key]?.place ?? key;
  for (const { key, sentence } of configuration.listConflicts(values, broken, placeOf)) {
    problems.push(sentence);
    broken.add(key);
  }
  const isTlsOn = tlsOf(values) !== undefined;
  const baseUrl = values.base_url ?? localBaseUrl(values.listen.port, isTlsOn);
  const settings = configuration.toSettings(values, baseUrl);
  const listWarnings = () => configuration.listWarnings(settings);
  return {
    settings,
    values: { ...values, base_url: baseUrl },
    origins,
    warnings: listWarnings(),
    listWarnings,
    problems,
    broken,
  };
}

export function loadSettings<Settings, Values extends PlatformValues>(
  configuration: Configuration<Settings, Values>,
  sources: SettingsSources,
): LoadedSettings<Settings, Values> {
  const {
    problems,
    broken: _,
    listWarnings: __,
    ...loaded
  } = reviewSettings(configuration, sources);
  if (problems.length > 0) throw new SettingsError(problems);
  return loaded;
}
