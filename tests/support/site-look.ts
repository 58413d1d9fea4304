// Identities and looks of sites, for pages that are rendered without a service.

import type { SiteIdentity } from '../../src/platform/lib/site-facts.ts';
import type { Site } from '../../src/platform/views/layout.tsx';
import { lookOf, type SiteLook } from '../../src/platform/views/site-look.ts';

/** The identity of a site that its operator told nothing about, with changes. */
function identityOf(host: string, changes: Partial<SiteIdentity> = {}): SiteIdentity {
  return {
    name: host,
    isNamed: false,
    description: '',
    accent: undefined,
    contact: undefined,
    footerLinks: [],
    launcherUrl: '',
    logo: undefined,
    rules: undefined,
    privacy: undefined,
    ...changes,
  };
}

/** A page's frame for a visitor who is not logged in. */
export const plainSite: Site = {
  baseUrl: 'https://play.test',
  look: plainLook('play.test'),
  online: { players: 0, servers: 0 },
  madeAt: 0,
  header: [],
  footer: [],
  accountName: undefined,
  verifyPath: '/acc/verify/',
  theme: 'system',
};

/** Its look. */
function plainLook(host: string): SiteLook {
  return lookOf(identityOf(host));
}
