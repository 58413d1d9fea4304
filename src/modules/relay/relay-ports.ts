// What the relay needs from outside: the two sockets that it connects.

import type { relayEvents } from './events.ts';

/** A game server that the relay may reach: a plain dotted IPv4 address and a port. */
export interface RelayTarget {
  readonly ip: string;
  readonly port: number;
  isBanned?(): boolean;
  /** A browser was connected to it for a minute. */
  stayed?: () => void;
}

/** `full`: queued because the reader is slow. */
export type SendOutcome = 'sent' | 'full' | 'lost';

export interface BrowserSocket {
  /** Runs this immediately; what it sends leaves in few writes. */
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
  /** Drops the connection without a close frame, also while it is being made. */
  terminate(): void;
}

export interface GameSocketEvents {
  opened(): void;
  /** Called around messages that came together; runs this immediately. */
  together(run: () => void): void;
  received(message: Uint8Array): void;
  /** A text message came; the game's protocol has none. */
  receivedText(): void;
  /** A ping or a pong came; the socket answers pings by itself. */
  pinged(): void;
  /** Once, also when the connection could not be made. `code` is as in RFC 6455: 1005 none, 1006 lost. */
  closed(code: number): void;
}

export interface GameConnection {
  target: RelayTarget;
  origin: string;
  /** The browser's address: IPv4 dotted, IPv6 in its shortest form. */
  address: string;
  /** Longest message that is accepted from the game server, in bytes. */
  messageLimit: number;
}

/** Connects to a game server. Never throws: a failure is the event `closed`. */
export type ConnectGame = (connection: GameConnection, events: GameSocketEvents) => GameSocket;

type ReasonIn<Name> = Name extends `relay_refused_${infer Reason}` ? Reason : never;
export type RefusalReason = ReasonIn<keyof typeof relayEvents>;
