// A value made of one that a reload may replace while the service runs.

/** Returns what `make` made of the value, and makes it again when `read` returns another one. */
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
