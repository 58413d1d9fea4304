// The settings of the module: the name and look of the site, its operator's contact, and its documents.

import type { OptionTable, SettingsOf } from '../../platform/config/option-table.ts';
import { many, one, readableFile } from '../../platform/config/values.ts';
import {
  formatAccent,
  MAX_FOOTER_LINKS,
  parseAccent,
  parseContactEmail,
  parseFooterLink,
  parsePageUrl,
  parseSiteDescription,
  parseSiteName,
} from './site-values.ts';

export const settings = {
  site_name: {
    type: one('name', parseSiteName),
    fallbackNote: 'the host of base_url',
    help: 'Name of this site on pages and in emails, up to 60 characters.',
  },
  site_description: {
    type: one('sentence', parseSiteDescription),
    help: 'One sentence about this site, for its front page, search engines and link previews, up to 200 characters.',
  },
  site_logo: {
    type: readableFile(),
    fallbackNote: 'a block picture',
    help: 'Logo and page icon: PNG, WebP or plain SVG, square if possible, up to 64 KiB. It is read again when it changes.',
  },
  site_accent: {
    type: one('colours', parseAccent, formatAccent),
    fallbackNote: 'green',
    help: 'Colour of buttons and borders, such as #c4466a, or two colours, for light and dark pages. Their contrast is checked.',
  },
  contact_email: {
    type: one('address', parseContactEmail),
    help: 'Email address shown on pages and in emails wherever people are told to contact you.',
  },
  contact_url: {
    type: one('url', parsePageUrl),
    help: 'Address of a page where people can contact you, instead of contact_email.',
  },
  rules_file: {
    type: readableFile(),
    help: 'Rules in Markdown, up to 64 KiB, shown at /rules/. People have to agree to them to register. The file is read again when it changes.',
  },
  privacy_file: {
    type: readableFile(),
    help: 'Privacy notice in Markdown, up to 64 KiB, shown at /privacy/. The file is read again when it changes.',
  },
  footer_links: {
    type: many('links', parseFooterLink, MAX_FOOTER_LINKS),
    help: 'Up to 8 links for the footer of every page, each with a label, a space and an address, such as "Forum https://forum.example.net".',
  },
} as const satisfies OptionTable;

/** The docs list this setting elsewhere. */
export const launcherSettings = {
  launcher_url: {
    type: one('url', parsePageUrl),
    help: 'Address (http or https) where players get the launcher; the page "Play and add your server" (/start/) links to it.',
  },
} as const satisfies OptionTable;

export type SiteFileSettings = Pick<
  SettingsOf<typeof settings>,
  'siteLogo' | 'rulesFile' | 'privacyFile'
>;

/** The operator's settings of the site. A reload may change them. */
export type SiteSettings = Readonly<
  Omit<SettingsOf<typeof settings>, keyof SiteFileSettings> & SettingsOf<typeof launcherSettings>
>;
