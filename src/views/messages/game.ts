// Every sentence about playing in the browser.

import type { GameMessages } from '../server/game-data.ts';

const AGAIN = 'Try again';

export const gameMessages = {
  title: 'Play in the browser',
  play: 'Play in browser',
  how: (name: string) => `You join as ${name}. The game starts here on this page.`,
  needsScript: 'The game needs JavaScript.',
  label: 'The game',
  again: AGAIN,
  fullScreen: 'Full screen',
  joinAgainHint:
    'This gets you a new key to the server. “Reconnect” in the game uses the old one, which a server that was restarted does not accept.',
  wrongOrigin:
    'The game runs on this site’s own address only, and this page was opened under another one.',
  rightOrigin: 'Open it there',

  notTaken: 'This server does not take players from the browser. Use the launcher.',
  noClient:
    'This server takes players from the browser, but this site has no web client: its operator has to add one. Use the launcher until then.',
  clientBroken:
    'The web client of this site is not usable right now: its operator has to put its files right. Use the launcher until then.',
  noRelay:
    'This server takes players from the browser, but a secure page reaches it only through this site’s relay, which its operator has switched off. Use the launcher.',
  tooLong: (limit: number) =>
    `This server cannot be played in the browser: together with the name of this site its address has more than the ${limit} characters that the web client takes. Use the launcher.`,
  needsLogin:
    'You can play in the browser when you are logged in: the server lets in only players whose name is known.',
  needsVerification:
    'Playing in the browser needs a verified account, and yours is not verified yet.',

  script: (server: string, place: string, isRelayed: boolean): GameMessages => ({
    downloading: 'Downloading the game…',
    starting: 'Starting the game…',
    connecting: `Connecting to ${server}…`,
    slow: `${server} has not answered for ten seconds. It may be starting or overloaded; the game goes on trying.`,
    again: AGAIN,
    joinAgain: 'Join again',
    connected: `Connected to ${server}.`,
    notDownloaded:
      'The game could not be downloaded. Check your connection and try again; if that does not help, the operator of this site has to look at its web client.',
    crashed:
      'The game has stopped with an error. Try again, or use the launcher. The browser says:',
    gone: `${server} has left the list, so nobody can join it until it sends heartbeats again.`,
    offline: 'This site does not answer. Check your connection and try again.',
    refused: isRelayed
      ? `This site did not open a connection to ${server}. Either all its places are in use, or something on the way does not let WebSockets through. Try again in a minute, or use the launcher.`
      : `No connection to ${server} at ${place}. Its port may be closed, or it may not take players from the browser after all. Use the launcher.`,
    closed: {
      1001: 'The connection was closed because this site or the server restarts, or because nothing was sent for long. Try again in a minute.',
      1009: `The connection was closed because a message was too long for this site. Tell the operator of ${server}.`,
      1011: `The connection to ${server} was lost. Try again.`,
      1013: `${server} did not answer this site in time, so it is down, or it does not take players from the browser after all.`,
      other: `${server} has closed the connection.`,
    },
  }),
} as const;
