// Ends TLS in front of a service as an operator's proxy does, and remembers what browsers sent.

import { connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts';

/** A proxy on a port of this machine. */
export interface TlsProxy extends AsyncDisposable {
  /** The first bytes of every connection, as text. */
  readonly heads: string[];
}

/** Listens on `port` and passes everything on to `target`. */
export async function openTlsProxy(port: number, target: number): Promise<TlsProxy> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (browser) => {
    const service = connect({ host: '127.0.0.1', port: target });
    for (const [end, other] of [
      [browser, service],
      [service, browser],
    ] as const) {
      sockets.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        sockets.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
    browser.once('data', (chunk: Buffer) => heads.push(chunk.toString('latin1')));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    heads,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
