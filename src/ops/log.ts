// Sets up the log: which records, in which form, written where.

import { configureSync, getLogger, type Logger, resetSync } from '@logtape/logtape';
import type { AreaLevel, LogArea, LogLevel } from '../config/log-areas.ts';
import { formatJsonLine, formatTextLine } from './log-format.ts';
import type { ShownAddresses } from './redact.ts';

export interface LogOptions {
  level: LogLevel;
  areas?: readonly AreaLevel[];
  addresses?: ShownAddresses;
  format: 'auto' | 'text' | 'json';
  write(line: string): void;
  isTerminal: boolean;
  hasColor: boolean;
  /** Whether lines begin with their priority, as the journal of systemd reads it. */
  hasPriorities?: boolean;
}

const ROOT = 'muster';
/** The priorities of syslog (sd-daemon(3)). */
const PRIORITIES = { trace: 7, debug: 7, info: 6, warning: 4, error: 3, fatal: 2 } as const;

export function configureLog(options: LogOptions): void {
  const { level, areas = [], format, write, isTerminal, hasPriorities = false } = options;
  const isText = format === 'text' || (format === 'auto' && isTerminal);
  const hasColor = options.hasColor && isTerminal;
  const shown = options.addresses ?? 'full';
  configureSync({
    reset: true,
    sinks: {
      lines: (record) => {
        const line = isText
          ? formatTextLine(record, { hasColor, shown })
          : formatJsonLine(record, shown);
        const priority = hasPriorities ? `<${PRIORITIES[record.level]}>` : '';
        write(priority + line);
      },
    },
    loggers: [
      { category: ROOT, sinks: ['lines'], lowestLevel: level },
      ...areas.map(({ area, level: own }) => ({
        category: [ROOT, area],
        sinks: ['lines'],
        parentSinks: 'override' as const,
        lowestLevel: own,
      })),
      { category: ['logtape', 'meta'], sinks: ['lines'], lowestLevel: 'error' },
    ],
  });
}

export function stopLog(): void {
  resetSync();
}

export function loggerOf(module: LogArea): Logger {
  return getLogger([ROOT, module]);
}

/** Whether colors are welcome in this environment (https://no-color.org). */
export function wantsColor(env: Readonly<Record<string, string | undefined>>): boolean {
  return (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}
