// Runs another program to its end, within a time limit and without a shell.

import { codeOf } from './failure.ts';
import { cleanText, cutText } from './text.ts';
import { systemTimers } from './timers.ts';

export interface ProgramRun {
  program: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  timeoutMs: number;
  signal?: AbortSignal;
}

const MAX_LINE_LENGTH = 200;

/**
 * Resolves with `undefined` when the program succeeds, otherwise with the rest of a sentence. Ends all processes that
 * the program started.
 */
export async function runProgram(run: ProgramRun): Promise<string | undefined> {
  const { program, args, cwd, env, timeoutMs, signal } = run;
  let child: Bun.Subprocess<'ignore', 'ignore', 'pipe'>;
  try {
    child = Bun.spawn([program, ...args], {
      cwd,
      env,
      detached: process.platform !== 'win32',
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    });
  } catch (error) {
    return `could not be started (${codeOf(error)})`;
  }
  let ended: string | undefined;

  function end(reason: string): void {
    ended ??= reason;
    killGroup(child);
  }

  const abort = () => end('was ended because the service is stopping');
  signal?.addEventListener('abort', abort);
  const cancel = systemTimers.after(timeoutMs, () =>
    end(`took longer than ${timeoutMs / 1_000} s and was ended`),
  );
  const lastLine = readLastLine(child.stderr);
  const exitCode = await child.exited;
  cancel();
  signal?.removeEventListener('abort', abort);
  if (ended !== undefined) return ended;
  if (exitCode === 0) return undefined;
  // A process that the program left behind may keep the pipe open.
  const said = await Promise.race([lastLine, Bun.sleep(100).then(() => '')]);
  const end_ = `ended with ${child.signalCode ?? `exit code ${exitCode}`}`;
  return said === '' ? end_ : `${end_}: ${said}`;
}

function killGroup(child: Bun.Subprocess): void {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

async function readLastLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let tail = '';
  for await (const chunk of stream) {
    tail = (tail + decoder.decode(chunk, { stream: true })).slice(-4_096);
  }
  const lines = tail.split('\n').map(cleanText);
  return cutText(lines.findLast((line) => line !== '') ?? '', MAX_LINE_LENGTH);
}
