// What administrators do about emails: send a test, look at the outbox, try again, drop.

import { parseReason } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { DEFAULT_LANGUAGE } from '../../platform/messages/language.ts';
import { type AuditEntry, writeDetail } from '../audit/index.ts';
import type { EmailAuditAction } from './audit-actions.ts';
import { requireMailbox } from './mailer.ts';
import type { OutboxEntry, Transport } from './outbox.ts';
import { type SenderPorts, toMail } from './sender.ts';
import { testEmails } from './test-emails.ts';

/** An email as administrators see it: what it is and its state, never what it says. */
export interface ListedOutboxEntry
  extends Pick<OutboxEntry, 'id' | 'attempts' | 'createdAt' | 'failedAt' | 'lastError'> {
  kind: OutboxEntry['email']['kind'];
  recipient: string;
  state: 'waiting' | 'failed';
  /** `null` once it failed. */
  nextAttemptAt: number | null;
}

/** Creates the administration of the outbox. What changes it is logged with who did it and why. */
export function createOutboxAdmin({
  outbox,
  clock,
  openTransport,
  look,
}: Pick<SenderPorts, 'outbox' | 'clock' | 'look'> & {
  openTransport: () => Promise<Transport | undefined>;
}) {
  async function requireTransport(): Promise<Transport> {
    const transport = await openTransport();
    if (transport !== undefined) return transport;
    throw new Failure(
      'unavailable',
      'No mail server is set, so no email can be sent. Set smtp_url (MUSTER_SMTP_URL, or MUSTER_SMTP_URL_FILE) and mail_from (MUSTER_MAIL_FROM).',
    );
  }

  function entryOf(action: EmailAuditAction, actor: Actor, subject: string, text = ''): AuditEntry {
    const reason = parseReason(text);
    return { at: clock.now(), actor, action, subject, reason, detail: '' };
  }

  /** Also names the kind of the email, and never its recipient. */
  async function entryAbout(action: EmailAuditAction, actor: Actor, id: number, reason?: string) {
    const entry = entryOf(action, actor, `email ${id}`, reason);
    const found = await outbox.findOutboxEntry(id);
    const detail = found && writeDetail({ form: 'email', email: found.email.kind });
    return { ...entry, detail: detail ?? '' };
  }

  return {
    /** Sends a test email at once, and returns what the server answered. Throws `unavailable`, and `invalid`. */
    async sendTest(address: string) {
      const to = requireMailbox(address);
      await using transport = await requireTransport();
      const owner = { accountName: 'administrator', language: DEFAULT_LANGUAGE } as const;
      const email = { kind: 'test', to, ...owner } as const;
      const mail = toMail(testEmails, { id: 0, email, createdAt: clock.now() }, look);
      const { outcome, answer } = await transport.deliver(mail, email.kind);
      if (outcome === 'sent') return answer;
      throw new Failure('unavailable', `The email was not sent: ${answer}`);
    },
    /** Every email that waits or failed, oldest first. */
    async listOutbox(): Promise<ListedOutboxEntry[]> {
      const all = await outbox.listOutbox();
      return all.map(({ id, email, attempts, createdAt, nextAttemptAt, failedAt, lastError }) => ({
        id,
        kind: email.kind,
        recipient: email.to,
        state: failedAt === null ? 'waiting' : 'failed',
        attempts,
        createdAt,
        nextAttemptAt: failedAt === null ? nextAttemptAt : null,
        failedAt,
        lastError,
      }));
    },
    /** Makes an email due now. Throws `not_found`. */
    async retryEmail(actor: Actor, id: number, reason?: string) {
      const entry = await entryAbout('email retried', actor, id, reason);
      if (!(await outbox.retryEmail(id, entry))) throw noSuchEmail(id);
    },
    async retryFailedEmails(actor: Actor, reason?: string) {
      return outbox.retryFailedEmails(entryOf('emails retried', actor, 'failed emails', reason));
    },
    /** Removes an email unsent. Throws `not_found`. */
    async dropFromOutbox(actor: Actor, id: number, reason?: string) {
      const entry = await entryAbout('email deleted', actor, id, reason);
      if (!(await outbox.dropFromOutbox(id, entry))) throw noSuchEmail(id);
    },
  };
}

export type OutboxAdmin = ReturnType<typeof createOutboxAdmin>;

/** Email as the pages of administrators need it. */
export interface EmailAdmin extends Omit<OutboxAdmin, 'sendTest'> {
  readonly isOn: boolean;
  /** What a kind of email is called; the name itself of a kind that another version stored. */
  nameKind(kind: string): string;
  /** Puts a test email into the outbox: no request waits for a mail server. */
  queueTest(to: string, accountName: string): Promise<void>;
}

export function noSuchEmail(id: number): Failure {
  return new Failure('not_found', `There is no email ${id}. It was sent or deleted.`);
}
