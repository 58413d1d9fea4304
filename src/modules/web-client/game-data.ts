// The data that a server's page gives to the script that starts the game.

import type { gameMessages } from './game.en.ts';

/** Written into the page as JSON. Contains the reader's own mppass, and no data of anybody else. */
export interface GameData {
  /** Name, mppass, address and port, as the web client takes them. */
  arguments: readonly [string, string, string, string];
  script: string;
  /** URL of the files that `files` does not name, with a slash at the end. */
  folder: string;
  /** URLs of its files by the names that it requests. */
  files: Readonly<Record<string, string>>;
  /** The only origin that the relay accepts; `undefined` where the game server is reached directly. */
  origin: string | undefined;
  lookup: string;
  messages: GameMessages;
}

export interface GamePageData extends GameData {
  /** Where to reach the operator of the site, and the words of messages that link there. */
  contact: { href: string; phrases: readonly string[] } | undefined;
}

/** In `closed` they are by the code that a connection was closed with; `other` is for the rest. */
export type GameMessages = ReturnType<(typeof gameMessages)['script']>;
