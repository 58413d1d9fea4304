// `muster config print`: every setting with its value and its origin, secrets masked.

import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showValue } from '../../src/cli/config.ts';
import { loadSettings } from '../../src/config/load.ts';
import { OPTIONS } from '../../src/config/options.ts';
import { openBench } from './support.ts';

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
    const { values } = loadSettings({ flags: { base_url: 'http://a.example' }, env: {}, cwd: '/' });
    const format = (text: string | undefined) => text ?? '';
    const option = { key: 'base_url', isSecret: true, format } as const;
    expect(showValue(option, values)).toBe('********');
    expect(showValue(option, { ...values, base_url: undefined })).toBe('(none)');
  });
});

describe('a setting that goes away', () => {
  const retired = [
    {
      ...{ key: 'relay_maximum', removedIn: '999.0.0', becomes: 'relay_limit' as const },
      advice: 'Write relay_limit instead.',
    },
    { key: 'flash_port', removedIn: '0.0.1', advice: 'Leave it out.' },
  ];

  test('is used, and noted with what to write instead', async () => {
    const out = await bench.out(['config', 'print', '--relay-maximum', '5'], { retired });
    expect(out).toMatch(/^relay_limit +5 +--relay-maximum$/m);
    expect(out).toContain(
      'Note: --relay-maximum: this setting will be removed in version 999.0.0. Write relay_limit instead.\n',
    );
  });

  test('is not in the help, nor in completions', async () => {
    for (const argv of [['--help'], ['completion', 'bash'], ['man']]) {
      const out = (await bench.out(argv, { retired })).replaceAll('\\-', '-');
      expect(out).toContain('relay-limit');
      expect(out).not.toContain('relay-maximum');
      expect(out).not.toContain('flash-port');
    }
  });

  test('is refused with the same sentence once it went', async () => {
    const env = { MUSTER_FLASH_PORT: '843' };
    const outcome = await bench.run(['config', 'print', '--flash-port', '843'], { retired, env });
    const sentence = 'this setting was removed in version 0.0.1. Leave it out.';
    expect(outcome).toEqual({
      exitCode: 1,
      out: '',
      err: `muster: --flash-port: ${sentence}\nmuster: MUSTER_FLASH_PORT: ${sentence}\n`,
    });
  });
});
