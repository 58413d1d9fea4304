// Every sentence of the administration's pages about servers, reports, bans and the audit log.

import { counted, plural } from '../../platform/messages/formats.en.ts';
import type { ModerationAuditAction } from './audit-actions.ts';

/** Shown after an action, by its key in the URL. */
export const serverAdminDone = {
  'server-feature': 'The server is now featured at the top of the list.',
  'server-unfeature': 'The server is no longer featured.',
  'server-unlist': 'The server is unlisted, and its operator is told why.',
  'server-relist': 'The server will be listed again after its next heartbeat.',
  'server-country': 'The country is set.',
  'server-country-reset': 'The server has the country of its address again.',
  'server-claim-clear': 'The claim details were cleared.',
  'server-claim-remove': 'The claim was removed, with everything that its operator wrote.',
  'report-closed': 'The report was closed.',
  'reports-closed': 'The reports on this server were closed.',
  'reports-unlisted':
    'The server is unlisted, its operator is told why, and the reports on it were closed.',
  'ban-added': 'The ban is in effect. The answer to each refused heartbeat gives its reason.',
  'word-added': 'The words are in the filter.',
  'word-known': 'The filter already has words that match the same names.',
  'word-removed': 'The word was removed from the filter.',
  'tag-added': 'Operators can now choose this tag.',
  'tag-known': 'This tag is already on the list.',
  'tag-removed': 'The tag was taken off the list. Servers that have it keep it.',
} as const;

