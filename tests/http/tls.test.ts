// The listener with a certificate: TLS versions and ciphers (C1.16), every route, and a renewal under load.

import { describe, expect, test } from 'bun:test';
import { connect as connectPlain } from 'node:net';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';
import { openListener } from '../../src/platform/http/listener.ts';
import { upgrade } from '../support/browser-socket.ts';
import { makeCertificate } from '../support/certificates.ts';
import { openedOnce } from '../support/opened.ts';
import { openListening } from '../support/test-app.ts';
import { OPCODE } from '../support/websocket-peer.ts';

const HOST = 'muster.test';
const FIRST = makeCertificate({ names: ['first.example', 'muster.test'] });
const SECOND = makeCertificate({ names: ['second.example'] });

const app = openedOnce(() => openListening({ baseUrl: `https://${HOST}`, tls: FIRST }));

/** A connection, and the name that its certificate is made out for. */
function open(
  port: number,
  versions: { minVersion?: SecureVersion; maxVersion?: SecureVersion; ciphers?: string } = {},
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...versions });
    socket.once('error', reject);
    socket.once('secureConnect', () => resolve(socket));
  });
}

const nameOf = (socket: TLSSocket) => String(socket.getPeerCertificate().subject.CN);

async function seenName(port: number): Promise<string> {
  const socket = await open(port);
  const name = nameOf(socket);
  socket.destroy();
  return name;
}

/** Sends a request on a connection and reads the head of the answer. */
function exchange(socket: TLSSocket, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const end = () => reject(new Error(`Closed after: ${answer}`));
    const read = (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      const at = answer.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(answer)?.[1] ?? 0);
      if (at < 0 || answer.length < at + 4 + length) return;
      socket.off('data', read).off('close', end);
      resolve(answer);
    };
    socket.on('data', read).on('close', end);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
  });
}

describe('versions of TLS', () => {
  test.each(['TLSv1.2', 'TLSv1.3'] as const)('%s is spoken', async (version) => {
    const socket = await open(app.port, { minVersion: version, maxVersion: version });
    expect(socket.getProtocol()).toBe(version);
    expect(await exchange(socket, '/livez')).toEndWith('ok');
    socket.destroy();
  });

  test.each([
    ['ECDHE-ECDSA-AES128-GCM-SHA256', true],
    ['ECDHE-ECDSA-CHACHA20-POLY1305', true],
    ['ECDHE-ECDSA-AES128-SHA', false],
    ['ECDHE-ECDSA-AES256-SHA', false],
    ['AES128-GCM-SHA256', false],
    ['AES256-SHA', false],
  ])('of TLS 1.2, %s is spoken: %p', async (cipher, isSpoken) => {
    const opening = open(app.port, { maxVersion: 'TLSv1.2', ciphers: cipher });
    if (!isSpoken) return expect(opening).rejects.toThrow();
    const socket = await opening;
    expect(socket.getCipher().name).toBe(cipher);
    socket.destroy();
  });

  test.each(['TLSv1', 'TLSv1.1'] as const)('%s is not', async (version) => {
    await expect(open(app.port, { minVersion: version, maxVersion: version })).rejects.toThrow(
      /protocol/i,
    );
  });

  test('plain http, of either version, is closed without an answer and harms nobody', async () => {
    for (const version of ['1.0', '1.1']) {
      const answer = await new Promise<string>((resolve) => {
        let text = '';
        const socket = connectPlain(app.port, '127.0.0.1');
        socket.on('data', (chunk) => {
          text += chunk;
        });
        socket.on('error', () => {}).on('close', () => resolve(text));
        socket.write(`GET /livez HTTP/${version}\r\nHost: ${HOST}\r\n\r\n`);
      });
      expect(answer).not.toContain('HTTP/1');
    }
    const socket = await open(app.port);
    expect(await exchange(socket, '/livez')).toEndWith('ok');
    socket.destroy();
  });
});

