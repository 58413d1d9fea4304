// The settings of the module: figures that the statistics show to everybody.

import type { OptionTable } from '../../platform/config/option-table.ts';
import { toggle } from '../../platform/config/values.ts';

export const settings = {
  statistics_registrations: {
    type: toggle(),
    setting: 'areRegistrationsShown',
    fallback: 'false',
    help: 'Whether the statistics (the page, and /api/v1/statistics) show everybody how many accounts register each day.',
  },
} as const satisfies OptionTable;
