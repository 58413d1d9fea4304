// The signal that another process changed what is stored.

export interface ChangeSignal {
  /** A number that changes whenever another process, such as the command line, has committed a change. */
  version(): number;
}
