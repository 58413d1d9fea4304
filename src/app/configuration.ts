// The settings of the service: all options, and the values that follow from several options together.

import type { Configuration } from '../platform/config/load.ts';
import { OPTIONS, type OptionValues, type Settings, toSettings } from './options.ts';
import { listConflicts } from './setting-conflicts.ts';
import { listWarnings } from './setting-warnings.ts';

export const configuration: Configuration<Settings, OptionValues> = {
  options: OPTIONS,
  toSettings,
  listConflicts,
  listWarnings,
};
