// Ends TLS in front of a service as an operator's proxy does, and remembers what browsers sent.

import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';

/** A proxy on a port of this machine. */
export interface TlsProxy extends AsyncDisposable {
  /** The first bytes of every connection, as text. */
  readonly heads: string[];
}

/** Makes a certificate for localhost that nobody has signed. */
export async function writeCertificate(folder: string): Promise<{ cert: string; key: string }> {
  const files = { cert: join(folder, 'localhost.pem'), key: join(folder, 'localhost.key') };
  const child = Bun.spawn(
    [
      ...'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'.split(' '),
      ...['-keyout', files.key, '-out', files.cert, '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
  );
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(said);
  return files;
}

/** Listens on `port` and passes everything on to `target`. */
export async function openTlsProxy(options: {
  port: number;
  target: number;
  cert: string;
  key: string;
}): Promise<TlsProxy> {
  const [cert, key] = await Promise.all([
    Bun.file(options.cert).text(),
    Bun.file(options.key).text(),
  ]);
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ cert, key }, (browser) => {
    const service = connect({ host: '127.0.0.1', port: options.target });
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
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve));
  return {
    heads,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
