// Every sentence of the pages where operators manage their servers and players report them.

export const operatorMessages = {
  about: {
    title: 'From its operator',
    links: 'Links',
    tags: 'Tags',
  },
  ways: {
    title: 'About this page',
    report: 'Report this server',
    claim: 'Is this your server? Claim it',
    edit: 'Edit what this page says about your server',
  },

  unverifiedTitle: 'Your account is not verified yet',
  unverified: 'This needs a verified account. Verify yours, then come back.',
  toServer: 'To the page of the server',
  until: (moment: string) => `It is good until ${moment}.`,

  claim: {
    title: (name: string) => `Claim ${name}`,
    why: 'Whoever claims a server can write a description, links and tags for its page, set its country, and have players join on another port or address, behind port mapping or a tunnel.',
    how: 'To show that it is yours, put a code into its name for one heartbeat. Nobody else sees the code: the list shows the name without it.',
    request: 'Get a code',
    codeTitle: 'Your code',
    steps: [
      'Put the code anywhere into the name of the server (its software line will do as well), for example at the end.',
      'Wait for its next heartbeat, a minute at most. Then load this page again.',
      'Take the code out of the name. It is not needed any more.',
    ],
    refused:
      'Where heartbeats are refused because the port is not open, set public=false in the game server first. You can claim it then, and name the port that is open, or show the address that players come in at.',
    reload: 'See whether it arrived',
    yoursTitle: 'This server is yours',
    yours:
      'You claimed it. What its page says is for you to write. Take the code out of its name, if it is still there.',
    toOwn: 'Write about it',
    takenTitle: 'Somebody else claimed this server',
    taken:
      'If you control it now, claim it as well: it becomes yours, and what the other operator wrote is removed.',
  },

  own: {
    title: (name: string) => `Your server: ${name}`,
    listTitle: 'Your servers',
    listNone:
      'You have claimed no server yet. Open the page of your server and choose to claim it.',
    toList: 'To the server list',
    nameless: 'a server that is away',
    done: {
      texts: 'What you wrote is kept, and shown on the page of your server.',
      port: 'Players join on this port from now on.',
      back: 'Players join on the address and port of the heartbeats again.',
    },
    textsTitle: 'What its page says',
    description: 'Description',
    descriptionHint: (limit: number) =>
      `Plain text, up to ${limit} characters. Line breaks are kept.`,
    links: 'Links',
    linksHint: (limit: number) =>
      `Up to ${limit} addresses that begin with https, one on each line.`,
    tags: 'Tags',
    tagsHint: (limit: number) =>
      `Up to ${limit} words such as freebuild or pvp, with spaces between them.`,
    country: 'Country',
    countryHint: 'Two letters such as NZ, where that of its address is wrong. Empty for that one.',
    saveTexts: 'Keep this',
    portTitle: 'Where players join',
    heartbeatsFrom: (ip: string, port: number) => `Heartbeats name port ${port} on ${ip}.`,
    portHow:
      'Where your router maps another one to it, name that one: it is tried from here, and shown to players and the launcher once it was found open.',
    portAway: 'The server is away. Its port can be changed once it sends heartbeats again.',
    addressHint:
      'The address of this page and its hash stay the same wherever players join. They come of the address and port of the heartbeats: where one of those changes, it is another server here, to be claimed again.',
    elsewhere: (place: string) =>
      `Players join on ${place}, which was shown to be yours and found open.`,
    elsewhereUnused:
      'Not at the moment: that place belongs to another server now, or its address is banned, so that players join where the heartbeats come from.',
    back: 'Back to the address of the heartbeats',
    addressTitle: 'Another address',
    addressHow:
      'Where players come in at another address, through a tunnel, a forward on a rented machine, or around a shared connection, show that this address is yours: get a code, and send it from there.',
    addressRequest: 'Get a code for another address',
    addressSteps: [
      'Have the address lead to your server first: the port is tried from here when the code arrives.',
      'Run this line on the machine that has the address, or through it. Change the port where players join on another one.',
      'It answers in words. Then load this page again.',
      'Show the line to nobody: whoever sends it first has your players join at their own address.',
    ],
    addressReload: 'See whether it arrived',
    port: 'Port for players',
    portHint: (port: number) => `Empty for ${port}.`,
    savePort: 'Try this port and use it',
    releaseTitle: 'Give it up',
    releaseHow:
      'What you wrote is removed, and players join on the address and port of the heartbeats again.',
    release: 'Release this server',
  },

  address: {
    done: (ip: string, port: number) => `Players join on ${ip}, port ${port}, from now on.`,
    fromBrowser:
      'This came from a page in a browser. Send it with the line that the page of your server shows, from a terminal on the machine that has the address.',
    notAForm:
      'The code and the port did not arrive as a form. Send them with the line that the page of your server shows.',
  },

  report: {
    title: (name: string) => `Report ${name}`,
    intro:
      'The moderators of this site read it, with the name of your account. The operator of the server does not see it.',
    kind: 'What is wrong',
    choose: 'Choose one',
    kinds: {
      texts: 'Its name, description or links are offensive',
      fake: 'It is not what it says, or counts players that are not there',
      copy: 'It pretends to be another server',
      harm: 'People are harassed or harmed there',
      other: 'Something else',
    },
    text: 'In your own words',
    textHint: (limit: number) =>
      `What happened and when, up to ${limit} characters. Needed for something else.`,
    send: 'Send the report',
    sentTitle: 'Your report is with the moderators',
    sent: 'You can send another one about this server once they have dealt with it.',
  },
} as const;
