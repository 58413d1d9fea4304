// A value that is made when it is first read: what is costly to make must not slow the start down.

/** Returns a function that makes the value at its first call, and returns the same one from then on. */
export function createLazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
