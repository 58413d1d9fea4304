// Waiting as a thing that is handed in, beside the clock.

/** Runs things later. */
export interface Timers {
  /** Calls `run` once after `ms` milliseconds; the answer calls it off. */
  after(ms: number, run: () => void): () => void;
}

/** The runtime's own timers. */
export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
