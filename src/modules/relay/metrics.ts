// What monitoring shows of relays.

import { labelled, type Metric, metric } from '../../platform/ops/metrics.ts';
import { readCounter, readEndings } from '../../platform/ops/report-event.ts';

export const listRelayMetrics = (): Metric[] => [
  metric('muster_relays', 'Open relays.', () => [
    [readCounter('relay_opened') - readCounter('relay_closed')],
  ]),
  metric('muster_relays_opened_total', 'Relays opened.', () => [[readCounter('relay_opened')]]),
  metric('muster_relays_refused_total{reason}', 'Relays refused, by reason.', () =>
    labelled(readEndings('relay_refused_')),
  ),
  metric('muster_relay_bytes_total{direction}', 'Bytes relayed, by direction.', () => [
    [readCounter('relay_bytes_to_game'), 'to_game'],
    [readCounter('relay_bytes_to_browser'), 'to_browser'],
  ]),
];
