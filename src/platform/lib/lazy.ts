// Makes a costly value when it is first read, so that the service starts faster.

/** Returns a function that makes the value on its first call and returns the same value afterwards. */
export function createLazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
