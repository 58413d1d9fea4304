// A service with one listed game server and browsers on relays to it, which only the binary carries for real.

import { type RunningMuster, startMuster } from '../support/binary.ts';
import { type Upgraded, upgrade as upgradeRaw } from '../support/browser-socket.ts';
import { TestGameServer } from '../support/game-server.ts';
import type { WebSocketPeer } from '../support/websocket-peer.ts';
import { Client } from './client.ts';

const HOST = 'play.example.net';
export const ORIGIN = `https://${HOST}`;
export const BROWSER = '198.51.100.23';

/** How one browser asks; everything is right by default. */
export interface Asking {
  path?: string;
  origin?: string;
  host?: string;
  address?: string;
  early?: Uint8Array;
}

/** The service, its game server, and the browsers that were opened. */
export class RelaySetup implements AsyncDisposable {
  readonly #browsers: WebSocketPeer[] = [];

  private constructor(
    readonly muster: RunningMuster,
    readonly game: TestGameServer,
  ) {}

  /** Starts both, and lists the game server by default. */
  static async open(env: Readonly<Record<string, string>> = {}): Promise<RelaySetup> {
    const muster = await startMuster({
      env: {
        MUSTER_BASE_URL: ORIGIN,
        MUSTER_TRUSTED_PROXIES: '127.0.0.1/32',
        MUSTER_PORT_CHECK: 'false',
        MUSTER_LOG_LEVEL: 'debug',
        MUSTER_LOG_FORMAT: 'json',
        ...env,
      },
    });
    const game = await TestGameServer.open();
    const setup = new RelaySetup(muster, game);
    await setup.list(game.port);
    return setup;
  }

  /** Sends the heartbeat of a server of 127.0.0.1. */
  async list(port: number, fields: Readonly<Record<string, string>> = {}): Promise<void> {
    const client = new Client(this.muster, { host: HOST });
    await client.mustBeat({ port: String(port), web: 'true', ...fields });
  }

  get path(): string {
    return `/p/127.0.0.1/${this.game.port}`;
  }

  /** Asks for a relay. */
  async upgrade(asking: Asking = {}): Promise<Upgraded> {
    const { early, ...rest } = asking;
    const options = { path: this.path, host: HOST, origin: ORIGIN, address: BROWSER, ...rest };
    const upgraded = await upgradeRaw(this.muster.port, options, early);
    if (upgraded.peer !== undefined) this.#browsers.push(upgraded.peer);
    return upgraded;
  }

  /** A browser that was accepted. Throws with the answer when it was not. */
  async browser(asking: Asking = {}): Promise<WebSocketPeer> {
    const { head, peer } = await this.upgrade(asking);
    if (peer === undefined) throw new Error(`Not upgraded: ${head}`);
    return peer;
  }

  /** Sockets that the service's process holds open, besides the one it listens on. */
  async countSockets(): Promise<number> {
    const found = Bun.spawnSync(['ls', '-l', `/proc/${this.muster.pid}/fd`]).stdout.toString();
    return found.split('\n').filter((line) => line.includes('socket:')).length;
  }

  /** Resident memory of the service, in bytes. */
  async readMemory(): Promise<number> {
    const status = await Bun.file(`/proc/${this.muster.pid}/status`).text();
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const browser of this.#browsers) browser.socket.destroy();
    await this.game[Symbol.asyncDispose]();
    await this.muster[Symbol.asyncDispose]();
  }
}
