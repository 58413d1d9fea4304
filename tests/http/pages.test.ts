// The play page and the caller's own address.

import { describe, expect, test } from 'bun:test';
import { startMessages } from '../../src/modules/start/messages.ts';
import { openedOnce } from '../support/opened.ts';
import type { TestApp } from '../support/test-app.ts';
import {
  ALPHA_HASH,
  HIDDEN_HASH,
  ONLY_LOGGED_IN,
  openSampleApp,
  PAGE,
  play,
} from './sample-app.ts';

const app = openedOnce(openSampleApp);

/** What a page shows, whichever cookie it sets. */
async function show(by: Pick<TestApp, 'request'>, path: string) {
  const answer = await by.request(path);
  for (const [name, wanted] of Object.entries(PAGE)) {
    const value = answer.headers.get(name);
    if (wanted instanceof RegExp) expect(value).toMatch(wanted);
    else expect(value).toBe(wanted);
  }
  return answer;
}

describe('the play page', () => {
  test.each([
    ['as the heartbeat was answered', `/server/play/${ALPHA_HASH}/`],
    ['in capitals', `/server/play/${ALPHA_HASH.toUpperCase()}/`],
  ])('shows the server, %s', async (_what, path) => {
    const answer = await show(app, path);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Alpha');
    expect(answer.text).toContain('3 of 20 players');
    expect(answer.text).toContain(`http://muster.test/server/play/${ALPHA_HASH}/`);
    for (const secret of ONLY_LOGGED_IN) expect(answer.text).not.toContain(String(secret));
  });

  test('shows a private server to visitors who have its address', async () => {
    const answer = await show(app, `/server/play/${HIDDEN_HASH}/`);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Hidden');
    expect(answer.text).not.toContain('192.0.2.9');
  });

  test('tells whoever has no account that the launcher’s Register button leads elsewhere', async () => {
    const alice = await app.loggedIn('Alice');
    const path = `/server/play/${ALPHA_HASH}/`;
    expect((await show(app, path)).text).toContain(startMessages.play.registerButton);
    const own = await alice.request(path);
    expect(own.text).not.toContain(startMessages.play.registerButton);
  });
});

// C9.1
describe('the caller’s own address', () => {
  test.each([
    ['/api/myip', '203.0.113.7'],
    ['/api/myip/', '2001:db8::1'],
    ['/api//myip', '192.0.2.77'],
  ])('%s is %s and not a sign more', async (path, address) => {
    const shows = {
      'content-type': /^text\/plain/,
      'cache-control': 'private, no-store',
      'access-control-allow-origin': '*',
      etag: null,
    };
    expect((await play(app, { path, address, shows })).text).toBe(address);
  });

  // C6.18
  test('is not believed from what the request says', async () => {
    const headers = {
      'x-forwarded-for': '198.51.100.99',
      'x-real-ip': '198.51.100.99',
      'cf-connecting-ip': '198.51.100.99',
      forwarded: 'for=198.51.100.99',
    };
    const path = '/api/myip?ip=198.51.100.99';
    expect((await play(app, { path, headers })).text).toBe('203.0.113.7');
  });
});
