// Keeps what is made of a value that may be replaced by another while the service runs.

/**
 * Answers with what `make` makes of the value, which is made anew once `read` answers with another
 * one; values are told apart by identity.
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
