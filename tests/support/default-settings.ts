// The settings of an installation where nobody set anything, so that a test names only those that it is about.

import { configuration } from '../../src/app/configuration.ts';
import type { Settings } from '../../src/app/options.ts';
import { loadSettings } from '../../src/platform/config/load.ts';

export const DEFAULT_SETTINGS: Readonly<Settings> = loadSettings(configuration, {
  flags: {},
  env: {},
  cwd: '/nowhere',
}).settings;
