// Only a release that is made shows that it is the same to the byte again, what it holds, and that it runs.

import { afterAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import packageFacts from '../../package.json' with { type: 'json' };
import { findFreePort } from '../support/binary.ts';
import { prepareMusl, whyNoMusl } from '../support/musl.ts';

const root = join(import.meta.dir, '../..');
const folder = mkdtempSync(join(tmpdir(), 'muster-release-'));
const [OUT, AGAIN] = ['dist/release-test-1', 'dist/release-test-2'] as const;
/** The runtime has its own implementation of `ws`. */
const SHIPPED = Object.keys(packageFacts.dependencies).filter((name) => name !== 'ws');
const NAME = `muster-${packageFacts.version}-linux-x64`;

function run(cmd: string[], cwd = root): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync(cmd, { cwd, env: process.env });
  if (exitCode !== 0) throw new Error(`${cmd.join(' ')}: ${stderr}`);
  return String(stdout);
}

/** Makes the release and returns the lines of its checksums. */
function release(out: string, ...targets: string[]): string[] {
  const named = targets.flatMap((target) => ['--target', target]);
  run(['node', 'scripts/release.mjs', ...named, '--out', out, '--level', '1']);
  return readFileSync(join(root, out, 'SHA256SUMS'), 'utf8')
    .trim()
    .split('\n');
}

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const out of [OUT, AGAIN]) rmSync(join(root, out), { recursive: true, force: true });
});

const noMusl = whyNoMusl();
if (noMusl !== undefined) process.stdout.write(`the musl build is not run here: ${noMusl}\n`);

const isHere = process.platform === 'linux' && process.arch === 'x64';

describe.skipIf(!isHere)('a release', () => {
  test('is the same to the byte when it is made again, and the checksums are right', () => {
    const lines = release(OUT, 'linux-x64');
    // Made again beside another, which is run below.
    const others = noMusl === undefined ? ['linux-x64-musl'] : [];
    const again = release(AGAIN, 'linux-x64', ...others);
    expect(again.filter((line) => !line.includes('-musl.'))).toEqual(lines);
    expect(again).toHaveLength(lines.length + others.length);
    expect(lines.map((line) => line.slice(66))).toEqual([
      `${NAME}.tar.gz`,
      `muster-${packageFacts.version}-notes.md`,
      `muster-${packageFacts.version}.cdx.json`,
    ]);
    for (const line of lines) {
      const bytes = readFileSync(join(root, OUT, line.slice(66)));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(line.slice(0, 64));
    }
  }, 240_000);

  test('holds the binary, its licences, what its README links to, and runs in an empty folder', () => {
    run(['tar', '-xzf', join(root, OUT, `${NAME}.tar.gz`), '-C', folder]);
    expect(readdirSync(join(folder, NAME)).sort()).toEqual([
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'THIRD-PARTY-LICENSES.txt',
      'deploy',
      'docs',
      'muster',
      'muster.1',
    ]);
    const named = (page: string) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(((?!https?:|#)[^)#]+)/g)].map(([, path = '']) =>
        join(dirname(page), path),
      );
    const pages = named(join(folder, NAME, 'README.md'));
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((page) => !existsSync(page))).toEqual([]);
    const empty = mkdtempSync(join(folder, 'empty-'));
    const shown = run([join(folder, NAME, 'muster'), 'version'], empty);
    expect(shown).toMatch(
      new RegExp(
        `^muster ${packageFacts.version}\\nCommit [0-9a-f]{12}(?:-changed)? of \\d{4}-\\d\\d-\\d\\d\\n`,
      ),
    );
    expect(readdirSync(empty)).toEqual([]);
  });

  test('names the licence of every package in the binary', () => {
    const texts = readFileSync(join(folder, NAME, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const missing = SHIPPED.filter((name) => !texts.includes(`\n${name} `));
    expect(missing).toEqual([]);
  });

  test('has an SBOM of the same packages, without the addresses that they came from', () => {
    const text = readFileSync(join(root, OUT, `muster-${packageFacts.version}.cdx.json`), 'utf8');
    const bom = JSON.parse(text) as { bomFormat: string; components: { name: string }[] };
    expect(bom.bomFormat).toBe('CycloneDX');
    const names = bom.components.map(({ name }) => name);
    expect(SHIPPED.filter((name) => !names.includes(name))).toEqual([]);
    // Of what is for development the runtime alone is in the binary.
    const strangers = Object.keys(packageFacts.devDependencies).concat('@types/node', 'pg');
    expect(strangers.filter((name) => names.includes(name))).toEqual(['bun']);
    expect(text).not.toContain('.tgz');
  });

  test('has the notes of its version', () => {
    const notes = readFileSync(join(root, OUT, `muster-${packageFacts.version}-notes.md`), 'utf8');
    expect(notes).toStartWith(`## ${packageFacts.version} (`);
    expect(notes.match(/^## /gm)).toHaveLength(1);
  });
});

test.skipIf(noMusl === undefined || !isHere || !process.env.CI)('there is a loader of musl', () => {
  expect(noMusl).toBeUndefined();
});

test.skipIf(noMusl !== undefined)(
  'the musl build runs under the loader of musl: it takes a heartbeat, keeps it, and stops in order',
  async () => {
    run(['tar', '-xzf', join(root, AGAIN, `${NAME}-musl.tar.gz`), '-C', folder]);
    const binary = join(folder, `${NAME}-musl`, 'muster');
    const empty = mkdtempSync(join(folder, 'empty-'));
    const port = await findFreePort();
    const env = {
      ...prepareMusl(binary, join(folder, 'musl-runtime')),
      MUSTER_LISTEN: `127.0.0.1:${port}`,
      MUSTER_PORT_CHECK: 'false',
    };
    const options = { cwd: empty, env, stdout: 'ignore', stderr: 'pipe' } as const;
    for (const turn of ['first', 'second']) {
      const child = Bun.spawn([binary], options);
      const health = Bun.spawnSync([binary, 'health', '--wait', '60s'], { cwd: empty, env });
      expect(health.stdout.toString()).toBe('ok\n');
      const address = `http://127.0.0.1:${port}`;
      if (turn === 'first') {
        const body = 'name=Musl&port=25565&users=1&max=20&public=true&salt=abcdefghijklmnop';
        const beat = await fetch(`${address}/server/heartbeat`, { method: 'POST', body });
        expect(await beat.text()).toContain('/server/play/');
      } else {
        const list = await (await fetch(`${address}/api/servers`)).text();
        expect(list).toContain('"name":"Musl"');
      }
      child.kill('SIGTERM');
      const log = await new Response(child.stderr).text();
      expect([await child.exited, log]).toEqual([0, expect.stringContaining('Service stopped')]);
    }
  },
  240_000,
);
