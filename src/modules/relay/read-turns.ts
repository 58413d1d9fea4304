// Makes sockets that bring much take turns, so that the event loop answers requests between their reads.

export interface ReadTurns {
  /** The number of this turn. A caller takes part once in each. */
  readonly current: number;
  /** Whether the caller may read on at once. Otherwise `resume` is called in a later turn of the event loop. */
  take(resume: () => void): boolean;
}

/** The bytes that a game server may send in one turn. Without turns, a thousand flooding servers would delay lists. */
export const TURN_BYTES = 64 * 1024;
const READ_AT_ONCE = 3;

/** Lets `atOnce` callers read in each turn; the others wait in order. `later` runs a task in the next turn. */
export function createReadTurns(
  atOnce: number = READ_AT_ONCE,
  later: (task: () => void) => void = setImmediate,
): ReadTurns {
  let current = 0;
  let taken = 0;
  let isDue = false;
  let waiting: (() => void)[] = [];

  function next(): void {
    isDue = false;
    current += 1;
    taken = 0;
    const resumed = waiting.slice(0, atOnce);
    waiting = waiting.slice(atOnce);
    if (waiting.length > 0) schedule();
    for (const resume of resumed) resume();
  }

  function schedule(): void {
    if (isDue) return;
    isDue = true;
    later(next);
  }

  return {
    get current() {
      return current;
    },
    take(resume) {
      schedule();
      if (waiting.length === 0 && taken < atOnce) {
        taken += 1;
        return true;
      }
      waiting.push(resume);
      return false;
    },
  };
}
