// A moment that a sentence speaks of, with its exact time in the title.
/** @jsxImportSource preact */

import { describeDuration, describeMoment } from './time.tsx';

/** `text` tells how long ago; `at` is in milliseconds since the Unix epoch. */
export function Moment({ at, text }: { at: number; text: string }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={describeMoment(at)}>
      {text}
    </time>
  );
}

/** How long ago a moment was, such as `3 d`. */
export function durationOf(at: number, now: number): string {
  return describeDuration(Math.max(0, now - at) / 1_000);
}
