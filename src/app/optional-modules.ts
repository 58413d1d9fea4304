// The modules that can be removed, one a line: without its folder and its line here, the rest works as before.

export { apiKeys } from '../modules/api-keys/module.ts';
export { appeals } from '../modules/appeals/module.ts';
export { launcherLink } from '../modules/launcher-link/module.ts';
export { managers } from '../modules/managers/module.ts';
export { openIdLogin } from '../modules/openid-login/module.ts';
export { openidProvider } from '../modules/openid-provider/module.ts';
export { ownList } from '../modules/own-list/module.ts';
export { passkeys } from '../modules/passkeys/module.ts';
export { playerPage } from '../modules/player-page/module.ts';
export { sharedDevices } from '../modules/shared-devices/module.ts';
export { skins } from '../modules/skins/module.ts';
export { staffNotes } from '../modules/staff-notes/module.ts';
export { warnings } from '../modules/warnings/module.ts';
