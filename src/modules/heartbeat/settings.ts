// The settings of the module: how long a server stays without a heartbeat, and the port check.

import type { OptionTable, SettingsOf } from '../../platform/config/option-table.ts';
import { duration, many, toggle } from '../../platform/config/values.ts';
import { parseRange } from '../../platform/lib/address.ts';
import { HOUR_MS } from '../../platform/lib/clock.ts';
import type { ServerLimits } from '../registry/settings.ts';

export const settings = {
  // Heartbeats arrive every 10 to 60 s. The shortest time is for trying things out.
  stale_after: {
    type: duration(1_000, 24 * HOUR_MS),
    setting: 'staleAfterMs',
    fallback: '180s',
    needsRestart: true,
    help: 'Time without a heartbeat after which a server leaves every list (s, m or h). Time does not count while Muster is off, its machine sleeps, or it is paused for 10 s or more. Time counts while Muster is too busy to answer.',
  },
  port_check: {
    type: toggle(),
    setting: 'isPortCheckOn',
    fallback: 'true',
    help: 'Whether a public server is listed only if its port can be reached from here.',
  },
  port_check_exempt: {
    type: many('ranges', parseRange),
    help: 'Addresses or ranges (CIDR) of game servers whose port is not checked.',
  },
} as const satisfies OptionTable;

export type PortCheckSettings = Pick<
  SettingsOf<typeof settings>,
  'isPortCheckOn' | 'portCheckExempt'
>;

export type HeartbeatLimits = ServerLimits & PortCheckSettings;
