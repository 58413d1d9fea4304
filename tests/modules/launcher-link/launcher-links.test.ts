// The codes that launchers show, and the approvals of players: who may approve what, how often and how long.

import { describe, expect, test } from 'bun:test';
import { isPossiblePassword } from '../../../src/modules/account/index.ts';
import { writeLinkText } from '../../../src/modules/launcher-link/launcher-links.ts';
import { linkFailures } from '../../../src/modules/launcher-link/messages.ts';
import { createReadableCode } from '../../../src/platform/lib/readable-code.ts';
import { failuresOf, launcherTexts, outcomeOf } from '../../support/failures.ts';
import {
  type AccountsFixture,
  ADDRESS,
  browserAt,
  launcherAt,
  MINUTE_MS,
  openAccounts,
  openWithAlice,
  PASSWORD,
} from '../../support/test-accounts.ts';
import { actAs, becomeOwner, type Owner, turnOnApp } from '../two-factor/owner.ts';
import { codeIn, openLauncher, openLinks } from './linking.ts';

const BROWSER = browserAt();
const AWAY = '198.51.100.9';

/** Alice with her browser, and a launcher that nobody is logged in with. */
async function openLink(from = ADDRESS) {
  const fixture = await openWithAlice();
  const owner = await becomeOwner(fixture);
  const links = openLinks(fixture.accounts, fixture.clock);
  const launcher = openLauncher(fixture.accounts, from);
  return {
    fixture,
    owner,
    links,
    launcher,
    review: (code: string, by: Owner = owner) => links.enterCode(by, code, BROWSER),
    async approve(code: string) {
      await links.enterCode(owner, code, BROWSER);
      await links.approve(owner);
    },
    messageOf: async (call: Promise<unknown>) => (await failuresOf(call))[0]?.message,
  };
}

const sessionsOf = async (fixture: AccountsFixture, owner: Owner) =>
  (await actAs(fixture, owner).describeAll()).sessions;

const GONE = linkFailures.gone;
const WRONG = linkFailures.wrong('Alice');

describe('the text of the launcher', () => {
  // The launcher's line holds 64 characters, and the colour takes two.
  test.each([
    ['play.example.net', 'Open play.example.net/link and enter KTPQ-7XWR'],
    ['x'.repeat(32), `Open ${'x'.repeat(32)}/link and enter KTPQ-7XWR`],
    ['x'.repeat(33), `${'x'.repeat(33)}/link: KTPQ-7XWR`],
    ['x'.repeat(46), `${'x'.repeat(46)}/link: KTPQ-7XWR`],
    ['x'.repeat(47), undefined],
  ])('for the host %s', (host, text) => {
    expect(writeLinkText(host, 'KTPQ-7XWR')).toBe(text);
    expect(text?.length ?? 0).toBeLessThanOrEqual(62);
  });

  test('is only for the password link, which no account can have', async () => {
    const { fixture } = await openLink();
    expect(isPossiblePassword('link')).toBe(false);
    const answers = { link: 'code', ' Link ': 'code', links: 'password', 'link.': 'password' };
    for (const [password, answer] of Object.entries(answers)) {
      const { errors } = await openLauncher(fixture.accounts).press({ password });
      expect(errors).toEqual([answer === 'code' ? expect.stringMatching(/^Open muster/) : answer]);
    }
  });

  test('is only for launchers', async () => {
    const { fixture } = await openLink();
    const program = { ...launcherAt(ADDRESS), userAgent: 'Java/17' };
    expect((await openLauncher(fixture.accounts).press({}, program)).errors).toEqual(['password']);
  });

  test('is the same for a name that nobody has, and for a suspended account', async () => {
    const { fixture } = await openLink();
    await fixture.register('Sven');
    await fixture.administration.suspendAccount('Sven', 'griefing');
    for (const username of ['Alice', 'Sven', 'Nobody', ' nobody ']) {
      const { errors, ...state } = await openLauncher(fixture.accounts).press({ username });
      expect(errors).toEqual([
        expect.stringMatching(/^Open muster\.test\/link and enter [A-Z2-9-]{9}$/),
      ]);
      expect(state).toMatchObject({ username: null, isAuthenticated: false });
    }
    const { errors } = await openLauncher(fixture.accounts).press({ username: 'no name' });
    expect(errors).toEqual(['username']);
  });

  test('comes ten times to an address, then once a minute, whatever the names', async () => {
    const { fixture, launcher } = await openLink();
    const from = (address: string) => openLauncher(fixture.accounts, address);
    for (let number = 0; number < 10; number += 1) {
      codeIn((await from(ADDRESS).press({ username: `Name${number}` })).errors);
    }
    expect((await launcher.press()).errors).toEqual([launcherTexts.tooMany(1)]);
    codeIn((await from(AWAY).press()).errors);
    fixture.clock.advance(MINUTE_MS);
    await launcher.askForCode();
    expect((await launcher.press()).errors).toEqual([launcherTexts.tooMany(1)]);
  });
});

