// Every sentence of the administration's pages about the site and its notice.

import type { SiteAuditAction } from './audit-actions.ts';

/** Shown after an action, by its key in the URL. */
export const siteAdminDone = {
  'site-saved': 'Saved. All pages now show the change.',
  'site-same': 'Nothing was changed: the values are the same as before.',
  'site-reset': 'This value comes from the settings file again.',
  'notice-set': 'The notice is on all pages.',
  'notice-removed': 'The notice was removed.',
} as const;

export const siteAdminMessages = {
  sections: {
    site: 'Site',
    notice: 'Notice',
  },
  intro:
    'The name and look of this site, on pages, in emails and in the API. What you save here overrides the settings file until you switch back under Settings file.',
  looks: 'Name and colour',
  links: 'Contact and links',
  preview: { title: 'Preview', server: 'A server', line: 'One line about it' },
  nameHint: (most: number, host: string) =>
    `Up to ${most} characters. If it is empty, the site is called ${host}.`,
  descriptionHint: (most: number) =>
    `One sentence for the front page, search engines and link previews, up to ${most} characters.`,
  accentHint:
    'Colour of buttons and borders, such as #c4466a. Enter two for light and dark pages. Leave empty for green.',
  contactHint:
    'An email address, or the address of a page. Shown on pages and in emails wherever people are told to contact you.',
  launcherHint:
    'Address of the page or file where players get the launcher. The page for new players links to it.',
  footerLinksHint: (most: number) =>
    `Up to ${most} links, one per line: a label, a space and an address, such as Forum https://forum.example.net.`,
  logoHint: (size: string) =>
    `PNG, WebP or plain SVG, square if possible, up to ${size}. Phones show only a PNG or WebP on the home screen.`,
  logoFile: 'File',
  saveLogo: 'Use this logo',
  removeLogo: 'Remove logo',
  rulesHint: (size: string) =>
    `Markdown, up to ${size}. Shown at /rules/. People have to agree to the rules to register, and again when the rules change.`,
  privacyHint: (size: string) => `Markdown, up to ${size}. Shown at /privacy/.`,
  set: 'Settings file',
  setCaption: 'Values that replace the settings file',
  noneSet: 'Nothing. Everything comes from the settings file.',
  columns: { part: 'Part' },
  reset: 'Use the settings file',
  resetSubmit: 'Use the settings file again',
  parts: {
    site_name: 'Name',
    site_description: 'Description',
    site_accent: 'Colour',
    contact: 'Contact',
    launcher_url: 'Launcher',
    footer_links: 'Footer links',
    site_logo: 'Logo',
    rules: 'Rules',
    privacy: 'Privacy notice',
  },
  unknownPart: 'There is no such part of the site.',
  notSet: 'This value already comes from the settings file.',

  notice: {
    intro:
      'Shown at the top of every page, and to programs at /api/v1/notice. There is one notice at a time.',
    now: 'Current notice',
    none: 'There is no notice.',
    textHint: (most: number) => `Plain text, up to ${most} characters.`,
    level: 'Level',
    levels: { info: 'Notice', warning: 'Warning', outage: 'Outage' },
    ends: 'End',
    endsHint:
      'A duration such as 90m, 12h or 7d, or a date or time in UTC such as 2031-02-03 14:30. Without an end, it stays until it is removed.',
    fresh: 'New notice',
    submit: 'Show this notice',
    remove: 'Remove the notice',
    removeSubmit: 'Remove it',
    gone: 'There is no notice to remove.',
  },
} as const;

export const siteAuditSentences: Record<SiteAuditAction, string> = {
  'site changed': 'Site changed',
  'site reset': 'Site reset',
  'notice set': 'Notice set',
  'notice removed': 'Notice removed',
};

/** What an action was about. */
export const siteAuditSubjects = {
  'the notice': 'Notice',
  'site name': 'Site name',
  'site description': 'Site description',
  'site accent': 'Site colour',
  'site contact': 'Contact',
  'site launcher': 'Launcher',
  'footer links': 'Footer links',
  'site logo': 'Logo',
  'site rules': 'Rules',
  'privacy notice': 'Privacy notice',
};
