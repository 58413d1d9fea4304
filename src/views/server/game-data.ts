// What a page tells its script about the game that it boots.

/** Written into the page as JSON. Holds the reader's own key to the server, and nothing of anybody else's. */
export interface GameData {
  /** Name, key, address and port, as the web client takes them. */
  arguments: readonly [string, string, string, string];
  /** Address of the web client's script. */
  script: string;
  /** Where it finds files that `files` does not name, with a slash at the end. */
  folder: string;
  /** Addresses of its files by the names that it asks for. */
  files: Readonly<Record<string, string>>;
  /** The only origin that the relay takes; `undefined` where the game server is reached directly. */
  origin: string | undefined;
  /** Where it can be asked whether the server is still live. */
  lookup: string;
  messages: GameMessages;
}

/** What the script says, in the reader's language. */
export interface GameMessages {
  downloading: string;
  starting: string;
  connecting: string;
  slow: string;
  connected: string;
  /** On the button that starts the game once more. */
  again: string;
  /** On it after a game that was played. */
  joinAgain: string;
  notDownloaded: string;
  /** Goes before what the browser says. */
  crashed: string;
  gone: string;
  offline: string;
  refused: string;
  /** By the code that a connection was closed with; `other` for the rest. */
  closed: Readonly<Record<'1001' | '1009' | '1011' | '1013' | 'other', string>>;
}
