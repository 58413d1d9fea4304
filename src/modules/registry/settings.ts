// The settings of the module: the limits of live servers.

import type { OptionTable, SettingsOf } from '../../platform/config/option-table.ts';
import { whole } from '../../platform/config/values.ts';

export const settings = {
  servers_per_address: {
    type: whole('number', 1, 1_000_000),
    fallback: '10',
    help: 'Maximum number of live servers per address, including private ones.',
  },
  servers_in_all: {
    type: whole('number', 1, 1_000_000),
    fallback: '20000',
    help: 'Maximum number of live servers in total, including private ones. Once half are in use, networks share the remaining places.',
  },
} as const satisfies OptionTable;

export type ServerLimits = SettingsOf<typeof settings>;
