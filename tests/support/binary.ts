// Starts the compiled binary in a folder of its own, as an operator would, and runs its commands there.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Subprocess } from 'bun';
import type { MadeCertificate } from './certificates.ts';
import { findFreePort } from './free-port.ts';

export { findFreePort };

/** Where `npm run build` leaves the binary. */
const binaryPath = resolve(import.meta.dir, '../../dist/muster');

/** Settings under which a test may speak for many addresses through `X-Forwarded-For`, dialling none. */
export const manyAddresses = {
  MUSTER_TRUSTED_PROXIES: '127.0.0.0/8',
  MUSTER_PORT_CHECK: 'false',
} as const;

/** What a command left behind. */
export interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** How a binary is started. */
export interface StartOptions {
  /** Settings, by environment variable; the test's own environment is not passed on. */
  env?: Readonly<Record<string, string>>;
  /** The folder to run in; a new empty one, removed at the end, without it. */
  folder?: string;
  port?: number;
  /** Serves https with this certificate, which is written to `tls/cert.pem` and `tls/key.pem` of the folder. */
  tls?: MadeCertificate;
  /** How many file descriptors it may have; as many as the test itself unless given. */
  descriptors?: number;
  /** The descriptor of a listening socket, which it inherits as from a service manager. */
  socket?: number;
  /** Another binary than that of these sources, such as a release's. */
  binary?: string;
}

/** A running service. Disposing of it kills it and removes the folder that was made for it. */
export class RunningMuster implements AsyncDisposable {
  #child: Subprocess<'ignore', 'pipe', 'pipe'> | undefined;
  #stdout = '';
  #stderr = '';

  constructor(
    readonly port: number,
    readonly folder: string,
    readonly env: Readonly<Record<string, string>>,
    private readonly options: StartOptions,
  ) {}

  /** Where this machine reaches it, without a slash at the end. */
  get url(): string {
    return `${this.env.MUSTER_TLS_CERT === undefined ? 'http' : 'https'}://127.0.0.1:${this.port}`;
  }

  /** Process id of the service that runs now. */
  get pid(): number {
    return this.#running().pid;
  }

  /** Everything that the services of this folder printed to standard output so far. */
  get stdout(): string {
    return this.#stdout;
  }

  /** Everything that the services of this folder printed to standard error so far. */
  get stderr(): string {
    return this.#stderr;
  }

  /**
   * Starts the service and waits until it is ready and has printed its address, which it
   * writes in one piece and after that; for the address alone where it `isUnready`, such as with a damaged database.
   * Throws with its output otherwise.
   */
  async start({ isUnready = false } = {}): Promise<void> {
    requireBinary();
    const { socket } = this.options;
    const child = Bun.spawn({
      cmd: this.#command(),
      cwd: this.folder,
      env: this.env,
      // The fourth is the first that a service manager passes on.
      stdio: ['ignore', 'pipe', 'pipe', ...(socket === undefined ? [] : [socket])],
    });
    this.#child = child;
    const printedBefore = this.#stdout.length;
    const hasGreeted = () => this.#stdout.includes('\nListening on ', printedBefore);
    void collect(child.stdout, (text) => {
      this.#stdout += text;
    });
    void collect(child.stderr, (text) => {
      this.#stderr += text;
    });
    const deadline = performance.now() + 60_000;
    while (!(isUnready || (await isReady(this.url))) || !hasGreeted()) {
      if (child.exitCode !== null || performance.now() > deadline) {
        child.kill('SIGKILL');
        await Bun.sleep(20);
        throw new Error(
          `The service did not get ready (exit status ${child.exitCode}).\n${this.#stdout}\n${this.#stderr}`,
        );
      }
      await Bun.sleep(10);
    }
  }

  /** Sends a signal and waits for the end; returns the exit status, `null` when the signal killed it. */
  async kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<number | null> {
    const child = this.#running();
    child.kill(signal);
    await child.exited;
    this.#child = undefined;
    return child.signalCode === null ? child.exitCode : null;
  }

  /** Stops the service (`SIGTERM`, or the signal given) and starts it again in the same folder. */
  async restart(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    await this.kill(signal);
    await this.start();
  }

  /** Runs a command on the same folder with the same settings. */
  run(args: readonly string[], options: { stdin?: string } = {}): Promise<CommandResult> {
    const { folder, env } = this;
    const { binary = binaryPath } = this.options;
    return runMuster(args, { ...options, folder, env, binary });
  }

