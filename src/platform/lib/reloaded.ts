// A value made of one that a reload may replace while the service runs.

/** Returns what `make` made of the value: at the first call, and again when `read` returns another one. */
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
