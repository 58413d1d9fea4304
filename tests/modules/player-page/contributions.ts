// What the pages of players give to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

export const contributions: Contributions = {
  limits: {
    'src/modules/player-page/player-pages.ts': {
      own: ['changes of what the page of a player shows'],
    },
  },
};
