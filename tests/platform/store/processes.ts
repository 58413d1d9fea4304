// Starts `child.ts` and talks with it.

import { join } from 'node:path';

const script = join(import.meta.dir, 'child.ts');

export interface Child extends AsyncDisposable {
  /** Lets it run its command; the lines that it prints come from `readLine`. */
  go(): void;
  /** The value of its next line. */
  readLine(): Promise<unknown>;
  /** Ends it with SIGKILL and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a child and waits until it is ready. `prefix` is put before its command line. */
export async function startChild(
  command: string,
  folder: string,
  prefix: readonly string[] = [],
): Promise<Child> {
  const child = Bun.spawn([...prefix, process.execPath, script, command, folder], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const lines = readLines(child.stdout);
  const kill = async () => {
    child.kill('SIGKILL');
    await child.exited;
  };
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`the child "${command}" ended without an answer`);
    return value;
  };
  if ((await nextLine()) !== 'ready') throw new Error(`the child "${command}" did not start`);
  return {
    go: () => void child.stdin.end(),
    readLine: async () => JSON.parse(await nextLine()),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

/** Starts a child, lets it run its command and returns its answer. */
export async function runChild(
  command: string,
  folder: string,
  prefix?: readonly string[],
): Promise<unknown> {
  await using child = await startChild(command, folder, prefix);
  child.go();
  return await child.readLine();
}

/** Starts several at once and lets them run together. */
export async function runTogether(
  command: string,
  folder: string,
  count: number,
): Promise<unknown[]> {
  await using stack = new AsyncDisposableStack();
  const started = Array.from({ length: count }, () => startChild(command, folder));
  const children = (await Promise.all(started)).map((child) => stack.use(child));
  for (const child of children) child.go();
  return await Promise.all(children.map((child) => child.readLine()));
}

/** The lines of a stream, without their ends. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
