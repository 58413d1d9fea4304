// Which of several replicas does what only one of them may do.

export interface Leadership {
  /** The number of the term in which this process leads; `undefined` while another may. Terms only grow. */
  term(): number | undefined;
  /** Does work of the leader. Throws `unavailable`, and stores nothing of it, when another process leads by its end. */
  run<Result>(work: () => Result): Result;
  /** Whether this process leads, as the database says: to be asked in `run`, right before what the database cannot refuse. */
  confirm(): Promise<boolean>;
}

export const alwaysLeading: Leadership = {
  term: () => 0,
  run: (work) => work(),
  confirm: async () => true,
};
