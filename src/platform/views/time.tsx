// Times and durations for people, with the exact moment in the title.
/** @jsxImportSource preact */

import { splitDuration } from '../lib/duration.ts';
import { endMinute } from '../lib/moment.ts';
import { formats, messages } from '../messages/messages.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A duration, rounded down, such as `1 min`, `36 h` or `3 d`. */
export function describeDuration(seconds: number): string {
  const { count, unit } = splitDuration(seconds);
  return messages.duration[unit](count);
}

/** A duration from the settings, in the largest unit that gives a whole number, such as `3 min` or `90 s`. */
export function describeSpan(seconds: number): string {
  const { duration } = messages;
  if (seconds % HOUR === 0) return duration.hour(seconds / HOUR);
  if (seconds % MINUTE === 0) return duration.minute(seconds / MINUTE);
  return duration.second(seconds);
}

/** How long ago a moment was, such as `3 days ago`; both in milliseconds since the Unix epoch. */
export function agoOf(at: number, now: number): string {
  return formats.formatAgo(Math.max(0, now - at) / 1_000);
}

/** A moment, written as `text` or else to the minute. The script writes it in local time; the title has the second. */
export function Moment({ at, text, minute = at }: { at: number; text?: string; minute?: number }) {
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formats.formatMomentExact(at)}
      data-local={text === undefined ? minute : undefined}
    >
      {text ?? `${formats.formatMoment(minute)} UTC`}
    </time>
  );
}

/** The end of a suspension or a ban, rounded up to the minute, with the second in its title. */
export function End({ at }: { at: number }) {
  return <Moment at={at} minute={endMinute(at)} />;
}

/** How long something has lasted at `now`; both in milliseconds since the Unix epoch. */
export function Since({ start, now }: { start: number; now: number }) {
  return (
    <time
      dateTime={new Date(start).toISOString()}
      title={messages.duration.since(formats.formatMomentExact(start))}
    >
      {describeDuration(Math.max(0, now - start) / 1_000)}
    </time>
  );
}

/** How long ago something was at `now`; both in milliseconds since the Unix epoch. */
export function Ago({ at, now }: { at: number; now: number }) {
  return <Moment at={at} text={agoOf(at, now)} />;
}
