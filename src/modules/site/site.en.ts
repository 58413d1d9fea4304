// Every sentence about the site itself: its rules, its privacy notice, how to reach its operator, and how light it is.

export const siteMessages = {
  contact: 'Contact',
  /** The words in other sentences that become a link to the contact. */
  operatorPhrases: [
    'the operator of this site',
    'contact its operator',
    'tell its operator',
    'ask its operator',
  ] as readonly string[],
  notice: {
    label: 'Notice of this site',
    levels: { info: 'Notice:', warning: 'Warning:', outage: 'Outage:' },
    until: 'Until',
  },
  rules: { title: 'Rules' },
  privacy: { title: 'Privacy' },
} as const;

export const themeMessages = {
  label: 'Appearance',
  names: { system: 'System', light: 'Light', dark: 'Dark' },
} as const;
