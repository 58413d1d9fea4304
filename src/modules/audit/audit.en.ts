// Every sentence about the audit log.

export const auditMessages = {
  intro: 'Every action of moderators and administrators. Nobody can change or remove an entry.',
  filter: 'Search the log',
  actor: 'By (account or “command line”)',
  subject: 'Target (hash, account, address, word)',
  byKey: (key: string) => `by key ${key}`,
  details: {
    until: (moment: string) => `until ${moment} UTC`,
    forEver: 'permanent',
    noEnd: 'no end',
    ban: (target: string, end: string) => `${target}, ${end}`,
    banned: (by: string, name: string) => `Banned by ${by}: ${name}`,
    notice: (level: string, end: string, text: string) => `${level}, ${end}: ${text}`,
    report: (id: number, about: string) => `Report ${id}: ${about}`,
    reports: (ids: string, more: number) =>
      `Reports ${ids}${more === 0 ? '' : ` and ${more} more`}`,
    account: (role: string, isVerified: boolean) =>
      `${role}, ${isVerified ? 'verified' : 'not verified'}`,
    rename: (name: string) => `to ${name}`,
    role: (from: string, to: string) => `from ${from} to ${to}`,
    flags: (flags: string) => (flags === '' ? 'no flags' : `flags ${flags}`),
    forumTitle: (title: string) => (title === '' ? 'no forum title' : `forum title "${title}"`),
    premium: (isPremium: boolean) => (isPremium ? 'premium' : 'not premium'),
    newRole: (from: string, to: string) => `role from ${from} to ${to}`,
    version: (version: string) => `version ${version}`,
    none: 'not set',
  },
  caption: 'Actions, newest first',
  columns: {
    subject: 'Target',
  },
  nothing: 'No entries match this search.',
  none: 'The log has no entries yet.',
  unknownAction: (action: string, actions: string) =>
    `There is no action "${action}" in the log. Its actions are: ${actions}.`,
};