export const serverAdminMessages = {
  sections: {
    servers: 'Servers',
    reports: 'Reports',
    bans: 'Bans',
    filter: 'Word filter',
    tags: 'Tags',
  },
  servers: {
    text: 'Name, hash or address',
    states: { public: 'Public', private: 'Private', unlisted: 'Unlisted', filtered: 'Filtered' },
    stateChoices: {
      public: 'Public',
      private: 'Private',
      unlisted: 'Unlisted',
      featured: 'Featured',
      country: 'Country set by hand',
      odd: 'Odd numbers',
    },
    odd: {
      'above maximum': 'more players than places',
      'too many for an unclaimed server': 'more than 1,000 players, and no owner',
      jumps: 'players jump by hundreds',
      'never changes': 'the same number of players for hours',
      'one name': 'several with this name',
      'one salt': 'several with this salt',
      'one network': 'many from this network',
    },
    featured: 'featured',
    caption: 'Live servers, in the order of the public list',
    nothing: 'No live servers match this search.',
    none: 'No server is online.',
    network: (range: string, count: number) =>
      `and the network ${range} (${plural(count, { one: '# server', other: '# servers' })})`,
    banAddresses: 'Ban their addresses',
    /** The results of an action on several rows. */
    results: {
      unlist: counted({ one: '# server unlisted', other: '# servers unlisted' }),
      relist: counted({ one: '# server listed again', other: '# servers listed again' }),
      ban: counted({ one: '# address banned', other: '# addresses banned' }),
    },
    anyway: 'Open the page of this hash anyway',
    offlineTitle: 'Offline servers',
    offlineCaption: 'Offline servers with the same status',
  },

  server: {
    title: (name: string) => `Server ${name}`,
    toPublic: 'Public page',
    offline: 'This server is offline. What you decide here takes effect when it is back.',
    facts: {
      joinPlace: 'Join address',
      started: 'Up since',
      unlisted: 'Unlisted since',
      word: 'Filtered word',
    },
    byHand: (country: string) => `${country}, set by hand`,
    bannedBy: (by: string) => `Banned by ${by}`,
    toBans: 'Go to bans',
    claimTitle: 'Claim',
    claimNone: 'Nobody has claimed this server.',
    claim: {
      owner: 'Owner',
      icon: 'Icon',
    },
    reportsNone: 'There are no open reports on this server.',
    historyCaption: 'Actions on this server, newest first',
    historyAll: 'Full history in the audit log',
  },

  serverActions: {
    feature: { title: 'Feature', submit: 'Feature this server' },
    unfeature: { title: 'Stop featuring', submit: 'Stop featuring this server' },
    relist: { title: 'List again', submit: 'List this server again' },
    unlist: {
      title: 'Unlist',
      again: 'Change the reason for unlisting',
      intro: 'It is kept off the public list. Players who know its address can still join.',
      submit: 'Unlist this server',
    },
    country: {
      title: 'Country',
      hint: 'Shown instead of the country of its address.',
      submit: 'Set country',
    },
    'country-reset': { title: 'Reset country', submit: 'Use the country of its address' },
    ban: {
      title: 'Ban this server',
      intro:
        'This refuses heartbeats from this server only. Its hash stands for its address and port.',
      submit: 'Ban this server',
    },
    'ban-address': {
      title: 'Ban its address',
      intro: 'This refuses every heartbeat from this address or range, whichever server sends it.',
      field: 'Address or range',
      hint: 'For example 203.0.113.7 or 203.0.113.0/24.',
      submit: 'Ban this address',
    },
    'ban-name': {
      title: 'Ban its name',
      intro:
        'This refuses heartbeats from every server whose name matches. Colour codes and case do not matter.',
      field: 'Name pattern',
      hint: '* matches any text.',
      submit: 'Ban this name',
    },
    'claim-clear': {
      title: 'Clear claim details',
      intro:
        'Icon, description, links and tags are removed, and players join at the address of the heartbeats. The operator can write new ones and set another address again.',
      submit: 'Clear claim details',
    },
    'claim-remove': {
      title: 'Remove the claim',
      intro:
        'Everything that its operator wrote is removed. Anyone who controls the server can claim it again.',
      submit: 'Remove this claim',
    },
  },

  reports: {
    filter: 'Filter reports',
    states: { open: 'Open', closed: 'Closed' },
    caption: { open: 'Open reports, newest first', closed: 'Closed reports, newest first' },
    columns: {
      server: 'Server',
      kind: 'Problem',
      by: 'Reported by',
    },
    closedAt: 'Closed',
    kinds: {
      texts: 'Offensive content',
      fake: 'Fake server or players',
      copy: 'Impersonates another server',
      harm: 'Harassment or harm',
      other: 'Something else',
    },
    nothing: { open: 'There are no open reports.', closed: 'There are no closed reports yet.' },
    close: 'Close',
    closeSubmit: 'Close this report',
    closeAll: counted({ one: 'Close # report', other: 'Close all # reports' }),
    closeAllSubmit: 'Close these reports',
    unlist: 'Unlist the server and close',
    unlistSubmit: 'Unlist and close',
    openOn: counted({ one: '# open report', other: '# open reports' }),
    more: counted({ one: 'and # older report', other: 'and # older reports' }),
    isUnlisted: 'unlisted',
    note: 'What was done about it',
    notes: 'Notes by moderators are in the audit log',
    results: {
      'close-all': counted({
        one: 'Reports on # server closed',
        other: 'Reports on # servers closed',
      }),
      unlist: counted({
        one: '# server unlisted, its reports closed',
        other: '# servers unlisted, their reports closed',
      }),
    },
    gone: 'This report is no longer open: it was closed, or the account that sent it was deleted.',
  },

  bans: {
    filter: 'Search bans',
    text: 'Address, name, hash or reason',
    kinds: { range: 'Address', name: 'Name', server: 'Server' },
    caption: 'Bans, newest first',
    columns: {
      subject: 'Banned',
      expires: 'Until',
    },
    expired: (moment: string) => `expired ${moment}`,
    nothing: 'No bans match this search.',
    none: 'There are no bans.',
    add: 'Add a ban',
    addIntro:
      'A ban refuses heartbeats by address or range, by server name, or by server hash. Banned servers leave the list immediately.',
    subject: 'Address, range, name pattern or hash',
    subjectHint: 'For example 203.0.113.0/24, free coins* or the 32 hex digits of a server hash.',
    addSubmit: 'Add ban',
    preview: 'Show what it would hit',
    wide: 'Ban this wide range',
    noKind: 'Choose what to ban: an address, a name or a server.',
    results: { remove: counted({ one: '# ban removed', other: '# bans removed' }) },
    gone: 'This ban no longer exists.',
  },

  filter: {
    intro:
      'Servers with one of these words in their name are accepted, but kept off the public list. Case, accents and colour codes are ignored, and digits that look like letters are recognised.',
    filter: 'Search words',
    caption: 'Words in the filter',
    columns: { servers: 'Live servers hidden by it' },
    ofSettings: 'Set by filtered_words in the settings',
    nothing: 'No words match this search.',
    none: 'There are no words in the filter.',
    more: (count: number) => `and ${count} more`,
    add: 'Add words',
    word: 'Words',
    wordHint:
      'Whole words, or with * for any letters, such as bad*. Put spaces between several. At least 3 letters each.',
    preview: 'Show matches',
    hits: (count: number) =>
      `${plural(count, { one: '# live server has', other: '# live servers have' })} one of these words in the name and would be hidden${count === 0 ? '.' : ':'}`,
    addSubmit: (words: readonly string[]) => `Add ${words.join(', ')}`,
    removeSubmit: 'Remove this word',
    gone: 'This word is no longer in the filter.',
  },

  tags: {
    intro:
      'Operators choose from these tags for their claimed servers, and players filter the list by them. A server keeps a tag that you remove here until its operator takes it off.',
    filter: 'Search tags',
    caption: 'Tags to choose from',
    columns: { claims: 'Claimed servers' },
    fromStart: 'From the start',
    nothing: 'No tags match this search.',
    none: 'There are no tags to choose from.',
    add: 'Add a tag',
    hint: '2 to 20 letters or digits, with hyphens in between.',
    addSubmit: 'Add this tag',
    removeSubmit: 'Remove this tag',
    gone: 'This tag is no longer on the list.',
  },
} as const;

