// What the login with another OpenID provider gives to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

export const contributions: Contributions = {
  // Nobody listens there.
  settings: { oidcLogin: 'http://localhost:1', oidcLoginClientId: 'muster' },
  waysOut: ['/acc/login/openid/'],
  goodSettings: [
    ['oidc_login', 'https://id.example.net', { oidcLogin: 'https://id.example.net' }],
    [
      'oidc_login',
      'https://id.example.net/realms/a/',
      { oidcLogin: 'https://id.example.net/realms/a/' },
    ],
    ['oidc_login', 'http://localhost:9000', { oidcLogin: 'http://localhost:9000' }],
    ['oidc_login', 'http://[::1]:9000/a', { oidcLogin: 'http://[::1]:9000/a' }],
    ['oidc_login_client_id', 'a b/c', { oidcLoginClientId: 'a b/c' }],
    ['oidc_login_client_secret', 'hush', { oidcLoginClientSecret: 'hush' }],
    ['oidc_login_name', ' Unser Verein ', { oidcLoginName: 'Unser Verein' }],
  ],
  badSettings: [
    ['oidc_login', 'id.example.net', 'is not an issuer'],
    ['oidc_login', 'http://id.example.net', 'Use an https address'],
    ['oidc_login', 'http://localhost.example.net', 'Use an https address'],
    ['oidc_login', 'https://u:p@id.example.net', 'user name or password'],
    ['oidc_login', 'https://id.example.net/?tenant=1', 'query'],
    ['oidc_login', `https://id.example.net/${'x'.repeat(200)}`, 'is not an issuer'],
    ['oidc_login_client_id', 'müster', 'is not a client ID'],
    ['oidc_login_client_secret', 'x'.repeat(501), '1 to 500'],
    ['oidc_login_client_secret', 'hünter2', 'printable'],
    ['oidc_login_name', 'x'.repeat(41), 'up to 40'],
  ],
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
