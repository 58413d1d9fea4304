// Only a process out of file descriptors shows that it is quiet, says so once, and goes on when there are some.

import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { startMuster } from '../support/binary.ts';
import { exchangeOnce, RawConnection } from '../support/raw-http.ts';
import { BUSY_MACHINE } from './client.ts';

const ALLOWED = 256;
const CONNECTIONS = 400;
const TICKS_PER_SECOND = 100;

/** Processor time that a process has spent, in milliseconds. */
function readCpuMs(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}

const isLinux = process.platform === 'linux';

test.if(isLinux)(
  'connections over the limit wait without costing anything, and are answered when others have gone',
  async () => {
    await using muster = await startMuster({ descriptors: ALLOWED });
    const asking = `GET /api/myip HTTP/1.1\r\nHost: 127.0.0.1:${muster.port}\r\nConnection: close\r\n\r\n`;
    const metrics = await RawConnection.open(muster.port);
    const askFor = (path: string) =>
      metrics.exchange(asking.replace('/api/myip', path).replace('Connection: close\r\n', ''));
    const measure = async () => (await askFor('/metrics')).text;
    expect(await measure()).toContain(`process_max_fds ${ALLOWED}\n`);

    const byPort = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => RawConnection.open(muster.port)),
    );
    const described = 'No file descriptors are left';
    for (let look = 0; look < 200 && !muster.stderr.includes(described); look += 1)
      await Bun.sleep(50);
    expect(muster.stderr).toContain(described);
    const spentBefore = readCpuMs(muster.pid);
    await Bun.sleep(1_000);
    expect(readCpuMs(muster.pid) - spentBefore).toBeLessThan(300);
    const open = Number(/^process_open_fds (\d+)$/m.exec(await measure())?.[1]);
    expect(open).toBeGreaterThan(ALLOWED - 20);
    expect(open).toBeLessThanOrEqual(ALLOWED);
    // On a connection that was open before.
    expect((await askFor('/api/servers')).status).toBe(200);
    const ready = await askFor('/readyz');
    expect([ready.status, ready.text]).toEqual([200, expect.stringContaining('"status":"ready"')]);

    const late = exchangeOnce(muster.port, Buffer.from(asking), { timeoutMs: 20_000 });
    for (const connection of byPort) connection.close();
    expect((await late).status).toBe(200);
    metrics.close();
    expect(muster.stderr.split(described)).toHaveLength(2);
    expect(muster.stderr).toContain('File descriptors are available again');
    expect(await muster.kill('SIGTERM')).toBe(0);
  },
  BUSY_MACHINE,
);
