// Names the modules that can be removed: no other module imports one of them.

export const REMOVABLE: readonly string[] = [
  'api-keys',
  'appeals',
  'launcher-link',
  'managers',
  'openid-provider',
  'own-list',
  'openid-login',
  'passkeys',
  'player-page',
  'shared-devices',
  'skins',
  'staff-notes',
  'warnings',
];
