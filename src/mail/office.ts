// What administrators do about mail: send a test, look at the queue, try again, drop.

import type { Actor, AuditAct, AuditEntry } from '../accounts/audit-ports.ts';
import type { Clock } from '../lib/clock.ts';
import { MusterError } from '../lib/errors.ts';
import { requirePlainLine } from '../lib/plain-line.ts';
import type { LetterKind, LetterStore, Transport } from './ports.ts';
import { requireMailbox } from './recipient.ts';
import { type SenderPorts, toMail } from './sender.ts';

const LONGEST_REASON = 200;

/** A letter as administrators see it: what it is and how it fares, never what it says. */
export interface ListedLetter {
  id: number;
  kind: LetterKind;
  recipient: string;
  state: 'waiting' | 'failed';
  attempts: number;
  createdAt: number;
  /** `null` once it failed. */
  nextAttemptAt: number | null;
  failedAt: number | null;
  lastError: string;
}

/**
 * The administration of mail. What changes the queue is logged with who did it and why, the letter by
 * its number; a reason is one line of at most 200 characters, and may be empty.
 */
export interface MailOffice {
  /** Sends a test letter at once, past the queue, and returns what the server answered. Throws `unavailable` with its answer when it was not taken, `invalid` for an address that is none. */
  sendTest(address: string): Promise<string>;
  /** Connects and logs in without sending; returns where. Throws `unavailable`. */
  verify(): Promise<string>;
  /** Everything that waits or failed, oldest first. */
  listLetters(): Promise<ListedLetter[]>;
  /** Makes a letter due now. Throws `not_found`. */
  retryLetter(actor: Actor, id: number, reason?: string): Promise<void>;
  /** Makes every failed letter due now; returns how many there were. */
  retryFailedLetters(actor: Actor, reason?: string): Promise<number>;
  /** Removes a letter unsent. Throws `not_found`. */
  dropLetter(actor: Actor, id: number, reason?: string): Promise<void>;
}

/** Opens the administration. `openTransport` is called when something is to be sent. */
export function createMailOffice({
  letters,
  clock,
  openTransport,
  ...look
}: Pick<SenderPorts, 'site' | 'linkTo'> & {
  letters: LetterStore;
  clock: Clock;
  openTransport: () => Promise<Transport | undefined>;
}): MailOffice {
  async function requireTransport(): Promise<Transport> {
    const transport = await openTransport();
    if (transport !== undefined) return transport;
    throw new MusterError(
      'unavailable',
      'No mail server is named, so no mail can be sent: set smtp_url (MUSTER_SMTP_URL, or MUSTER_SMTP_URL_FILE) and mail_from (MUSTER_MAIL_FROM).',
    );
  }

  function entryOf(act: AuditAct, actor: Actor, subject: string, text = ''): AuditEntry {
    const reason = requirePlainLine('The reason', text.trim(), LONGEST_REASON);
    return { at: clock.now(), actor, act, subject, reason, detail: '' };
  }

  /** Tells the kind of the letter too, and never whom it is for. */
  async function entryAbout(act: AuditAct, actor: Actor, id: number, reason?: string) {
    const entry = entryOf(act, actor, `letter ${id}`, reason);
    const found = await letters.findLetter(id);
    return { ...entry, detail: found?.letter.kind ?? '' };
  }

  return {
    async sendTest(address) {
      const to = requireMailbox(address);
      await using transport = await requireTransport();
      const letter = { kind: 'test', to, accountName: 'administrator' } as const;
      const mail = toMail({ id: 0, letter, createdAt: clock.now() }, look);
      const { outcome, answer } = await transport.deliver(mail, letter.kind);
      if (outcome === 'sent') return answer;
      throw new MusterError('unavailable', `The letter was not sent: ${answer}`);
    },
    async verify() {
      await using transport = await requireTransport();
      return await transport.verify();
    },
    async listLetters() {
      const all = await letters.listLetters();
      return all.map(({ letter, expiresAt: _, ...queued }) => ({
        ...queued,
        kind: letter.kind,
        recipient: letter.to,
        state: queued.failedAt === null ? 'waiting' : 'failed',
        nextAttemptAt: queued.failedAt === null ? queued.nextAttemptAt : null,
      }));
    },
    async retryLetter(actor, id, reason) {
      const entry = await entryAbout('letter retried', actor, id, reason);
      if (!(await letters.retryLetter(id, entry))) throw noSuchLetter(id);
    },
    async retryFailedLetters(actor, reason) {
      return letters.retryFailedLetters(
        entryOf('letters retried', actor, 'failed letters', reason),
      );
    },
    async dropLetter(actor, id, reason) {
      const entry = await entryAbout('letter dropped', actor, id, reason);
      if (!(await letters.dropLetter(id, entry))) throw noSuchLetter(id);
    },
  };
}

function noSuchLetter(id: number): MusterError {
  return new MusterError(
    'not_found',
    `There is no letter ${id} any more: it was sent, or dropped.`,
  );
}
