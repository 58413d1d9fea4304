// Every sentence about the site itself: its rules, its privacy notice, how to reach its operator, and how light it is.

export const siteMessages = {
  contact: 'Contact',
  rules: { title: 'Rules' },
  privacy: { title: 'Privacy' },
} as const;

export const siteFailures = {
  labels: {
    name: 'The name',
    description: 'The description',
    linkLabel: 'The label of a link',
    notice: 'The notice',
    logo: 'The logo',
    text: 'The text',
  },
  invisible: (label: string) => `${label} contains no visible characters.`,
  noColour: (text: string) =>
    `"${text}" is not a colour. Use one such as #c4466a, or two, for light pages and for dark pages, such as #8a1f4d #ff9ac1.`,
  /** By the kind of page on which a colour is too faint. */
  faint: {
    light: (colour: string, seen: string, background: string, wanted: number) =>
      `${colour} has a contrast of ${seen}:1 with the background ${background} of light pages. It needs ${wanted}:1. Use a darker colour, or two colours, for light pages and for dark pages, such as #8a1f4d #ff9ac1.`,
    dark: (colour: string, seen: string, background: string, wanted: number) =>
      `${colour} has a contrast of ${seen}:1 with the background ${background} of dark pages. It needs ${wanted}:1. Use a lighter colour, or two colours, for light pages and for dark pages, such as #8a1f4d #ff9ac1.`,
  },
  noEmail: (text: string) => `"${text}" is not an email address. Use one such as team@example.net.`,
  noPage: (text: string, most: number) =>
    `"${text}" is not the address of a page. Use one such as https://www.example.net/page, with at most ${most} characters.`,
  noContact: (text: string) =>
    `"${text}" is neither an email address nor the address of a page. Use one such as team@example.net or https://forum.example.net/contact.`,
  noLink: (text: string) =>
    `"${text}" is not a link. Write a label, a space and an address, such as Forum https://forum.example.net.`,
  noTarget: (text: string, most: number) =>
    `"${text}" is not an address that pages can link to. Use one such as https://forum.example.net or mailto:team@example.net, with at most ${most} characters.`,
  secretLink: 'The address contains a user name or password that everybody could read. Remove it.',
  links: (count: number, most: number) => `There are ${count} links. Use at most ${most}.`,
  large: (label: string, bytes: number, most: number, shown: string) =>
    `${label} has ${bytes} bytes. The limit is ${most} bytes (${shown}).`,
  noPicture: (label: string) =>
    `${label} is not a PNG, WebP or SVG image, whatever its file extension. Convert it to one of these formats.`,
  activePicture: (label: string, found: string) =>
    `${label} is an SVG that contains ${found}. Save it as plain SVG, or as PNG.`,
  active: {
    script: 'a script',
    entity: 'an entity',
    document: 'another document',
    handler: 'an event handler',
    link: 'a link',
  },
  noText: (label: string, line: number) =>
    `${label} is not text in UTF-8 (line ${line}). Save it as UTF-8.`,
  noNotice: 'The notice is empty. Write what people should know.',
  noLevel: 'There is no such level. Choose one from the list.',
  noFile: 'Choose a file.',
} as const;
