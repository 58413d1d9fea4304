// Every sentence of the administration's pages about the site and its notice.

export const siteAdminSections = { site: 'Site', notice: 'Notice' } as const;

/** Shown after an action, by its key in the URL. */
export const siteAdminDone = {
  'site-saved': 'Saved. Every page shows it.',
  'site-same': 'Nothing was changed: this is how it was already.',
  'site-reset': 'The settings file is used for this again.',
  'notice-set': 'The notice is on all pages.',
  'notice-removed': 'The notice was removed.',
} as const;

export const siteAdminMessages = {
  title: 'Site',
  intro:
    'What this site is called and looks like, on pages, in emails and for programs. What you save here is used instead of the settings file, until you go back to the file below.',
  looks: 'Name and looks',
  name: 'Name',
  nameHint: (most: number, host: string) =>
    `Up to ${most} characters. If it is empty, the site is called ${host}.`,
  description: 'Description',
  descriptionHint: (most: number) =>
    `One sentence for the front page, search engines and link previews, up to ${most} characters.`,
  accent: 'Colour',
  accentHint:
    'For buttons and edges, such as #c4466a, or two colours: for light pages and for dark pages. Empty for green.',
  contact: 'Contact',
  contactHint:
    'An email address, or the address of a page. Pages and emails give it where they tell people to contact you.',
  footerLinks: 'Footer links',
  footerLinksHint: (most: number) =>
    `Up to ${most} links, one per line: a label, a space and an address, such as Forum https://forum.example.net.`,
  save: 'Save',
  logo: 'Logo',
  logoHint: (size: string) => `PNG, WebP or plain SVG, square if possible, up to ${size}.`,
  logoNow: 'The logo now',
  noLogo: 'There is no logo now.',
  logoFile: 'File',
  saveLogo: 'Use this logo',
  removeLogo: 'Show no logo',
  rules: 'Rules',
  rulesHint: (size: string) =>
    `Markdown, up to ${size}. Shown at /rules/. Everybody who registers agrees to them, and players are asked again when they change.`,
  privacy: 'Privacy notice',
  privacyHint: (size: string) => `Markdown, up to ${size}. Shown at /privacy/.`,
  text: 'Text',
  saveText: 'Save this text',
  set: 'Saved on this page',
  setCaption: 'What is used instead of the settings file',
  noneSet: 'Nothing. Everything comes from the settings file.',
  columns: { part: 'Part', since: 'Since (UTC)' },
  reset: 'Use the settings file',
  resetSubmit: 'Use the settings file again',
  parts: {
    site_name: 'Name',
    site_description: 'Description',
    site_accent: 'Colour',
    contact: 'Contact',
    footer_links: 'Footer links',
    site_logo: 'Logo',
    rules: 'Rules',
    privacy: 'Privacy notice',
  },
  unknownPart: 'There is no such part of the site.',
  notSet: 'The settings file is already used for this.',

  notice: {
    title: 'Notice',
    intro:
      'Shown at the top of every page, and to programs at /api/v1/notice. There is one notice at a time.',
    now: 'On all pages now',
    none: 'There is no notice now.',
    text: 'Text',
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
    gone: 'There is no notice any more.',
  },
} as const;
