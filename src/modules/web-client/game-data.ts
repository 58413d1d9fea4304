// The data that a server's page passes to the script that starts the game.

import type { gameMessages } from './game.en.ts';

/** Written into the page as JSON. Contains the reader's own mppass, and nothing about anybody else. */
export interface GameData {
  /** Name, mppass, address and port, as the web client expects them. */
  arguments: readonly [string, string, string, string];
  script: string;
  /** URL of the folder for files that `files` does not name, with a slash at the end. */
  folder: string;
  /** URLs of the web client's files, by the names that it requests. */
  files: Readonly<Record<string, string>>;
  /** The only origin that the relay accepts; `undefined` if the page reaches the game server directly. */
  origin: string | undefined;
  lookup: string;
  /** Options of the web client that apply until the player changes them. */
  options: Readonly<Record<string, string>>;
  messages: GameMessages;
}

export interface GamePageData extends GameData {
  /** The site's contact, and the phrases of messages that link to it. */
  contact: { href: string; phrases: readonly string[] } | undefined;
}

/** `closed` has messages by close code of the connection; `other` is for the rest. */
export type GameMessages = ReturnType<(typeof gameMessages)['script']>;
