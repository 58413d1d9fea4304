// Installs what package-lock.json names, with npm or with Bun, unless that has been done already.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bun, mustRun, root, say } from './child.mjs';

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules/.muster-installed');

const bunArgs = ['install', '--frozen-lockfile'];
// Development packages are named, since NODE_ENV=production would leave out Bun itself.
const npmArgs = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];

/** Brings `node_modules` to what the lock file says. Throws when it cannot. */
export async function ensureInstalled() {
  const stamp = installStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  const [command, args] = installer();
  say(`installing packages with ${args === bunArgs ? 'Bun' : 'npm'}`);
  // To the error stream, so that the standard output belongs to what was asked for.
  await mustRun('Installing the packages', command, args, { stdio: ['ignore', 2, 2] });
  await ensureBunRuns();
  writeFileSync(stampFile, stamp);
}

/** What an installation depends on: the lock file, and the system that the binaries are for. */
function installStamp() {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return `${hash} ${process.platform}-${process.arch}\n`;
}

/** The command of whichever of npm and Bun runs this script; a machine may have only one of them. */
function installer() {
  const caller = process.env.npm_execpath;
  const agent = process.env.npm_config_user_agent ?? '';
  if (process.versions.bun) return [process.execPath, bunArgs];
  if (caller && agent.startsWith('bun/')) return [caller, bunArgs];
  if (caller && agent.startsWith('npm/')) return [process.execPath, [caller, ...npmArgs]];
  return ['npm', npmArgs];
}

/** The npm package of Bun fetches its program in an install script, which may be blocked. */
async function ensureBunRuns() {
  const locked = JSON.parse(readFileSync(lockFile, 'utf8'));
  const wanted = locked.packages['node_modules/bun'].version;
  const found = () => spawnSync(bun, ['--version'], { encoding: 'utf8' }).stdout?.trim();
  if (found() === wanted) return;
  const script = join(root, 'node_modules/bun/install.js');
  await mustRun('Setting up Bun', process.execPath, [script], { stdio: ['ignore', 2, 2] });
  const version = found();
  if (version === wanted) return;
  throw new Error(
    `Bun ${wanted} is needed and ${version ? `Bun ${version}` : 'none'} runs from node_modules; is there a build of it for ${process.platform} ${process.arch}?`,
  );
}
