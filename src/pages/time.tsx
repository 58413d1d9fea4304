// Times as people read them: how long, with the exact moment in the title.
/** @jsxImportSource preact */

import { words } from './words.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time in its largest unit that gives two whole ones, such as `3 d` or `36 h`. */
export function describeDuration(seconds: number): string {
  const { duration } = words;
  if (seconds < 2 * MINUTE) return duration.seconds(Math.floor(seconds));
  if (seconds < 2 * HOUR) return duration.minutes(Math.floor(seconds / MINUTE));
  if (seconds < 2 * DAY) return duration.hours(Math.floor(seconds / HOUR));
  return duration.days(Math.floor(seconds / DAY));
}

/** A moment, milliseconds since the Unix epoch, to the second in UTC. */
export function describeMoment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A moment to the minute in UTC, rounded up: what ends then has ended by then. */
export function describeMinute(at: number): string {
  const up = Math.ceil(at / 60_000) * 60_000;
  return `${new Date(up).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** How long something has lasted at `now`; both in milliseconds since the Unix epoch. */
export function Since({ start, now }: { start: number; now: number }) {
  return (
    <time
      dateTime={new Date(start).toISOString()}
      title={words.duration.since(describeMoment(start))}
    >
      {describeDuration(Math.max(0, now - start) / 1000)}
    </time>
  );
}

/** How long ago something was at `now`; both in milliseconds since the Unix epoch. */
export function Ago({ at, now }: { at: number; now: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={describeMoment(at)}>
      {words.duration.ago(describeDuration(Math.max(0, now - at) / 1000))}
    </time>
  );
}
