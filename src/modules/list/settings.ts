// The settings of the module: the order of the list page.

import type { OptionTable, SettingsOf } from '../../platform/config/option-table.ts';
import { choice } from '../../platform/config/values.ts';

export const settings = {
  ranking: {
    type: choice('order', ['people', 'players']),
    fallback: 'people',
    help: 'What the order of the list page begins with: people who are known to have joined, beside the players now, or the players now alone.',
  },
} as const satisfies OptionTable;

export type ListSettings = SettingsOf<typeof settings>;
