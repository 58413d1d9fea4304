// A real store in memory for the tests of other rooms.

import { openStore, type Store } from '../../src/store/open-store.ts';

/** Opens an empty store that nobody else sees; the caller disposes it. */
export function openTestStore(): Store {
  return openStore({ memory: true });
}
