// Every sentence of the pages for operators and other sites.

import { plural } from '../../platform/messages/formats.en.ts';

export const helpMessages = {
  noBadge: 'There is no badge at this address. It has to end in a server hash and .svg.',

  notListed: {
    title: 'Why is my server not listed?',
    whose: (ip: string) =>
      `This page shows only heartbeats from your own address, ${ip}. If your server is on another network, open this page from there.`,
    kept: 'Heartbeats are kept for an hour.',
    keptSince: (ago: string) => `Heartbeats are kept for an hour, and this service started ${ago}.`,

    heartbeatsHeading: 'Heartbeats from your address',
    heartbeatsCaption: 'Latest first; identical ones in a row share a line',
    noName: 'no name',
    port: 'Port',
    noPort: 'none',
    /** More than once is followed by when it was first. */
    times: (count: number) => plural(count, { one: 'once', other: '# times, first' }),
    /** The answer to a heartbeat, which is in English. */
    answer: (sentence: string) => sentence,

    outcomes: {
      listed: 'Accepted and listed',
      private: 'Accepted, but private',
      hidden: 'Accepted, but unlisted',
      refused: 'Refused',
      left: 'Accepted, then no more heartbeats',
      relocated: 'Accepted, then sent from another address',
    },
    nextSteps: {
      listed:
        'Nothing. The server appears in the list within a second. Reload the list, and clear the search and filters.',
      replaced: 'Nothing. A later heartbeat for the same port is shown above.',
      private:
        'It is not in the list because it sends public=false. In MCGalaxy, set public = true in server.properties; in ProCraft, set IsPublic.',
      left: (length: string) =>
        `No heartbeat has come for more than ${length}, so the server left the list. Check that it is running and can reach this site. Its next heartbeat brings it back.`,
      relocated:
        'A server with the same name, port, salt and software now sends heartbeats from another address, so the list only shows that one. If these are two servers, give each a salt of its own. The next heartbeat from here brings this one back.',
      fields:
        'In your game server, correct the setting named in the message. The next heartbeat will use it.',
      unlisted:
        'The message gives the reason. Contact the operator of this site. Players can still join with the address of the server.',
      filtered:
        'Rename the server. Its next heartbeat puts it in the list. Until then, players can join with its address.',
      banned: 'The message gives the reason. Contact the operator of this site.',
      contested:
        'Two programs at this address send heartbeats for one port, which only one of them can have. If both are yours, stop one or give it another port. If not, somebody else uses your address: ask your host.',
      key: 'The message says what to do. You find the page of your server under “Your servers” of your account.',
      crowded:
        'Private servers count too. Stop one of your servers, or ask the operator of this site to allow more.',
      full: 'The message says how many servers there are. Nothing is wrong with yours: let it keep sending heartbeats. While this site has few places left, servers that are claimed or had players on earlier days come first.',
      port_closed:
        'Forward the port (TCP) on your router to the machine of the server and allow it in the firewall, then check it again below. If players come in through another port or address (port mapping, a tunnel, a rented machine, carrier-grade NAT), set public=false, claim the server on its page, set the port or address there, and set public=true again. If players cannot reach the server through any port, ask the operator of this site for an exemption.',
      family:
        'Let the game server send its heartbeats over IPv4. If its software has no setting for that, prefer IPv4 on its machine, or tell the operator of this site that the name of the site has an IPv6 address.',
      too_many:
        'Let the game server send one heartbeat every 30 seconds. Refused ones count too, so a program that retries immediately stays locked out.',
    },

    nothingHeading: 'Nothing has come from your address',
    nothing: [
      'The server sends its heartbeats elsewhere. Its heartbeat URL must be exactly the one below.',
      'MCGalaxy silently ignores a heartbeat URL with a hyphen or an underscore in its host.',
      'The answer was “Direct IP access is not allowed”: the heartbeat URL names a different host than this site’s.',
      'Some programs (such as Thirty and ClassyCord) send the spaces of the server’s name unescaped. Such a request is not valid: it is refused with “505 HTTP Version Not Supported” before this site can log it. Write + or %20 for each space of the name in the settings of the server.',
      'The server reaches the internet through a different address than your browser, such as a VPN, a proxy or another network.',
      'The server’s own log or console shows the answer to each heartbeat, or why none could be sent.',
    ],
    heartbeatAddress: 'Heartbeat URL of this site:',

    ipv6Heading: 'You are connected over IPv6',
    ipv6: (ip: string) =>
      `Your address is ${ip}. Servers are listed by their IPv4 address, so a heartbeat over IPv6 is refused.`,
    ipv6Below:
      'The list below shows heartbeats over IPv6 from your own network (its /64) in the last hour.',
    ipv6Nothing: 'Nothing came over IPv6 from your network (its /64) in the last hour.',
    ipv6Next:
      'To see heartbeats over IPv4, open this page over IPv4, for example by running this command on the machine of the server:',
    ipv6Command: (url: string) => `curl -4 ${url}`,

    portsHeading: 'Ports',
    portsCaption: 'Ports that your heartbeats named, and whether they could be reached from here',
    lastCheck: 'Last check',
    open: 'Open',
    closed: 'Closed',
    unchecked: 'Not checked in the last hour.',
    uncheckedPrivate: 'Not checked: only ports of public servers are checked.',
    again: 'Check again',
    checkPort: (port: number) => `: port ${port}`,
    checkHint:
      'A check makes one TCP connection from this site to your address, for at most 3 s. Once the port is open, a refused server is listed with its next heartbeat.',
    portsFree: 'Servers at your address are listed without a port check.',

    moreHeading: 'Accepted, but you cannot see it?',
    more: (length: string) => [
      `A server leaves the list ${length} after its last heartbeat.`,
      'A private server is never in the list, but its page works. To join it, log in to the launcher, then paste the address of that page into the field at the bottom of the server list. The Direct connect screen of the launcher takes the mc:// link from that page instead.',
      'The list that you look at may have a search or a filter such as “Hide empty” set.',
    ],

    failures: {
      unknown: (port: string) =>
        `Port “${port}” was not checked: no heartbeat from your address has named it in the last hour. Let the server send one, then try again.`,
      unneeded: 'The port was not checked: servers at your address are listed without a check.',
      banned:
        'The port was not checked: your address is banned. Contact the operator of this site.',
      busy: (seconds: number) =>
        `The port was not checked: too many other checks are running. Try again in ${seconds} s.`,
      tooSoon: (seconds: number) =>
        `The port was not checked: you asked too often. Try again in ${seconds} s.`,
      foreign: (url: string) =>
        `The port was not checked: the request did not come from this page. Open ${url} and use the button there.`,
    },
  },

  badge: {
    unnamed: 'server',
    offline: 'offline',
    players: (players: number, maxPlayers: number) => `${players} / ${maxPlayers} online`,
    label: (name: string, state: string) => `${name}: ${state}`,
    labelOn: (name: string, state: string, site: string) => `${name}: ${state}, on ${site}`,
  },

  /** The widget gets these as they are, so they are texts with placeholders instead of functions. */
  widget: {
    title: 'Servers',
    titleOn: 'Servers on {site}',
    playing: '{players} playing on {servers} servers',
    playingOne: '{players} playing on one server',
    ofPlayers: '{players} of {max} players',
    empty: 'No servers are online right now.',
    failed: 'The server list could not be loaded. Trying again every minute.',
    all: 'All servers',
  },
} as const;
