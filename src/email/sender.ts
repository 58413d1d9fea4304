// Sends the letters that are due, a few at once, and notes what became of each.

import type { Clock } from '../lib/clock.ts';
import { redactAnswer } from './answers.ts';
import { nextAttemptAt } from './backoff.ts';
import { failureMessages } from './messages.ts';
import type { Mail, MailEvents, OutboxEntry, OutboxStore, Transport } from './ports.ts';
import { composeEmail, type LinkTo } from './templates.ts';

/** What the sender works with. */
export interface SenderPorts {
  outbox: OutboxStore;
  transport: Transport;
  events: MailEvents;
  clock: Clock;
  /** Host of the base URL, which people know the service by. */
  site: string;
  linkTo: LinkTo;
}

/** Sends what is due. */
export interface Sender {
  /** Starts to send what is due as far as there is room; does not wait for the mail server. */
  sendDue(): Promise<void>;
  /** Resolves when no letter is under way. */
  settled(): Promise<void>;
}

/** As many connections as a mail server of a small provider gladly gives. */
export const MOST_AT_ONCE = 4;
/** How long nothing is sent after the queue could not be written. */
const PAUSE_MS = 60_000;

/** The mail of a letter. */
export function toMail(
  { id, email, createdAt }: Pick<OutboxEntry, 'id' | 'email' | 'createdAt'>,
  { site, linkTo }: Pick<SenderPorts, 'site' | 'linkTo'>,
): Mail {
  const { subject, text, html } = composeEmail(email, site, linkTo);
  const domain = site.replace(/:\d+$/, '');
  const messageId = `letter.${id}.${createdAt.toString(36)}@${domain}`;
  return { to: email.to, subject, text, html, messageId, date: createdAt };
}

/** A sender that has nothing under way. A letter is removed once it was sent, so a crash may send it twice. */
export function createSender(ports: SenderPorts): Sender {
  const { outbox, transport, events, clock } = ports;
  const underWay = new Map<number, Promise<void>>();
  /** Sent, but still in the queue, since the disk was full or the like. */
  const delivered = new Set<number>();
  let pausedUntil = 0;

  async function sendDue(): Promise<void> {
    if (underWay.size >= MOST_AT_ONCE || clock.now() < pausedUntil) return;
    // Those under way are still in the queue, and due.
    const due = await outbox.listDue(clock.now(), MOST_AT_ONCE * 2).catch(pause);
    for (const queued of due ?? []) {
      if (underWay.size >= MOST_AT_ONCE) return;
      if (underWay.has(queued.id)) continue;
      const work = attempt(queued)
        .catch(pause)
        .finally(() => underWay.delete(queued.id));
      underWay.set(queued.id, work);
    }
  }

  /** Without a note of an attempt, the same one would be made at every look. */
  function pause(error: unknown): void {
    pausedUntil = clock.now() + PAUSE_MS;
    events.queueFailed(error);
  }

  async function attempt(queued: OutboxEntry): Promise<void> {
    const { id, expiresAt } = queued;
    if (delivered.has(id)) {
      await forget(id);
      return;
    }
    if (expiresAt !== null && clock.now() >= expiresAt) {
      await giveUp(queued, queued.attempts, failureMessages.expired);
      return;
    }
    const mail = write(queued);
    if (mail === undefined) {
      await giveUp(queued, queued.attempts, failureMessages.unknownKind);
      return;
    }
    const { outcome, answer } = await transport.deliver(mail, queued.email.kind);
    // As if it had not been tried: it is still in the queue after the next start.
    if (outcome === 'interrupted') return;
    const attempts = queued.attempts + 1;
    const { kind } = queued.email;
    if (outcome === 'sent') {
      delivered.add(id);
      events.sent({ id, kind, attempts });
      await forget(id);
      return;
    }
    const reason = redactAnswer(answer, queued.email);
    if (outcome === 'refused') {
      await giveUp(queued, attempts, reason);
      return;
    }
    const next = nextAttemptAt({ attempts, expiresAt }, clock.now());
    if (next === undefined) {
      await giveUp(queued, attempts, failureMessages.tooOften(reason));
      return;
    }
    await outbox.postponeEmail(id, { attempts, nextAttemptAt: next, lastError: reason });
    events.postponed({ id, kind, attempts, reason });
  }

  async function forget(id: number): Promise<void> {
    await outbox.removeFromOutbox(id);
    delivered.delete(id);
  }

  /** `undefined` for a letter that only another version of the program could write. */
  function write(queued: OutboxEntry): Mail | undefined {
    try {
      return toMail(queued, ports);
    } catch {
      return undefined;
    }
  }

  async function giveUp({ id, email }: OutboxEntry, attempts: number, reason: string) {
    await outbox.markFailed(id, { failedAt: clock.now(), lastError: reason, attempts });
    events.failed({ id, kind: email.kind, attempts, reason });
  }

  return {
    sendDue,
    async settled() {
      await Promise.all(underWay.values());
    },
  };
}
