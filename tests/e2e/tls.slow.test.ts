// The compiled binary with a certificate of its own: one program is enough for https and wss.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import {
  findFreePort,
  makeFolder,
  type RunningMuster,
  runMuster,
  startMuster,
  writeCertificate,
} from '../support/binary.ts';
import { upgrade } from '../support/browser-socket.ts';
import { makeCertificate } from '../support/certificates.ts';
import { TestGameServer } from '../support/game-server.ts';
import { openListeningSocket } from '../support/listening-socket.ts';
import { OPCODE, type WebSocketPeer } from '../support/websocket-peer.ts';

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

  test('the launcher, which speaks TLS 1.2 at most, gets its list', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect({
        ...{ host: '127.0.0.1', port, rejectUnauthorized: false, maxVersion: 'TLSv1.2' },
      });
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject).on('close', () => resolve(text));
      socket.write(
        `GET /api/servers HTTP/1.1\r\nHost: ${HOST}:${port}\r\nConnection: close\r\n\r\n`,
      );
    });
    expect(answer).toContain(' 200 ');
    expect(answer).toContain('{"servers":[');
  });

  test('a session is marked for https, and another host is refused', async () => {
    const login = await request('/api/login');
    expect(login.headers.get('set-cookie')).toContain('; Secure');
    expect((await request('/', { headers: { Host: 'evil.example' } })).status).toBe(403);
  });

  test('a form is taken from an own page alone', async () => {
    const send = (origin: string) =>
      request('/help/not-listed/', { method: 'POST', headers: { Origin: origin }, body: '' });
    expect((await send(`https://${HOST}:${port}`)).status).not.toBe(403);
    for (const origin of [`http://${HOST}:${port}`, 'https://evil.example', 'null']) {
      expect((await send(origin)).status).toBe(403);
    }
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

  test('carries messages both ways, one frame each, up to 64 KiB', async () => {
    game.echo();
    const browser = await openBrowser();
    // More than 64 KiB must not come before the game server has answered.
    browser.send(Buffer.from('first'));
    expect((await browser.next()).payload.toString()).toBe('first');
    const sizes = [0, 1, 125, 126, 1_024, 16_384, 65_535, 65_536];
    for (const size of sizes) browser.send(Buffer.alloc(size, size & 255));
    for (const size of sizes) {
      const { isFinal, opcode, payload } = await browser.next();
      expect({ isFinal, opcode }).toEqual({ isFinal: true, opcode: OPCODE.binary });
      expect(payload).toEqual(Buffer.alloc(size, size & 255));
    }
    browser.socket.destroy();
  });

  test('passes on how either side ends', async () => {
    const left = await openBrowser();
    const leftPlayer = await game.player();
    left.close(4001);
    expect(await leftPlayer.nextClose()).toBe(4001);
    game.players.length = 0;
    const right = await openBrowser();
    (await game.player()).close(1000);
    expect(await right.nextClose()).toBe(1000);
    game.players.length = 0;
    const lost = await openBrowser();
    const lostPlayer = await game.player();
    lost.socket.destroy();
    expect(await lostPlayer.nextClose()).toBe(1001);
  });

  test.each(['http://play.example.net', 'https://play.example.net', 'https://evil.example'])(
    'is not for pages of %s',
    async (origin) => {
      expect((await openRelay(origin)).status).toBe(403);
    },
  );
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
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }]);
  });

  async function run(args: string[], env: Record<string, string>) {
    const folder = await makeFolder();
    return runMuster(args, { folder, env: { MUSTER_LISTEN: '127.0.0.1:1', ...env } });
  }

  test('stops the start with a sentence', async () => {
    const folder = await makeFolder();
    const tls = await writeCertificate(folder, {
      ...makeCertificate(),
      key: makeCertificate().key,
    });
    const { exitCode, stderr } = await run([], tls);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('does not belong to the first certificate');
    expect(stderr).not.toContain('PRIVATE KEY');
  });

  test.each([
    ['another name', { names: ['other.example'] }, 'not for localhost'],
    ['its time', { validUntil: new Date('2021-01-01') }, 'expired at 2021-01-01'],
  ])('is found by check: %s', async (_what, wish, hint) => {
    const tls = await writeCertificate(await makeFolder(), makeCertificate(wish));
    const { exitCode, stdout } = await run(['check'], tls);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(hint);
  });

  test.each([
    [{ MUSTER_TLS_CERT: import.meta.path }, 'MUSTER_TLS_CERT: a certificate is set without'],
    [{ MUSTER_TLS_CERT: 'none.pem', MUSTER_TLS_KEY: 'none.pem' }, 'is not a readable file'],
  ])('is refused as a setting: %p', async (env, hint) => {
    const { exitCode, stdout } = await run(['check'], env);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(hint);
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
