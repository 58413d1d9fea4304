// The settings of the module: whether other programs can log players in with their accounts here.

import type { OptionTable } from '../../platform/config/option-table.ts';
import { toggle } from '../../platform/config/values.ts';
import { isRedirectUri } from './clients.ts';

export const settings = {
  oidc_provider: {
    type: toggle(),
    setting: 'isOpenidProvider',
    fallback: 'false',
    needsRestart: true,
    help: 'Let other programs, such as a forum, log players in with their accounts here (OpenID Connect). Needs a base_url with https. See docs/single-sign-on.md.',
  },
} as const satisfies OptionTable;

/** The setting to change, and what is wrong with it, while codes would be readable on their way. */
export function findSignOnConflict(
  {
    oidc_provider: isOn,
    base_url: baseUrl,
  }: { oidc_provider: boolean; base_url?: string | undefined },
  broken: ReadonlySet<string>,
): readonly ['oidc_provider', string] | undefined {
  if (!isOn || broken.has('base_url') || isRedirectUri(baseUrl ?? '')) return undefined;
  const found = baseUrl === undefined ? 'base_url is not set' : `base_url is ${baseUrl}`;
  return [
    'oidc_provider',
    `single sign-on needs https, and ${found}. Set base_url to the https address of this site, or remove oidc_provider.`,
  ];
}
