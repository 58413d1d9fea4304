// Sends due emails, a few at once, and notes the outcome of each.

import type { Clock } from '../../platform/lib/clock.ts';
import { createDeliveries } from '../../platform/lib/deliveries.ts';
import { readOr } from '../../platform/lib/failure.ts';
import type { Leadership } from '../../platform/lib/leadership.ts';
import type { EmailTable } from '../../platform/messages/email-kind.ts';
import type { Report } from './events.ts';
import type { Mail, OutboxEntry, OutboxStore, Transport } from './outbox.ts';
import { failureMessages, findNextAttempt, redactAnswer } from './retries.ts';
import { renderEmail, type SenderLook } from './templates.ts';

export interface SenderPorts {
  outbox: OutboxStore;
  transport: Transport;
  report: Report;
  clock: Clock;
  leadership: Pick<Leadership, 'term' | 'confirm'>;
  kinds: EmailTable;
  look: SenderLook;
}

export function toMail(
  kinds: EmailTable,
  { id, email, createdAt }: Pick<OutboxEntry, 'id' | 'email' | 'createdAt'>,
  look: SenderLook,
): Mail {
  const content = renderEmail(kinds, email, look);
  const domain = look.host.replace(/:\d+$/, '');
  const messageId = `email.${id}.${createdAt.toString(36)}@${domain}`;
  return { ...content, to: email.to, messageId, date: createdAt };
}

/** Removes an email from the outbox only after sending it. A crash in between sends it twice, but never loses it. */
export function createSender(ports: SenderPorts) {
  const { outbox, transport, report, clock, leadership } = ports;
  /** Numbers of sent emails that could not be removed, for example because the disk was full. */
  const delivered = new Set<number>();

  async function attempt(entry: OutboxEntry): Promise<void> {
    const { id, expiresAt } = entry;
    if (delivered.has(id)) return forget(id);
    if (expiresAt !== null && clock.now() >= expiresAt) {
      return giveUp(entry, entry.attempts, failureMessages.expired);
    }
    // Some emails can be written only by another version of the program.
    const mail = readOr(() => toMail(ports.kinds, entry, ports.look), undefined);
    if (mail === undefined) return giveUp(entry, entry.attempts, failureMessages.unknownKind);
    // If this replica no longer leads, the new leader sends the email as if it had not been tried.
    if (!(await leadership.confirm())) return;
    const { outcome, answer } = await transport.deliver(mail, entry.email.kind);
    // The email stays in the outbox as if it had not been tried, and is sent after the next start.
    if (outcome === 'interrupted') return;
    const attempts = entry.attempts + 1;
    const { kind } = entry.email;
    if (outcome === 'sent') {
      delivered.add(id);
      // Reported after the removal, when no crash can send it again.
      return forget(id).finally(() => report('email_sent', { outboxId: id, kind, attempts }));
    }
    const reason = redactAnswer(answer, entry.email);
    if (outcome === 'refused') return giveUp(entry, attempts, reason);
    const next = findNextAttempt({ attempts, expiresAt }, clock.now());
    if (next === undefined) return giveUp(entry, attempts, failureMessages.tooOften(reason));
    await outbox.postponeEmail(id, { attempts, nextAttemptAt: next, lastError: reason });
    report('email_postponed', { outboxId: id, kind, attempts, reason });
  }

  async function forget(id: number): Promise<void> {
    await outbox.removeFromOutbox(id);
    delivered.delete(id);
  }

  async function giveUp({ id, email }: OutboxEntry, attempts: number, reason: string) {
    await outbox.markFailed(id, { failedAt: clock.now(), lastError: reason, attempts });
    report('email_failed', { outboxId: id, kind: email.kind, attempts, reason });
  }

  return createDeliveries({
    clock,
    leadership,
    attempt,
    keyOf: ({ id }: OutboxEntry) => id,
    listDue: outbox.listDue,
    failed: (error) => report('mail_queue_failed', { error }),
  });
}
