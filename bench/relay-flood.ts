// Hostile relays, as a process of its own until it is stopped: browsers, and the game server behind them.
// None of them reads; what is closed is opened again. Word: its RelayFloodPlan as JSON.

import { createHash } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { encodeFrame, OPCODE } from '../tests/support/websocket-peer.ts';

export interface RelayFloodPlan {
  port: number;
  /** Where its game server listens, which is listed already. */
  gamePort: number;
  relays: number;
  /** What is sent without end, and by which side. */
  kind: 'nothing' | 'browser pings' | 'browser pongs' | 'game pings' | 'game messages';
}

/** How many relays were opened, closed by the service, and refused. */
export interface RelayFloodResult {
  opened: number;
  closed: number;
  refused: number;
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** One /24 may have a quarter of all relays, and one address eight. */
const RELAYS_OF_ADDRESS = 8;
const ADDRESSES_OF_NETWORK = 25;
const OPENING_AT_ONCE = 50;
const CHUNK_BYTES = 64 * 1024;

const { port, gamePort, relays, kind }: RelayFloodPlan = JSON.parse(process.argv[2] ?? '');
const result: RelayFloodResult = { opened: 0, closed: 0, refused: 0 };

const FRAMES = {
  'browser pings': encodeFrame(OPCODE.ping, Buffer.alloc(125, 65), { isMasked: true }),
  'browser pongs': encodeFrame(OPCODE.pong, Buffer.alloc(125, 65), { isMasked: true }),
  'game pings': encodeFrame(OPCODE.ping, Buffer.alloc(125, 65)),
  'game messages': encodeFrame(OPCODE.binary, Buffer.alloc(65_500, 65)),
};

/** Sends the same frame without end, as fast as it is taken, and reads nothing. */
function flood(socket: Socket, side: 'browser' | 'game'): void {
  socket.pause();
  if (kind === 'nothing' || !kind.startsWith(side)) return;
  const frame = FRAMES[kind];
  const count = Math.ceil(CHUNK_BYTES / frame.length);
  const chunk = Buffer.concat(Array.from({ length: count }, () => frame));
  const send = (): void => {
    while (!socket.destroyed && socket.write(chunk)) {
      // The next write waits for the drain once the kernel is full.
    }
  };
  socket.on('drain', send);
  send();
}

function readHead(socket: Socket, onHead: (head: string) => void): void {
  let head = '';
  const read = (bytes: Buffer): void => {
    head += bytes.toString('latin1');
    if (!head.includes('\r\n\r\n')) return;
    socket.off('data', read);
    onHead(head);
  };
  socket.on('data', read);
}

const game = createServer((socket) => {
  socket.on('error', () => {});
  readHead(socket, (head) => {
    const key = /^Sec-WebSocket-Key: (.*)$/im.exec(head)?.[1]?.trim() ?? '';
    const accept = createHash('sha1').update(`${key}${GUID}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: ClassiCube\r\n\r\n`,
    );
    flood(socket, 'game');
  });
});
await new Promise<void>((resolve) => game.listen(gamePort, '127.0.0.1', resolve));

/** Opens one relay; resolves when it is answered. */
function open(index: number): Promise<void> {
  const number = Math.floor(index / RELAYS_OF_ADDRESS);
  const address = `20.0.${Math.floor(number / ADDRESSES_OF_NETWORK)}.${number % ADDRESSES_OF_NETWORK}`;
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    let isOpen = false;
    socket.on('close', () => {
      if (isOpen) result.closed += 1;
      else result.refused += 1;
      resolve();
      setTimeout(() => void open(index), 500 + Math.random() * 1_000);
    });
    socket.write(
      `GET /p/127.0.0.1/${gamePort} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://localhost:${port}\r\nX-Forwarded-For: ${address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ClassiCube\r\n\r\n`,
    );
    readHead(socket, (head) => {
      if (!head.startsWith('HTTP/1.1 101')) return void socket.destroy();
      isOpen = true;
      result.opened += 1;
      resolve();
      flood(socket, 'browser');
    });
  });
}

process.on('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exit(0);
});
process.stdout.write('started\n');

for (let first = 0; first < relays; first += OPENING_AT_ONCE) {
  const count = Math.min(OPENING_AT_ONCE, relays - first);
  await Promise.all(Array.from({ length: count }, (_, index) => open(first + index)));
}
