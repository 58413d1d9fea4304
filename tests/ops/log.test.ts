// The log: its levels and forms, and lines that nobody can break out of.

import { afterEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { configureLog, type LogOptions, loggerOf, stopLog, wantsColor } from '../../src/ops/log.ts';

afterEach(stopLog);

function capture(options: Partial<LogOptions> = {}): string[] {
  const lines: string[] = [];
  configureLog({
    level: 'debug',
    format: 'json',
    write: (line) => lines.push(line),
    isTerminal: false,
    hasColor: true,
    ...options,
  });
  return lines;
}

describe('levels', () => {
  test.each([
    ['debug', ['debug', 'info', 'warning', 'error']],
    ['info', ['info', 'warning', 'error']],
    ['warning', ['warning', 'error']],
    ['error', ['error']],
  ] as const)('%s lets through what is as serious', (level, expected) => {
    const lines = capture({ level });
    const logger = loggerOf('servers');
    logger.debug('said');
    logger.info('said');
    logger.warning('said');
    logger.error('said');
    expect(lines.map((line) => JSON.parse(line).level)).toEqual([...expected]);
  });

  test('nothing is written before the log is set up, nor after it ended', () => {
    const lines = capture();
    stopLog();
    loggerOf('servers').error('said');
    expect(lines).toEqual([]);
  });

  test('setting it up again replaces the first one', () => {
    const first = capture();
    const second = capture();
    loggerOf('servers').info('said');
    expect([first.length, second.length]).toEqual([0, 1]);
  });
});

describe('forms', () => {
  test.each([
    ['auto on a terminal', { format: 'auto', isTerminal: true }, 'text'],
    ['auto elsewhere', { format: 'auto', isTerminal: false }, 'json'],
    ['text elsewhere', { format: 'text', isTerminal: false }, 'text'],
    ['json on a terminal', { format: 'json', isTerminal: true }, 'json'],
  ] as const)('%s is %3$s', (_, options, form) => {
    const lines = capture(options);
    loggerOf('servers').info('Server appeared', { port: 25565 });
    expect(lines[0]?.startsWith('{')).toBe(form === 'json');
  });

  test('a JSON line says when, how serious, where, what, and the facts', () => {
    const lines = capture();
    loggerOf('servers').info('Server appeared', { port: 25565, name: 'A b' });
    const { time, ...rest } = JSON.parse(lines[0] ?? '');
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(rest).toEqual({
      level: 'info',
      module: 'servers',
      message: 'Server appeared',
      port: 25565,
      name: 'A b',
    });
  });

  test('a text line reads from left to right', () => {
    const lines = capture({ format: 'text' });
    loggerOf('servers').warning('Server appeared', { port: 25565, name: 'A b' });
    expect(lines[0]).toMatch(/^\S+Z WARNING servers: Server appeared port=25565 name="A b"$/);
  });

  test.each([
    [true, true, true],
    [false, true, false],
    [true, false, false],
  ])(
    'on a terminal %p with colors welcome %p there are colors: %p',
    (isTerminal, hasColor, has) => {
      const lines = capture({ format: 'text', isTerminal, hasColor });
      loggerOf('servers').info('said');
      expect(lines[0]?.includes('\x1b[')).toBe(has);
    },
  );

  test('NO_COLOR is honoured unless it is empty, and a dumb terminal has none', () => {
    expect(wantsColor({})).toBe(true);
    expect(wantsColor({ NO_COLOR: '' })).toBe(true);
    expect(wantsColor({ NO_COLOR: '1' })).toBe(false);
    expect(wantsColor({ TERM: 'dumb' })).toBe(false);
  });
});

describe('lines hold together', () => {
  test('whatever is logged is one line, and JSON stays JSON with its own fields', () => {
    const facts = fc.dictionary(fc.string({ unit: 'binary' }), fc.anything());
    fc.assert(
      fc.property(facts, fc.constantFrom('json', 'text'), (fields, format) => {
        const lines = capture({ format });
        loggerOf('servers').info('said', fields);
        expect(lines).toHaveLength(1);
        const [line = ''] = lines;
        expect(line).not.toMatch(/[\r\n]/);
        if (format === 'json') {
          expect(JSON.parse(line)).toMatchObject({
            level: 'info',
            module: 'servers',
            message: 'said',
          });
        } else {
          expect(line).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
        }
      }),
    );
  });

  test('a field cannot pose as the line itself', () => {
    const lines = capture();
    loggerOf('servers').info('said', { level: 'error', time: 'never', message: 'forged' });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', message: 'said' });
  });
});
