// Compiles src/main.ts into the one file dist/muster, always or only when a source has changed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bun, mustRun, root, say } from './child.mjs';

/** What goes into the binary. A change of any of these makes it stale. */
const inputs = [
  'src',
  'drizzle',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'scripts/ensure-built.mjs',
];

const stampFile = join(root, 'node_modules/.muster-built');

/** The entry points of the process and of its threads. */
export const entries = [
  'src/main.ts',
  'src/app/writer-thread.ts',
  'src/platform/store/sqlite/maintenance-thread.ts',
  'src/modules/embed/card-thread.ts',
];

const flags = [
  // A binary must not read the .env or the bunfig.toml of the folder that it is started in.
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
  // Halves the start; the esm format because of top-level await.
  '--bytecode',
  '--format=esm',
  // A start loads only what it runs: pages and commands are loaded when they are needed.
  '--splitting',
  // Compiling hot code does not pay off during a start; the service lifts this when it is up.
  '--compile-jit-policy=4',
  // Identifiers stay: the engine's own messages quote them, and class names reach the log.
  '--minify-syntax',
  '--minify-whitespace',
  // The library of single sign-on finds its parts by the names of classes, which the syntax does not need.
  '--keep-names',
  // Embedded: an operator's stack trace names our files and lines, for under 1 MB.
  '--sourcemap=inline',
];

/** Path of the binary in `folder`, for this machine or for a Bun target such as `bun-windows-x64`. */
export function binaryPath(target, folder = 'dist') {
  const isWindows = target ? target.includes('windows') : process.platform === 'win32';
  // One name for all targets: Bun builds the same bytes only for the same name.
  return join(root, folder, isWindows ? 'muster.exe' : 'muster');
}

/** Builds the binary for this machine unless it exists and is up to date. */
export async function ensureBuilt() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === buildStamp()) return;
  await build();
}

/**
 * Version, commit and time of the commit (in seconds since 1970) of what is built. Without git, as in
 * the image's build, `MUSTER_COMMIT` and `SOURCE_DATE_EPOCH` name them.
 */
export function buildFacts() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [commit, seconds] = askGit('log', '-1', '--format=%H %ct')?.split(' ') ?? [];
  const isChanged = (askGit('status', '--porcelain', '--', ...inputs) ?? '') !== '';
  return {
    version,
    commit: (process.env.MUSTER_COMMIT ?? commit ?? 'unknown') + (isChanged ? '-changed' : ''),
    seconds: Number(process.env.SOURCE_DATE_EPOCH ?? seconds ?? 0),
  };
}

function askGit(...args) {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Builds the binary into a folder of the repository and returns its path. `target` is one of Bun's
 * compile targets; without it, this machine. `runtime` is the executable of Bun for the target;
 * without it, Bun downloads it.
 */
export async function build({ target, runtime, folder = 'dist' } = {}) {
  // Taken before, so that a source saved during the build is seen by the next one.
  const before = sourcesHash();
  const binary = binaryPath(target, folder);
  const isOurs = binary === binaryPath();
  mkdirSync(join(root, folder), { recursive: true });
  if (isOurs) rmSync(stampFile, { force: true });
  const args = ['build', '--compile', ...entries, `--outfile=${binary}`, ...flags];
  if (target) args.push(`--target=${target}`);
  if (runtime) args.push(`--compile-executable-path=${runtime}`);
  const facts = buildFacts();
  const builtFrom = { commit: facts.commit, committedAt: facts.seconds };
  args.push('--define', `MUSTER_BUILD=${JSON.stringify(builtFrom)}`);
  await mustRun('Building', bun, args, { stdio: ['ignore', 2, 2] });
  // The maps are inside the binary; Bun leaves them beside it as well.
  const maps = readdirSync(join(root, folder)).filter((name) => name.endsWith('.map'));
  for (const name of maps) rmSync(join(root, folder, name));
  if (isOurs && !target) writeFileSync(stampFile, buildStamp(before));

  const mebibytes = (statSync(binary).size / 1024 / 1024).toFixed(1);
  say(`built ${binary}: version ${facts.version}, ${target ?? 'this machine'}, ${mebibytes} MiB`);
  return binary;
}

/** Identifies the sources and the binary built from them; `undefined` without a binary. */
function buildStamp(sources = sourcesHash()) {
  const binary = statSync(binaryPath(), { throwIfNoEntry: false });
  return binary && `${sources} ${binary.size} ${binary.mtimeMs}\n`;
}

/** Hash over the names and contents of everything that goes into the binary. */
function sourcesHash() {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => listFiles(input))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** A file's own path, or those of all files under a folder, sorted; none when it does not exist. */
function listFiles(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [path];
  const names = readdirSync(join(root, path)).sort();
  return names.flatMap((name) => listFiles(`${path}/${name}`));
}
