// Events of the process: each writes its lines at their level and counts.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readCounter } from '../../src/ops/counters.ts';
import { configureLog, stopLog } from '../../src/ops/log.ts';
import * as events from '../../src/ops/process-events.ts';

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

const NOTHING = { changed: [], needRestart: [], filesRead: [], filesFailed: [] };
const RELOADED = { ...NOTHING, changed: ['relay_limit'], filesRead: ['certificate'] };

const EVENTS: [string, () => void, Record<string, unknown>[]][] = [
  [
    'service_ended_at_once',
    () => events.serviceEndedAtOnce('SIGTERM'),
    [{ level: 'warning', signal: 'SIGTERM' }],
  ],
  ['signal_ignored', () => events.signalIgnored('SIGUSR1'), [{ level: 'info', signal: 'SIGUSR1' }]],
  ['reloaded', () => events.reloaded(RELOADED), [{ level: 'info', ...RELOADED }]],
  [
    'reloaded',
    () => events.reloaded({ ...NOTHING, needRestart: ['listen'] }),
    [
      { level: 'info', needRestart: ['listen'] },
      { level: 'warning', settings: ['listen'] },
    ],
  ],
  [
    'reload_refused',
    () => events.reloadRefused(['One.', 'Two.']),
    [
      { level: 'error', problem: 'One.' },
      { level: 'error', problem: 'Two.' },
    ],
  ],
  [
    'descriptors_exhausted',
    () => events.descriptorsExhausted({ doNewcomersWait: true }),
    [{ level: 'error', doNewcomersWait: true, advice: expect.stringContaining('LimitNOFILE') }],
  ],
  ['descriptors_freed', events.descriptorsFreed, [{ level: 'info' }]],
];

describe('each event of the process', () => {
  test.each(EVENTS)('%s', (name, tell, wanted) => {
    const before = readCounter(name);
    tell();
    expect(readCounter(name)).toBe(before + 1);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject(wanted);
  });

  test('every function of the module is in that table', () => {
    const described = new Set(EVENTS.map(([name]) => name));
    expect(described.size).toBe(Object.keys(events).length);
  });
});
