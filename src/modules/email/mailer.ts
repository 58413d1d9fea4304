// The mailer: takes emails into the outbox, within limits, and never waits for a mail server.

import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { isMailbox, mailboxKey } from '../../platform/lib/mailbox.ts';
import { createTokenBuckets } from '../../platform/lib/token-buckets.ts';
import type { EmailTable } from '../../platform/messages/email-kind.ts';
import { inputFailures } from '../../platform/messages/messages.ts';
import type { EmailMessage, Mailer } from './email-ports.ts';
import type { Report } from './events.ts';
import type { BoundedEntry, OutboxStore, Transport } from './outbox.ts';
import { failureMessages } from './retries.ts';

/** Maximum number of waiting emails. The last part is reserved for emails that strangers cannot cause. */
const QUEUE_LIMIT = 10_000;
const QUEUE_LIMIT_OF_STRANGERS = 8_000;

/**
 * Emails of each sort to one address an hour. Emails that strangers cause are one sort; every other kind is a sort, and
 * so are links for a new password. A flood of one sort must not keep a login code or a warning from the owner.
 */
const PER_RECIPIENT = { refill: 10, everyMs: 60 * 60_000, capacity: 10 };

export interface OutboxMailer extends Mailer {
  /** Replaces a job by its emails, without the emails that exceed a limit. Throws like `send`. */
  replaceJob(id: number, emails: readonly EmailMessage[]): Promise<void>;
}

/** Creates a mailer that takes nothing, for a service that cannot send emails. */
export function createClosedMailer(outbox: OutboxStore): OutboxMailer {
  return {
    isOpen: false,
    async send() {},
    isStuck: async () => false,
    async replaceJob(id) {
      await outbox.replaceEmailJob(id, []);
    },
  };
}

export function createMailer(ports: {
  kinds: EmailTable;
  transport: Pick<Transport, 'canWriteTo'>;
  outbox: OutboxStore;
  report: Report;
  clock: Clock;
}): OutboxMailer {
  const { kinds, transport, outbox, report, clock } = ports;
  const budgets = createTokenBuckets(clock, PER_RECIPIENT);

  /** Returns `undefined` if the address has had its share. Throws `invalid` for an invalid address. */
  function admit(email: EmailMessage): BoundedEntry | undefined {
    const recipient = mailboxKey(requireMailbox(email.to));
    const causedBy = kinds[email.kind]?.causedBy;
    const sort = causedBy === 'strangers' ? 'by strangers' : email.kind;
    if (budgets.spend(`${sort} ${recipient}`) > 0) {
      // No error: it would reveal to the requester which addresses have an account.
      report('email_dropped', { kind: email.kind, reason: failureMessages.recipientBudget });
      return undefined;
    }
    return {
      entry: { email, createdAt: clock.now(), expiresAt: email.validUntil ?? null },
      most: causedBy === undefined ? QUEUE_LIMIT : QUEUE_LIMIT_OF_STRANGERS,
    };
  }

  function reportAdded({ kind }: EmailMessage, isAdded: boolean): void {
    if (isAdded) report('email_queued', { kind });
    else report('email_dropped', { kind, reason: failureMessages.queueFull });
  }

  return {
    isOpen: true,
    canWriteTo: (address) => transport.canWriteTo?.(address) ?? true,
    async send(email) {
      const admitted = admit(email);
      if (admitted === undefined) return;
      reportAdded(email, await outbox.addToOutbox(admitted.entry, admitted.most));
    },
    isStuck: (to, kinds, since) => outbox.hasStuckEmail(to, kinds, since),
    async replaceJob(id, emails) {
      const admitted = emails.map(admit).filter((one) => one !== undefined);
      const added = (await outbox.replaceEmailJob(id, admitted)) ?? [];
      for (const [index, isAdded] of added.entries()) {
        const { email } = admitted[index]?.entry ?? {};
        if (email !== undefined) reportAdded(email, isAdded);
      }
    },
  };
}

/** Returns the address unchanged. Throws `invalid` if it could be more than one mailbox or hold a header. */
export function requireMailbox(address: string): string {
  if (isMailbox(address)) return address;
  throw new Failure('invalid', inputFailures.notAnEmail);
}
