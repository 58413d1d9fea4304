// The settings of the module: which other sites are shown beside this one.

import { parseBaseUrl } from '../../platform/config/addresses.ts';
import type { OptionTable } from '../../platform/config/option-table.ts';
import { many } from '../../platform/config/values.ts';

export const settings = {
  mirrors: {
    type: many('urls', parseBaseUrl, 8),
    help: 'Up to 8 other sites, such as https://play.example.net, whose public servers are shown on the list page beside those of this one, marked as theirs.',
  },
} as const satisfies OptionTable;