describe('an approval', () => {
  test('logs the launcher in at its next press, once, with a session that is listed and ended as others', async () => {
    const { fixture, owner, launcher, links, review } = await openLink();
    const code = await launcher.askForCode();
    const before = launcher.session;
    expect(await launcher.begin()).toMatchObject({ isAuthenticated: false, errors: [] });
    await review(code);
    expect(await links.findReview(owner, BROWSER)).toMatchObject({
      launcher: { device: 'ClassiCube launcher', country: 'NL', address: ADDRESS },
      browserCountry: 'NL',
      isSameNetwork: true,
    });
    await links.approve(owner);
    expect(await launcher.press()).toMatchObject({ username: 'Alice', isAuthenticated: true });
    expect(launcher.session).not.toBe(before);
    expect(await fixture.accounts.recogniseVisitor([before])).toEqual({ kind: 'none' });
    const events = (await actAs(fixture, owner).describeAll()).log.map(({ event }) => event);
    expect(events.slice(0, 2)).toEqual(['logged in', 'launcher approved']);
    const other = (await sessionsOf(fixture, owner)).find(({ isThisOne }) => !isThisOne);
    expect(other).toMatchObject({ device: 'ClassiCube launcher', country: 'NL' });
    await actAs(fixture, owner).endSession(other?.handle ?? '');
    expect(await launcher.begin()).toMatchObject({ isAuthenticated: false });
  });

  test('is told by email where a login from there would be', async () => {
    const { fixture, launcher, approve } = await openLink(AWAY);
    await approve(await launcher.askForCode());
    expect(fixture.mailer.emails).toEqual([]);
    await launcher.press();
    expect(fixture.mailer.emails).toMatchObject([
      { kind: 'new device', to: 'Alice@example.net', device: 'ClassiCube launcher' },
    ]);
  });

  test('needs no second factor, which the browser has shown', async () => {
    const { fixture, owner, launcher, approve } = await openLink(AWAY);
    await turnOnApp(fixture, owner);
    await approve(await launcher.askForCode());
    expect(await launcher.press()).toMatchObject({ isAuthenticated: true });
  });

  test('of an unverified account says so at both steps, without another code', async () => {
    const { fixture, links } = await openLink();
    await fixture.register('Ulla', { isVerified: false });
    const ulla = await becomeOwner(fixture, { username: 'Ulla' });
    const launcher = openLauncher(fixture.accounts);
    await links.enterCode(ulla, await launcher.askForCode({ username: 'Ulla' }), BROWSER);
    await links.approve(ulla);
    const state = { username: 'Ulla', isAuthenticated: true, errors: ['verification'] };
    expect(await launcher.begin()).toMatchObject(state);
    expect(await launcher.press({ username: 'ulla' })).toMatchObject(state);
  });

  test('replaces the session of another account in that launcher', async () => {
    const { fixture, launcher, approve } = await openLink();
    await fixture.register('Bob');
    const bob = fixture.openBrowser();
    launcher.session = (await bob.logIn({ username: 'Bob' })).sessionValue;
    expect(await launcher.begin()).toMatchObject({ username: 'Bob' });
    await approve(await launcher.askForCode());
    expect(await launcher.press()).toMatchObject({ username: 'Alice' });
    expect(await bob.openLogin()).toMatchObject({ isAuthenticated: false });
  });

  test('is worth nothing from another network', async () => {
    const { fixture, launcher, approve } = await openLink();
    await approve(await launcher.askForCode());
    const { session } = launcher;
    expect(await launcher.begin(fixture.accounts, AWAY)).toMatchObject({ isAuthenticated: false });
    expect(launcher.session).toBe(session);
    expect(await launcher.press()).toMatchObject({ isAuthenticated: true });
  });

  type End = (fixture: AccountsFixture, owner: Owner) => Promise<unknown>;
  const ends: [what: string, end: End][] = [
    ['a suspension', ({ administration: it }) => it.suspendAccount('Alice', 'griefing')],
    [
      'a suspension that was lifted',
      async ({ administration: it }) => {
        await it.suspendAccount('Alice', 'griefing');
        await it.restoreAccount('Alice', 'a mistake');
      },
    ],
    ['a new password', ({ administration: it }) => it.changePassword('Alice', 'battery staple')],
    [
      'a new password of the owner’s choice',
      ({ registration: { own } }, { account }) => {
        const form = { password: PASSWORD, code: '', newPassword: 'battery staple' };
        return own.changePassword(account, form, BROWSER);
      },
    ],
    ['a new name', ({ administration: it }) => it.renameAccount('Alice', 'Alicia', 'asked for it')],
    ['a deletion', ({ administration: it }) => it.deleteAccount('Alice')],
    ['a logout in the browser', ({ accounts }, owner) => accounts.logOut(owner)],
    ['five minutes', async ({ clock }) => clock.advance(5 * MINUTE_MS)],
  ];
  test.each(ends)('ends with %s', async (_, end) => {
    const { fixture, owner, launcher, approve } = await openLink();
    await approve(await launcher.askForCode());
    await end(fixture, owner);
    expect(await launcher.begin()).toMatchObject({ isAuthenticated: false, errors: [] });
  });

  test('lasts for almost five minutes', async () => {
    const { fixture, launcher, approve } = await openLink();
    await approve(await launcher.askForCode());
    fixture.clock.advance(5 * MINUTE_MS - 1);
    expect(await launcher.press()).toMatchObject({ isAuthenticated: true });
  });

  test('is one where two browsers approve at once, and one session where the launcher asks often', async () => {
    const { fixture, owner, links, launcher, review } = await openLink();
    const second = await becomeOwner(fixture);
    const code = await launcher.askForCode();
    for (const by of [owner, second]) await review(code, by);
    const had = (await sessionsOf(fixture, owner)).length;
    const outcomes = await Promise.all([owner, second].map((by) => outcomeOf(links.approve(by))));
    expect(outcomes.filter((one) => one === undefined)).toHaveLength(1);
    const caller = launcherAt(ADDRESS);
    const visitor = await launcher.recognise();
    const states = await Promise.all(
      Array.from({ length: 8 }, () => fixture.accounts.beginLogin(visitor, caller)),
    );
    expect(states.filter(({ isAuthenticated }) => isAuthenticated)).toHaveLength(1);
    expect(await sessionsOf(fixture, owner)).toHaveLength(had + 1);
  });
});

