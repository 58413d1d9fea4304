// What notes of staff give to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

export const contributions: Contributions = {
  moves: { server_notes: 'moves' },
};
