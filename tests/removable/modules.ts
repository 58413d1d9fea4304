// Names the modules that can be removed: no other module imports one of them.

export const REMOVABLE: readonly string[] = [
  'api-keys',
  'appeals',
  'launcher-link',
  'passkeys',
  'player-page',
  'skins',
  'staff-notes',
  'warnings',
];
