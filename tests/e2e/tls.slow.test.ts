// The binary with a certificate of its own: only it shows health and check over TLS, and a renewal as certbot makes one.

import { expect, test } from 'bun:test';
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { findFreePort, startMuster, writeCertificate } from '../support/binary.ts';
import { upgrade } from '../support/browser-socket.ts';
import { makeCertificate } from '../support/certificates.ts';
import { TestGameServer } from '../support/game-server.ts';
import { openListeningSocket } from '../support/listening-socket.ts';
import { eventually } from './client.ts';

const HOST = 'play.example.net';

/** The name in the certificate that is served at a port. */
function seenName(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

test('health and check speak TLS; a renewed certificate is served without a restart, while an open relay goes on', async () => {
  const port = await findFreePort();
  const host = `${HOST}:${port}`;
  await using game = await TestGameServer.open();
  await using muster = await startMuster({
    port,
    tls: makeCertificate({ names: [HOST] }),
    env: { MUSTER_BASE_URL: `https://${host}` },
  });
  expect(muster.stdout).toContain(`serves https://${host}`);
  expect(muster.stdout).toContain(`Listening on https://localhost:${port}`);
  expect(muster.stdout).not.toContain('TLS: off');
  expect(muster.stderr).not.toMatch(/proxy|Certificate/i);
  expect(await muster.mustRun(['health'])).toBe('ok\n');
  const text = await muster.mustRun(['check']);
  expect(text).toMatch(/ok {2}certificate: .*cert\.pem, valid until 2120-01-01/);
  expect(text).toMatch(/ok {2}listen: .* is already served/);

  const beat = await fetch(`${muster.url}/server/heartbeat`, {
    ...{ method: 'POST', headers: { host }, tls: { rejectUnauthorized: false } },
    body: `name=Web&port=${game.port}&users=0&max=9&public=true&salt=0123456789abcdef&web=true`,
  });
  expect(await beat.text()).toStartWith(`https://${host}/server/play/`);
  game.echo();
  const path = `/p/127.0.0.1/${game.port}`;
  const { head, peer } = await upgrade(port, {
    path,
    host,
    origin: `https://${host}`,
    isTls: true,
  });
  if (peer === undefined) throw new Error(`Not upgraded: ${head}`);
  const player = await game.player();
  expect(game.complaints).toEqual([]);
  expect(player.headers.get('Origin')).toBe(`https://${host}`);

  // As certbot does: the new files stand elsewhere, and the links are moved over.
  const next = await writeCertificate(
    join(muster.folder, 'archive'),
    makeCertificate({ names: ['renewed.example', HOST] }),
  );
  for (const [name, target] of [
    ['cert.pem', next.MUSTER_TLS_CERT],
    ['key.pem', next.MUSTER_TLS_KEY],
  ] as const) {
    await symlink(target, join(muster.folder, `${name}.new`));
    await rename(join(muster.folder, `${name}.new`), join(muster.folder, 'tls', name));
  }
  const echoed = async (word: string) => {
    peer.send(Buffer.from(word));
    return (await peer.next()).payload.toString();
  };
  await eventually(
    async () => {
      expect(await echoed('on')).toBe('on');
      return seenName(port);
    },
    (name) => name === 'renewed.example',
    25_000,
  );
  expect(muster.stderr).toContain('Certificate renewed');
  expect(await echoed('still')).toBe('still');
  peer.socket.destroy();
  expect(await muster.mustRun(['health'])).toBe('ok\n');
  expect(await muster.kill('SIGTERM')).toBe(0);
}, 60_000);

test.if(process.platform === 'linux')(
  'a socket of the service manager takes a renewed certificate, and no broken one, which /readyz and the log name',
  async () => {
    using socket = openListeningSocket();
    await using muster = await startMuster({
      ...{ port: socket.port, socket: socket.descriptor },
      tls: makeCertificate({ names: ['first.example'] }),
      env: { MUSTER_BASE_URL: `https://first.example:${socket.port}` },
    });
    expect(await seenName(socket.port)).toBe('first.example');
    const tls = makeCertificate({ names: ['second.example'] });
    await writeCertificate(muster.folder, tls);
    process.kill(muster.pid, 'SIGHUP');
    const served = () => seenName(socket.port);
    await eventually(served, (name) => name === 'second.example', 20_000);
    await muster.restart();
    expect(await served()).toBe('second.example');

    await writeCertificate(muster.folder, { ...tls, cert: tls.cert.slice(0, 200) });
    process.kill(muster.pid, 'SIGHUP');
    await eventually(
      async () => muster.stderr,
      (log) => log.includes('The previous certificate stays in use.'),
      20_000,
    );
    expect(muster.stderr).toMatch(/cert\.pem.*not a complete certificate/);
    expect(await served()).toBe('second.example');
    const ready = await fetch(`${muster.url}/readyz`, { tls: { rejectUnauthorized: false } });
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'degraded' }]);
  },
  60_000,
);
