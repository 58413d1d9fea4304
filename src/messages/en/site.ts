// Every sentence about the site itself: its rules, its privacy notice, how to reach its operator.

export const siteMessages = {
  contact: 'Contact',
  notice: {
    levels: { info: 'Notice:', warning: 'Warning:', outage: 'Outage:' },
    until: 'Until',
  },
  rules: { title: 'Rules' },
  privacy: { title: 'Privacy' },
} as const;
