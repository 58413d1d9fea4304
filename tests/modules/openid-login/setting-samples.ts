// Good and bad values of the settings of the module, for the test of all settings.

import type { OptionKey, Settings } from '../../../src/app/options.ts';

export const GOOD_LOGIN_PROVIDERS: [OptionKey, string, Partial<Settings>][] = [
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
];

export const BAD_LOGIN_PROVIDERS: [OptionKey, string, string][] = [
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
];
