// Where a request that concerns an account came from.

/** What is known of the sender of a request. */
export interface Caller {
  address: string;
  /** The header as it came; empty without one. */
  userAgent: string;
  /**
   * For browsers, which keep a `device` cookie of this service: its value, a secret, empty where none
   * was brought. `undefined` for launchers, which keep no cookie but their session's.
   */
  deviceValue: string | undefined;
}
