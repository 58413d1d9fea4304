// Sets up the log: which records, in which form, written where.

import { configureSync, getLogger, type Logger, resetSync } from '@logtape/logtape';
import { formatJsonLine, formatTextLine } from './log-format.ts';

/** How the log is to be written. */
export interface LogOptions {
  level: 'debug' | 'info' | 'warning' | 'error';
  /** `auto` is text on a terminal and JSON lines elsewhere. */
  format: 'auto' | 'text' | 'json';
  /** Takes one line without its line break; it goes to the standard error output, usually. */
  write(line: string): void;
  /** Whether `write` ends at a terminal. */
  isTerminal: boolean;
  /** Whether colors are welcome there; they are used on a terminal only. */
  hasColor: boolean;
}

const ROOT = 'muster';

/** Starts the log, or starts it again with other options. Before that nothing is logged. */
export function configureLog({ level, format, write, isTerminal, hasColor }: LogOptions): void {
  const isText = format === 'text' || (format === 'auto' && isTerminal);
  configureSync({
    reset: true,
    sinks: {
      lines: (record) => {
        write(
          isText
            ? formatTextLine(record, { hasColor: hasColor && isTerminal })
            : formatJsonLine(record),
        );
      },
    },
    loggers: [
      { category: ROOT, sinks: ['lines'], lowestLevel: level },
      { category: ['logtape', 'meta'], sinks: ['lines'], lowestLevel: 'error' },
    ],
  });
}

/** Ends the log; what is logged afterwards is dropped. */
export function stopLog(): void {
  resetSync();
}

/** The logger of one module. */
export function loggerOf(module: string): Logger {
  return getLogger([ROOT, module]);
}

/** Whether colors are welcome in this environment (https://no-color.org). */
export function wantsColor(env: Readonly<Record<string, string | undefined>>): boolean {
  return (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}
