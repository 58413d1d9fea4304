// Writes one log record as one line: for people on a terminal, as JSON for machines.

import type { LogRecord, LogLevel as RecordLevel } from '@logtape/logtape';
import { redactFields, redactText, type ShownAddresses } from './redact.ts';

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

/** Replaces characters that could start a new line or control a terminal by escapes. */
function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, (control) => {
    return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function formatField(value: unknown): string {
  if (typeof value === 'string' && /^[\w.:/+-]+$/.test(value)) return value;
  return escapeControls(JSON.stringify(value) ?? 'undefined');
}

export function formatJsonLine(record: LogRecord, shown: ShownAddresses): string {
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

export function formatTextLine(
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
