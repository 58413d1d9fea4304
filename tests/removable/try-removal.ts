// Removes a module in a copy of the repository, and tries whether the rest still holds.

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Removal, removeModule } from './removal.ts';

const root = resolve(import.meta.dir, '../..');

/** What a trial found. */
export interface Trial {
  removal: Removal;
  /** What did not hold, with the end of what it printed. */
  failures: { check: string; output: string }[];
}

interface Check {
  name: string;
  command: readonly string[];
}

/** Everything of the build of the binary but its compilation. */
function quickChecks(copy: string): Check[] {
  const threads = [...new Bun.Glob('src/**/*-thread.ts').scanSync(copy)];
  return [
    { name: 'types', command: [process.execPath, 'check', '--no-script', '--project', '.'] },
    {
      name: 'bundle',
      command: [
        ...[process.execPath, 'build', 'src/main.ts', ...threads, '--target=bun', '--splitting'],
        ...['--outdir=dist/bundle', '--define', 'MUSTER_BUILD={"commit":"","committedAt":0}'],
      ],
    },
  ];
}

const testsOf = (layer: string): Check => ({
  name: `tests of the layer ${layer}`,
  command: ['node', 'scripts/test.mjs', '--layer', layer],
});

/** The docs still name the commands and settings of the module. */
const OF_DOCS = 'tests/docs.test.ts';

/** Removes a module in a copy, and runs the checks there: types and bundle, and the tests of the layers named. */
export async function tryRemoval(module: string, layers: readonly string[] = []): Promise<Trial> {
  const paths = listTracked();
  const files = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const removal = removeModule(module, files);
  const copy = mkdtempSync(join(tmpdir(), `muster-without-${module}-`));
  try {
    const leaving = new Set([...removal.files, OF_DOCS]);
    for (const path of paths) {
      if (leaving.has(path)) continue;
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      cpSync(join(root, path), join(copy, path));
    }
    for (const { path, text } of removal.changed) writeFileSync(join(copy, path), text);
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    if (layers.length > 0) {
      // Tests compare the generated tables of the docs, and some ask git which files there are.
      execFileSync(process.execPath, ['scripts/docs-tables.ts'], { cwd: copy });
      execFileSync('git', ['init', '--quiet'], { cwd: copy });
      execFileSync('git', ['add', '--all'], { cwd: copy });
    }
    const quick = await Promise.all(quickChecks(copy).map((check) => runIn(copy, check)));
    const failures = quick.flat();
    for (const layer of layers) failures.push(...(await runIn(copy, testsOf(layer))));
    return { removal, failures };
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Runs a check. Returns what failed, if it did. */
async function runIn(cwd: string, { name, command }: Check): Promise<Trial['failures']> {
  const child = Bun.spawn([...command], { cwd, stdout: 'pipe', stderr: 'pipe' });
  const [out, error] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return (await child.exited) === 0 ? [] : [{ check: name, output: `${out}${error}` }];
}

/** The files that git tracks, and new ones that it does not ignore. */
function listTracked(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const names = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  return names.split('\0').filter((name) => name !== '' && existsSync(join(root, name)));
}
