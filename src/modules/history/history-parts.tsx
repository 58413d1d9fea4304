// Shows when a server is usually busy.

import { splitAtPhrase } from '../../platform/lib/split-phrase.ts';
import type { Rhythm } from './history-rhythm.ts';
import { historyMessages } from './messages.ts';

/** @jsxImportSource preact */

/** Says in a few words when a server is busy, if that is known. The script shows the hour in the reader's time zone. */
export function Busy({ rhythm }: { rhythm: Rhythm | undefined }) {
  const { busyHour, isFull = false, isRising = false } = rhythm ?? {};
  const rising = isRising ? historyMessages.rising : '';
  if (busyHour === undefined) return rising;
  const text = isFull ? historyMessages.usuallyFull : historyMessages.busiest;
  const [before = '', , after] = splitAtPhrase(text, ['{time}']) ?? [];
  return (
    <>
      {before}
      <time data-hour={busyHour}>{`${busyHour}`.padStart(2, '0').concat(':00')} UTC</time>
      {after}
      {isRising && ` · ${rising}`}
    </>
  );
}
