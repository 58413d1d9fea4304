// A good value of the setting.

import type { OptionKey, Settings } from '../../../src/app/options.ts';

export const GOOD_LAUNCHER_LINKS: [OptionKey, string, Partial<Settings>][] = [
  ['launcher_link', 'off', { isLauncherLinkOn: false }],
];