  /** Runs a command and throws, with its output, unless it succeeds. */
  async mustRun(args: readonly string[], options: { stdin?: string } = {}): Promise<string> {
    const result = await this.run(args, options);
    if (result.exitCode !== 0) {
      throw new Error(
        `muster ${args.join(' ')} ended with ${result.exitCode}:\n${result.stdout}${result.stderr}`,
      );
    }
    return result.stdout;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child) await this.kill('SIGKILL');
    if (this.options.folder === undefined) await rm(this.folder, { recursive: true, force: true });
  }

  #command(): string[] {
    const { socket, descriptors, binary = binaryPath } = this.options;
    if (socket !== undefined) {
      return ['/bin/sh', '-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0"', binary];
    }
    if (descriptors === undefined) return [binary];
    return ['/bin/sh', '-c', `ulimit -n ${descriptors} && exec "$0"`, binary];
  }

  #running(): Subprocess<'ignore', 'pipe', 'pipe'> {
    if (!this.#child) throw new Error('The service is not running.');
    return this.#child;
  }
}

/** Starts the binary on a free port, in an empty folder unless given, and waits for it. */
export async function startMuster(options: StartOptions = {}): Promise<RunningMuster> {
  const given = options.env ?? {};
  if (given.MUSTER_TRUSTED_PROXIES !== undefined && given.MUSTER_PORT_CHECK !== 'false') {
    throw new Error('Tests that speak for other addresses must switch the port check off.');
  }
  const port = options.port ?? (await findFreePort());
  const folder = options.folder ?? (await makeFolder());
  const tls = options.tls && (await writeCertificate(folder, options.tls));
  const env = cleanEnvironment({ MUSTER_LISTEN: `[::]:${port}`, ...tls, ...given });
  const muster = new RunningMuster(port, folder, env, options);
  await muster.start();
  return muster;
}

/** Puts a certificate where the service of this folder has its own; the settings that name it. */
export async function writeCertificate(
  folder: string,
  { cert, key }: MadeCertificate,
): Promise<{ MUSTER_TLS_CERT: string; MUSTER_TLS_KEY: string }> {
  const paths = {
    MUSTER_TLS_CERT: join(folder, 'tls/cert.pem'),
    MUSTER_TLS_KEY: join(folder, 'tls/key.pem'),
  };
  await Bun.write(paths.MUSTER_TLS_CERT, cert);
  await Bun.write(paths.MUSTER_TLS_KEY, key);
  return paths;
}

/** Runs one command to its end. */
export async function runMuster(
  args: readonly string[],
  options: {
    folder: string;
    env?: Readonly<Record<string, string>>;
    stdin?: string;
    /** The command is killed, and the call throws, when it takes longer. */
    timeoutMs?: number;
    /** Another binary than that of these sources. */
    binary?: string;
  },
): Promise<CommandResult> {
  requireBinary();
  const child = Bun.spawn({
    cmd: [options.binary ?? binaryPath, ...args],
    cwd: options.folder,
    env: cleanEnvironment(options.env ?? {}),
    stdin: Buffer.from(options.stdin ?? ''),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const timeoutMs = options.timeoutMs ?? 60_000;
  let isTooLong = false;
  const timer = setTimeout(() => {
    isTooLong = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  clearTimeout(timer);
  if (isTooLong) {
    throw new Error(`muster ${args.join(' ')} did not end in ${timeoutMs} ms:\n${stdout}${stderr}`);
  }
  return { exitCode, stdout, stderr };
}

let home: Promise<string> | undefined;

/** A new empty folder of its own for one test. */
export async function makeFolder(): Promise<string> {
  home ??= openHome();
  return mkdtemp(join(await home, 'folder-'));
}

/**
 * The folder for the folders of this run. The runner reports its end to nobody, so a run removes
 * what earlier runs left behind.
 */
async function openHome(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^muster-e2e-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) {
      await rm(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
  const folder = join(tmpdir(), `muster-e2e-${process.pid}`);
  await mkdir(folder, { recursive: true });
  return folder;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function requireBinary(): void {
  if (!existsSync(binaryPath)) {
    throw new Error(
      'dist/muster is missing. Build it first (npm run build), then run these tests.',
    );
  }
}

function cleanEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', ...env };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { tls: { rejectUnauthorized: false } });
    return answer.status === 200;
  } catch {
    return false;
  }
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  add: (text: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) add(decoder.decode(chunk, { stream: true }));
}

/** The lines of the service's log, written as JSON, whose message begins so. */
export function readLog(muster: RunningMuster, message: string): Record<string, unknown>[] {
  return muster.stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => `${line.message}`.startsWith(message));
}
