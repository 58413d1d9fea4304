// The metrics and the health check of waiting emails.

import type { Clock } from '../../platform/lib/clock.ts';
import { describeWait } from '../../platform/lib/duration.ts';
import { type Found, WELL, warning } from '../../platform/lib/finding.ts';
import { labelled, type Metric, metric } from '../../platform/ops/metrics.ts';
import type { OutboxStore } from './outbox.ts';

/** A due email is normally sent within a second. After this time, nothing is sending. */
const STUCK_MS = 10 * 60_000;

/** Checks for `/readyz` whether emails are being sent. */
export async function checkOutbox(
  outbox: Pick<OutboxStore, 'listDue'>,
  { now }: Clock,
): Promise<Found> {
  const [oldest] = await outbox.listDue(now() - STUCK_MS, 1);
  if (oldest === undefined) return WELL;
  const wait = describeWait(now() - oldest.nextAttemptAt);
  return warning(`An email has been due for ${wait} and was not sent.`);
}

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
