// What single sign-on gives to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

const CLIENT = ['0123456789abcdef01234567'];

export const contributions: Contributions = {
  commands: {
    'client add': ['Forum', '--redirect', 'https://forum.example/callback'],
    'client list': [],
    'client enable': CLIENT,
    'client disable': CLIENT,
    'client renew-secret': CLIENT,
    'client remove': CLIENT,
    'client rotate-keys': [],
  },
  goodSettings: [['oidc_provider', 'off', { isOpenidProvider: false }]],
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