describe('every route', () => {
  test.each(['a', 'abcd', '[::1]'])('is found under the host %s', async (host) => {
    const short = await openListening({ baseUrl: `https://${host}`, tls: FIRST });
    const answer = await fetch(`https://127.0.0.1:${short.port}//api//players`, {
      headers: { Host: host },
      tls: { rejectUnauthorized: false },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toHaveProperty('playercount');
    await short[Symbol.asyncDispose]();
  });
});

describe('a renewal', () => {
  test('applies to new connections at once, and closes idle ones', async () => {
    await using renewing = await openListening({ baseUrl: `https://${HOST}`, tls: FIRST });
    const { port, httpServer } = renewing;
    for (const [pair, name] of [
      [SECOND, 'second.example'],
      [FIRST, 'first.example'],
      [SECOND, 'second.example'],
    ] as const) {
      const early = await open(port);
      expect(await exchange(early, '/livez')).toEndWith('ok');
      const isClosed = new Promise((resolve) => early.once('close', resolve));
      httpServer.renew(pair);
      const seen = await Promise.all(Array.from({ length: 24 }, () => seenName(port)));
      expect(new Set(seen)).toEqual(new Set([name]));
      await isClosed;
    }
  });

  test('lets requests under way, event streams and WebSockets continue', async () => {
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const stream = new TransformStream<Uint8Array, Uint8Array>();
    const writer = stream.writable.getWriter();
    const write = (text: string) => writer.write(new TextEncoder().encode(text));
    const listener = openListener<undefined>(
      { listen: { hostname: '127.0.0.1', port: 0 }, tls: FIRST },
      {
        async fetch(request, server) {
          held.resolve();
          await release.promise;
          return new Response(server.requestIP(request)?.address);
        },
        routes: {
          '/events': () => new Response(stream.readable),
          '/socket': (request, server) => {
            server.upgrade(request, { data: undefined });
            return undefined;
          },
        },
        websocket: { message: (socket, text) => void socket.send(`${text} back`) },
        error: () => new Response('error', { status: 500 }),
      },
    );
    const { port } = listener;
    const tls = { rejectUnauthorized: false };
    void write('data: first\n\n');
    const answer = exchange(await open(port), '/');
    const streamed = await fetch(`https://127.0.0.1:${port}/events`, { tls });
    const reader = streamed.body?.getReader();
    const origin = `https://${HOST}`;
    const { peer } = await upgrade(port, { path: '/socket', host: HOST, origin, isTls: true });
    if (peer === undefined) throw new Error('Not upgraded.');
    await held.promise;
    expect(listener.countPending()).toBe(2);

    for (const pair of [SECOND, FIRST, SECOND]) listener.renew(pair);
    expect(await seenName(port)).toBe('second.example');
    expect(listener.countPending()).toBe(2);
    release.resolve();
    expect(await answer).toEndWith('127.0.0.1');
    peer.send(Buffer.from('there and'), OPCODE.text);
    expect((await peer.next()).payload.toString()).toBe('there and back');
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await read()).toBe('data: first\n\n');
    void write('data: second\n\n');
    expect(await read()).toBe('data: second\n\n');

    await listener.stop();
    await expect(read()).rejects.toThrow();
    expect((await peer.next()).opcode).toBe(OPCODE.close);
    expect(listener.countPending()).toBe(0);
  });

  test('with what cannot be used throws, and the certificate before stays', async () => {
    await using renewing = await openListening({ baseUrl: `https://${HOST}`, tls: FIRST });
    const { port, httpServer } = renewing;
    expect(() => httpServer.renew({ cert: FIRST.cert, key: SECOND.key })).toThrow();
    expect(() => httpServer.renew({ cert: 'nonsense', key: 'nonsense' })).toThrow();
    expect(await seenName(port)).toBe('first.example');
    httpServer.renew(SECOND);
    expect(await seenName(port)).toBe('second.example');
  });

  test('leaves nothing listening once the server is closed', async () => {
    const closing = await openListening({ baseUrl: `https://${HOST}`, tls: FIRST });
    for (const pair of [SECOND, FIRST, SECOND]) closing.httpServer.renew(pair);
    await closing[Symbol.asyncDispose]();
    await expect(open(closing.port)).rejects.toThrow();
  });
});
