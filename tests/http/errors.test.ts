// Each kind of failure as the status and the shape of the surface it happened on.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { answerError, answerFailure } from '../../src/platform/http/errors.ts';
import { BodyTooLargeError } from '../../src/platform/http/form.ts';
import type { Incoming } from '../../src/platform/http/listener.ts';
import { Failure, type FailureKind } from '../../src/platform/lib/failure.ts';
import { messages } from '../../src/platform/messages/messages.ts';
import { rounds } from '../support/rounds.ts';
import { openTestApp } from '../support/test-app.ts';

const REQUEST_ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;

const requestOf = (path: string): Incoming => new Request(`http://muster.test${path}`);

/** Answers a failure of a request for this path; `causes` are what the log is given. */
function fail(path: string, error: unknown) {
  const request = requestOf(path);
  const answer = answerError(request, error, {
    report(name, ..._facts) {
      throw new Error(name);
    },
  });
  return { answer, causes: 'failure' in request ? [request.failure] : [] };
}

/** Each shape of a failure, with a path that gets it and how the sentence is read from it. */
const SURFACES: [name: string, path: string, sentenceOf: (text: string) => unknown][] = [
  ['the compatible API', '/api/servers', (text) => JSON.parse(text).error],
  ['heartbeats', '/server/heartbeat/', (text) => JSON.parse(text).error],
  ['our own API', '/api/v1/history', (text) => JSON.parse(text).error.message],
  ['OAuth', '/oidc/token', (text) => JSON.parse(text).error_description],
  ['a program in a terminal', '/server/address', (text) => text.trimEnd()],
  ['pages', '/server/play/x/', (text) => /<p>([^<]*)<\/p>/.exec(text)?.[1]],
];

const STATUSES: [FailureKind, number][] = [
  ['invalid', 400],
  ['unauthorized', 401],
  ['forbidden', 403],
  ['not_found', 404],
  ['conflict', 409],
  ['rate_limited', 429],
];

describe.each(SURFACES)('on %s', (_name, path, sentenceOf) => {
  test.each(STATUSES)('%s has the status %d, and its sentence is shown', async (kind, status) => {
    const { answer, causes } = fail(path, new Failure(kind, 'Do this.', { field: 'name' }));
    expect(answer.status).toBe(status);
    const text = await answer.text();
    expect(sentenceOf(text)).toBe('Do this.');
    if (path.startsWith('/api/v1/')) expect(JSON.parse(text).error.kind).toBe(kind);
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(causes).toEqual([]);
  });

  test('unavailable with a wait is a 503 whose sentence and wait are shown', async () => {
    const busy = new Failure('unavailable', 'Try again in 5 s.', { retryAfterSeconds: 5 });
    const { answer, causes } = fail(path, busy);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(sentenceOf(await answer.text())).toBe('Try again in 5 s.');
    expect(causes).toEqual([busy]);
  });

  test('unavailable without a wait is a 503 that hides from visitors what the operator has to do', async () => {
    const broken = new Failure('unavailable', 'Stop the service and restore a copy.', {
      cause: new Error('an-internal-secret'),
    });
    const { answer, causes } = fail(path, broken);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBeNull();
    const text = await answer.text();
    expect(text).toContain(messages.failure.impossible(''));
    expect(text).not.toMatch(/restore|secret/);
    const ids = text.match(new RegExp(REQUEST_ID, 'g'));
    expect(ids).toHaveLength(1);
    expect(causes).toEqual([broken]);
  });

  test('what else is wrong with the form, its fields and causes are not shown', async () => {
    const failure = new Failure('invalid', 'Do this.', {
      field: 'hidden-field',
      cause: new Error('an-internal-secret'),
      others: [new Failure('invalid', 'And that.')],
    });
    const text = await fail(path, failure).answer.text();
    expect(text).not.toMatch(/hidden-field|secret|And that/);
  });
});

describe('what nobody foresaw', () => {
  test.each<[string, unknown]>([
    ['an error', new Error('an-internal-secret')],
    [
      'an error with a kind of its own',
      Object.assign(new Error('an-internal-secret'), { kind: 'invalid' }),
    ],
    ['an error with a status', Object.assign(new Error('an-internal-secret'), { status: 404 })],
    ['an error with a cause', new Error('x', { cause: new Error('an-internal-secret') })],
    ['an end by something else than the client', new DOMException('Called off.', 'AbortError')],
    ['a string', 'an-internal-secret'],
    ['nothing', undefined],
    ['null', null],
    ['an object', { message: 'an-internal-secret' }],
  ])('%s is logged with an id, and answered with the id alone', async (_what, error) => {
    for (const path of ['/api/servers', '/server/play/x/']) {
      const { answer, causes } = fail(path, error);
      expect(answer.status).toBe(500);
      const text = await answer.text();
      expect(text).toContain('Internal error');
      expect(text).not.toContain('an-internal-secret');
      expect(text).not.toMatch(/\.ts\b|\bat /);
      const ids = text.match(new RegExp(REQUEST_ID, 'g')) ?? [];
      expect(ids).toHaveLength(1);
      expect(answer.headers.get('x-request-id')).toBe(ids[0] ?? 'no id');
      expect(causes).toEqual([error]);
    }
  });
});

test.each([
  [new Failure('rate_limited', 'Later.', { retryAfterSeconds: 3 }), 'temporarily_unavailable', '3'],
  [new Failure('unavailable', 'Away.', { retryAfterSeconds: 5 }), 'temporarily_unavailable', '5'],
  [new Error('an-internal-secret'), 'server_error', null],
  [new BodyTooLargeError(), 'invalid_request', null],
])('%s is an error of OAuth for its programs', async (error, code, wait) => {
  for (const path of ['/oidc/token', '/oidc/userinfo/', '/oidc/revoke']) {
    const { answer } = fail(path, error);
    expect(answer.headers.get('retry-after')).toBe(wait);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toEqual({ error: code, error_description: expect.any(String) });
  }
});

test('any sentence comes back whole from the JSON, in ASCII', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (sentence) => {
      const text = await answerFailure(requestOf('/api/x'), 400, sentence).text();
      expect(text).toMatch(/^[\x20-\x7e]*$/);
      expect(JSON.parse(text)).toEqual({ error: sentence });
    }),
    rounds(300),
  );
});

// C5.16
test.each(['/api/nothing', '/api/v1/nothing', '/api/player/Alice/nothing', '/api//nothing'])(
  'the unknown path %s can be read by scripts of other sites, as its neighbours',
  async (path) => {
    await using app = await openTestApp();
    const { status, headers } = await app.request(path);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  },
);
