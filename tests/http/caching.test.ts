// ETags, 304 and encodings of the list. Those of other reads are in openapi-answers.test.ts and compression.test.ts.

import { describe, expect, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { openedOnce } from '../support/opened.ts';
import type { Sending } from '../support/test-app.ts';
import { openSampleApp, PUBLIC_READ, play } from './sample-app.ts';

const app = openedOnce(openSampleApp);

const unpack = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const;
const ENCODINGS = ['gzip', 'br', 'zstd'] as const;
const WAYS = ['fast path', 'routes'] as const;

const NOT_MODIFIED = {
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding, Cookie',
  'access-control-allow-origin': '*',
  'content-encoding': null,
} as const;

const list = (headers: Record<string, string> = {}, rest: Sending = {}) => ({
  path: '/api/servers',
  headers,
  ...rest,
});

describe('the list', () => {
  // C5.15
  test.each(ENCODINGS)('is the same list in %s, under its own ETag', async (encoding) => {
    const plain = await play(app, list());
    for (const way of WAYS) {
      const shows = { ...PUBLIC_READ, 'content-encoding': encoding };
      const packed = await play(app, { ...list({ 'accept-encoding': encoding }, { way }), shows });
      expect(unpack[encoding](packed.bytes).toString()).toBe(plain.text);
      expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    }
  });

  test.each(['identity', ...ENCODINGS])(
    'is answered 304 in %s to a client that has it',
    async (encoding) => {
      const accept = { 'accept-encoding': encoding };
      const tag = (await play(app, list(accept))).headers.get('etag') ?? '';
      for (const way of WAYS) {
        for (const header of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
          const scenario = list({ ...accept, 'if-none-match': header }, { way });
          const shows = { ...NOT_MODIFIED, etag: tag };
          const answer = await play(app, { ...scenario, status: 304, shows });
          expect(answer.bytes.length).toBe(0);
        }
      }
    },
  );
});
