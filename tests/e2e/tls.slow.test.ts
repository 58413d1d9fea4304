// The compiled binary with a certificate of its own: one program is enough for https and wss.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import {
  findFreePort,
  type RunningMuster,
  startMuster,
  writeCertificate,
} from '../support/binary.ts';
import { upgrade } from '../support/browser-socket.ts';
import { makeCertificate } from '../support/certificates.ts';
import { TestGameServer } from '../support/game-server.ts';
import { openListeningSocket } from '../support/listening-socket.ts';
import type { WebSocketPeer } from '../support/websocket-peer.ts';

const HOST = 'play.example.net';

let muster: RunningMuster;
let game: TestGameServer;
let port: number;

beforeAll(async () => {
  port = await findFreePort();
  muster = await startMuster({
    port,
    tls: makeCertificate({ names: [HOST] }),
    env: { MUSTER_BASE_URL: `https://${HOST}:${port}` },
  });
  game = await TestGameServer.open();
  const beat = await request('/server/heartbeat', {
    method: 'POST',
    body: `name=Web&port=${game.port}&users=0&max=9&public=true&salt=0123456789abcdef&web=true`,
  });
  expect(await beat.text()).toStartWith(`https://${HOST}:${port}/server/play/`);
});
beforeEach(() => {
  game.onPlayer = undefined;
  game.players.length = 0;
});
afterAll(async () => {
  await game[Symbol.asyncDispose]();
  await muster[Symbol.asyncDispose]();
});

function request(
  path: string,
  { headers, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {},
) {
  return fetch(muster.url + path, {
    ...init,
    headers: { Host: `${HOST}:${port}`, ...headers },
    redirect: 'manual',
    tls: { rejectUnauthorized: false },
  });
}

function openRelay(origin = `https://${HOST}:${port}`) {
  const path = `/p/127.0.0.1/${game.port}`;
  return upgrade(port, { path, host: `${HOST}:${port}`, origin, isTls: true });
}

async function openBrowser(): Promise<WebSocketPeer> {
  const { head, peer } = await openRelay();
  if (peer === undefined) throw new Error(`Not upgraded: ${head}`);
  return peer;
}

function seenName(at = port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: at, rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

describe('over https', () => {
  test('the service says where it is', () => {
    expect(muster.stdout).toContain(`serves https://${HOST}:${port}`);
    expect(muster.stdout).toContain(`Listening on https://localhost:${port}`);
    expect(muster.stdout).not.toContain('TLS: off');
    expect(muster.stderr).not.toMatch(/proxy|Certificate/i);
  });

  test('health and check know that TLS is spoken', async () => {
    expect(await muster.mustRun(['health'])).toBe('ok\n');
    const text = await muster.mustRun(['check']);
    expect(text).toMatch(/ok {2}certificate: .*cert\.pem, valid until 2120-01-01/);
    expect(text).toMatch(/ok {2}listen: .* is already served/);
  });
});

describe('the relay over wss', () => {
  test('takes the web client’s own upgrade and asks the game server with the exact headers', async () => {
    const { status, head, peer } = await openRelay();
    expect(status).toBe(101);
    expect(head).toMatch(/^Sec-WebSocket-Protocol: ClassiCube\r$/m);
    expect(head).not.toMatch(/^Sec-WebSocket-Extensions/im);
    const player = await game.player();
    expect(game.complaints).toEqual([]);
    expect(player.headers.get('Origin')).toBe(`https://${HOST}:${port}`);
    expect(player.headers.get('X-Real-IP')).toBe('127.0.0.1');
    peer?.socket.destroy();
  });
});

describe('a certificate that is renewed', () => {
  test('is served without a restart, while an open relay goes on', async () => {
    game.echo();
    const browser = await openBrowser();
    // As certbot does: the new files stand elsewhere, and the links are moved over.
    const next = await writeCertificate(
      join(muster.folder, 'archive'),
      makeCertificate({ names: [HOST, 'renewed.example'].reverse() }),
    );
    for (const [name, path] of [
      ['cert.pem', next.MUSTER_TLS_CERT],
      ['key.pem', next.MUSTER_TLS_KEY],
    ] as const) {
      await symlink(path, join(muster.folder, `${name}.new`));
      await rename(join(muster.folder, `${name}.new`), join(muster.folder, 'tls', name));
    }
    const deadline = performance.now() + 25_000;
    while ((await seenName()) !== 'renewed.example') {
      if (performance.now() > deadline) throw new Error(`Not renewed: ${muster.stderr}`);
      browser.send(Buffer.from('on'));
      expect((await browser.next()).payload.toString()).toBe('on');
      await Bun.sleep(100);
    }
    expect(muster.stderr).toContain('Certificate renewed');
    browser.send(Buffer.from('still'));
    expect((await browser.next()).payload.toString()).toBe('still');
    browser.socket.destroy();
    expect((await request('/livez')).status).toBe(200);
    expect(await muster.mustRun(['health'])).toBe('ok\n');
    expect(await muster.kill('SIGTERM')).toBe(0);
    await muster.start();
  });
});

describe('a certificate that cannot be used', () => {
  test('takes the place of no good one: that stays in use, and the log says why', async () => {
    const tls = makeCertificate({ names: ['good.example'] });
    await using other = await startMuster({
      tls,
      env: { MUSTER_BASE_URL: 'https://good.example' },
    });
    await writeCertificate(other.folder, { ...tls, cert: tls.cert.slice(0, 200) });
    process.kill(other.pid, 'SIGHUP');
    const deadline = performance.now() + 20_000;
    while (!other.stderr.includes('stays in use') && performance.now() < deadline) {
      await Bun.sleep(20);
    }
    expect(other.stderr).toMatch(
      /cert\.pem.*not a complete certificate.*The previous certificate stays in use\./,
    );
    expect(await seenName(other.port)).toBe('good.example');
    const ready = await fetch(`https://127.0.0.1:${other.port}/readyz`, {
      ...{ headers: { host: 'good.example' }, tls: { rejectUnauthorized: false } },
    });
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'degraded' }]);
  });
});

test.if(process.platform === 'linux')(
  'a socket of the service manager speaks TLS, and takes a renewed certificate',
  async () => {
    using socket = openListeningSocket();
    await using other = await startMuster({
      ...{ port: socket.port, socket: socket.descriptor },
      tls: makeCertificate({ names: ['first.example'] }),
      env: { MUSTER_BASE_URL: `https://first.example:${socket.port}` },
    });
    expect(await seenName(socket.port)).toBe('first.example');
    await writeCertificate(other.folder, makeCertificate({ names: ['second.example'] }));
    process.kill(other.pid, 'SIGHUP');
    const deadline = performance.now() + 20_000;
    while ((await seenName(socket.port)) === 'first.example' && performance.now() < deadline) {
      await Bun.sleep(20);
    }
    expect(await seenName(socket.port)).toBe('second.example');
    await other.restart();
    expect(await seenName(socket.port)).toBe('second.example');
  },
);
