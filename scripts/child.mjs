// Runs other programs: waits for them, hands signals on, and ends the way that they ended.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's own folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The Bun that `package-lock.json` pins. Its npm package gives it this name on every system. */
export const bun = join(root, 'node_modules/bun/bin/bun.exe');

/** Path of a command that an installed package brings. */
export const tool = (name) => join(root, 'node_modules/.bin', name);

/** Says one line about the progress, away from the standard output of what is run. */
export function say(line) {
  process.stderr.write(`muster: ${line}\n`);
}

/**
 * Runs a program in the repository's folder and resolves to how it ended, `{ code, signal }`.
 * Rejects when it cannot be started. `onError` is handed its standard error, piece by piece.
 */
export function run(command, args, { onError, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const path = [tool(''), process.env.PATH].join(delimiter);
    const env = { ...process.env, PATH: path };
    const stdio = onError ? ['inherit', 'inherit', 'pipe'] : 'inherit';
    const child = spawn(command, args, { cwd: root, stdio, env, ...options });
    child.stderr?.setEncoding('utf8').on('data', onError);

    // A terminal sends these two to the whole process group: handed on, they would arrive twice.
    const passedOn = process.stdin.isTTY ? ['SIGTERM'] : ['SIGTERM', 'SIGINT', 'SIGHUP'];
    const handlers = ['SIGTERM', 'SIGINT', 'SIGHUP'].map((signal) => {
      const handler = () => passedOn.includes(signal) && child.kill(signal);
      process.on(signal, handler);
      return { signal, handler };
    });

    // A stopped npm ends only the shell between us, which is seen as another parent.
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (!process.env.npm_lifecycle_event || process.ppid === parent) return;
      clearInterval(watch);
      child.kill('SIGTERM');
    }, 250);

    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearInterval(watch);
      for (const { signal, handler } of handlers) process.off(signal, handler);
      resolve({ code, signal });
    });
  });
}

/** Runs a program and throws a sentence about `what` unless it ended well. */
export async function mustRun(what, command, args, options) {
  const { code, signal } = await run(command, args, options);
  if (code !== 0) throw new Error(`${what} failed (${signal ?? `exit status ${code}`}).`);
}

/** Runs a program as the last thing that this one does, and ends with the same exit status. */
export async function become(command, args, options) {
  const { code, signal } = await run(command, args, options);
  process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
}

/** Throws a sentence when this Node is older than `engines` in package.json asks for. Bun is no Node. */
function checkNode() {
  if (process.versions.bun) return;
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const wanted = engines.node.replace('>=', '');
  const [here, least] = [process.versions.node, wanted].map((version) =>
    version.split('.').map(Number),
  );
  const isOlder = here[0] < least[0] || (here[0] === least[0] && here[1] < least[1]);
  if (!isOlder) return;
  throw new Error(
    `Node ${process.versions.node} is too old. Install Node ${wanted} or newer (https://nodejs.org), then try again.`,
  );
}

/** Runs a script's work, and turns what it throws into one line and exit status 1. */
export async function main(work) {
  try {
    checkNode();
    await work(process.argv.slice(2));
  } catch (error) {
    say(error.message);
    process.exit(1);
  }
}
