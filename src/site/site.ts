// The public face of the module: what this site is called, how it looks, and what it asks of people.

import type { Logo, SiteDocument } from './site-files.ts';
import { type Accent, contactLink, type SiteLink, splitFooterLink } from './site-values.ts';

export {
  type Logo,
  readDocument,
  readLogo,
  type SiteDocument,
} from './site-files.ts';
export {
  type Accent,
  formatAccent,
  MOST_FOOTER_LINKS,
  parseAccent,
  parseContactEmail,
  parseContactUrl,
  parseFooterLink,
  parseSiteDescription,
  parseSiteName,
  type SiteLink,
} from './site-values.ts';

/** What the operator configured about the site; a reload may change it. */
export interface SiteSettings {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly accent: Accent | undefined;
  /** An email address, or the address of a page. */
  readonly contact: string | undefined;
  /** Each a label, a space and an address. */
  readonly footerLinks: readonly string[];
}

/** What the files hold that the settings name; the same object until one of them changes. */
export interface SiteFiles {
  readonly logo: Logo | undefined;
  readonly rules: SiteDocument | undefined;
  readonly privacy: SiteDocument | undefined;
}

/** What a site is called and looks like. It is never changed: another identity is another object. */
export interface SiteIdentity {
  /** Without a name of its own, the host. */
  name: string;
  /** Whether the operator gave it a name. */
  isNamed: boolean;
  /** One sentence; may be empty. */
  description: string;
  accent: Accent | undefined;
  /** Where people reach the operator. */
  contact: SiteLink | undefined;
  footerLinks: readonly SiteLink[];
  logo: Logo | undefined;
  rules: SiteDocument | undefined;
  privacy: SiteDocument | undefined;
}

/** The site's identity while the service runs. */
export interface SiteModule {
  /** The present one; the same object until something about it changes. */
  identity(): SiteIdentity;
  /** The present one, and those before it: pages that were just sent still load what belongs to them. */
  recentIdentities(): readonly SiteIdentity[];
  /** Reads settings and files again. */
  reload(): void;
}

/** How many identities pages may still load parts of. */
const MOST_RECENT = 4;

/** Opens the module. `host` is what a site without a name is called. */
export function openSite(ports: {
  host: string;
  settings: SiteSettings;
  files: () => SiteFiles;
}): SiteModule {
  const { host, settings, files } = ports;
  let identity = read();
  let recent: readonly SiteIdentity[] = [identity];

  function read(): SiteIdentity {
    const { name = '', description = '', accent, contact, footerLinks } = settings;
    return {
      name: name === '' ? host : name,
      isNamed: name !== '',
      description,
      accent,
      contact: contact === undefined ? undefined : contactLink(contact),
      footerLinks: footerLinks.map(splitFooterLink),
      ...files(),
    };
  }

  return {
    identity: () => identity,
    recentIdentities: () => recent,
    reload() {
      identity = read();
      recent = [identity, ...recent].slice(0, MOST_RECENT);
    },
  };
}
