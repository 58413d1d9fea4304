// A value made of one that a reload may replace while the service runs.

/**
 * Returns a function that answers what `make` makes of the value. It is made again when `read`
 * returns another value; values are compared by identity.
 */
export function createReloaded<Value, Made>(
  read: () => Value,
  make: (value: Value) => Made,
): () => Made {
  let seen = read();
  let made = make(seen);
  return () => {
    const value = read();
    if (value !== seen) {
      made = make(value);
      seen = value;
    }
    return made;
  };
}
