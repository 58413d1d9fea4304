// The port of what all replicas of a service count, spend and remember together.

/** What becomes of a state. */
export interface StateChange<State, Result> {
  result: Result;
  /** Left out where the state stays as it is. It no longer matters from `until` on, in milliseconds since the Unix epoch. */
  next?: { state: State; until: number } | 'removed';
}

/** States of one kind, by their keys. A state is data that JSON can hold. */
export interface StateSet<State> {
  /**
   * Changes the state under a key, with no other change of it in between, in whichever process. `change`
   * must do nothing else, since it may be called several times. `now` never lies before the change that
   * another replica made last, unless that is more than a minute away. Throws `unavailable`.
   */
  update<Result>(
    key: string,
    change: (state: State | undefined, now: number) => StateChange<State, Result>,
  ): Promise<Result>;
  /** What `read` makes of the state under a key. Throws `unavailable`. */
  look<Result>(
    key: string,
    read: (state: State | undefined, now: number) => Result,
  ): Promise<Result>;
}

/** Things that are good once. `until` says when each can no longer be spent in any case, always the same for one thing. */
export interface SpentList {
  /** Whether it was not spent before; from now on it is. Throws `unavailable`. */
  spend(key: string, until: number): Promise<boolean>;
  /** Whether it was spent. Throws `unavailable`. */
  isSpent(key: string, until: number): Promise<boolean>;
  /** The same as far as this process knows without asking anybody. */
  isKnownSpent(key: string, until: number): boolean;
}

/** What replicas share. */
export interface SharedStates {
  /** Whether states are still there when the process that made them is gone. */
  readonly outlivesProcess: boolean;
  /** A key of 32 bytes, the same in every replica; another one for each purpose. */
  signingKey(purpose: string): Buffer;
  /**
   * The states of a kind, of which `most` are kept: those that were changed longest ago are forgotten first,
   * except those in use where only this process can use them.
   */
  open<State>(
    kind: string,
    bounds: { most: number; isInUse?: (state: State) => boolean },
  ): StateSet<State>;
  /**
   * The spent things of a kind, of which `most` are remembered. Of more, those that were spent first are
   * forgotten, and whatever can be spent no longer than they counts as spent. Where `onFull` is given and
   * nobody else shares the list, all are forgotten instead, and it has to make all things invalid.
   */
  openSpent(kind: string, bounds: { most: number; onFull?: () => void }): SpentList;
  /** Removes what no longer matters. */
  sweep(): Promise<void>;
}
