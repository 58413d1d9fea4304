// The metrics of logins.

import { type Metric, metric } from '../../platform/ops/metrics.ts';
import { readCounter } from '../../platform/ops/report-event.ts';
import type { loginEvents } from './events.ts';

export const listLoginMetrics = (): Metric[] => [
  metric(
    'muster_logins_total{outcome}',
    'Logins by outcome; stopped means too many wrong attempts before, busy too many at once.',
    () => [
      [readCounter('account_logged_in'), 'succeeded'],
      [readCounter<typeof loginEvents>('login_failed'), 'failed'],
      [readCounter<typeof loginEvents>('login_stopped'), 'stopped'],
      [readCounter<typeof loginEvents>('login_busy'), 'busy'],
    ],
  ),
];
