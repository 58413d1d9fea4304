// What own lists give to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

export const contributions: Contributions = {
  moves: { own_list_servers: 'moves' },
  limits: { 'src/modules/own-list/own-list.ts': { own: ['changes of own lists'] } },
};
