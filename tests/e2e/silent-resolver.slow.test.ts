// Only a network whose DNS server never answers shows that logins and lists do not wait for names.

import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUSY_MACHINE } from './client.ts';

const isPossible = Bun.spawnSync(['unshare', '-nm', 'true']).success;
if (!isPossible) console.warn('A network without DNS was not tried: no network namespace here.');

const RUN = 'ip link set lo up && mount --bind "$0" /etc/resolv.conf && exec "$@"';

test.skipIf(!isPossible)(
  'eight sites whose names are never answered cost logins and lists nothing',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-silent-'));
    const resolvConf = join(folder, 'resolv.conf');
    writeFileSync(resolvConf, 'nameserver 127.0.0.1\n');
    const child = [
      process.execPath,
      '--no-env-file',
      join(import.meta.dir, 'silent-resolver-child.ts'),
    ];
    const cmd = ['unshare', '-nm', 'sh', '-c', RUN, resolvConf, ...child];
    const { stdout, stderr } = Bun.spawn(cmd, { stderr: 'pipe' });
    const [text, trouble] = [await new Response(stdout).text(), await new Response(stderr).text()];
    rmSync(folder, { recursive: true });
    expect([trouble, text.slice(0, 1)]).toEqual([expect.any(String), '{']);
    const { control, tried, queries } = JSON.parse(text);
    console.log(text.trim());
    expect(queries).toBeGreaterThan(8);
    expect(tried.logins).toBeLessThan(control.logins * 1.5);
    expect(tried.lists).toBeLessThan(control.lists * 1.5);
    expect(tried.worst).toBeLessThan(Math.max(5_000, control.worst * 2));
  },
  { ...BUSY_MACHINE, timeout: 300_000 },
);
