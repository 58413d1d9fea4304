// Every sentence about the site itself: its rules, its privacy notice, how to reach its operator.

export const siteMessages = {
  contact: 'Contact',
  notice: {
    label: 'Notice of this site',
    levels: { info: 'Notice:', warning: 'Warning:', outage: 'Outage:' },
    until: 'Until',
  },
  rules: { title: 'Rules' },
  privacy: { title: 'Privacy' },
} as const;
