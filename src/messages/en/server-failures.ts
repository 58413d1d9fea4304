// Every sentence about what cannot be done with servers: on pages, and in the command line.

export const serverFailures = {
  offline: 'This server is offline. Start it, then get a code.',
  offlinePort: 'This server is offline, so its port cannot be checked. Start it first.',
  notYours: 'Your account has not claimed this server.',
  nextChange: (seconds: number) => `You can make more changes in ${seconds} s.`,
  nextCode: (seconds: number) => `You can get another code in ${seconds} s.`,

  texts: {
    description: (length: number, most: number) =>
      `The description has ${length} characters. Use at most ${most}.`,
    links: (count: number, most: number) => `There are ${count} links. Use at most ${most}.`,
    link: (link: string) =>
      `${link} is not a link. Enter whole addresses such as https://example.net/, one per line.`,
    longLink: (link: string, most: number) =>
      `The link ${link} is too long. Use at most ${most} characters.`,
    tags: (count: number, most: number) => `There are ${count} tags. Use at most ${most}.`,
    tag: (tag: string) =>
      `${tag} is not a valid tag. Use 2 to 20 letters or digits, with hyphens in between.`,
  },

  join: {
    tooMany: (seconds: number) => `Too many ports were checked. Try again in ${seconds} s.`,
    busy: 'Too many ports are being checked. Try again in a moment.',
    taken: (ip: string, port: number) => `Port ${port} on ${ip} belongs to another server.`,
    closed: (ip: string, port: number) =>
      `Port ${port} on ${ip} is not open. Forward it (TCP) to your server first.`,
    port: 'The port must be a whole number from 1 to 65535.',
    ipv6: (ip: string) =>
      `This came from the IPv6 address ${ip}, but players can only be sent to IPv4. Send it over IPv4, with curl -4.`,
    unroutable: (ip: string) =>
      `This came from ${ip}, a private or reserved address that players cannot reach. Run it on the machine that has the public address.`,
    banned: (ip: string) => `The address ${ip} is banned on this site.`,
    tooManyCodes: (from: string, seconds: number) =>
      `Too many codes came from ${from}. Send the next one in ${seconds} s.`,
    code: 'This code is wrong, was already used, or is more than an hour old. Get another one on the page of your server.',
  },

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

  hash: (text: string) =>
    `${text} is not a server hash. Use the 32 hex digits at the end of the server's play URL.`,
  country: (text: string) => `${text} is not a country code. Use two letters such as NZ.`,
  word: (word: string, most: number) =>
    `${word} is not one word. Use up to ${most} letters and digits, with * for any letters.`,
  broadWord: (word: string, fewest: number) =>
    `The word ${word} would match too much. Use at least ${fewest} letters besides *.`,
  longPattern: (pattern: string, most: number) =>
    `The name pattern ${pattern} is too long. Use at most ${most} characters.`,
  broadPattern: (pattern: string, fewest: number) =>
    `The name pattern ${pattern} would match too much. Use at least ${fewest} characters besides *.`,

  banned: {
    range: (subject: string) => `The range ${subject} is already banned.`,
    name: (subject: string) => `The name pattern ${subject} is banned already.`,
    server: (subject: string) => `The server ${subject} is banned already.`,
  },
} as const;
