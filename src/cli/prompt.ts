// Asks a person at the terminal, with or without showing what they type.

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks on standard error, so that standard output stays clean; `undefined` after Ctrl-C or Ctrl-D. */
export function promptOnTerminal(
  question: string,
  { isHidden }: { isHidden: boolean },
): Promise<string | undefined> {
  const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({
    input: process.stdin,
    output: isHidden ? muted : process.stderr,
    terminal: true,
    historySize: 0,
  });
  // Only now does the terminal show nothing by itself: a fast answer would have been seen.
  process.stderr.write(question);
  return new Promise((resolve) => {
    let answer: string | undefined;
    reader.on('line', (line) => {
      answer = line;
      reader.close();
    });
    reader.on('SIGINT', () => reader.close());
    reader.on('close', () => {
      // What was typed hidden left no line break behind, and neither did breaking off.
      if (isHidden || answer === undefined) process.stderr.write('\n');
      resolve(answer);
    });
  });
}
