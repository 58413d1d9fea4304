// What a command may touch of the process that it runs in, so that tests can hand in something else.

import { promptOnTerminal } from './prompt.ts';

/** The process, as commands see it. */
export interface Io {
  /** Writes one line to the standard output. */
  out(line: string): void;
  /** Writes one line to the standard error output. */
  err(line: string): void;
  /** Everything that stands on the standard input, to its end. */
  stdin(): Promise<string>;
  env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the current folder. */
  cwd: string;
  isTerminal: { stdin: boolean; stdout: boolean; stderr: boolean };
  /** Asks the person at the terminal; `undefined` when they break off instead of answering. */
  prompt(question: string, options: { isHidden: boolean }): Promise<string | undefined>;
  /** Calls the listener at each of these signals, which do not end the process then. Returns what takes it off again. */
  onSignal(listener: (signal: Signal) => void): () => void;
  /** Ends the process without waiting for anything. */
  exitAtOnce(exitCode: number): void;
  /** Ends the process after so many milliseconds, unless it has ended by itself before that. */
  exitWithin(timeoutMs: number, exitCode: number): void;
}

/** All that would end a process, but those that tell of a crash and those that nobody can hear. */
const SIGNALS = [
  'SIGTERM',
  'SIGINT',
  'SIGQUIT',
  'SIGHUP',
  'SIGUSR1',
  'SIGUSR2',
  'SIGALRM',
  'SIGVTALRM',
  'SIGPROF',
  'SIGIO',
  'SIGXCPU',
] as const;

/** A signal that a running service hears. */
export type Signal = (typeof SIGNALS)[number];

/** Whether nobody reads any more: a pipe was closed, or the terminal's window. */
function isReaderGone(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'EIO');
}

function openWriter(stream: NodeJS.WriteStream): (line: string) => void {
  // A reader that left early, such as `head`, is no reason to fail, let alone to stop serving.
  stream.on('error', (error) => {
    if (!isReaderGone(error)) throw error;
  });
  return (line) => {
    stream.write(`${line}\n`);
  };
}

/** The real process. */
export function createProcessIo(): Io {
  return {
    out: openWriter(process.stdout),
    err: openWriter(process.stderr),
    stdin: () => Bun.stdin.text(),
    env: process.env,
    cwd: process.cwd(),
    isTerminal: {
      stdin: process.stdin.isTTY === true,
      stdout: process.stdout.isTTY === true,
      stderr: process.stderr.isTTY === true,
    },
    prompt: promptOnTerminal,
    onSignal(listener) {
      const listeners = SIGNALS.map((signal) => [signal, () => listener(signal)] as const);
      for (const [signal, listen] of listeners) process.on(signal, listen);
      return () => {
        for (const [signal, listen] of listeners) process.off(signal, listen);
      };
    },
    exitAtOnce: (exitCode) => process.exit(exitCode),
    exitWithin(timeoutMs, exitCode) {
      // Without a reference, or this would keep a process that nothing else keeps.
      setTimeout(() => process.exit(exitCode), timeoutMs).unref();
    },
  };
}
