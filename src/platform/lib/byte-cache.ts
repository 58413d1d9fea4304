// Keeps the most recently used byte arrays in memory, up to a total size.

import { removeOldest } from './remove-oldest.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The memory that an entry needs besides its bytes: for the key and two objects. */
const ENTRY_BYTES = 400;

/** Creates the cache, which holds at most `mostBytes`. A key names its bytes for good, as a digest does. */
export function createByteCache(mostBytes: number) {
  const kept = new Map<string, Bytes>();
  let held = 0;
  const drop = (bytes: Bytes) => {
    held -= bytes.length + ENTRY_BYTES;
  };

  return {
    /** Returns the kept bytes, or keeps and returns those that `read` finds. */
    async find(
      key: string,
      read: () => Promise<Bytes | undefined> | Bytes,
    ): Promise<Bytes | undefined> {
      const bytes = kept.get(key) ?? (await read());
      if (bytes === undefined) return undefined;
      // The latest is last. Another request may have kept it in the meantime.
      const same = kept.get(key);
      if (same !== undefined) drop(same);
      kept.delete(key);
      kept.set(key, bytes);
      held += bytes.length + ENTRY_BYTES;
      while (held > mostBytes) removeOldest(kept, drop);
      return bytes;
    },
    measure: () => held,
  };
}
