// Sets up the log: its records, their form and their destination.

import {
  configureSync,
  getLogger,
  type Logger,
  type LogRecord,
  type LogLevel as RecordLevel,
  resetSync,
} from '@logtape/logtape';
import type { AreaLevel, LogArea, LogLevel } from './log-areas.ts';
import { redactFields, redactText, type ShownAddresses } from './redact.ts';

export interface LogOptions {
  level: LogLevel;
  areas?: readonly AreaLevel[];
  addresses?: ShownAddresses;
  format: 'auto' | 'text' | 'json';
  write(line: string): void;
  isTerminal: boolean;
  hasColor: boolean;
  /** Whether lines begin with their priority, as systemd's journal reads it. */
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

/** Whether this environment wants colors (https://no-color.org). */
export function wantsColor(env: Readonly<Record<string, string | undefined>>): boolean {
  return (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}

const COLORS: Readonly<Record<RecordLevel, string>> = {
  trace: '\x1b[2m',
  debug: '\x1b[2m',
  info: '\x1b[32m',
  warning: '\x1b[33m',
  error: '\x1b[31m',
  fatal: '\x1b[31m',
};
const RESET = '\x1b[0m';
/** Names of the line's own fields; a logged field with such a name is left out. */
const OWN_FIELDS = ['time', 'level', 'module', 'message'];

function messageOf(record: LogRecord, shown: ShownAddresses): string {
  return redactText(record.message.map(String).join(''), shown);
}

function moduleOf(record: LogRecord): string {
  return record.category.slice(1).join('.') || (record.category[0] ?? '');
}

/** Escapes characters that could start a new line or control a terminal. */
function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, (control) => {
    return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function formatField(value: unknown): string {
  if (typeof value === 'string' && /^[\w.:/+-]+$/.test(value)) return value;
  return escapeControls(JSON.stringify(value) ?? 'undefined');
}

function formatJsonLine(record: LogRecord, shown: ShownAddresses): string {
  const fields = redactFields(record.properties, shown);
  for (const name of OWN_FIELDS) delete fields[name];
  const line = {
    time: new Date(record.timestamp).toISOString(),
    level: record.level,
    module: moduleOf(record),
    message: messageOf(record, shown),
    ...fields,
  };
  return JSON.stringify(line);
}

function formatTextLine(
  record: LogRecord,
  { hasColor, shown }: { hasColor: boolean; shown: ShownAddresses },
): string {
  const level = record.level.toUpperCase().padEnd(7);
  const colored = hasColor ? `${COLORS[record.level]}${level}${RESET}` : level;
  const fields = Object.entries(redactFields(record.properties, shown))
    .map(([name, value]) => ` ${escapeControls(name)}=${formatField(value)}`)
    .join('');
  const time = new Date(record.timestamp).toISOString();
  return `${time} ${colored} ${moduleOf(record)}: ${escapeControls(messageOf(record, shown))}${fields}`;
}
