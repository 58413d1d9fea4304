// What the log of the compiled binary says on a bad night: enough, no secret, and not by the thousand.

import { expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { findFreePort, runMuster, startMuster } from '../support/binary.ts';
import { GOOD_FIELDS } from '../support/good-heartbeat.ts';
import { RawConnection } from '../support/raw-http.ts';
import { BUSY_MACHINE } from './client.ts';

const linesOf = (text: string, pattern: RegExp) =>
  text.split('\n').filter((line) => pattern.test(line));

test.concurrent(
  'clients that hang up in mid-body are counted, and leave no line',
  async () => {
    await using muster = await startMuster();
    const before = muster.stderr.split('\n').length;
    for (let turn = 0; turn < 200; turn += 1) {
      const connection = await RawConnection.open(muster.port);
      connection.send(
        `POST /server/heartbeat/ HTTP/1.1\r\nHost: localhost:${muster.port}\r\nContent-Length: 100\r\n\r\nname=a`,
      );
      connection.close();
    }
    let counted = 0;
    for (let turn = 0; turn < 200 && counted < 200; turn += 1) {
      const metrics = await (await fetch(`${muster.url}/metrics`)).text();
      counted = Number(/event="client_gone"\} (\d+)/.exec(metrics)?.[1] ?? 0);
      await Bun.sleep(50);
    }
    expect(counted).toBe(200);
    expect(muster.stderr.split('\n').length).toBe(before);
    expect(await muster.kill('SIGTERM')).toBe(0);
    expect(muster.stderr).not.toContain('Request failed');
  },
  BUSY_MACHINE,
);

test.concurrent(
  'a proxy that nobody named is refused with the setting to mend, and warned of once',
  async () => {
    await using muster = await startMuster();
    const beat = (headers: Record<string, string>) =>
      fetch(`${muster.url}/server/heartbeat/`, {
        method: 'POST',
        body: new URLSearchParams({ ...GOOD_FIELDS, public: 'false' }),
        headers,
      }).then((answer) => answer.text());
    for (let turn = 0; turn < 5; turn += 1) {
      const text = await beat({ 'x-forwarded-for': '203.0.113.7' });
      expect(text).toStartWith('{"errors":[["');
      expect(text).toContain(' 127.0.0.1 ');
      expect(text).toContain('trusted_proxies');
    }
    expect(await beat({})).toContain('/server/play/');
    await muster.kill('SIGTERM');
    expect(linesOf(muster.stderr, /proxy that is not trusted/)).toHaveLength(1);
  },
  BUSY_MACHINE,
);

test.concurrent(
  'check ends soon after a mail server said nothing for 5 s, and tells it in its list',
  async () => {
    using after = new DisposableStack();
    const server = createServer((socket) => void socket.on('error', () => {}));
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    after.defer(() => void server.close());
    await using muster = await startMuster();
    const began = performance.now();
    const { exitCode, stdout, stderr } = await runMuster(['check'], {
      folder: muster.folder,
      env: {
        ...{ MUSTER_LISTEN: `127.0.0.1:${await findFreePort()}` },
        ...{ MUSTER_SMTP_URL: `smtp://127.0.0.1:${port}`, MUSTER_MAIL_FROM: 'm@example.net' },
      },
    });
    // It was 20 s: 15 for the server to speak, and 5 for it to hang up.
    expect(performance.now() - began).toBeLessThan(9_500);
    expect([exitCode, stderr]).toEqual([1, '']);
    expect(linesOf(stdout, /^bad {2}mail: The mail server .* cannot be used/)).toHaveLength(1);
    expect(linesOf(stdout, /^ok {2}/).length).toBeGreaterThan(4);
  },
  BUSY_MACHINE,
);
