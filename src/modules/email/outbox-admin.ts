// The administration of the outbox: administrators send a test, read the outbox, retry and delete.

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

/** An email as administrators see it: its kind and state, never its text. */
export interface ListedOutboxEntry
  extends Pick<OutboxEntry, 'id' | 'attempts' | 'createdAt' | 'failedAt' | 'lastError'> {
  kind: OutboxEntry['email']['kind'];
  recipient: string;
  state: 'waiting' | 'failed';
  /** `null` once the email has failed for good. */
  nextAttemptAt: number | null;
}

/** Creates the administration of the outbox. Every change is logged with its actor and reason. */
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

  /** The entry names the kind of the email and never its recipient. */
  async function entryAbout(action: EmailAuditAction, actor: Actor, id: number, reason?: string) {
    const entry = entryOf(action, actor, `email ${id}`, reason);
    const found = await outbox.findOutboxEntry(id);
    const detail = found && writeDetail({ form: 'email', email: found.email.kind });
    return { ...entry, detail: detail ?? '' };
  }

  return {
    /** Sends a test email at once. Returns the server's answer. Throws `unavailable` and `invalid`. */
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
    /** Lists every waiting or failed email, oldest first. */
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
    countFailed: async (): Promise<number> => (await outbox.measureOutbox()).failed,
    /** Makes an email due now. Throws `not_found`. */
    async retryEmail(actor: Actor, id: number, reason?: string) {
      const entry = await entryAbout('email retried', actor, id, reason);
      if (!(await outbox.retryEmail(id, entry))) throw noSuchEmail(id);
    },
    async retryFailedEmails(actor: Actor, reason?: string) {
      return outbox.retryFailedEmails(entryOf('emails retried', actor, 'failed emails', reason));
    },
    /** Removes an email without sending it. Throws `not_found`. */
    async dropFromOutbox(actor: Actor, id: number, reason?: string) {
      const entry = await entryAbout('email deleted', actor, id, reason);
      if (!(await outbox.dropFromOutbox(id, entry))) throw noSuchEmail(id);
    },
  };
}

export type OutboxAdmin = ReturnType<typeof createOutboxAdmin>;

/** The administration of email, as pages use it. */
export interface EmailAdmin extends Omit<OutboxAdmin, 'sendTest'> {
  readonly isOn: boolean;
  /** The label of a kind of email, or the kind itself if another version stored it. */
  nameKind(kind: string): string;
  /** Puts a test email into the outbox, so that no request waits for a mail server. */
  queueTest(to: string, accountName: string): Promise<void>;
}

export function noSuchEmail(id: number): Failure {
  return new Failure('not_found', `There is no email ${id}. It was sent or deleted.`);
}
