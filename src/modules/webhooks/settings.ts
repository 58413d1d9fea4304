// The settings of the module: where webhooks may be sent to.

import { parseExtraHost } from '../../platform/config/addresses.ts';
import type { OptionTable } from '../../platform/config/option-table.ts';
import { many, toggle } from '../../platform/config/values.ts';

export const settings = {
  webhooks_to_private_addresses: {
    type: toggle(),
    fallback: 'false',
    help: 'Whether webhooks may be sent to private addresses too, there also over http. Owners of servers can set webhooks as well.',
  },
  webhook_hosts: {
    type: many('hosts', parseExtraHost),
    help: 'Hosts, optionally with a port, that webhooks may be sent to wherever they are: on this machine, in a private network, or under a name of this site; there also over http.',
  },
} as const satisfies OptionTable;
