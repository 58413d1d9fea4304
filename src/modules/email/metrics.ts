// What monitoring shows of emails that wait.

import type { Clock } from '../../platform/lib/clock.ts';
import { labelled, type Metric, metric } from '../../platform/ops/metrics.ts';
import type { OutboxStore } from './outbox.ts';

export const listOutboxMetrics = (
  outbox: Pick<OutboxStore, 'measureOutbox'>,
  { now }: Clock,
): Metric[] => [
  metric(
    'muster_email_queue{state}',
    'Emails waiting to be sent, and emails given up.',
    async () => {
      const { waiting, failed } = await outbox.measureOutbox();
      return labelled({ waiting, failed });
    },
  ),
  metric(
    'muster_email_queue_age_seconds',
    'Age of the oldest waiting email; 0 if none is waiting.',
    async () => {
      const { oldestAt } = await outbox.measureOutbox();
      return [[oldestAt === undefined ? 0 : Math.max(0, now() - oldestAt) / 1_000]];
    },
  ),
];
