// The metrics of relays.

import { labelled, type Metric, metric } from '../../platform/ops/metrics.ts';
import { readCounter, readEndings } from '../../platform/ops/report-event.ts';
import type { relayEvents } from './events.ts';

export const listRelayMetrics = (): Metric[] => [
  metric('muster_relays', 'Open relays.', () => [
    [
      readCounter<typeof relayEvents>('relay_opened') -
        readCounter<typeof relayEvents>('relay_closed'),
    ],
  ]),
  metric('muster_relays_opened_total', 'Relays opened.', () => [
    [readCounter<typeof relayEvents>('relay_opened')],
  ]),
  metric('muster_relays_refused_total{reason}', 'Relays refused, by reason.', () =>
    labelled(readEndings('relay_refused_')),
  ),
  metric('muster_relay_bytes_total{direction}', 'Bytes relayed, by direction.', () => [
    [readCounter<typeof relayEvents>('relay_bytes_to_game'), 'to_game'],
    [readCounter<typeof relayEvents>('relay_bytes_to_browser'), 'to_browser'],
  ]),
];
