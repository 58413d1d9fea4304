// What the command line has of the module.

import type { OptionalCommandLine } from '../../platform/module/description.ts';
import { findMissing, type OpenIdLoginSettings, settings } from './settings.ts';

export const openIdLogin = {
  settings,
  findMissing,
  listChecks({ oidcLogin }: Pick<OpenIdLoginSettings, 'oidcLogin'>) {
    if (oidcLogin === undefined) return [];
    const run = async () => (await import('./open.ts')).checkProvider(oidcLogin);
    return [['login provider', ['oidc_login'], run]] as const;
  },
} satisfies OptionalCommandLine;
