// Accounts that share a device or an address: which of them each role sees, and where.

import { beforeEach, describe, expect, test } from 'bun:test';
import { sharedDeviceMessages as messages } from '../../src/modules/shared-devices/messages.ts';
import { MAX_NAMED } from '../../src/modules/shared-devices/shared-devices.ts';
import { DAY_MS } from '../../src/platform/lib/clock.ts';
import { openedForEach } from '../support/opened.ts';
import { type Browser, PASSWORD } from '../support/test-app.ts';
import { openStaffApp } from './staff-app.ts';

const HOME = '192.0.2.77';
const staff = openedForEach(openStaffApp);
beforeEach(async () => {
  const { app } = staff;
  for (const name of ['Cheat', 'Twin', 'Far']) await app.register(name);
  await app.loggedIn('Cheat', HOME);
  await app.loggedIn('Twin', HOME);
  await app.loggedIn('Far', '192.0.2.78');
});

/** The part on the page of an account; empty without one. */
async function partOf(name: string, by: Browser = staff.mia, language = 'en') {
  const { id } = await staff.app.administration.findAccount(name);
  const headers = { 'accept-language': language };
  const { text } = await by.request(`/admin/accounts/${id}/`, { headers });
  return /<h2 id="shared">.*?(?=<h2|<\/div><\/div><\/main>)/s.exec(text)?.[0] ?? '';
}
const suspend = (name: string) => staff.app.administration.suspendAccount(name, 'Griefing');

/** Logs in on the page, which gives the browser its `device` cookie. */
async function logInOnPage(browser: Browser, username: string) {
  const answer = await browser.submit('/acc/login/', { username, password: PASSWORD });
  expect(answer.status).toBe(303);
  await browser.submit('/acc/logout/', {});
}

describe('accounts with the same address', () => {
  test('are shown once one of them is suspended, on both pages', async () => {
    expect(await partOf('Cheat')).toBe('');
    await suspend('Cheat');
    const ofCheat = await partOf('Cheat');
    expect(ofCheat).toContain('>Twin</a>');
    expect(ofCheat).toContain(messages.states.other);
    expect(ofCheat).toContain(messages.kinds.address);
    expect(ofCheat).not.toContain('>Far</a>');
    const ofTwin = await partOf('Twin');
    expect(ofTwin).toContain('>Cheat</a>');
    expect(ofTwin).toContain(messages.states.suspended);
    expect(await partOf('Far')).toBe('');
    await suspend('Far');
    expect(await partOf('Far')).toContain(messages.none);
  });

  test('show no address, no hash, and no third account to a player that shares it', async () => {
    await staff.app.register('Third');
    await staff.app.loggedIn('Third', HOME);
    await suspend('Cheat');
    const part = await partOf('Twin');
    expect(part).not.toContain('>Third</a>');
    expect(part).not.toContain(HOME);
    expect(part).not.toMatch(/[0-9a-f]{30}/);
  });

  test('are no longer shown when the suspension ends, or after 180 days', async () => {
    const { app } = staff;
    await app.administration.suspendAccount('Cheat', 'Griefing', '7d');
    expect(await partOf('Twin')).toContain('>Cheat</a>');
    await app.advance(8 * DAY_MS);
    expect(await partOf('Twin')).toBe('');
    await suspend('Cheat');
    expect(await partOf('Twin')).toContain('>Cheat</a>');
    app.skip(172 * DAY_MS);
    expect(await partOf('Twin', await app.loggedIn('Anna'))).toBe('');
  });

  test(`are counted and not named if there are more than ${MAX_NAMED}`, async () => {
    const { app } = staff;
    for (let number = 2; number <= MAX_NAMED; number += 1) {
      await app.register(`Pupil${number}`);
      await app.loggedIn(`Pupil${number}`, HOME);
    }
    await suspend('Cheat');
    expect(await partOf('Twin')).toContain('>Cheat</a>');
    await app.register('Pupil');
    await app.loggedIn('Pupil', HOME);
    const crowd = { kind: 'address', others: MAX_NAMED + 1, suspended: 1 } as const;
    const part = await partOf('Twin');
    expect(part).toContain(messages.crowd(crowd));
    expect(part).not.toContain('>Cheat</a>');
    expect(await partOf('Cheat')).toContain(messages.crowd({ ...crowd, suspended: 0 }));
    expect(await partOf('Pupil', staff.mia, 'de')).toContain('nutzen 11 andere Konten');
    await app.administration.restoreAccount('Cheat', '');
    expect(await partOf('Twin')).toBe('');
  });
});

describe('accounts in the same browser', () => {
  test('are shown with both kinds, whatever the address', async () => {
    const { app } = staff;
    const shared = app.browser(HOME);
    await logInOnPage(shared, 'Cheat');
    await logInOnPage(shared, 'Twin');
    await suspend('Cheat');
    const { address, browser } = messages.kinds;
    expect(await partOf('Twin')).toContain(`${address}, ${browser}`);
  });

  test('stay known as the same browser when its cookie changes with each login', async () => {
    const { app } = staff;
    const shared = app.browser('192.0.2.80');
    await logInOnPage(shared, 'Cheat');
    await logInOnPage(shared, 'Far');
    await logInOnPage(shared, 'Far');
    await suspend('Cheat');
    expect(await partOf('Far')).toContain(messages.kinds.browser);
  });
});

describe('the rank of the reader', () => {
  test('decides: moderators see no staff, and nothing on the pages of staff', async () => {
    const { app, mia, anna } = staff;
    await app.register('Moe', { role: 'moderator' });
    await app.loggedIn('Moe', HOME);
    await suspend('Cheat');
    expect(await partOf('Cheat', mia)).not.toContain('>Moe</a>');
    expect(await partOf('Cheat', anna)).toContain('>Moe</a>');
    expect(await partOf('Moe', mia)).toBe('');
    expect(await partOf('Moe', anna)).toContain('>Cheat</a>');
  });

  test('players see none of it', async () => {
    await suspend('Cheat');
    const twin = await staff.app.loggedIn('Twin', HOME);
    expect(await partOf('Cheat', twin)).toBe('');
  });
});
