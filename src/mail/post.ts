// The way into the queue: takes letters from the rooms, within bounds, and never waits for a mail server.

import type { Letter, Post } from '../accounts/letters.ts';
import type { Clock } from '../lib/clock.ts';
import { createTokenBuckets } from '../lib/token-buckets.ts';
import type { LetterStore, MailEvents } from './ports.ts';
import { requireMailbox } from './recipient.ts';
import { failureWords } from './words.ts';

/** Letters that may wait at once. */
export const QUEUE_LIMIT = 10_000;
/** Letters that one address gets at most within an hour. */
const PER_RECIPIENT = { refill: 10, everyMs: 60 * 60_000, capacity: 10 };

/** A post that takes nothing, for a service that cannot send mail. */
export const closedPost: Post = {
  isOpen: false,
  async send() {},
};

/** A post that puts letters into the queue. */
export function createPost({
  letters,
  events,
  clock,
}: {
  letters: LetterStore;
  events: Pick<MailEvents, 'queued' | 'dropped'>;
  clock: Clock;
}): Post {
  const budgets = createTokenBuckets(clock, PER_RECIPIENT);
  return {
    isOpen: true,
    async send(letter) {
      const recipient = requireMailbox(letter.to).toLowerCase();
      // Told to nobody who asks: an error here would tell which addresses have an account.
      if (budgets.spend(recipient) > 0) {
        events.dropped(letter.kind, failureWords.recipientBudget);
        return;
      }
      const createdAt = clock.now();
      const entry = { letter, createdAt, expiresAt: expiryOf(letter) };
      if (await letters.addLetter(entry, QUEUE_LIMIT)) events.queued(letter.kind);
      else events.dropped(letter.kind, failureWords.queueFull);
    },
  };
}

function expiryOf(letter: Letter): number | null {
  return 'validUntil' in letter ? letter.validUntil : null;
}
