// Makes room in a map that is full: what was added first is removed first, several at once.

const SHARE = 16;

/** Removes a sixteenth of the map: one by one, the runtime would pass over the places of those removed before each time. */
export function removeOldest<Key, Value>(
  map: Map<Key, Value>,
  onRemoved: (value: Value) => void = () => {},
): void {
  let left = Math.max(1, Math.floor(map.size / SHARE));
  for (const [key, value] of map) {
    map.delete(key);
    onRemoved(value);
    left -= 1;
    if (left === 0) return;
  }
}
