// The relay's connection to a game server, as a WebSocket client that game servers understand.

import WebSocket, { type ClientOptions } from 'ws';
import { createReadTurns, TURN_BYTES } from './read-turns.ts';
import type { ConnectGame, GameSocketEvents } from './relay-ports.ts';

const LOST = 1006;
const TOO_BIG = 1009;
/** How long a game server may leave the connection open after both close frames, in milliseconds (C12.9). */
const OPEN_AFTER_CLOSE_MS = 500;
/** The size of one write of the runtime. */
const WRITE_BYTES = 16 * 1024;
const turns = createReadTurns();
/** The size of the largest head of a WebSocket frame. */
const HEAD_BYTES = 10;

/**
 * Connects to a game server's own port.
 *
 * Compatibility: MCGalaxy compares the names of headers case-sensitively, knows no extension of the
 * protocol, and answers the subprotocol `ClassiCube` (C12.5).
 */
export const connectGame: ConnectGame = ({ target, origin, address, messageLimit }, events) => {
  // The library's types do not have `closeTimeout` yet; its default is 30 s.
  const options: ClientOptions & { closeTimeout: number } = {
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: messageLimit,
    closeTimeout: OPEN_AFTER_CLOSE_MS,
    headers: { Origin: origin, 'X-Real-IP': address },
  };
  const socket = new WebSocket(`ws://${target.ip}:${target.port}/`, ['ClassiCube'], options);
  socket.binaryType = 'nodebuffer';
  let isTooBig = false;
  let turnBytes = 0;
  let lastTurn = -1;
  let isWaiting = false;
  let isPaused = false;
  const { gather, flush } = createGathering(events);

  /** Waits for the next turn, unless this socket is among the first few with much data in this turn. */
  function countRead(bytes: number): void {
    turnBytes += bytes;
    if (turnBytes < TURN_BYTES || isWaiting || lastTurn === turns.current) return;
    turnBytes = 0;
    lastTurn = turns.current;
    isWaiting = !turns.take(() => {
      isWaiting = false;
      if (!isPaused) socket.resume();
    });
    if (isWaiting) socket.pause();
  }

  socket.on('open', () => events.opened());
  socket.on('message', (data, isBinary) => {
    // Each message stays a frame of its own, however many are passed on together (C12.6).
    if (isBinary) {
      if (!Buffer.isBuffer(data)) return;
      gather(data);
      countRead(data.byteLength);
      return;
    }
    flush();
    events.receivedText();
  });
  socket.on('ping', (data) => {
    events.pinged();
    countRead(data.byteLength);
  });
  socket.on('pong', events.pinged);
  // An error without a listener would be thrown. A close follows each error.
  socket.on('error', (error) => {
    isTooBig ||= 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH';
  });
  socket.on('close', (code) => {
    flush();
    events.closed(isTooBig && code === LOST ? TOO_BIG : code);
  });

  return {
    send: (message) => socket.send(message),
    pendingBytes: () => socket.bufferedAmount,
    pause() {
      isPaused = true;
      socket.pause();
    },
    resume() {
      isPaused = false;
      if (!isWaiting) socket.resume();
    },
    close: (code) => socket.close(code),
    terminate: () => socket.terminate(),
  };
};

/** Gathers messages until a write is full or the runtime has read what arrived together. */
function createGathering(events: Pick<GameSocketEvents, 'received' | 'together'>) {
  let gathered: Buffer[] = [];
  let gatheredBytes = 0;
  let isFlushDue = false;

  /** Passes on small messages that were read together as one write: a write each would cost more than all else. */
  function gather(message: Buffer): void {
    const size = message.byteLength + HEAD_BYTES;
    if (gatheredBytes + size > WRITE_BYTES) flush();
    // A message that fills a write gains nothing from waiting.
    if (size > WRITE_BYTES) {
      events.received(message);
      return;
    }
    gathered.push(message);
    gatheredBytes += size;
    if (isFlushDue) return;
    isFlushDue = true;
    setImmediate(() => {
      isFlushDue = false;
      flush();
    });
  }

  function flush(): void {
    if (gathered.length === 0) return;
    const messages = gathered;
    gathered = [];
    gatheredBytes = 0;
    events.together(() => {
      for (const message of messages) events.received(message);
    });
  }

  return { gather, flush };
}
