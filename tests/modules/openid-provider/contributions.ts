// What single sign-on gives to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

export const contributions: Contributions = {
  limits: {
    'src/modules/openid-provider/openid.ts': {
      shared: ['new logins to other programs by players who are not logged in'],
      own: ['new logins to other programs by players who are logged in'],
    },
    'src/modules/openid-provider/openid-page.tsx': { own: ['logins to other programs'] },
    'src/modules/openid-provider/openid-api.ts': {
      own: ['requests of programs that log players in'],
    },
  },
};
