// Makes room in a full map: removes the oldest entries first, several at once.

const SHARE = 16;

/** Removes a sixteenth of the map. One by one, the runtime would skip all earlier gaps each time. */
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
