// Decides which of several replicas does the work that only one may do.

export interface Leadership {
  /** The number of the term in which this process leads; `undefined` while another may. Terms only grow. */
  term(): number | undefined;
  /** Runs work of the leader. Throws `unavailable`, and stores nothing, when another process leads by its end. */
  run<Result>(work: () => Result): Result;
  /** Whether this process leads, according to the database. Call it in `run`, before what it cannot refuse. */
  confirm(): Promise<boolean>;
}

export const alwaysLeading: Leadership = {
  term: () => 0,
  run: (work) => work(),
  confirm: async () => true,
};
