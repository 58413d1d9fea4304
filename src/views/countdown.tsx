// A wait that the script counts down; without it the text says how long it is, and to load the page again.
/** @jsxImportSource preact */

import { formMessages } from '../messages/messages.ts';

/** The place of the time in a text that the script fills in. */
const TIME = '{time}';

/**
 * A sentence about something that is possible in `ms`. At zero the script shows `done` in its place, and
 * enables the disabled button of the form that it stands in.
 */
export function Countdown(properties: {
  ms: number;
  /** The sentence without a script, with the wait in words. */
  still: string;
  /** The sentence with the time that is left, such as `1:05`. */
  counting: (time: string) => string;
  done: string;
}) {
  const { ms, still, counting, done } = properties;
  return (
    <p
      class="hint"
      data-countdown={Math.ceil(ms / 1_000)}
      data-text={counting(TIME)}
      data-done={done}
    >
      {still} {formMessages.reloadThen}
    </p>
  );
}
