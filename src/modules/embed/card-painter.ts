// Has cards drawn in a thread of its own, which is there only while cards are wanted.

import { startThread } from '../../platform/lib/thread.ts';
import { type Timers, within } from '../../platform/lib/timers.ts';
import type { CardFacts } from './card.ts';

/** A card takes a tenth of a second. */
const MAX_DURATION_MS = 5_000;
/** Without work for so long the thread ends, and gives back its memory. */
const QUIET_MS = 60_000;

/** Draws one card at a time. Throws where the thread fails or takes too long, and the next card has a new one. */
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
      // It would keep the card for as long as the thread runs.
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
