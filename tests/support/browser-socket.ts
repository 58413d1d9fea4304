// The web client's end of a relay: the recorded upgrade with path, host and origin in their places.

import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { WebSocketPeer } from './websocket-peer.ts';

const RECORDED = readFileSync(
  join(import.meta.dir, '../vectors/webclient-wss-upgrade-via-proxy.http'),
  'latin1',
);

/** How the recorded upgrade is adapted. */
export interface BrowserOptions {
  path: string;
  host: string;
  origin: string;
  /** Adds `X-Forwarded-For`, as a proxy would. */
  address?: string | undefined;
  /** Speaks TLS, taking any certificate. */
  isTls?: boolean | undefined;
}

/** What came of an upgrade; `peer` is there where it was answered with 101. */
export interface Upgraded {
  status: number;
  /** The whole head of the answer. */
  head: string;
  peer: WebSocketPeer | undefined;
}

/** The recorded upgrade, adapted. */
function upgradeRequest({ path, host, origin, address }: BrowserOptions): string {
  return RECORDED.replace(/^GET \S+/, () => `GET ${path}`)
    .replace(/^Host: .*$/m, () => `Host: ${host}`)
    .replace(/^Origin: .*$/m, () => `Origin: ${origin}`)
    .replace(/\r\n\r\n$/, () =>
      address === undefined ? '\r\n\r\n' : `\r\nX-Forwarded-For: ${address}\r\n\r\n`,
    );
}

/** Sends the upgrade, and at once whatever `early` holds, and reads the head of the answer. */
export function upgrade(
  port: number,
  options: BrowserOptions,
  early: Uint8Array = Buffer.alloc(0),
): Promise<Upgraded> {
  return new Promise((resolve, reject) => {
    const place = { host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true };
    const socket = options.isTls
      ? connectTls({ ...place, rejectUnauthorized: false })
      : connect(place);
    socket.setTimeout(10_000, () => {
      if (bytes.indexOf('\r\n\r\n') < 0) socket.destroy(new Error('No answer to the upgrade.'));
    });
    socket.once('error', reject);
    socket.write(Buffer.concat([Buffer.from(upgradeRequest(options), 'latin1'), early]));
    let bytes = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      socket.off('data', read);
      socket.off('error', reject);
      const head = bytes.subarray(0, end + 4).toString('latin1');
      const status = Number(head.slice(9, 12));
      const peer =
        status === 101 ? new WebSocketPeer(socket, true, bytes.subarray(end + 4)) : undefined;
      if (peer === undefined) socket.on('error', () => {}).destroy();
      resolve({ status, head, peer });
    };
    socket.on('data', read);
    socket.once('close', () => reject(new Error('The connection closed without an answer.')));
  });
}
