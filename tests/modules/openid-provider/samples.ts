// What tests of all commands and options need from single sign-on.

const CLIENT = ['0123456789abcdef01234567'];

/** Arguments for each command. */
export const CLIENT_CASES: Readonly<Record<string, string[]>> = {
  'client add': ['Forum', '--redirect', 'https://forum.example/callback'],
  'client list': [],
  'client enable': CLIENT,
  'client disable': CLIENT,
  'client renew-secret': CLIENT,
  'client remove': CLIENT,
  'client rotate-keys': [],
};

/** A good value of its option, and the setting that follows from it. */
export const OPENID_VALUES: readonly ['oidc_provider', string, object][] = [
  ['oidc_provider', 'off', { isOpenidProvider: false }],
];
