// What administrators do about mail: send a test, look at the queue, try again, drop.

import type { Clock } from '../lib/clock.ts';
import { MusterError } from '../lib/errors.ts';
import type { LetterKind, LetterStore, Transport } from './ports.ts';
import { requireMailbox } from './recipient.ts';
import { type SenderPorts, toMail } from './sender.ts';

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

/** The administration of mail. */
export interface MailOffice {
  /** Sends a test letter at once, past the queue, and returns what the server answered. Throws `unavailable` with its answer when it was not taken, `invalid` for an address that is none. */
  sendTest(address: string): Promise<string>;
  /** Connects and logs in without sending; returns where. Throws `unavailable`. */
  verify(): Promise<string>;
  /** Everything that waits or failed, oldest first. */
  listLetters(): Promise<ListedLetter[]>;
  /** Makes a letter due now. Throws `not_found`. */
  retryLetter(id: number): Promise<void>;
  /** Makes every failed letter due now; returns how many there were. */
  retryFailedLetters(): Promise<number>;
  /** Removes a letter unsent. Throws `not_found`. */
  dropLetter(id: number): Promise<void>;
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
    async retryLetter(id) {
      if (!(await letters.retryLetter(id, clock.now()))) throw noSuchLetter(id);
    },
    retryFailedLetters: () => letters.retryFailedLetters(clock.now()),
    async dropLetter(id) {
      if (!(await letters.removeLetter(id))) throw noSuchLetter(id);
    },
  };
}

function noSuchLetter(id: number): MusterError {
  return new MusterError(
    'not_found',
    `There is no letter ${id}: it was sent, or dropped. muster mail list shows the letters.`,
  );
}
