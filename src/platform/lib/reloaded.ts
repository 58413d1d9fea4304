// Derives a value from one that a reload may replace while the service runs.

/** Returns a function that makes the value on its first call, and again whenever `read` returns a different source. */
export function createReloaded<Value, Made>(
  read: () => Value,
  make: (value: Value) => Made,
): () => Made {
  let last: { value: Value; made: Made } | undefined;
  return () => {
    const value = read();
    if (last === undefined || value !== last.value) last = { value, made: make(value) };
    return last.made;
  };
}
