// Every sentence of the pages where operators manage their servers and players report them.

export const operatorMessages = {
  about: { title: 'From the operator' },
  ways: {
    title: 'About this page',
    report: 'Report this server',
    claim: 'Is this your server? Claim it',
    edit: 'Edit server page',
    moderate: 'Moderate this server',
  },

  unverified: 'You need a verified account for this. Verify yours, then come back.',
  toServer: 'Back to the server',
  until: (moment: string) => `It is valid until ${moment}.`,

  /** The way from the first heartbeat to the badge, shown above each page of it. */
  adoption: {
    label: 'Steps',
    done: 'done',
    names: {
      arrived: 'Heartbeat arrived',
      claim: 'Claim',
      description: 'Description',
      country: 'Country',
      links: 'Links',
      badge: 'Badge',
    },
  },

  claim: {
    title: (name: string) => `Claim ${name}`,
    why: 'If you run this server, claim it to add a description, links and tags to its page, set its country, or let players join through another port or address (port mapping, a tunnel).',
    how: 'To prove that it is yours, put a code into its name for one heartbeat. Nobody else sees the code: the list shows the name without it.',
    request: 'Get a code',
    codeTitle: 'Your code',
    steps: [
      'Put the code anywhere into the name of the server, for example at the end. The steps for some programs are below.',
      'Wait up to a minute for the next heartbeat.',
      'Remove the code from the name. It is no longer needed.',
    ],
    lines: {
      mcgalaxy:
        'In properties/server.properties, change the line server-name to this. Then type /Server reload in the console.',
      procraft:
        'In config.xml, change the key ServerName under Settings to this. Then type /Reload config in the console.',
      mcchost: 'Type this in the chat of the game, as an administrator of the server.',
    },
    refused:
      'If heartbeats are refused because the port is not open, set public=false in the game server first. You can then claim it and set the port that is open, or the address where players join.',
    reload: 'Check whether the code has arrived',
    waiting: 'Waiting for the code. This page updates by itself when it arrives.',
    yoursTitle: 'This server is yours',
    yours:
      'You have claimed it and can edit its page. Remove the code from its name if it is still there.',
    goOn: 'Next: description',
    toOwn: 'Edit its page',
    takenTitle: 'Somebody else has claimed this server',
    taken:
      'If you control the server now, you can claim it too. It then becomes yours, and the texts of the other operator are removed.',
  },

  own: {
    title: (name: string) => `Your server: ${name}`,
    listNone:
      'You have not claimed any servers yet. Open the page of your server and claim it there.',
    nameless: 'an offline server',
    edited: 'You edit this server for its owner.',
    done: {
      texts: 'Saved. The page of your server shows your changes.',
      icon: 'Saved. The icon now appears wherever your server does.',
      face: 'The icon was removed.',
      port: 'Players now join on this port.',
      back: 'Players now join at the address and port of the heartbeats again.',
      revoke: 'The heartbeat URL of this server was revoked and no longer works.',
    },
    contestTitle: 'Another program uses its port',
    contest: (name: string, ago: string) =>
      `A second program at the same address sends heartbeats for this port with another salt. The first program keeps the entry, and the other one is refused. The program that was refused last (${ago}) calls itself “${name}”.`,
    contestNext:
      'If both are yours, stop one or give it another port. If not, somebody else uses your address: ask your host. If your server is the refused one, it is accepted about a minute after the other one stops.',
    textsTitle: 'Description and links',
    descriptionHint: (limit: number) =>
      `Plain text, up to ${limit} characters. Line breaks are kept.`,
    linksHint: (limit: number) => `Up to ${limit} addresses that start with https, one per line.`,
    tagsHint: (limit: number) => `Choose up to ${limit}. Players filter the list by tags.`,
    oldTag: (tag: string) => `${tag} (no longer on the list)`,
    noLanguage: 'Not set',
    countryOf: (name: string | undefined) =>
      name === undefined ? 'By its address' : `By its address: ${name}`,
    skip: 'Skip',
    addressPart: 'Address and key',
    sharing: 'Sharing',
    badgeHow:
      'A picture for other sites and forums, with the name of the server and its players. Copy the line that fits:',
    badgeAlt: (name: string) => `Badge of ${name}`,
    toPage: 'Open the page of the server',
    icon: 'Icon',
    iconHow: 'The icon appears in the list, on the page of your server and in browser tabs.',
    iconFile: 'Picture',
    iconHint: (size: string, side: number) =>
      `PNG or JPEG, up to ${size} and ${side} × ${side} pixels. It is redrawn at 64 × 64 pixels.`,
    saveIcon: 'Use this icon',
    removeIcon: 'Remove the icon',
    portTitle: 'Where players join',
    heartbeatsFrom: (ip: string, port: number) =>
      `Your server sends heartbeats for port ${port} on ${ip}.`,
    portHow:
      'If your router forwards another port to the server, enter that port. This site checks it, and shows it to players and the launcher once it is open.',
    portAway: 'The server is offline. You can change its port when it sends heartbeats again.',
    addressHint:
      'The address of this page and its hash stay the same wherever players join. They depend on the address and port of the heartbeats. If one of these changes, the server counts as another one here, unless it has its own heartbeat URL (below).',
    elsewhere: (place: string) =>
      `Players join at ${place}. You have proved that this address is yours, and its port is open.`,
    elsewhereUnused:
      'This place is not in use at the moment: its address and port belong to another server now, or the address is banned. Players join at the address of the heartbeats.',
    back: 'Use the address of the heartbeats again',
    addressTitle: 'Another address',
    addressHow:
      'If players join through another address (a tunnel, a forward on a rented machine, a shared connection), prove that the address is yours: get a code, and send it from that address.',
    addressRequest: 'Get a code for another address',
    addressSteps: [
      'Make the address lead to your server first: the port is checked when the code arrives.',
      'Run this command on the machine that has the address, or on one that connects to the internet through it. Change the port if players join on another one.',
      'It answers with the result.',
      'Do not share this command: whoever runs it first makes your players join at their own address.',
    ],
    portHint: (port: number) => `Leave empty for ${port}.`,
    savePort: 'Check and use this port',
    url: {
      title: 'Heartbeat URL of this server',
      why: 'With its own heartbeat URL, the server keeps its identity here when its address or port changes: its page, history, favourites and your texts move with it, and its former address leads to the new one.',
      make: 'Make a heartbeat URL',
      renew: 'Make a new heartbeat URL',
      renewHint: 'The present URL stops working at once.',
      revoke: 'Revoke the heartbeat URL',
      once: 'Copy this URL now. It is not shown again.',
      next: 'Enter it in the game server in place of the heartbeat URL of this site. The next heartbeat uses it.',
      services:
        'Only for MCGalaxy on two lists: before you restart it, replace the URL line of this site in properties/authservices.properties with the line below, also when you renew or revoke the URL. The name-suffix belongs to that line. Without the change, players from this site lose the suffix, and a player with your name here gets your rank.',
      made: 'made',
      hidden: 'This server has a heartbeat URL. It cannot be shown again.',
      secret:
        'Anyone who has the URL can move this server to their own address. Do not share it. You get an email when a heartbeat to this URL comes from a new network.',
      formers: 'Where it was before',
      left: 'left',
      formersHint:
        'Links to these addresses lead here, unless another server is live there. The last 20 are kept.',
      contestTitle: 'Two programs use its heartbeat URL',
      contest: (here: string, there: string) =>
        `Heartbeats to this URL come from ${here} and from ${there} in turn, and the server moves each time, at most once a minute. Use the URL for one server only. If one of the two is not yours, make a new URL.`,
    },
    releaseHow:
      'Your texts are removed, and players join at the address and port of the heartbeats again.',
    release: 'Release this server',
  },

  address: {
    done: (ip: string, port: number) => `Players now join at ${ip}, port ${port}.`,
    fromBrowser:
      'This request came from a web page. Send the code with the command that the page of your server shows, from a terminal on the machine that has the address.',
    notAForm:
      'The code and the port did not arrive as a form. Send them with the command that the page of your server shows.',
  },
} as const;

