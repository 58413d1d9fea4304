// The parts of a site's identity that settings name and administrators change: how each is read, shown and logged.

import type { SiteDocument } from '../../platform/lib/site-facts.ts';
import { formatBytes } from '../../platform/lib/text.ts';
import { writeDetail } from '../audit/index.ts';
import { siteFailures as failures } from './messages.ts';
import type { SiteSettings } from './settings.ts';
import { readDocument, readLogo } from './site-files.ts';
import type { SiteFiles } from './site-ports.ts';
import {
  formatAccent,
  parseAccent,
  parseContact,
  parseFooterLinks,
  parsePageUrl,
  parseSiteDescription,
  parseSiteName,
} from './site-values.ts';

export interface SiteChoice extends SiteFiles, Pick<SiteSettings, 'footerLinks'> {
  accent: SiteSettings['siteAccent'];
  readonly name: string;
  readonly description: string;
  readonly contact: string;
  /** Where players get the launcher. */
  readonly launcherUrl: string;
}

/** What the audit log says instead of an address: nobody's email address is in it. */
const UNSAID = '';
const NONE = writeDetail({ form: 'none' });

interface Field {
  /** What the audit log calls it; no account can have such a name. */
  subject: string;
  read(text: string, bytes: Uint8Array | undefined): Partial<SiteChoice>;
  /** The text of a form that `read` reads back; empty for none, and for a picture. */
  show(choice: SiteChoice): string;
  tell(choice: SiteChoice): string;
}

const textOf = (text: string) => (text === '' ? NONE : writeDetail({ form: 'text', text }));
const versionOf = (document: SiteDocument | undefined) =>
  document === undefined ? NONE : writeDetail({ form: 'version', version: document.version });

const named = <Name extends string>(fields: Readonly<Record<Name, Field>>) => fields;

export const FIELDS = named({
  site_name: {
    subject: 'site name',
    read: (text) => ({ name: parseSiteName(text) }),
    show: ({ name }) => name,
    tell: ({ name }) => textOf(name),
  },
  site_description: {
    subject: 'site description',
    read: (text) => ({ description: parseSiteDescription(text) }),
    show: ({ description }) => description,
    tell: ({ description }) => textOf(description),
  },
  site_accent: {
    subject: 'site accent',
    read: (text) => ({ accent: text.trim() === '' ? undefined : parseAccent(text) }),
    show: ({ accent }) => (accent === undefined ? '' : formatAccent(accent)),
    tell: ({ accent }) => textOf(accent === undefined ? '' : formatAccent(accent)),
  },
  contact: {
    subject: 'site contact',
    read: (text) => ({ contact: text.trim() === '' ? '' : parseContact(text) }),
    show: ({ contact }) => contact,
    tell: ({ contact }) => (contact === '' ? NONE : UNSAID),
  },
  launcher_url: {
    subject: 'site launcher',
    read: (text) => ({ launcherUrl: text.trim() === '' ? '' : parsePageUrl(text) }),
    show: ({ launcherUrl }) => launcherUrl,
    tell: ({ launcherUrl }) => textOf(launcherUrl),
  },
  footer_links: {
    subject: 'footer links',
    read: (text) => ({ footerLinks: parseFooterLinks(text) }),
    show: ({ footerLinks }) => footerLinks.join('\n'),
    tell: ({ footerLinks }) => textOf(`${footerLinks.length}`),
  },
  site_logo: {
    subject: 'site logo',
    read: (_, bytes) => ({ logo: bytes === undefined ? undefined : readLogo(bytes) }),
    show: () => '',
    tell: ({ logo }) =>
      textOf(logo === undefined ? '' : `${logo.extension}, ${formatBytes(logo.bytes.length)}`),
  },
  rules: {
    subject: 'site rules',
    read: (text) => ({ rules: readDocument(text, failures.labels.text) }),
    show: ({ rules }) => rules?.text ?? '',
    tell: ({ rules }) => versionOf(rules),
  },
  privacy: {
    subject: 'privacy notice',
    read: (text) => ({ privacy: readDocument(text, failures.labels.text) }),
    show: ({ privacy }) => privacy?.text ?? '',
    tell: ({ privacy }) => versionOf(privacy),
  },
});

export type SiteField = keyof typeof FIELDS;

export const SITE_FIELDS = Object.keys(FIELDS) as readonly SiteField[];
