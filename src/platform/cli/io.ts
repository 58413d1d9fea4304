// The process of a command (streams, signals, exit), so that tests can replace it.

import { Writable } from 'node:stream';
import { Failure, reasonOf } from '../lib/failure.ts';
import { describeFileFailure } from '../lib/file-failure.ts';
import { requireText } from '../lib/text-file.ts';
import { noteLogWrite } from '../ops/log-output.ts';

export interface Io {
  out(line: string): void;
  err(line: string): void;
  stdin(): Promise<string>;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  isTerminal: { stdin: boolean; stdout: boolean; stderr: boolean };
  /** Asks the person at the terminal. Resolves to `undefined` if they cancel. */
  prompt(question: string, options: { isHidden: boolean }): Promise<string | undefined>;
  /** Calls the listener on each of `SIGNALS` instead of ending the process. Returns a function that removes it. */
  onSignal(listener: (signal: Signal) => void): () => void;
  exitAtOnce(exitCode: number): void;
  exitWithin(timeoutMs: number, exitCode: number): void;
}

const SIGNALS = [
  ...(['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const),
  ...(['SIGALRM', 'SIGVTALRM', 'SIGPROF', 'SIGIO', 'SIGXCPU'] as const),
] as const;

export type Signal = (typeof SIGNALS)[number];

function isReaderGone(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'EIO');
}

function openWriter(
  stream: NodeJS.WriteStream,
  onWritten: (error?: Error | null) => void,
): (line: string) => void {
  // The callback gets the error too. Without a listener the process would end.
  stream.on('error', () => {});
  return (line) => {
    stream.write(`${line}\n`, onWritten);
  };
}

function failCommand(error: Error): void {
  process.stderr.write(`muster: ${describeFileFailure('The output cannot be written', error)}\n`);
  process.once('exit', () => {
    process.exitCode = 1;
  });
}

/** Asks on standard error, since standard output is for results. Resolves to `undefined` after Ctrl-C or Ctrl-D. */
async function promptOnTerminal(
  question: string,
  { isHidden }: { isHidden: boolean },
): Promise<string | undefined> {
  // Only prompts need this module, and it loads slowly.
  const { createInterface } = await import('node:readline');
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({
    input: process.stdin,
    output: isHidden ? muted : process.stderr,
    terminal: true,
    historySize: 0,
  });
  // The question appears only now: earlier, the terminal itself would have shown a fast answer.
  process.stderr.write(question);
  return new Promise((resolve) => {
    let answer: string | undefined;
    reader.on('line', (line) => {
      answer = line;
      reader.close();
    });
    reader.on('SIGINT', () => reader.close());
    reader.on('close', () => {
      // After a hidden or cancelled answer, the terminal has no line break yet.
      if (isHidden || answer === undefined) process.stderr.write('\n');
      resolve(answer);
    });
  });
}

async function readStandardInput(): Promise<string> {
  const bytes = await Bun.stdin.bytes();
  try {
    return requireText(bytes);
  } catch (error) {
    throw new Failure('invalid', `The standard input cannot be read: ${reasonOf(error)}`);
  }
}

export function createProcessIo(): Io {
  let isService = false;
  let hasFailed = false;
  return {
    out: openWriter(process.stdout, (error) => {
      // A reader that ends early, such as `head`, must not fail a command, and a full disk must not fail a service.
      if (!error || isReaderGone(error) || isService || hasFailed) return;
      hasFailed = true;
      failCommand(error);
    }),
    err: openWriter(process.stderr, noteLogWrite),
    stdin: readStandardInput,
    env: process.env,
    cwd: process.cwd(),
    isTerminal: {
      stdin: process.stdin.isTTY === true,
      stdout: process.stdout.isTTY === true,
      stderr: process.stderr.isTTY === true,
    },
    prompt: promptOnTerminal,
    onSignal(listener) {
      isService = true;
      const listeners = SIGNALS.map((signal) => [signal, () => listener(signal)] as const);
      for (const [signal, listen] of listeners) process.on(signal, listen);
      return () => {
        for (const [signal, listen] of listeners) process.off(signal, listen);
      };
    },
    exitAtOnce: (exitCode) => process.exit(exitCode),
    exitWithin(timeoutMs, exitCode) {
      // Unreferenced, so that the timer does not keep the process running.
      setTimeout(() => process.exit(exitCode), timeoutMs).unref();
    },
  };
}
