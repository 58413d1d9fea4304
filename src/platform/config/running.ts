// Stores the running service's flags and environment in its data folder, so that `muster doctor` checks that service.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Configuration,
  type LoadedSettings,
  loadSettings,
  type ReviewedSettings,
  reviewSettings,
} from './load.ts';
import type { Option } from './option-table.ts';
import type { PlatformSettings, PlatformValues } from './settings.ts';
import type { SettingsSources } from './source-precedence.ts';
import { type RawSource, type RawValue, readEnvironment, readFlags } from './sources.ts';

const NAME = 'service.json';

interface KeptSettings {
  values: RawSource['values'];
  /** Secrets that the service was given. Their values are not stored. */
  secrets: string[];
}

/** Stores the settings for the owner of the folder only. The service also runs if the file cannot be written. */
export function keepRunning(
  options: readonly Option[],
  sources: SettingsSources,
  { settings, values }: LoadedSettings,
): void {
  const { flags, env, cwd } = sources;
  const given = {
    // Files with secrets are not read, since their values are not stored.
    ...readEnvironment(options, env, cwd, () => '').values,
    ...readFlags(options, flags, cwd).values,
  };
  const kept: KeptSettings = { values: {}, secrets: [] };
  for (const { key, isSecret } of options) {
    const value = given[key];
    if (value !== undefined && isSecret) kept.secrets.push(key);
    else if (value !== undefined) kept.values[key] = { ...value, kind: 'service' };
  }
  const { config } = values;
  if (config !== undefined) {
    kept.values.config = { kind: 'service', place: '--config', items: [config], folder: cwd };
  }
  const path = join(settings.dataFolder, NAME);
  try {
    writeFileSync(`${path}.new`, JSON.stringify(kept), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch {
    rmSync(`${path}.new`, { force: true });
  }
}

/** Removes the file when the service stops. After a crash it stays until the next start. */
export function forgetRunning(dataFolder: string): void {
  try {
    rmSync(join(dataFolder, NAME), { force: true });
  } catch {
    // The folder is no longer writable. The next start overwrites the file.
  }
}

/** Returns `undefined` without a readable file, and leaves out settings that this version does not know. */
function readRunning(options: readonly Option[], dataFolder: string): KeptSettings | undefined {
  try {
    const { values, secrets } = JSON.parse(readFileSync(join(dataFolder, NAME), 'utf8'));
    const kept: KeptSettings = { values: {}, secrets: [] };
    for (const { key } of options) {
      const value: RawValue | undefined = values[key];
      if (value !== undefined) kept.values[key] = value;
      if (secrets.includes(key)) kept.secrets.push(key);
    }
    return kept;
  } catch {
    return undefined;
  }
}

export interface ReviewedRunning<Settings = PlatformSettings, Values = PlatformValues>
  extends ReviewedSettings<Settings, Values> {
  /** Secrets of the running service whose values are unknown here. */
  hidden: readonly string[];
}

/** The settings of the running service. Its flags and variables override the file; this process's override both. */
export function reviewRunning<Settings extends PlatformSettings, Values extends PlatformValues>(
  configuration: Configuration<Settings, Values>,
  sources: SettingsSources,
): ReviewedRunning<Settings, Values> {
  const own = reviewSettings(configuration, sources);
  const kept = readRunning(configuration.options, own.settings.dataFolder);
  if (kept === undefined) return { ...own, hidden: [] };
  const reviewed = reviewSettings(configuration, { ...sources, running: kept.values });
  return {
    ...reviewed,
    hidden: kept.secrets.filter((key) => reviewed.origins[key]?.kind === 'default'),
  };
}

/** Like `loadSettings`, and also applies the running service's flags and variables where possible. */
export function loadRunning<Settings extends PlatformSettings, Values extends PlatformValues>(
  configuration: Configuration<Settings, Values>,
  sources: SettingsSources,
): LoadedSettings<Settings, Values> {
  const reviewed = reviewRunning(configuration, sources);
  return reviewed.problems.length === 0 ? reviewed : loadSettings(configuration, sources);
}
