// `muster config print`: every setting with its value and its origin, secrets masked.

import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configuration } from '../../../src/app/configuration.ts';
import { OPTIONS } from '../../../src/app/options.ts';
import { showValue } from '../../../src/platform/cli/config-commands.ts';
import { loadSettings } from '../../../src/platform/config/load.ts';
import { openBench } from '../../support/command-line.ts';

const bench = openBench();
afterAll(() => bench[Symbol.dispose]());

describe('config print', () => {
  test('shows where each value came from', async () => {
    const file = join(bench.folder, 'muster.toml');
    writeFileSync(file, 'stale_after = "2m"\nlog_level = "error"\n');
    const env = { MUSTER_LOG_LEVEL: 'debug', MUSTER_BASE_URL: 'http://my-play.example' };
    const out = await bench.out(['config', 'print', '--data', 'elsewhere'], { env });
    const rows = out.split('\n').map((line) => line.split(/ {2,}/));
    expect(rows).toContainEqual(['config', file, 'default']);
    expect(rows).toContainEqual(['stale_after', '2m', `${file}: stale_after`]);
    expect(rows).toContainEqual(['log_level', 'debug', 'MUSTER_LOG_LEVEL']);
    expect(rows).toContainEqual(['data', join(bench.folder, 'elsewhere'), '--data']);
    expect(rows).toContainEqual(['servers_per_address', '10', 'default']);
    expect(rows).toContainEqual(['extra_hosts', '(none)', 'default']);
    expect(out).toMatch(/^Note: base_url: MCGalaxy rejects/m);
    for (const { key } of OPTIONS) expect(rows.some(([name]) => name === key)).toBe(true);
  });

  test('masks the value of a secret, but not that there is none', () => {
    const { values } = loadSettings(configuration, {
      flags: { base_url: 'http://a.example' },
      env: {},
      cwd: '/',
    });
    const format = (text: string | undefined) => text ?? '';
    const option = { key: 'base_url', isSecret: true, format } as const;
    expect(showValue(option, values)).toBe('********');
    expect(showValue(option, { ...values, base_url: undefined })).toBe('(none)');
  });
});
