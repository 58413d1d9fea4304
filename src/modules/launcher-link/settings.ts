// The setting of the module: whether launchers can log in by the browser.

import type { OptionTable } from '../../platform/config/option-table.ts';
import { toggle } from '../../platform/config/values.ts';

export const settings = {
  launcher_link: {
    type: toggle(),
    setting: 'isLauncherLinkOn',
    fallback: 'true',
    needsRestart: true,
    help: 'Whether players can log in to the launcher without their password, with a code that they enter in the browser.',
  },
} as const satisfies OptionTable;
