// The settings of the module: where players get the launcher.

import type { OptionTable } from '../../platform/config/option-table.ts';
import { one } from '../../platform/config/values.ts';
import { parsePageUrl } from '../site/index.ts';

export const settings = {
  launcher_url: {
    type: one('url', parsePageUrl),
    help: 'Address (http or https) where players get the launcher; the page "Play and add your server" (/start/) links to it.',
  },
} as const satisfies OptionTable;
