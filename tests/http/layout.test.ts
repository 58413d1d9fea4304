// What stands around every page: who is playing, and the ways in and out.

import { describe, expect, test } from 'bun:test';
import { openSampleApp, play } from './sample-app.ts';
import { openStaffApp } from './staff-app.ts';

/** Pages that do not themselves say at their top who is playing. */
const PAGES = ['/help/not-listed/', '/start/'];

describe('the top of a page', () => {
  test.each(PAGES)('says on %s how many play on how many servers', async (path) => {
    await using app = await openSampleApp();
    // Twelve players on two public servers; those of private ones do not count.
    const contains = ['<p class="online">12 playing on 2 servers</p>'];
    await play(app, { path, contains, setsSession: true });
  });

  test('counts one server as one, and one player', async () => {
    await using app = await openSampleApp();
    await app.advance(181_000);
    await app.beat({ name: 'Alone', users: '1' }, '203.0.113.7');
    await app.advance(1_000);
    const { text } = await app.request('/help/not-listed/');
    expect(text).toMatch(/<p class="online">1 playing on (one|1) server<\/p>/);
  });

  test('links to the login for visitors, and to the logout for players who are logged in', async () => {
    await using app = await openSampleApp();
    const stranger = await app.request('/help/not-listed/');
    expect(stranger.text).toContain('href="/acc/login/');
    expect(stranger.text).toContain('href="/acc/register/');
    expect(stranger.text).not.toContain('action="/acc/logout/"');
    const browser = await app.loggedIn('Alice');
    const { text } = await browser.request('/help/not-listed/');
    expect(text).toContain(
      '<a href="/acc/"><span class="account-words">Logged in as </span>Alice</a>',
    );
    expect(text).toContain('action="/acc/logout/"');
    expect(text).not.toContain('href="/acc/login/');
    expect(text).not.toContain('href="/acc/register/');
    expect(text).not.toContain('href="/admin/"');
  });

  test('links to administration for those who may open it', async () => {
    await using staff = await openStaffApp();
    for (const browser of [staff.anna, staff.mia]) {
      const { text } = await browser.request('/help/not-listed/');
      expect(text).toContain('<a href="/admin/">');
    }
  });
});
