// The way into the queue: takes letters from the rooms, within bounds, and never waits for a mail server.

import type { EmailMessage, Mailer } from '../accounts/email-messages.ts';
import type { Clock } from '../lib/clock.ts';
import { mailboxKey } from '../lib/mailbox.ts';
import { createTokenBuckets } from '../lib/token-buckets.ts';
import { failureMessages } from './messages.ts';
import type { MailEvents, OutboxStore } from './ports.ts';
import { requireMailbox } from './recipient.ts';

/** Letters that may wait at once; the last part is kept for what strangers cannot cause. */
const QUEUE_LIMIT = 10_000;
const QUEUE_LIMIT_OF_STRANGERS = 8_000;

/** Letters that anybody can have sent to an address that they know. */
const CAUSED_BY_STRANGERS: readonly EmailMessage['kind'][] = [
  'verify address',
  'address in use',
  'reset password',
  'confirm new address',
];

/**
 * Letters of each sort that one address gets at most within an hour. What strangers cause counts as one
 * sort, and every other kind as one, links for a new password too: whoever has many letters of one kind
 * sent must not keep the owner from getting a login code, a warning, or the way back from a change.
 */
const PER_RECIPIENT = { refill: 10, everyMs: 60 * 60_000, capacity: 10 };

/** A post that takes nothing, for a service that cannot send mail. */
export const closedMailer: Mailer = {
  isOpen: false,
  async send() {},
  isStuck: async () => false,
};

/** A post that puts letters into the queue. */
export function createMailer({
  outbox,
  events,
  clock,
}: {
  outbox: OutboxStore;
  events: Pick<MailEvents, 'queued' | 'dropped'>;
  clock: Clock;
}): Mailer {
  const budgets = createTokenBuckets(clock, PER_RECIPIENT);
  return {
    isOpen: true,
    async send(email) {
      const recipient = mailboxKey(requireMailbox(email.to));
      const isByStranger = CAUSED_BY_STRANGERS.includes(email.kind);
      // Told to nobody who asks: an error here would tell which addresses have an account.
      const isApart = !isByStranger || email.kind === 'reset password';
      const sort = isApart ? email.kind : 'by strangers';
      if (budgets.spend(`${sort} ${recipient}`) > 0) {
        events.dropped(email.kind, failureMessages.recipientBudget);
        return;
      }
      const createdAt = clock.now();
      const entry = { email, createdAt, expiresAt: expiryOf(email) };
      const most = isByStranger ? QUEUE_LIMIT_OF_STRANGERS : QUEUE_LIMIT;
      if (await outbox.addToOutbox(entry, most)) events.queued(email.kind);
      else events.dropped(email.kind, failureMessages.queueFull);
    },
    isStuck: (to, kinds, since) => outbox.hasStuckEmail(to, kinds, since),
  };
}

function expiryOf(email: EmailMessage): number | null {
  return 'validUntil' in email ? email.validUntil : null;
}
