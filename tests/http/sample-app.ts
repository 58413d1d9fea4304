// An app with a few servers and players for scenarios, and what no answer may ever show.

import { expect } from 'bun:test';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import {
  type Answer,
  type Browser,
  openTestApp,
  PASSWORD,
  SALT,
  type Sending,
  type TestApp,
  type TestAppOptions,
} from '../support/test-app.ts';

export const ALPHA_HASH = md5Hex('203.0.113.7:25565');
export const BRAVO_HASH = md5Hex('198.51.100.2:25570');
export const HIDDEN_HASH = md5Hex('192.0.2.9:25565');
export const UNKNOWN_HASH = 'f'.repeat(32);

/** Two public servers and a private one; a player, one who is unverified, and one who is suspended. */
export async function openSampleApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await openTestApp(options);
  await app.beat({ name: 'Alpha' }, '203.0.113.7');
  await app.beat({ name: 'Bravo', port: '25570', users: '9', web: 'true' }, '198.51.100.2');
  await app.beat({ name: 'Hidden', public: 'false' }, '192.0.2.9');
  await app.register('Alice');
  await app.register('Ulla', { isVerified: false });
  // Without a confirmed address, so that scenarios find their own emails alone.
  await app.register('Sven', { isVerified: false });
  await app.administration.suspendAccount('Sven', 'a-secret-reason');
  await app.administration.verifyAccount('Sven');
  await app.advance(1_000);
  return app;
}

/** Has a browser's account claim Alpha, as its operator does; returns the code. */
export async function claimAlpha(
  app: TestApp,
  by: Browser,
  fields: Readonly<Record<string, string>> = {},
): Promise<string> {
  const path = `/server/claim/${ALPHA_HASH}/`;
  await by.submit(path, {});
  const [code = ''] = /muster-[0-9a-f]{8}/.exec((await by.request(path)).text) ?? [];
  expect(await app.beat({ name: `Alpha ${code}`, ...fields })).toContain(ALPHA_HASH);
  await new Promise((resolve) => setImmediate(resolve));
  return code;
}

/** One request and everything that its answer must be. */
export interface Scenario extends Sending {
  path: string;
  /** 200 by default. */
  status?: number;
  /** Headers of the answer; `null` for one that must be missing. */
  shows?: Readonly<Record<string, string | RegExp | null>>;
  contains?: readonly (string | RegExp)[];
  lacks?: readonly (string | RegExp)[];
  setsSession?: boolean;
}

/** What stands in no answer at all. */
const SECRETS: readonly (string | RegExp)[] = [
  SALT,
  PASSWORD,
  'a-secret-reason',
  '@example.net',
  /\$argon2|passwordHash/,
  /\.ts:\d+|node_modules|^\s+at /m,
];

/** What only logged-in sessions are shown. */
export const ONLY_LOGGED_IN: readonly (string | RegExp)[] = [
  ...['"ip"', '"port"', 'mppass', '203.0.113.7', '198.51.100.2', '192.0.2.9', '25565', '25570'],
];

/** Plays a scenario and returns its answer for what a table cannot say. */
export async function play(by: Pick<TestApp, 'request'>, scenario: Scenario): Promise<Answer> {
  const { path, status = 200, shows = {}, contains = [], lacks = [], setsSession } = scenario;
  const answer = await by.request(path, scenario);
  const line = `${scenario.method ?? 'GET'} ${path} → ${answer.text}`;
  expect(answer.status, line).toBe(status);
  for (const [name, wanted] of Object.entries(shows)) {
    const value = answer.headers.get(name);
    if (wanted instanceof RegExp) expect(value, `${name} of ${line}`).toMatch(wanted);
    else expect(value, `${name} of ${line}`).toBe(wanted);
  }
  for (const piece of contains) expect(answer.text).toMatch(toPattern(piece));
  for (const piece of [...SECRETS, ...lacks]) expect(answer.text).not.toMatch(toPattern(piece));
  const cookies = answer.headers.getSetCookie();
  expect(cookies, line).toHaveLength(setsSession === true ? 1 : 0);
  return answer;
}

function toPattern(piece: string | RegExp): RegExp {
  return typeof piece === 'string' ? new RegExp(RegExp.escape(piece)) : piece;
}

/** What the answers of public reads have in common. */
export const PUBLIC_READ = {
  'content-type': 'application/json',
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding, Cookie',
  'access-control-allow-origin': '*',
  'access-control-allow-credentials': null,
  etag: /^"[0-9a-f]+(-(br|zstd|gzip))?"$/,
} as const;

/** What the answers made for one session or one address have in common. */
export const PRIVATE_JSON = {
  'content-type': 'application/json',
  'cache-control': 'private, no-store',
  etag: null,
  'access-control-allow-origin': null,
} as const;

export const PAGE = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': /default-src 'none'/,
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': null,
} as const;
