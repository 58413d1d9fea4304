// States that replicas share: counters and budgets of accounts. Times are milliseconds since the Unix epoch.

export interface StateChange<State, Result> {
  result: Result;
  /** Absent when the state stays unchanged. The state is not needed from `until` on. */
  next?: { state: State; until: number } | 'removed';
}

export interface StateSet<State> {
  /**
   * Changes the state under a key; no process can change it in between. `change` may run several times, so it must have
   * no other effect. `now` is never earlier than the last change by another replica, unless the two are more than a
   * minute apart.
   */
  update<Result>(
    key: string,
    change: (state: State | undefined, now: number) => StateChange<State, Result>,
  ): Promise<Result>;
  look<Result>(
    key: string,
    read: (state: State | undefined, now: number) => Result,
  ): Promise<Result>;
}

/** Keys that can be spent once. `until` says when a key expires, and is always the same for a key. */
export interface SpentList {
  /** Spends the key; false when it was spent before. Throws `unavailable`. */
  spend(key: string, until: number): Promise<boolean>;
  /** Throws `unavailable`. */
  isSpent(key: string, until: number): Promise<boolean>;
  /** Like `isSpent`, but uses only the knowledge of this process. */
  isKnownSpent(key: string, until: number): boolean;
}

export interface SharedStates {
  /** Whether states survive the process that made them. */
  readonly outlivesProcess: boolean;
  /** A key of 32 bytes, the same in every replica, and different for each purpose. */
  signingKey(purpose: string): Buffer;
  /** Beyond `most`, forgets the states changed longest ago, except those that only this process can use. */
  open<State>(
    kind: string,
    bounds: { most: number; isInUse?: (state: State) => boolean },
  ): StateSet<State>;
  /**
   * When there are more than `most`, forgets the keys spent first. Then every key that expires no later than a
   * forgotten one counts as spent.
   */
  openSpent(kind: string, bounds: { most: number }): SpentList;
  sweep(): Promise<void>;
}