describe('a code', () => {
  test('is read in any case, and with or without spaces and the dash', async () => {
    const { launcher, links, owner, review } = await openLink();
    const code = await launcher.askForCode();
    for (const typed of [
      code,
      code.toLowerCase(),
      ` ${code.replace('-', ' ')} `,
      code.replace('-', ''),
    ]) {
      await review(typed);
      expect(await links.findReview(owner, BROWSER)).toBeDefined();
    }
  });

  test('works for five minutes, and the review no longer than the code', async () => {
    const { fixture, launcher, links, owner, review, messageOf } = await openLink();
    const code = await launcher.askForCode();
    fixture.clock.advance(5 * MINUTE_MS - 1);
    await review(code);
    fixture.clock.advance(1);
    expect(await messageOf(review(code))).toBe(WRONG);
    expect(await links.findReview(owner, BROWSER)).toBeUndefined();
    expect(await messageOf(links.approve(owner))).toBe(GONE);
    expect(await launcher.begin()).toMatchObject({ isAuthenticated: false });
  });

  test('is for the account whose name was typed alone, and says no more to others than a wrong one', async () => {
    const { fixture, launcher, links, review, messageOf } = await openLink();
    await fixture.register('Bob');
    const bob = await becomeOwner(fixture, { username: 'Bob' });
    const code = await launcher.askForCode();
    expect(await messageOf(review(code, bob))).toBe(linkFailures.wrong('Bob'));
    expect(await messageOf(review('AAAA-AAAA', bob))).toBe(linkFailures.wrong('Bob'));
    expect(await links.findReview(bob, BROWSER)).toBeUndefined();
    expect(await messageOf(links.approve(bob))).toBe(GONE);
  });

  test('is replaced by the next one of the same launcher, even while the player looks at it', async () => {
    const { launcher, links, owner, review, messageOf } = await openLink();
    const first = await launcher.askForCode();
    await review(first);
    const second = await launcher.askForCode();
    expect(await messageOf(links.approve(owner))).toBe(GONE);
    expect(await messageOf(review(first))).toBe(WRONG);
    await review(second);
    await links.approve(owner);
    expect(await messageOf(review(second))).toBe(WRONG);
  });

  test('that was refused is spent', async () => {
    const { launcher, links, owner, review, messageOf } = await openLink();
    const code = await launcher.askForCode();
    await review(code);
    await links.refuse(owner);
    expect(await messageOf(links.approve(owner))).toBe(GONE);
    expect(await messageOf(review(code))).toBe(WRONG);
    expect(await launcher.begin()).toMatchObject({ isAuthenticated: false });
  });

  test('has to be typed', async () => {
    const { messageOf, review } = await openLink();
    expect(await messageOf(review(' '))).toBe(linkFailures.missing);
  });

  test('is not found by 10,000 guesses, and ten on an account stop it for ten minutes', async () => {
    const { fixture, launcher, review } = await openLink();
    const kinds: Record<string, number> = {};
    const code = await launcher.askForCode();
    for (let number = 0; number < 10_000; number += 1) {
      const [failure] = await failuresOf(review(createReadableCode(2)));
      kinds[failure?.kind ?? ''] = (kinds[failure?.kind ?? ''] ?? 0) + 1;
    }
    expect(kinds).toEqual({ invalid: 10, rate_limited: 9_990 });
    expect((await failuresOf(review(code)))[0]?.kind).toBe('rate_limited');
    fixture.clock.advance(10 * MINUTE_MS);
    await review(await launcher.askForCode());
  });

  test('is guessed at most thirty times from an address, whatever the accounts', async () => {
    const { fixture, review } = await openLink();
    const kinds: string[] = [];
    for (const name of ['Ann', 'Ben', 'Cid', 'Dan']) {
      await fixture.register(name);
      const by = await becomeOwner(fixture, { username: name });
      for (let number = 0; number < 9; number += 1) {
        kinds.push((await failuresOf(review('AAAA-AAAA', by)))[0]?.kind ?? '');
      }
    }
    expect(kinds.filter((kind) => kind === 'invalid')).toHaveLength(30);
  });
});

test('the review tells the countries of launcher and browser, and whether their network is one', async () => {
  const { fixture } = await openLink();
  const countries = { findCountry: (ip: string) => (ip === AWAY ? 'BR' : 'NL') };
  const { accounts } = openAccounts({ ...fixture.ports, countries });
  const links = openLinks(accounts, fixture.clock);
  const owner = await becomeOwner(fixture);
  const code = await openLauncher(accounts, AWAY).askForCode();
  await links.enterCode(owner, code, BROWSER);
  expect(await links.findReview(owner, BROWSER)).toMatchObject({
    launcher: { country: 'BR', address: AWAY },
    browserCountry: 'NL',
    isSameNetwork: false,
  });
});
