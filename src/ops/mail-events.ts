// One function for each event of mail. None is given an address, and one alone shows what letters say.

import { countEvent } from './counters.ts';
import { describeError } from './describe-error.ts';
import { loggerOf } from './log.ts';
import { createRepeats } from './repeats.ts';

const mail = loggerOf('mail');

interface Attempted {
  id: number;
  kind: string;
  attempts: number;
}

/** The service runs without a mail server. */
export function mailIsOff(): void {
  countEvent('mail_off');
  mail.warning(
    'Mail is off: nobody can confirm an address, get a login code or set a forgotten password by mail. Set smtp_url and mail_from',
  );
}

/** The service runs in development: what is secret elsewhere is in this log. */
export function developmentIsOn(): void {
  countEvent('mail_development');
  mail.warning(
    'DEVELOPMENT: letters are not sent but written to this log, with links and codes that let anybody in who reads it. Never use this with real accounts',
  );
}

/** A letter as it would have been sent; in development only. */
export function letterWritten(letter: { kind: string; subject: string; text: string }): void {
  countEvent('letter_written');
  const { kind, subject, text } = letter;
  mail.warning('Letter (development)', { kind, subject, text });
}

/** A letter waits to be sent. */
export function queued(kind: string): void {
  countEvent('letter_queued');
  mail.debug('Letter queued', { kind });
}

const droppedLetters = createRepeats<{ kind: string; reason: string }>({
  first: (facts) => mail.warning('Letter dropped', facts),
  others: (facts, count) => mail.warning('More letters dropped', { ...facts, count }),
  rest: (count) => mail.warning('More letters dropped for other reasons', { count }),
});

/** A letter was not taken, since there are too many. */
export function dropped(kind: string, reason: string): void {
  countEvent('letter_dropped');
  droppedLetters.note(`${kind} ${reason}`, { kind, reason });
}

/** The mail server took a letter. */
export function sent({ id, kind, attempts }: Attempted): void {
  countEvent('letter_sent');
  mail.info('Letter sent', { letter: id, kind, attempts });
}

/** A letter could not be sent just now; `reason` is the server's answer without addresses. */
export function postponed({ id, kind, attempts, reason }: Attempted & { reason: string }): void {
  countEvent('letter_postponed');
  mail.warning('Letter could not be sent, trying again', { letter: id, kind, attempts, reason });
}

/** A letter was refused for good, or tried for the last time. */
export function failed({ id, kind, attempts, reason }: Attempted & { reason: string }): void {
  countEvent('letter_failed');
  mail.error('Letter given up', { letter: id, kind, attempts, reason });
}

/** The queue could not be read or written. */
export function queueFailed(error: unknown): void {
  countEvent('mail_queue_failed');
  const { kind, detail } = describeError(error);
  mail.error('Queue of letters cannot be used, trying again', { kind, detail });
}
