// Identities and looks of sites, for pages that are rendered without a service.

import type { SiteIdentity } from '../../src/site/site.ts';
import { lookOf, type SiteLook } from '../../src/views/site-look.ts';

/** The identity of a site that its operator told nothing about, with changes. */
function identityOf(host: string, changes: Partial<SiteIdentity> = {}): SiteIdentity {
  return {
    name: host,
    isNamed: false,
    description: '',
    accent: undefined,
    contact: undefined,
    footerLinks: [],
    logo: undefined,
    rules: undefined,
    privacy: undefined,
    ...changes,
  };
}

/** Its look. */
export function plainLook(host: string): SiteLook {
  return lookOf(identityOf(host));
}
