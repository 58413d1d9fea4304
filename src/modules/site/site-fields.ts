// The fields of a site's identity, from settings or administrators: how each is typed, read, shown and logged.

import type { SiteDocument } from '../../platform/lib/site-facts.ts';
import { formatBytes } from '../../platform/lib/text.ts';
import { writeDetail } from '../audit/index.ts';
import { siteFailures as failures, siteAdminMessages as messages } from './messages.ts';
import type { SiteSettings } from './settings.ts';
import { MAX_DOCUMENT_LENGTH, MAX_LOGO_SIZE, readDocument, readLogo } from './site-files.ts';
import type { SiteFiles } from './site-ports.ts';
import {
  formatAccent,
  MAX_DESCRIPTION_LENGTH,
  MAX_FOOTER_LINKS,
  MAX_NAME_LENGTH,
  parseAccent,
  parseContact,
  parseFooterLinks,
  parsePageUrl,
  parseSiteDescription,
  parseSiteName,
  type SiteField,
} from './site-values.ts';

export interface SiteChoice extends SiteFiles, Pick<SiteSettings, 'footerLinks'> {
  accent: SiteSettings['siteAccent'];
  readonly name: string;
  readonly description: string;
  readonly contact: string;
  /** Where players get the launcher. */
  readonly launcherUrl: string;
}

/** The audit log leaves addresses out, since they may be somebody's email address. */
const UNSAID = '';
const NONE = writeDetail({ form: 'none' });

interface Field {
  /** The field's name in the audit log. No account can have it as a name. */
  subject: string;
  /** The hint on the page. `host` names a site without a name. */
  hint(host: string): string;
  /** The control on the page; a text field by default. */
  control?: { isLiteral: true; isColours?: true } | { rows: number } | { accept: string };
  read(text: string, bytes: Uint8Array | undefined): Partial<SiteChoice>;
  /** The text in the form, which `read` parses back; empty for no value, and for a picture. */
  show(choice: SiteChoice): string;
  /** The text in the audit log; by default the text that is shown. */
  tell?(choice: SiteChoice): string;
}

export const textOf = (text: string) => (text === '' ? NONE : writeDetail({ form: 'text', text }));
const versionOf = (document: SiteDocument | undefined) =>
  document === undefined ? NONE : writeDetail({ form: 'version', version: document.version });

export const FIELDS: Readonly<Record<SiteField, Field>> = {
  site_name: {
    subject: 'site name',
    hint: (host) => messages.nameHint(MAX_NAME_LENGTH, host),
    read: (text) => ({ name: parseSiteName(text) }),
    show: ({ name }) => name,
  },
  site_description: {
    subject: 'site description',
    hint: () => messages.descriptionHint(MAX_DESCRIPTION_LENGTH),
    read: (text) => ({ description: parseSiteDescription(text) }),
    show: ({ description }) => description,
  },
  site_accent: {
    subject: 'site accent',
    hint: () => messages.accentHint,
    control: { isLiteral: true, isColours: true },
    read: (text) => ({ accent: text.trim() === '' ? undefined : parseAccent(text) }),
    show: ({ accent }) => (accent === undefined ? '' : formatAccent(accent)),
  },
  contact: {
    subject: 'site contact',
    hint: () => messages.contactHint,
    control: { isLiteral: true },
    read: (text) => ({ contact: text.trim() === '' ? '' : parseContact(text) }),
    show: ({ contact }) => contact,
    tell: ({ contact }) => (contact === '' ? NONE : UNSAID),
  },
  launcher_url: {
    subject: 'site launcher',
    hint: () => messages.launcherHint,
    control: { isLiteral: true },
    read: (text) => ({ launcherUrl: text.trim() === '' ? '' : parsePageUrl(text) }),
    show: ({ launcherUrl }) => launcherUrl,
  },
  footer_links: {
    subject: 'footer links',
    hint: () => messages.footerLinksHint(MAX_FOOTER_LINKS),
    control: { rows: 4 },
    read: (text) => ({ footerLinks: parseFooterLinks(text) }),
    show: ({ footerLinks }) => footerLinks.join('\n'),
    tell: ({ footerLinks }) => textOf(`${footerLinks.length}`),
  },
  site_logo: {
    subject: 'site logo',
    hint: () => messages.logoHint(formatBytes(MAX_LOGO_SIZE)),
    control: { accept: 'image/png,image/webp,image/svg+xml' },
    read: (_, bytes) => ({ logo: bytes === undefined ? undefined : readLogo(bytes) }),
    show: () => '',
    tell: ({ logo }) =>
      textOf(logo === undefined ? '' : `${logo.extension}, ${formatBytes(logo.bytes.length)}`),
  },
  rules: {
    subject: 'site rules',
    hint: () => messages.rulesHint(formatBytes(MAX_DOCUMENT_LENGTH)),
    control: { rows: 12 },
    read: (text) => ({ rules: readDocument(text, failures.labels.text) }),
    show: ({ rules }) => rules?.text ?? '',
    tell: ({ rules }) => versionOf(rules),
  },
  privacy: {
    subject: 'privacy notice',
    hint: () => messages.privacyHint(formatBytes(MAX_DOCUMENT_LENGTH)),
    control: { rows: 12 },
    read: (text) => ({ privacy: readDocument(text, failures.labels.text) }),
    show: ({ privacy }) => privacy?.text ?? '',
    tell: ({ privacy }) => versionOf(privacy),
  },
};
