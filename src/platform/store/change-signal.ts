// Signals that another process changed stored data.

export interface ChangeSignal {
  /** A number that changes whenever another process, such as the command line, has committed a change. */
  version(): number;
}
