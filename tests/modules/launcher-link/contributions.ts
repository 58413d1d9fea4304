// What the links of launchers give to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

export const contributions: Contributions = {
  goodSettings: [['launcher_link', 'off', { isLauncherLinkOn: false }]],
  limits: {
    'src/modules/launcher-link/launcher-links.ts': {
      shared: ['codes that launchers get', 'codes of launchers that players enter'],
    },
  },
};
