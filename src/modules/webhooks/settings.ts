// The settings of the module: where webhooks may be sent.

import { parseExtraHost } from '../../platform/config/addresses.ts';
import type { OptionTable } from '../../platform/config/option-table.ts';
import { many, toggle } from '../../platform/config/values.ts';

export const settings = {
  webhooks_to_private_addresses: {
    type: toggle(),
    fallback: 'false',
    help: 'Whether webhooks may also go to private addresses, with https or http. Anybody who owns a server can add webhooks.',
  },
  webhook_hosts: {
    type: many('hosts', parseExtraHost),
    help: 'Hosts, optionally with a port, that webhooks may always go to, with https or http: even on this machine, in a private network, or under a name of this site.',
  },
} as const satisfies OptionTable;
