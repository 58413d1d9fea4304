// What `muster check` reports about a disk that is nearly full, without filling one.

import { describe, expect, test } from 'bun:test';
import { type StatsFs, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkDataFolder } from '../../../src/modules/doctor/file-checks.ts';
import { tell } from '../../../src/platform/lib/finding.ts';
import { checkFreeSpace, findFreeSpace } from '../../../src/platform/lib/free-space.ts';

const MIB = 1024 * 1024;
const folder = join(tmpdir(), 'muster-never-made');

/** What a file system with so much space reports. */
function spaceOf(freeBytes: number, files = 1_000, freeFiles = 10) {
  return () =>
    ({
      ...statfsSync(tmpdir()),
      bsize: 4_096,
      bavail: freeBytes / 4_096,
      files,
      ffree: freeFiles,
    }) as StatsFs;
}

describe('the space of the data folder', () => {
  const cases: [title: string, space: ReturnType<typeof spaceOf>, said: RegExp][] = [
    ['plenty', spaceOf(5 * 1024 * MIB), /created at the first start, 5\.0 GiB free\)$/],
    ['just enough', spaceOf(64 * MIB), /, 64 MiB free\)$/],
    ['a file system that counts no files', spaceOf(64 * MIB, 0, 0), /, 64 MiB free\)$/],
    ['a page too little', spaceOf(64 * MIB - 4_096), /has 64 MiB left\. Free some space: /],
    [
      'hardly any',
      spaceOf(3 * MIB),
      /has 3\.0 MiB left\. Free some space: .* needs at least 64 MiB/,
    ],
    ['none', spaceOf(0), /has 0\.0 KiB left\./],
    ['no room for a file', spaceOf(900 * MIB, 1_000, 0), /has no room for another file\./],
  ];
  test.each(cases)('%s', async (_, space, said) => {
    const found = await checkDataFolder(folder, (path) => findFreeSpace(path, space));
    const { status, message } = tell(found);
    expect(message).toMatch(said);
    expect(status === 'failed').toBe(!/free\)/.test(said.source.replaceAll('\\', '')));
  });
});

test('less than least_free_disk is a warning, and as much is in order', async () => {
  const found = async (leastMib: number) =>
    tell(await checkFreeSpace({ dataFolder: tmpdir(), leastFreeDiskMib: leastMib }));
  expect(await found(0)).toMatchObject({ status: 'ok', advice: '' });
  expect(await found(1e9)).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('least_free_disk (1000000000 MiB)'),
  });
});
