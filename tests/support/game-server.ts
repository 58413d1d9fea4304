// A game server on raw TCP that takes WebSockets as MCGalaxy does: with these headers, spelled so.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { WebSocketPeer } from './websocket-peer.ts';

const RECORDED = readFileSync(
  join(import.meta.dir, '../vectors/proxy-to-game-server-upgrade-accepted-by-mcgalaxy.http'),
  'latin1',
);
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** What a browser is called is no business of the game server's. */
const OPTIONAL = new Set(['User-Agent']);
/** Different in each conversation; that they are there is enough. */
const VARYING = new Set(['Host', 'Origin', 'Sec-WebSocket-Key', 'X-Real-IP']);

/** Lines of a request's head: name as spelled, value. */
function headersOf(head: string): Map<string, string> {
  const lines = head
    .split('\r\n')
    .slice(1)
    .filter((line) => line !== '');
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );
}

/** What MCGalaxy would miss in this request. */
function complainAbout(head: string): string[] {
  const seen = headersOf(head);
  const complaints: string[] = [];
  if (!head.startsWith(`${RECORDED.split('\r\n')[0]}\r\n`)) complaints.push('another request line');
  for (const [name, value] of headersOf(RECORDED)) {
    if (OPTIONAL.has(name)) continue;
    const got = seen.get(name);
    if (got === undefined) complaints.push(`no ${name}`);
    else if (!VARYING.has(name) && got !== value) complaints.push(`${name}: ${got}`);
  }
  for (const name of seen.keys()) {
    if (/^sec-websocket-extensions$/i.test(name)) complaints.push('an extension is offered');
  }
  return complaints;
}

/** A browser that came through the relay. */
export class Player extends WebSocketPeer {
  constructor(
    socket: Socket,
    /** The headers that it came with. */
    readonly headers: ReadonlyMap<string, string>,
    unread: Buffer,
  ) {
    super(socket, false, unread);
  }
}

/** How the server greets a connection. */
export type Greeting = 'accept' | 'refuse' | 'silence' | 'no protocol' | 'garbage';

/** A game server that listens on loopback. */
export class TestGameServer implements AsyncDisposable {
  greeting: Greeting = 'accept';
  /** Called with each player that is accepted. */
  onPlayer: ((player: Player) => void) | undefined;
  readonly complaints: string[] = [];
  readonly players: Player[] = [];
  /** The other ends of all connections that ever came, in their order. */
  readonly #ports: (number | undefined)[] = [];
  readonly sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(private readonly host: string) {
    this.#server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) =>
      this.#greet(socket),
    );
  }

  /** Listens on a free port of a loopback address. */
  static async open(host = '127.0.0.1'): Promise<TestGameServer> {
    const game = new TestGameServer(host);
    const port = await findFreePort();
    await new Promise<void>((resolve, reject) => {
      game.#server.once('error', reject);
      game.#server.listen(port, host, resolve);
    });
    return game;
  }

  /**
   * How many connections ever came. One of its own comes last, which does not count: all connections before
   * it were accepted by then.
   */
  async countConnections(): Promise<number> {
    using stack = new DisposableStack();
    const last = stack.adopt(connect(this.port, this.host), (socket) => socket.destroy());
    await once(last, 'connect');
    while (!this.#ports.includes(last.localPort)) await new Promise(setImmediate);
    const index = this.#ports.indexOf(last.localPort);
    this.#ports.splice(index, 1);
    return index;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Sends every message back. */
  echo(): void {
    this.onPlayer = (player) => {
      player.onFrame = ({ payload, opcode }) => player.send(payload, opcode);
    };
  }

  /** The player of this number, counted from 0. Throws when none comes in time. */
  async player(index = 0, timeoutMs = 20_000): Promise<Player> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const player = this.players[index];
      if (player !== undefined) return player;
      if (performance.now() > deadline) throw new Error(`No player came: ${this.complaints}`);
      await Bun.sleep(5);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #greet(socket: Socket): void {
    this.#ports.push(socket.remotePort);
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => {});
    const endToo = (): void => void socket.end();
    socket.on('end', endToo);
    let bytes = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.off('data', read);
      // From here on the player's side decides.
      if (this.greeting === 'accept') socket.off('end', endToo);
      this.#answer(socket, bytes.subarray(0, end + 4).toString('latin1'), bytes.subarray(end + 4));
    };
    socket.on('data', read);
  }

  #answer(socket: Socket, head: string, rest: Buffer): void {
    const complaints = complainAbout(head);
    this.complaints.push(...complaints);
    if (this.greeting === 'silence') return;
    if (this.greeting === 'garbage') return void socket.write('\0\u0001no http\r\n\r\n');
    if (this.greeting === 'refuse' || complaints.length > 0) {
      return void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    }
    const headers = headersOf(head);
    const key = headers.get('Sec-WebSocket-Key');
    const accept = createHash('sha1').update(`${key}${WEBSOCKET_GUID}`).digest('base64');
    const lines = [
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${accept}`,
      ...(this.greeting === 'no protocol' ? [] : ['Sec-WebSocket-Protocol: ClassiCube']),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const player = new Player(socket, headers, rest);
    this.players.push(player);
    this.onPlayer?.(player);
  }
}
