// Draws cards in a separate thread, which runs only while cards are wanted.

import { startThread } from '../../platform/lib/thread.ts';
import { type Timers, within } from '../../platform/lib/timers.ts';
import type { CardFacts } from './card.ts';

/** A card normally takes a tenth of a second. */
const MAX_DURATION_MS = 5_000;
/** After this time without work, the thread ends and frees its memory. */
const QUIET_MS = 60_000;

/** Draws one card at a time. Throws when the thread fails or takes too long; the next card gets a new thread. */
export function openCardPainter(
  timers: Timers,
  start = () => startThread('modules/embed/card'),
): { drawCard(facts: CardFacts): Promise<Uint8Array<ArrayBuffer>> } & Disposable {
  let thread: Worker | undefined;
  let cancelStop = (): void => {};
  let isClosed = false;

  function stop(): void {
    cancelStop();
    thread?.terminate();
    thread = undefined;
  }

  async function drawCard(facts: CardFacts) {
    if (isClosed) throw new Error('The service is stopping.');
    cancelStop();
    thread ??= start();
    const drawing = thread;
    const outcome = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const fail = (reason: string) => outcome.reject(new Error(reason));
    const ended = () => fail('The thread ended.');
    drawing.onmessage = ({ data }) => outcome.resolve(data);
    drawing.onerror = ({ message }) => fail(message);
    drawing.addEventListener('close', ended);
    drawing.postMessage(facts);
    try {
      const png = await within(MAX_DURATION_MS, outcome.promise, () => undefined, timers);
      if (png === undefined) throw new Error(`It was not there after ${MAX_DURATION_MS} ms.`);
      cancelStop = timers.after(QUIET_MS, stop);
      return png;
    } catch (error) {
      stop();
      throw error;
    } finally {
      // The listener would keep the card in memory for as long as the thread runs.
      drawing.removeEventListener('close', ended);
    }
  }

  return {
    drawCard,
    [Symbol.dispose]() {
      isClosed = true;
      stop();
    },
  };
}
