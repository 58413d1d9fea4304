// Only a process shows that nothing keeps it after its service, and which signals end it.

import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openStore } from '../../src/app/open-stores.ts';
import { type RunningMuster, startMuster } from '../support/binary.ts';
import { RawConnection } from '../support/raw-http.ts';
import { countAttempts, openSilentListener } from '../support/silent-listener.ts';
import { openSmtpPeer } from '../support/smtp-peer.ts';
import { BUSY_MACHINE, Client, eventually } from './client.ts';

/** Clients that begin a form and say nothing more. */
async function fallSilentInBodies(muster: RunningMuster, count: number): Promise<RawConnection[]> {
  const head = `POST /api/login HTTP/1.1\r\nHost: 127.0.0.1:${muster.port}\r\n`;
  const type = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 200\r\n\r\n';
  const silent = await Promise.all(
    Array.from({ length: count }, () => RawConnection.open(muster.port)),
  );
  for (const connection of silent) connection.send(`${head}${type}name=A`);
  // Until the service has seen them: metrics count those that are being answered, itself included.
  await until(async () => (await readPending(muster)) === count + 1);
  return silent;
}

async function readPending(muster: RunningMuster): Promise<number> {
  const text = await (await fetch(`${muster.url}/metrics`)).text();
  return Number(/^muster_http_requests_pending (\d+)$/m.exec(text)?.[1]);
}

const until = (isSo: () => boolean | Promise<boolean>) => eventually(async () => isSo(), Boolean);

async function queueEmails(muster: RunningMuster, count: number): Promise<void> {
  using store = openStore({ folder: join(muster.folder, 'muster-data') });
  for (let index = 0; index < count; index += 1) {
    const email = {
      kind: 'test',
      to: `p${index}@example.net`,
      accountName: 'Alice',
      language: 'en',
    } as const;
    await store.outbox.addToOutbox({ email, createdAt: Date.now(), expiresAt: null }, 100);
  }
}

async function stopMs(muster: RunningMuster): Promise<number> {
  const before = performance.now();
  expect(await muster.kill('SIGTERM')).toBe(0);
  return performance.now() - before;
}

describe('a stop', () => {
  test.concurrent(
    'waits a second and no longer for clients that fell silent in a body',
    async () => {
      await using muster = await startMuster();
      const silent = await fallSilentInBodies(muster, 20);
      expect(await stopMs(muster)).toBeLessThan(2_000);
      for (const connection of silent) connection.close();
    },
    BUSY_MACHINE,
  );

  test.concurrent(
    'waits for none that hung up',
    async () => {
      await using muster = await startMuster();
      const silent = await fallSilentInBodies(muster, 20);
      for (const connection of silent) connection.close();
      await until(async () => (await readPending(muster)) === 1);
      expect(await stopMs(muster)).toBeLessThan(500);
    },
    BUSY_MACHINE,
  );

  test.concurrent('lets a heartbeat finish that waits for its port check', async () => {
    using filtered = await openSilentListener();
    await using muster = await startMuster();
    await fallSilentInBodies(muster, 3);
    const beat = new Client(muster).beat({ port: `${filtered.port}` });
    await until(async () => (await readPending(muster)) === 5);
    const stopped = muster.kill('SIGTERM');
    expect((await beat).text).toContain('is not open');
    expect(await stopped).toBe(0);
  });

  test.concurrent(
    'is not kept by a port check in the background',
    async () => {
      using filtered = await openSilentListener();
      await using first = await startMuster({ env: { MUSTER_PORT_CHECK: 'false' } });
      const { folder } = first;
      await new Client(first).mustBeat({ port: `${filtered.port}` });
      expect(await first.kill('SIGTERM')).toBe(0);
      await using muster = await startMuster({ folder, port: first.port });
      await until(() => countAttempts(filtered.port) > 0);
      expect(await stopMs(muster)).toBeLessThan(500);
      expect(muster.stderr).not.toContain('Port of a public server is not open');
    },
    BUSY_MACHINE,
  );

  test.concurrent(
    'takes ten seconds at most with silent bodies and a mail server that hangs, and loses no email',
    async () => {
      await using peer = await openSmtpPeer();
      peer.mood = 'hang';
      await using muster = await startMuster({ env: peer.env });
      await queueEmails(muster, 6);
      await until(() => peer.requested.length >= 4);
      const silent = await fallSilentInBodies(muster, 20);
      const ms = await stopMs(muster);
      // Requests and emails have their time at once: a second for bodies, three for emails.
      expect(ms).toBeLessThan(5_000);
      for (const connection of silent) connection.close();
      using store = openStore({ folder: join(muster.folder, 'muster-data') });
      expect(await store.outbox.listDue(Date.now() + 3_600_000, 100)).toHaveLength(6);
    },
    BUSY_MACHINE,
  );
});

describe('signals', () => {
  test.concurrent('no other ends the service', async () => {
    await using muster = await startMuster();
    const others = ['SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGPROF', 'SIGIO'];
    for (const signal of [...others, 'SIGXCPU', 'SIGPIPE']) process.kill(muster.pid, signal);
    await until(() => others.slice(1).every((signal) => muster.stderr.includes(`"${signal}"`)));
    expect((await new Client(muster).get('/api/myip')).status).toBe(200);
    expect(await muster.kill('SIGTERM')).toBe(0);
  });

  test.concurrent.each(['SIGTERM', 'SIGINT', 'SIGQUIT'] as const)(
    '%s stops it in order, and the log says so',
    async (signal) => {
      await using muster = await startMuster();
      expect(await muster.kill(signal)).toBe(0);
      await until(() => muster.stderr.includes('"Service stopped"'));
      expect(muster.stderr).toMatch(
        new RegExp(`"message":"Service stopping","signal":"${signal}"`),
      );
    },
  );
});
