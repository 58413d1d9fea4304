// Only a process without the rights shows what every command says where the file system refuses something.

import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Outcome } from '../support/command-line.ts';

const child = join(import.meta.dir, 'file-failures-child.ts');

const CASES: [condition: string, remedy: RegExp][] = [
  ['EROFS', /mounted read-only: mount it for writing/],
  ['EACCES', /Make the user that runs Muster the owner/],
  ['ENOSPC', /[Ff]ree some space/],
  ['ENOTDIR', /is a file.*(?:correct the path|another folder)/],
  ['EMFILE', /Too many files are open: raise the limit/],
];

const own = process.getuid?.() === 0 ? '-m' : '-rm';
const isPossible = Bun.spawnSync(['unshare', own, 'mount', '-t', 'tmpfs', 'none', '/mnt']).success;
if (!isPossible) console.warn('File systems that refuse something were not tried: no mount here.');

describe.skipIf(!isPossible)('where the file system says', () => {
  test.concurrent.each(CASES)('%s, every command says what to do', async (condition, remedy) => {
    const cmd = ['unshare', own, process.execPath, '--no-env-file', child, condition];
    const { stdout, stderr } = Bun.spawn(cmd, { stderr: 'pipe' });
    const [text, trouble] = [await new Response(stdout).text(), await new Response(stderr).text()];
    expect([trouble, text.slice(0, 1)]).toEqual([expect.any(String), '{']);
    const { data, outcomes }: { data: string; outcomes: [string, Outcome][] } = JSON.parse(text);
    const bad = outcomes.filter(([, { exitCode, out, err }]) => {
      const said = `${out}${err}`;
      return (
        exitCode !== 1 || /Unexpected/.test(said) || !remedy.test(said) || !said.includes(data)
      );
    });
    expect(bad).toEqual([]);
  });
});
