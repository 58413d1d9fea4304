// The settings of the module: the order of the list page.

import type { OptionTable, SettingsOf } from '../../platform/config/option-table.ts';
import { choice } from '../../platform/config/values.ts';

export const settings = {
  ranking: {
    type: choice('order', ['people', 'players']),
    fallback: 'people',
    help: 'How the list page orders servers: people (by the people known to have joined, and the players now) or players (by the players now alone).',
  },
} as const satisfies OptionTable;

export type ListSettings = SettingsOf<typeof settings>;
