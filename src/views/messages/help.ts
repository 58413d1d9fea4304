// Every sentence of the pages for operators and other sites.

import { plural } from '../messages.ts';

export const helpMessages = {
  noBadge: 'This is no badge. Its address ends in the hash and .svg.',

  notListed: {
    title: 'Why is my server not in the list?',
    whose: (ip: string) =>
      `You see what came from your own address, ${ip}, and nothing of anybody else’s servers. If your server is on another network, open this page from there.`,
    kept: 'Heartbeats are remembered for an hour.',
    keptSince: (length: string) =>
      `Heartbeats are remembered for an hour, and this service started ${length} ago.`,

    heartbeatsHeading: 'Heartbeats from your address',
    heartbeatsCaption: 'The latest first, equal ones in a row as one line',
    noName: 'no name',
    port: 'Port',
    noPort: 'none',
    times: (count: number) => (count === 1 ? 'once' : `${count} times since`),
    nextStep: 'What to do',

    outcomes: {
      listed: 'Accepted and listed',
      private: 'Accepted, but private',
      hidden: 'Accepted, but kept out of the list',
      refused: 'Refused',
      left: 'Accepted, then silence',
      relocated: 'Accepted, then sent from another address',
    },
    nextSteps: {
      listed:
        'Nothing. The list follows within a second; reload it, and look without search and filters.',
      replaced: 'Nothing: what came later for the same port stands above.',
      private:
        'It is left out of the list because it says public=false. In MCGalaxy, set public = true in server.properties; in ProCraft, IsPublic.',
      left: (length: string) =>
        `No heartbeat came for more than ${length}, so it left the list. See whether the game server still runs and reaches this site; its next heartbeat brings it back.`,
      relocated:
        'A server with the same name, port and salt sends heartbeats from another address since, so it stands in the list once, with that one. If both are meant to be there, give each a salt of its own; the next heartbeat from here brings this one back.',
      fields:
        'Correct in the settings of the game server what the sentence names. The next heartbeat takes it up.',
      unlisted:
        'The reason stands in the sentence. Talk to the operator of this site. The server itself can be reached by its address.',
      filtered:
        'Give the server another name. The next heartbeat brings it into the list; until then it can be reached by its address.',
      banned: 'The reason stands in the sentence. Talk to the operator of this site.',
      crowded:
        'Private servers count too. Stop one of your servers, or ask the operator of this site to allow more.',
      port_closed:
        'Forward the port (TCP) on your router to the machine of the server, let its firewall pass it, then check it again below. Where players come in by another port or another address (port mapping, a tunnel, a rented machine, around a carrier’s shared address), set public=false, claim the server on its page, show the port or address there, and set public=true again. Where there is no such way in, ask the operator of this site for an exemption.',
      family:
        'Have the game server send its heartbeats over IPv4. Where its software has no setting for that, prefer IPv4 on its machine, or tell the operator of this site that the name of the site has an IPv6 address.',
      too_many:
        'Slow the game server down to one heartbeat every 30 seconds. Refused ones count as well, so that a program that retries at once keeps itself out.',
    },

    nothingHeading: 'Nothing came from your address',
    nothing: [
      'The server sends its heartbeats elsewhere. Its setting must be exactly the address below.',
      'MCGalaxy refuses a heartbeat address with a hyphen or an underscore in its host, without a word.',
      'The answer was “Direct IP access is not allowed”: the address names another host than this site’s.',
      'The server reaches the internet through another address than your browser: a VPN, a proxy, or another network.',
      'The server’s own log or console shows the answer to each heartbeat, or that none could be sent.',
    ],
    heartbeatAddress: 'Heartbeat address of this site:',

    ipv6Heading: 'You came over IPv6',
    ipv6: (ip: string) =>
      `Your address is ${ip}. Heartbeats count over IPv4 alone, since a server is listed by its IPv4 address. One that is sent over IPv6 is refused with a sentence that says so.`,
    ipv6Below:
      'What came over IPv6 from your network (its /64) within the last hour stands below, and nothing of anybody else’s servers.',
    ipv6Nothing: 'Nothing came over IPv6 from your network (its /64) within the last hour.',
    ipv6Next:
      'To see what came over IPv4, open this page over it, for example on the machine of the server with this line:',
    ipv6Command: (url: string) => `curl -4 ${url}`,

    portsHeading: 'Ports',
    portsCaption:
      'The ports that your heartbeats named, and whether each could be reached from here',
    lastCheck: 'Last check',
    open: 'Open',
    closed: 'Not open',
    unchecked: 'Not checked within the last hour.',
    uncheckedPrivate: 'Not checked: only ports of public servers are.',
    again: 'Check again',
    checkPort: (port: number) => `: port ${port}`,
    checkHint:
      'A check makes one TCP connection from this site to your address, for 3 s at most. A server that was refused is listed with its next heartbeat after the port is open.',
    portsFree: 'Servers at your address are listed without a check of their port.',

    moreHeading: 'Accepted, and still not seen',
    more: (length: string) => [
      `A server leaves the list ${length} after its last heartbeat.`,
      'A private server is never in the list; its own page works all the same. To join it, log in to the launcher, then paste the address of that page into the field at the bottom of its server list. The launcher’s Direct connect screen takes the mc:// link from that page instead.',
      'A search, or a filter such as “hide empty”, may be set in the list that you look at.',
    ],

    failures: {
      unknown: (port: string) =>
        `Port “${port}” was not checked: no heartbeat from your address named it within the last hour. Let the server send one, then ask again.`,
      unneeded: 'The port was not checked: servers at your address are listed without it.',
      banned:
        'The port was not checked: your address is banned. Talk to the operator of this site.',
      busy: (seconds: number) =>
        `The port was not checked: too many others are being checked right now. Ask again in ${seconds} s.`,
      tooSoon: (seconds: number) =>
        `The port was not checked: you asked too often. Ask again in ${seconds} s.`,
      foreign: (url: string) =>
        `The port was not checked: the request did not come from this page. Open ${url} and use the button there.`,
    },
  },

  badge: {
    unnamed: 'server',
    offline: 'offline',
    players: (players: number, maxPlayers: number) => `${players} / ${maxPlayers}`,
    label: (name: string, state: string) => `${name}: ${state}`,
  },

  /** The widget gets these as they are, so they are texts with placeholders instead of functions. */
  widget: {
    title: 'Servers',
    playing: '{players} playing on {servers} servers',
    playingOne: '{players} playing on one server',
    ofPlayers: '{players} of {max} players',
    empty: 'No servers are online right now.',
    failed: 'The server list could not be loaded. It is tried again every minute.',
    all: 'All servers',
  },

  apiDocs: {
    title: 'The API',
    paragraphs: [
      'Every path that programs may use, made from the description that the service checks requests with. A path answers with and without a slash at its end.',
    ],
    description: 'The same for programs, as OpenAPI: ',
    contents: 'Contents',
    otherTag: 'Other',
    parameters: 'Parameters',
    form: 'Form fields',
    answer: (type: string) => `Answer as ${type}`,
    name: 'Name',
    place: 'Place',
    type: 'Type',
    required: 'Required',
    meaning: 'Meaning',
    isRequired: 'required',
    isOptional: 'optional',
    places: { path: 'path', query: 'query', header: 'header', cookie: 'cookie' },
    count: (paths: number) => plural(paths, 'path', 'paths'),
    from: (low: number) => `from ${low}`,
    to: (high: number) => `to ${high}`,
    listOf: (what: string) => `list of ${what}`,
    or: ' or ',
    always: (value: string) => `always ${value}`,
    anything: 'any',
  },
} as const;
