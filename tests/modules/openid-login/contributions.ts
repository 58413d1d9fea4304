// What the login with another OpenID provider gives to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

export const contributions: Contributions = {
  // Nobody listens there.
  settings: { oidcLogin: 'http://localhost:1', oidcLoginClientId: 'muster' },
  waysOut: ['/acc/login/openid/'],
  emails: [
    {
      kind: 'login provider changed',
      to: 'alice@example.net',
      accountName: 'Alice',
      language: 'en',
      how: 'linked',
      provider: 'Example',
      at: Date.UTC(2026, 10, 21, 16, 31),
    },
  ],
  limits: {
    'src/modules/openid-login/openid-login.ts': { shared: ['logins with an OpenID provider'] },
  },
};
