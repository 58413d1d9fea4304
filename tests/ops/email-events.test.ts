// Events of mail: each writes one line at its level and counts; one alone shows what an email says.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readCounter } from '../../src/ops/counters.ts';
import * as events from '../../src/ops/email-events.ts';
import { configureLog, stopLog } from '../../src/ops/log.ts';

let lines: string[] = [];

beforeEach(() => {
  lines = [];
  configureLog({
    level: 'debug',
    format: 'json',
    write: (line) => lines.push(line),
    isTerminal: false,
    hasColor: false,
  });
});

afterEach(stopLog);

const TRIED = { id: 7, kind: 'verify address', attempts: 2 };
const LETTER = {
  kind: 'verify address',
  subject: 'Confirm',
  text: 'Open\n\nhttp://localhost/acc/verify/abc/\n\n    123456\n',
};

const EVENTS: [string, string, () => void, Record<string, unknown>][] = [
  ['mail_off', 'warning', events.mailIsOff, {}],
  ['mail_development', 'warning', events.developmentIsOn, {}],
  ['email_written', 'warning', () => events.emailWritten(LETTER), LETTER],
  ['email_queued', 'debug', () => events.queued('test'), { kind: 'test' }],
  ['email_dropped', 'warning', () => events.dropped('test', 'full'), { reason: 'full' }],
  ['email_sent', 'info', () => events.sent(TRIED), { outboxId: 7, kind: TRIED.kind, attempts: 2 }],
  [
    'email_postponed',
    'warning',
    () => events.postponed({ ...TRIED, reason: '451 busy' }),
    { outboxId: 7, reason: '451 busy' },
  ],
  [
    'email_failed',
    'error',
    () => events.failed({ ...TRIED, reason: '550 no' }),
    { outboxId: 7, reason: '550 no' },
  ],
  [
    'mail_queue_failed',
    'error',
    () => events.queueFailed(new TypeError('x is no y')),
    { kind: 'TypeError' },
  ],
];

describe('each event of mail', () => {
  test.each(EVENTS)('%s', (name, level, tell, fields) => {
    const before = readCounter(name);
    tell();
    expect(readCounter(name)).toBe(before + 1);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level, module: 'email', ...fields }),
    ]);
  });

  test('stands in the table above', () => {
    expect(Object.keys(events)).toHaveLength(EVENTS.length);
  });
});
