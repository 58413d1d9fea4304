// The settings of the module: the limits of the relay (C12.13).

import type { OptionTable, SettingsOf } from '../../platform/config/option-table.ts';
import { duration, size, toggle, whole } from '../../platform/config/values.ts';
import { HOUR_MS } from '../../platform/lib/clock.ts';

const KIB = 1024;

export const settings = {
  relay: {
    type: toggle(),
    setting: 'isRelayOn',
    fallback: 'true',
    needsRestart: true,
    help: 'Whether browsers can reach listed servers through this service, if the servers support the web client.',
  },
  relay_per_address: {
    type: whole('number', 1, 1_000_000),
    fallback: '8',
    help: 'Maximum number of open relays per address.',
  },
  relay_limit: {
    type: whole('number', 1, 1_000_000),
    fallback: '1000',
    help: 'Maximum number of open relays in total. One IPv4 /24 or IPv6 /48 gets at most a quarter of them.',
  },
  relay_message_limit: {
    type: size(KIB, 1024 * KIB),
    fallback: '64KiB',
    needsRestart: true,
    help: 'Longest message that a relay carries in either direction (B, KiB or MiB).',
  },
  relay_connect_timeout: {
    type: duration(1_000, 60_000),
    setting: 'relayConnectTimeoutMs',
    fallback: '5s',
    help: 'Time that a game server has to answer a relay (s, m or h).',
  },
  relay_idle_timeout: {
    type: duration(1_000, 24 * HOUR_MS),
    setting: 'relayIdleTimeoutMs',
    fallback: '5m',
    help: 'Time without a message after which a relay is closed (s, m or h).',
  },
} as const satisfies OptionTable;

/** Limits of the relay from the settings. `relayMessageLimit` is in bytes. */
export type RelayLimits = Omit<SettingsOf<typeof settings>, 'isRelayOn'>;
