// TLS settings: both files or neither, and their effect on the base URL.

import { describe, expect, test } from 'bun:test';
import { review } from './support.ts';

const PAIR = { tls_cert: 'cert.pem', tls_key: 'key.pem' };

describe('the two files', () => {
  test('are taken from the folder that named them', () => {
    const { settings, problems } = review({ flags: PAIR });
    expect(problems).toEqual([]);
    expect(settings.tls).toEqual({
      certPath: '/srv/play/cert.pem',
      keyPath: '/srv/play/key.pem',
    });
  });

  test.each([
    [
      'the key',
      { tls_cert: 'cert.pem' },
      /^--tls-cert: .*Set tls_key \(MUSTER_TLS_KEY\) too, or neither\.$/,
    ],
    [
      'the certificate',
      { tls_key: 'key.pem' },
      /^--tls-key: .*Set tls_cert \(MUSTER_TLS_CERT\) too/,
    ],
  ] as [string, Record<string, string>, RegExp][])(
    'are wanted both: without %s',
    (_, flags, said) => {
      const { settings, problems, broken } = review({ flags });
      expect(problems).toEqual([expect.stringMatching(said)]);
      expect([...broken]).toEqual(Object.keys(flags) as never);
      expect(settings.tls).toBeUndefined();
    },
  );

  test('are reported once where they cannot be read', () => {
    const { problems } = review({ flags: PAIR, isReadableFile: () => false });
    expect(problems).toHaveLength(2);
    for (const problem of problems) expect(problem).toContain('is not a readable file');
  });
});

describe('the base URL', () => {
  test.each([
    [{}, 'http://localhost:8080'],
    [{ listen: ':80' }, 'http://localhost'],
    [{ ...PAIR }, 'https://localhost:8080'],
    [{ ...PAIR, listen: ':443' }, 'https://localhost'],
    [{ ...PAIR, base_url: 'https://play.example.net' }, 'https://play.example.net'],
  ] as [Record<string, string>, string][])('with %p is %s', (flags, baseUrl) => {
    const { settings, problems } = review({ flags });
    expect(problems).toEqual([]);
    expect(settings.baseUrl).toBe(baseUrl);
  });

  test('may not be http where only https is served', () => {
    const { problems, broken } = review({
      flags: { ...PAIR, base_url: 'http://play.example.net' },
    });
    expect(problems).toEqual([
      expect.stringMatching(
        /^--base-url: http:\/\/play\.example\.net starts with http, .*Use https:\/\/play\.example\.net, or remove/,
      ),
    ]);
    expect([...broken]).toEqual(['base_url']);
  });
});
