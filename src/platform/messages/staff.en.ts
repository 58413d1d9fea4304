// Every sentence that all pages of staff have.

import { formatCount, plural } from './formats.en.ts';

export const staffMessages = {
  documentTitle: (title: string) => `${title} · Administration`,
  navigation: 'Administration',
  open: (count: number) => `${formatCount(count)} open`,
  menu: 'Menu',
  groups: { people: 'People', servers: 'Servers', site: 'Site' },
  onlyAdministrators: 'Only administrators can open this page.',
  partFailed: 'A part of this page cannot be shown. The log of the service says why.',
  none: '–',
  optional: (label: string) => `${label} (optional)`,
  reasonHint: 'For the audit log. One line.',
  search: 'Search',
  filters: (count: number) => plural(count, { one: '# filter', other: '# filters' }),
  clear: 'Clear',
  older: 'Older',
  newest: 'Back to the newest',
  /** What is done to several rows of a list at once. */
  many: {
    done: 'Done with the selection.',
    actionUndone: 'The last action on the selection was undone.',
    title: 'selected',
    selectAll: 'Select all on this page',
    select: (name: string) => `Select ${name}`,
    reason: 'Reason for all of them',
    nothingTicked: 'Nothing is selected. Tick at least one box first.',
    result: (what: string, same: number) =>
      `${what}.${same === 0 ? '' : ` ${same} ${same === 1 ? 'was' : 'were'} already in that state.`}`,
    undo: 'Undo',
    undone: 'Undone',
    nothingToUndo: 'There is nothing left to undo.',
    left: (done: number, left: number) => `${done} done, ${left} not:`,
    failed: (name: string, why: string) => `${name}: ${why}`,
  },
  factorNeeded: {
    title: 'Two-factor authentication is required',
    why: 'On this site, moderators and administrators need two-factor authentication to open administration pages, and your account does not have it yet. Set it up, then come back.',
    toSecurity: 'Set up two-factor authentication',
  },
  roles: { player: 'Player', moderator: 'Moderator', administrator: 'Administrator' },
};

export const staffFormMessages = {
  kind: 'Type',
  all: 'All',
  first: 'Back to the first page',
  whole: (count: number, shown: number) =>
    count === shown ? `${count} in total` : `${shown} of ${count}`,
  toOperator: 'Reason (shown to its operator)',
  lasts: 'Until (optional)',
  lastsHint:
    'A duration such as 12h, 7d or 2w, or a date or time in UTC such as 2031-02-03 14:30. Leave empty for no end.',
  commandLine: 'Command line',
};
