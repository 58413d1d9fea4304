// Decides which settings of a reload (SIGHUP) a running service takes, and which need a restart.

import type { Configuration, LoadedSettings } from './load.ts';
import type { PlatformSettings, PlatformValues } from './settings.ts';

export interface ReloadedSettings<Settings, Values> {
  loaded: LoadedSettings<Settings, Values>;
  changed: readonly string[];
  needRestart: readonly string[];
  newWarnings: readonly string[];
}

/** Applies to `current` the settings of `next` that a running service can change. */
export function reloadSettings<Settings extends PlatformSettings, Values extends PlatformValues>(
  { options, toSettings, listWarnings }: Configuration<Settings, Values>,
  current: LoadedSettings<Settings, Values>,
  next: LoadedSettings<Settings, Values>,
): ReloadedSettings<Settings, Values> {
  // If not configured, the base URL depends on other settings.
  const hasBaseUrl = [current, next].some(({ settings }) => settings.isBaseUrlConfigured);
  const differing = options.filter(({ key, format }) => {
    if (key === 'config' || (key === 'base_url' && !hasBaseUrl)) return false;
    return format(current.values[key]) !== format(next.values[key]);
  });
  const changed = differing.filter(({ needsRestart }) => !needsRestart).map(({ key }) => key);
  const taken = Object.fromEntries(changed.map((key) => [key, next.values[key]]));
  const values = { ...current.values, ...taken };
  const { baseUrl, isBaseUrlConfigured } = current.settings;
  const settings = { ...toSettings(values, baseUrl), isBaseUrlConfigured };
  const warnings = listWarnings(settings);
  return {
    loaded: { ...current, values, settings, warnings },
    changed,
    needRestart: differing.filter(({ needsRestart }) => needsRestart).map(({ key }) => key),
    newWarnings: warnings.filter((warning) => !current.warnings.includes(warning)),
  };
}
