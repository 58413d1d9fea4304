// States that replicas share: what accounts count or spend, once for all of them. Times are milliseconds since the Unix epoch.

export interface StateChange<State, Result> {
  result: Result;
  /** Left out where the state stays as it is. It no longer matters from `until` on. */
  next?: { state: State; until: number } | 'removed';
}

export interface StateSet<State> {
  /**
   * Changes the state under a key, with no other change of it in between, in whichever process. `change`
   * must do nothing else, since it may be called several times. `now` never lies before the change that
   * another replica made last, unless that is more than a minute away.
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

/** Things that are good once. `until` says when each can no longer be spent in any case, always the same for one thing. */
export interface SpentList {
  /** Whether it was not spent before; from now on it is. Throws `unavailable`. */
  spend(key: string, until: number): Promise<boolean>;
  /** Throws `unavailable`. */
  isSpent(key: string, until: number): Promise<boolean>;
  /** The same as far as this process knows without asking anybody. */
  isKnownSpent(key: string, until: number): boolean;
}

export interface SharedStates {
  /** Whether states are still there when the process that made them is gone. */
  readonly outlivesProcess: boolean;
  /** A key of 32 bytes, the same in every replica; another one for each purpose. */
  signingKey(purpose: string): Buffer;
  /** Of more than `most`, those changed longest ago are forgotten first, unless only this process can use them. */
  open<State>(
    kind: string,
    bounds: { most: number; isInUse?: (state: State) => boolean },
  ): StateSet<State>;
  /** Of more than `most`, those spent first are forgotten, and whatever can be spent no longer than they counts as spent. */
  openSpent(kind: string, bounds: { most: number }): SpentList;
  sweep(): Promise<void>;
}
