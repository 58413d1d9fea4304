// Only the binary of the release before shows that it goes on over the database of these sources, as while replicas are upgraded.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { version } from '../../src/platform/lib/version.ts';
import releases from '../releases.json' with { type: 'json' };
import { makeFolder, type RunningMuster, runMuster, startMuster } from '../support/binary.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { Client, createAccount, eventually } from './client.ts';

const PASSWORD = 'correct horse';
const root = resolve(import.meta.dir, '../..');
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
}, 60_000);

async function startOn(url: string, binary?: string): Promise<RunningMuster> {
  const env = { MUSTER_PORT_CHECK: 'false', MUSTER_DATABASE_URL: url };
  return startMuster({ env, ...(binary === undefined ? {} : { binary }) });
}

async function readMigrations(muster: RunningMuster) {
  const answer = await new Client(muster).get('/readyz');
  const { checks } = answer.json<{ checks: Record<string, { status: string; message: string }> }>();
  return { ready: answer.status, ...checks.migrations };
}

/** Everything that a replica of the older version has to go on with, and do again after a crash. */
async function worksOn(muster: RunningMuster, name: string): Promise<void> {
  const works = async (account: string) => {
    await createAccount(muster, account);
    const client = new Client(muster);
    expect(await client.login(account, PASSWORD)).toMatchObject({ username: account, errors: [] });
    const hash = await client.mustBeat({ name: `Of ${account}` });
    await eventually(
      () => client.list(),
      (records) => records.some((record) => record.hash === hash),
    );
    expect(await readMigrations(muster)).toMatchObject({ ready: 200, status: 'ok' });
  };
  await works(`${name}_before`);
  await muster.kill('SIGKILL');
  await muster.start();
  await works(`${name}_after`);
}

function git(...args: string[]): string {
  return `${Bun.spawnSync(['git', ...args], { cwd: root }).stdout}`.trim();
}

/** The newest release up to the version of these sources that has other sources, and its commit. */
function findPreviousRelease(): [version: string, commit: string] | undefined {
  const tree = git('rev-parse', 'HEAD^{tree}');
  return Object.entries(releases)
    .filter(([it]) => Bun.semver.order(it, version) <= 0)
    .toSorted(([a], [b]) => Bun.semver.order(b, a))
    .find(([, commit]) => git('rev-parse', '--verify', `${commit}^{tree}`) !== tree);
}

function whyNoRelease(): string | undefined {
  if (release === undefined) return `tests/releases.json names none before ${version}`;
  const isHere = git('cat-file', '-t', release[1]) === 'commit';
  return isHere ? undefined : `this clone lacks the commit ${release[1]} of ${release[0]}`;
}

const release = findPreviousRelease();
const missing = whyNoRelease();
if (missing !== undefined) console.warn(`Skipped: the release before on this schema: ${missing}.`);

interface Locked {
  version: string;
  integrity: string;
  dev?: boolean;
  optional?: boolean;
}

/** The packages that a lock file names by their folders, without what it says of this one. */
function readLocked(folder: string): Record<string, Locked> {
  const text = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const { '': _own, ...packages } = JSON.parse(text).packages;
  return packages;
}

function run(cmd: string[], cwd: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(cmd, { cwd });
  if (exitCode !== 0) throw new Error(`${cmd.join(' ')}:\n${stdout}${stderr}`);
  return `${stdout}`.trim();
}

/**
 * Puts the packages of a binary where its build finds them: copies of those that are here, others out of the registry.
 * With another runtime the build installs all of them, and what only development needs as well.
 */
function preparePackages(folder: string): void {
  const [wanted, here] = [readLocked(folder), readLocked(root)];
  const runtime = 'node_modules/bun';
  if (!Bun.deepEquals(wanted[runtime], here[runtime])) return;
  for (const [path, locked] of Object.entries(wanted)) {
    const [from, to] = [join(root, path), join(folder, path)];
    if (path !== runtime && locked.dev) continue;
    if (!Bun.deepEquals(locked, here[path])) fetchPackage(path, locked, to);
    // Those inside a package have lines of their own.
    else if (existsSync(from) || !locked.optional) {
      cpSync(from, to, { recursive: true, filter: (it) => basename(it) !== 'node_modules' });
    }
  }
  // By these two its scripts see that all is installed.
  copyFileSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
  const installed = 'node_modules/.muster-installed';
  copyFileSync(join(root, installed), join(folder, installed));
}

function fetchPackage(path: string, { version, integrity }: Locked, to: string): void {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  mkdirSync(to, { recursive: true });
  const archive = join(to, run(['npm', 'pack', '--silent', `${name}@${version}`], to));
  const hash = createHash('sha512').update(readFileSync(archive)).digest('base64');
  expect(`sha512-${hash}`).toBe(integrity);
  run(['tar', '-xzf', archive, '--strip-components=1'], to);
}

/** Builds the binary of a commit as its own scripts do, and gives its path. */
async function buildRelease(commit: string): Promise<string> {
  const folder = await makeFolder();
  const archive = join(folder, 'sources.tar');
  run(['git', 'archive', '--output', archive, commit], root);
  run(['tar', '-xf', archive], folder);
  preparePackages(folder);
  run(['npm', 'run', 'build'], folder);
  return join(folder, 'dist/muster');
}

describe.skipIf(missing !== undefined)('the release before', () => {
  test('goes on and starts again after this version has migrated its database', async () => {
    const url = await server.makeDatabase();
    await using muster = await startOn(url, await buildRelease(release?.[1] ?? ''));
    const migrate = await runMuster(['migrate'], {
      folder: await makeFolder(),
      env: { MUSTER_DATABASE_URL: url },
    });
    expect(migrate).toMatchObject({ exitCode: 0, stderr: '' });
    await worksOn(muster, 'Bob');
  }, 900_000);
});
