// Properties of the parsers: for any text, they return a value or throw a `Failure`.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { configuration } from '../../../src/app/configuration.ts';
import { OPTIONS } from '../../../src/app/options.ts';
import {
  formatListen,
  parseBaseUrl,
  parseExtraHost,
  parseHost,
  parseListen,
} from '../../../src/platform/config/addresses.ts';
import { loadSettings } from '../../../src/platform/config/load.ts';
import {
  formatSize,
  parseDuration,
  parseSize,
  parseSwitch,
  parseWhole,
} from '../../../src/platform/config/values.ts';
import { formatDuration } from '../../../src/platform/lib/duration.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { rounds } from '../../support/rounds.ts';

const LIMITS = { minMs: 0, maxMs: Number.MAX_SAFE_INTEGER };

/** Texts that nearly fit the parsers, and texts that do not. */
const typed = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'0123456789:[].smh-+/@?#%*aA é\0\n\ud800'.split('')) }),
  fc.webUrl(),
  fc.ipV6().map((ip) => `[${ip}]:80`),
  fc.tuple(fc.constantFrom('http://', 'https://', ''), fc.string()).map((parts) => parts.join('')),
);

function outcome<Value>(parse: () => Value): Value | Failure {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    expect(error.kind).toBe('invalid');
    return error;
  }
}

describe('parsers throw nothing but failures', () => {
  test.each([
    ['durations', (text: string) => parseDuration(text, LIMITS)],
    ['sizes', (text: string) => parseSize(text, { min: 0, max: 1e12 })],
    ['listen addresses', parseListen],
    ['base URLs', parseBaseUrl],
    ['hosts', parseHost],
    ['extra hosts', parseExtraHost],
    ['switches', parseSwitch],
    ['whole numbers', (text: string) => parseWhole(text, { min: 0, max: 9 })],
  ] as [string, (text: string) => unknown][])('%s', (_, parse) => {
    fc.assert(
      fc.property(typed, (text) => void outcome(() => parse(text))),
      rounds(400),
    );
  });

  test('whole settings files', () => {
    const line = fc
      .tuple(fc.constantFrom(...OPTIONS.map(({ key }) => key), 'x'), fc.oneof(typed, fc.json()))
      .map(([key, value]) => `${key} = ${value}`);
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(line).map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(text, (file) => {
        const sources = { flags: {}, env: {}, cwd: '/', readFile: () => file };
        outcome(() => loadSettings(configuration, { ...sources, isReadableFile: () => true }));
      }),
      rounds(300),
    );
  });
});

describe('what was parsed is parsed again alike', () => {
  test('durations are parsed from what is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seconds) => {
        expect(parseDuration(formatDuration(seconds * 1_000), LIMITS)).toBe(seconds * 1_000);
      }),
    );
  });

  test('listen addresses are parsed from what is written', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const listen = outcome(() => parseListen(text));
        if (listen instanceof Failure) return;
        expect(parseListen(formatListen(listen))).toEqual(listen);
        expect(listen.port).toBeWithin(0, 65_536);
      }),
    );
  });

  test('a base URL is its own origin', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          typed,
          fc.domain().map((name) => `https://${name}:8443/`),
        ),
        (text) => {
          const baseUrl = outcome(() => parseBaseUrl(text));
          if (baseUrl instanceof Failure) return;
          expect(new URL(baseUrl).origin).toBe(baseUrl);
          expect(parseBaseUrl(baseUrl)).toBe(baseUrl);
        },
      ),
    );
  });
});

test('a size is parsed from what is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (bytes) => {
      expect(parseSize(formatSize(bytes), { min: 0, max: 1e12 })).toBe(bytes);
    }),
  );
});
