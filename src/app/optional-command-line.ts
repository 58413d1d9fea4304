// What the command line has of modules that can be removed: one line for each of them with settings or commands. Every
// command loads this list, and most commands do not load the modules.

export { launcherLink } from '../modules/launcher-link/command-line.ts';
export { openIdLogin } from '../modules/openid-login/command-line.ts';
export { openidProvider } from '../modules/openid-provider/command-line.ts';
export { skins } from '../modules/skins/command-line.ts';
