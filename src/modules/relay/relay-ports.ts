// What the relay needs from outside: the two sockets that it connects.

import type { relayEvents } from './events.ts';

/** A game server that the relay may reach: a plain dotted IPv4 address and a port. */
export interface RelayTarget {
  readonly ip: string;
  readonly port: number;
  isBanned?(): boolean;
  /** The relay has connected a browser to the server for a minute. */
  stayed?: () => void;
}

/** `full`: the message is queued because the reader is slow. */
export type SendOutcome = 'sent' | 'full' | 'lost';

export interface BrowserSocket {
  /** Runs `run` immediately, and sends its messages in few writes. */
  together(run: () => void): void;
  send(message: Uint8Array): SendOutcome;
  pendingBytes(): number;
  close(code: number): void;
  /** Drops the connection without a close frame. */
  terminate(): void;
}

/** The game server's end of a relay. After the event `closed` there are no more events. */
export interface GameSocket {
  send(message: Uint8Array): void;
  pendingBytes(): number;
  pause(): void;
  resume(): void;
  close(code: number): void;
  /** Drops the connection without a close frame, even before it is open. */
  terminate(): void;
}

export interface GameSocketEvents {
  opened(): void;
  /** Runs `run` immediately. Called around the messages that arrived together. */
  together(run: () => void): void;
  received(message: Uint8Array): void;
  /** A text message arrived. The game's protocol has none. */
  receivedText(): void;
  /** A ping or a pong arrived. The socket answers pings by itself. */
  pinged(): void;
  /** Called once, also if connecting failed. `code` is as in RFC 6455: 1005 none, 1006 lost. */
  closed(code: number): void;
}

export interface GameConnection {
  target: RelayTarget;
  origin: string;
  /** The browser's address: IPv4 dotted, IPv6 in its shortest form. */
  address: string;
  /** Longest message accepted from the game server, in bytes. */
  messageLimit: number;
}

/** Connects to a game server. Never throws: a failure is the event `closed`. */
export type ConnectGame = (connection: GameConnection, events: GameSocketEvents) => GameSocket;

type ReasonIn<Name> = Name extends `relay_refused_${infer Reason}` ? Reason : never;
export type RefusalReason = ReasonIn<keyof typeof relayEvents>;
