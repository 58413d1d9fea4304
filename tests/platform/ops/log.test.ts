// The log: its levels and forms, and lines that nobody can break out of.

import { afterEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  configureLog,
  type LogOptions,
  loggerOf,
  stopLog,
  wantsColor,
} from '../../../src/platform/ops/log.ts';
import type { ShownAddresses } from '../../../src/platform/ops/redact.ts';

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

describe('areas', () => {
  test('have a level of their own, less or more than the others', () => {
    const lines = capture({
      level: 'warning',
      areas: [
        { area: 'http', level: 'debug' },
        { area: 'relay', level: 'error' },
      ],
    });
    for (const area of ['http', 'relay', 'servers'] as const) {
      for (const level of ['debug', 'warning', 'error'] as const) loggerOf(area)[level]('said');
    }
    const found = lines.map((line) => JSON.parse(line)).map(({ module, level }) => [module, level]);
    expect(found).toEqual([
      ...[
        ['http', 'debug'],
        ['http', 'warning'],
        ['http', 'error'],
        ['relay', 'error'],
      ],
      ...[
        ['servers', 'warning'],
        ['servers', 'error'],
      ],
    ]);
  });
});

describe('addresses', () => {
  const shown = (addresses: ShownAddresses, text: string) => {
    const lines = capture({ addresses });
    loggerOf('servers').info(`from ${text}`, { address: text, deep: [{ of: text }] });
    const { message, address, deep } = JSON.parse(lines[0] ?? '');
    const [plain = ''] = capturedText(addresses, text);
    expect([message, deep[0].of]).toEqual([`from ${address}`, address]);
    expect(plain).toEndWith(` from ${address}`);
    return address;
  };
  const capturedText = (addresses: ShownAddresses, text: string) => {
    const lines = capture({ addresses, format: 'text' });
    loggerOf('servers').info(`from ${text}`);
    return lines;
  };

  test.each([
    ['203.0.113.7', '203.0.113.0/24', '-'],
    ['203.0.113.7:25565', '203.0.113.0/24:25565', '-:25565'],
    ['2001:db8:1:2:3::4', '2001:db8:1::/48', '-'],
    ['[2001:DB8:1:2::4]:80', '[2001:db8:1::/48]:80', '[-]:80'],
    ['2001:db8::/32', '2001:db8::/32', '-'],
    ['10.0.0.0/8', '10.0.0.0/8', '-'],
    ['::ffff:203.0.113.7', '203.0.113.0/24', '-'],
    ['1.2.3.4, 5.6.7.8', '1.2.3.0/24, 5.6.7.0/24', '-, -'],
    ['127.0.0.1 and ::1 and 0.0.0.0', '127.0.0.1 and ::1 and 0.0.0.0', undefined],
    ['at 12:34:56, version 1.2.3, std::move, 1.2.3.4.5', undefined, undefined],
    ['aa:bb:cc:dd:ee:ff 2026-11-22T13:13:45.123Z', undefined, undefined],
  ])('%s', (text, shortened, none) => {
    expect(shown('full', text)).toBe(text);
    expect(shown('shortened', text)).toBe(shortened ?? text);
    expect(shown('none', text)).toBe(none ?? text);
  });

  test('never keep their last part, whatever stands beside them, and lines stay JSON', () => {
    const part = fc.integer({ min: 1, max: 254 });
    const beside = fc.constantFrom('', ' ', '"', '[', '(', '=', ',', '/', '@', '\n', '}');
    fc.assert(
      fc.property(part, beside, beside, (last, before, after) => {
        const lines = capture({ addresses: 'shortened' });
        loggerOf('servers').info('said', {
          one: `${before}198.51.100.${last}${after}`,
          other: `${before}2001:db8:7:8::${last.toString(16)}${after}`,
        });
        const { one, other } = JSON.parse(lines[0] ?? '');
        expect(one).toBe(`${before}198.51.100.0/24${after}`);
        expect(other).toBe(`${before}2001:db8:7::/48${after}`);
      }),
    );
  });
});

describe('priorities', () => {
  test('stand first where the journal reads them', () => {
    const lines = capture({ hasPriorities: true });
    for (const level of ['debug', 'info', 'warning', 'error'] as const) {
      loggerOf('servers')[level]('said');
    }
    expect(lines.map((line) => line.slice(0, 4))).toEqual(['<7>{', '<6>{', '<4>{', '<3>{']);
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