export const claimFailures = {
  offline: 'This server is offline. Start it, then get a code.',
  offlinePort: 'This server is offline, so its port cannot be checked. Start it first.',
  notYours: 'Your account has not claimed this server.',
  onlyOwner: 'Only the owner of this server can do this.',
  changed:
    'Somebody changed these texts after you opened this page. Yours are still here. If you save again, they replace the others.',
  nextIcon: (seconds: number) => `You can upload another icon in ${seconds} s.`,
  nextCode: (seconds: number) => `You can get another code in ${seconds} s.`,
  texts: {
    description: (length: number, most: number) =>
      `The description has ${length} characters. Use at most ${most}.`,
    links: (count: number, most: number) => `There are ${count} links. Use at most ${most}.`,
    link: (link: string) =>
      `"${link}" is not a link. Enter whole addresses such as https://example.net/, one per line.`,
    /** The page then shows the field with the better one in it. */
    noHttps: (link: string, better: string) =>
      `"${link}" does not start with https://. Links here must use https, so that nobody can change the page on its way to the reader. The field now has "${better}": check that it opens, then save again.`,
    longLink: (link: string, most: number) =>
      `The link "${link}" is too long. Use at most ${most} characters.`,
    tags: (count: number, most: number) => `There are ${count} tags. Use at most ${most}.`,
    tag: (tag: string) =>
      `"${tag}" is not a valid tag. Use 2 to 20 letters or digits, with hyphens in between.`,
    noTag: (tag: string) =>
      `"${tag}" is not on the list of tags. Choose from those on the page of your server.`,
    tooManyTags: (most: number) =>
      `There are ${most} tags already, and operators see all of them at once. Remove one first.`,
    language: (code: string) =>
      `"${code}" is not a language. Use its code of two letters, such as en.`,
  },
  join: {
    tooMany: (seconds: number) => `Too many ports were checked. Try again in ${seconds} s.`,
    busy: 'Too many ports are being checked. Try again in a moment.',
    taken: (ip: string, port: number) => `Port ${port} on ${ip} belongs to another server.`,
    closed: (ip: string, port: number) =>
      `Port ${port} on ${ip} is not open. Forward it (TCP) to your server first.`,
    port: 'The port must be a whole number from 1 to 65535.',
    ipv6: (ip: string) =>
      `This request came from the IPv6 address ${ip}, but players can only join over IPv4. Send it over IPv4, with curl -4.`,
    unroutable: (ip: string) =>
      `This request came from ${ip}, a private or reserved address that players cannot reach. Run the command on the machine that has the public address.`,
    banned: (ip: string) => `The address ${ip} is banned on this site.`,
    tooManyCodes: (from: string, seconds: number) =>
      `Too many codes came from ${from}. Send the next one in ${seconds} s.`,
    code: 'This code is wrong, was already used, or is more than an hour old. Get another one on the page of your server.',
  },
};