export const moderationFailures = {
  report: {
    tooMany: (minutes: number) =>
      `You have sent too many reports. You can send the next one in ${minutes} min.`,
    offline: 'This server is no longer online.',
    open: 'Your earlier report about this server is still open.',
    kind: 'Choose what is wrong.',
    long: (length: number, most: number) =>
      `Your report has ${length} characters. Use at most ${most}.`,
    text: 'Describe what is wrong.',
  },
  word: (word: string, most: number) =>
    `"${word}" is not one word. Use up to ${most} letters and digits, with * for any letters.`,
  broadWord: (word: string, fewest: number) =>
    `The word "${word}" would match too much. Use at least ${fewest} letters besides *.`,
  longPattern: (pattern: string, most: number) =>
    `The name pattern "${pattern}" is too long. Use at most ${most} characters.`,
  broadPattern: (pattern: string, fewest: number) =>
    `The name pattern "${pattern}" would match too much. Use at least ${fewest} characters besides *.`,
  banned: {
    range: (subject: string) => `The range ${subject} is already banned.`,
    name: (subject: string) => `The name pattern ${subject} is already banned.`,
    server: (subject: string) => `The server ${subject} is already banned.`,
  },
  banHits: (servers: number, owners: string) =>
    `The ban would hit ${plural(servers, { one: '# live server', other: '# live servers' })} now${owners === '' ? '.' : `, some of them claimed by ${owners}.`}`,
  wideBan: (range: string, hits: string) =>
    `${range} is wider than a /16, or a /32 of IPv6. ${hits} Confirm that you mean it.`,
};

export const reportMessages = {
  title: (name: string) => `Report ${name}`,
  intro:
    'The moderators of this site can read it, with the name of your account. The operator of the server cannot see it.',
  kind: 'What is wrong',
  choose: 'Choose one',
  kinds: {
    texts: 'Its name, description or links are offensive',
    fake: 'It is fake, or shows players who are not there',
    copy: 'It impersonates another server',
    harm: 'People are being harassed or harmed there',
    other: 'Something else',
  },
  textHint: (limit: number) =>
    `What happened, and when. Up to ${limit} characters. Required for “Something else”.`,
  email: 'Email me when it has been reviewed',
  emailHint: 'One email to the address of your account.',
  emailAsked:
    'You get this email because you asked for it when you sent the report. If something is wrong with the server again, you can send another one.',
  send: 'Send report',
  sentTitle: 'Your report was sent',
  sent: 'The moderators will look at it. You can send another report about this server once they have closed this one.',
};

export const moderationAuditSentences: Record<ModerationAuditAction, string> = {
  'ban added': 'Ban added',
  'ban removed': 'Ban removed',
  'server banned': 'Server banned',
  'server featured': 'Server featured',
  'server unfeatured': 'Server no longer featured',
  'server unlisted': 'Server unlisted',
  'server relisted': 'Server listed again',
  'country set': 'Country set',
  'country reset': 'Country reset',
  'filter word added': 'Filter word added',
  'filter word removed': 'Filter word removed',
  'tag added': 'Tag added',
  'tag removed': 'Tag removed',
  'report closed': 'Report closed',
  'claim removed': 'Claim removed',
  'claim texts removed': 'Claim details cleared',
};
