// The lines that the log writes during each test of a file, as the objects that they are in JSON.

import { afterEach, beforeEach } from 'bun:test';
import { configureLog, type LogOptions, stopLog } from '../../src/platform/ops/log.ts';
import { reportRepeats } from '../../src/platform/ops/repeats.ts';

/** Sets the log up before each test, in JSON from `level` on; the array is emptied before each. */
export function collectLogLines(level: LogOptions['level'] = 'debug'): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  beforeEach(() => {
    lines.length = 0;
    setUpLog(lines, level);
  });
  afterEach(() => {
    stopLog();
    // The first call reports what was counted, the second closes its windows.
    reportRepeats('at the end');
    reportRepeats('at the end');
  });
  return lines;
}

/** Sets the log up with another level, in the middle of a test. */
export function setUpLog(lines: Record<string, unknown>[], level: LogOptions['level']): void {
  configureLog({
    level,
    format: 'json',
    write: (line) => lines.push(JSON.parse(line)),
    isTerminal: false,
    hasColor: false,
  });
}
