// Which of several replicas does what only one of them may do.

export interface Leadership {
  /** The number of the term in which this process leads; `undefined` while another may. Terms only grow. */
  term(): number | undefined;
  /**
   * Does work of the leader, up to its last promise: when another process leads by then, nothing that the work
   * writes is stored, and `unavailable` is thrown in its place. Throws `unavailable` when this process does not
   * lead.
   */
  run<Result>(work: () => Result): Result;
  /**
   * Whether this process leads, as the database says: to be called in `run`, right before what the database
   * cannot refuse. Throws `unavailable` while the database is away.
   */
  confirm(): Promise<boolean>;
}

export const alwaysLeading: Leadership = {
  term: () => 0,
  run: (work) => work(),
  confirm: async () => true,
};
