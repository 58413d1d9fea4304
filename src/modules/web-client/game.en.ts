// Every sentence about playing in the browser.

export const gameMessages = {
  title: 'Play in the browser',
  play: 'Play in browser',
  how: (name: string) => `You join as ${name}. The game starts here on this page.`,
  needsScript: 'The game needs JavaScript. Turn it on in your browser, or use the launcher.',
  label: 'The game',
  fullScreen: 'Full screen',
  joinAgainHint:
    'This gets you a new key for the server. “Reconnect” in the game uses the old key, which stops working when the server restarts.',
  wrongOrigin:
    'The game only runs at this site’s own address, and this page was opened at another one.',
  rightOrigin: 'Open it there',

  notTaken: 'This server does not support playing in the browser.',
  noClient: 'You cannot play in the browser on this site.',
  clientBroken: 'Playing in the browser is not available right now.',
  noRelay: 'This server cannot be played in the browser from this site.',
  tooLong: (limit: number) =>
    `This server cannot be played in the browser: together with the name of this site, its address is longer than the ${limit} characters that the web client accepts.`,

  script: (server: string, place: string, isRelayed: boolean) => ({
    downloading: 'Downloading the game…',
    starting: 'Starting the game…',
    connecting: `Connecting to ${server}…`,
    slow: `${server} has not answered for ten seconds. It may be starting or overloaded. The game keeps trying.`,
    again: 'Try again',
    joinAgain: 'Join again',
    connected: `Connected to ${server}.`,
    notDownloaded:
      'The game could not be downloaded. Check your connection and try again. If that does not help, tell the operator of this site.',
    crashed: 'The game stopped with an error. Try again, or use the launcher. The browser says:',
    gone: `${server} is no longer online. You can join it when it is back.`,
    offline: 'This site is not responding. Check your connection and try again.',
    refused: isRelayed
      ? `This site could not connect you to ${server}. All its connections may be in use, or your network may block WebSockets. Try again in a minute, or use the launcher.`
      : `Could not connect to ${server} at ${place}. Its port may be closed, or it may not support playing in the browser. Use the launcher.`,
    kicked: `You were disconnected by ${server}. Its reason:`,
    closed: {
      1001: 'The connection was closed because this site or the server is restarting, or because nothing was sent for a long time. Try again in a minute.',
      1009: `The connection was closed because a message was too long for this site. Tell the operator of ${server}.`,
      1011: `The connection to ${server} was lost. Try again.`,
      1013: `${server} did not answer in time. It may be down, or it may not support playing in the browser.`,
      other: `${server} closed the connection.`,
    },
  }),
} as const;
