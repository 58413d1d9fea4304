// What administrators set about the site: what counts, what is logged, what is refused, and the notice's end.

import { afterEach, describe, expect, test } from 'bun:test';
import { auditWords } from '../../../src/app/facts.ts';
import type { SiteSettings } from '../../../src/modules/site/settings.ts';
import { openSite } from '../../../src/modules/site/site.ts';
import { readDocument, readLogo } from '../../../src/modules/site/site-files.ts';
import type { Actor } from '../../../src/platform/lib/actor.ts';
import { formatMoment } from '../../../src/platform/lib/moment.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { openTestStore } from '../../support/store.ts';

const START = Date.UTC(2026, 0, 1);
const ANNA: Actor = { kind: 'account', id: 1, name: 'Anna' };
const SVG = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');

const open: Disposable[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each[Symbol.dispose]();
});

async function openFixture(configured: Partial<SiteSettings> = {}, files = {}) {
  const clock = createFakeClock(START);
  const store = openTestStore();
  open.push(store);
  const settings = {
    ...{ siteName: undefined, siteDescription: undefined, siteAccent: undefined },
    ...{ contactEmail: undefined, contactUrl: undefined, footerLinks: [], launcherUrl: undefined },
    ...configured,
  };
  const held = { logo: undefined, rules: undefined, privacy: undefined, ...files };
  const openAgain = () =>
    openSite({
      ...{ host: 'muster.test', settings, clock, store: store.site },
      files: () => held,
    });
  const site = await openAgain();
  const readLog = async () =>
    (await store.audit.listActions({ limit: 99 }))
      .toReversed()
      .map(({ action, subject, detail, reason }) =>
        [`${action}: ${subject}`, auditWords.describeDetail(detail, formatMoment), reason].join(
          ', ',
        ),
      );
  return { site, store, clock, openAgain, readLog };
}

describe('the identity', () => {
  test('is the host where nobody said anything', async () => {
    const { site } = await openFixture();
    expect(site.identity()).toEqual({
      ...{ name: 'muster.test', isNamed: false, description: '', accent: undefined },
      ...{ contact: undefined, footerLinks: [], launcherUrl: '' },
      ...{ logo: undefined, rules: undefined, privacy: undefined },
    });
  });

  test.each([
    ['team@example.net', 'team@example.net', 'mailto:team@example.net'],
    ['https://example.net', 'example.net', 'https://example.net/'],
    ['http://example.net/us/', 'example.net/us', 'http://example.net/us/'],
  ])('shows the contact %s as %s', async (contact, label, href) => {
    const { site } = await openFixture();
    await site.save(ANNA, { contact }, '');
    expect(site.identity().contact).toEqual({ label, href });
  });

  test('is what administrators set in place of the settings, also after a restart', async () => {
    const { site, openAgain, readLog } = await openFixture(
      {
        ...{ siteName: 'Old name', contactEmail: 'old@example.net' },
        footerLinks: ['A https://a.example/'],
      },
      { rules: readDocument('Old rules', '') },
    );
    const before = site.identity();
    const changed = await site.save(
      ANNA,
      {
        site_name: ' Block World ',
        site_description: 'Blocks.',
        site_accent: '#8a1f4d, #ff9ac1',
        contact: 'https://forum.example.net/me',
        footer_links: 'Forum   https://forum.example.net\r\n\r\nMail mailto:team@example.net',
        rules: 'New rules',
        privacy: '',
      },
      'A new face',
    );
    expect(changed).toEqual([
      ...(['site_name', 'site_description', 'site_accent', 'contact'] as const),
      ...(['footer_links', 'rules'] as const),
    ]);
    for (const each of [site, await openAgain()]) {
      expect(each.identity()).toMatchObject({
        ...{ name: 'Block World', isNamed: true, accent: { light: '#8a1f4d', dark: '#ff9ac1' } },
        contact: { label: 'forum.example.net/me', href: 'https://forum.example.net/me' },
        footerLinks: [
          { label: 'Forum', href: 'https://forum.example.net/' },
          { label: 'Mail', href: 'mailto:team@example.net' },
        ],
        rules: { text: 'New rules' },
      });
    }
    expect(site.recentIdentities()).toContain(before);
    expect(await readLog()).toEqual([
      'site changed: site name, Block World, A new face',
      'site changed: site description, Blocks., A new face',
      'site changed: site accent, #8a1f4d #ff9ac1, A new face',
      'site changed: site contact, , A new face',
      'site changed: footer links, 2, A new face',
      expect.stringMatching(/^site changed: site rules, version [0-9a-f]{10}, A new face$/),
    ]);
  });

  test('is the same object while nothing about it changes, and the one before is still known', async () => {
    const { site } = await openFixture();
    const before = site.identity();
    await site.save(ANNA, { site_name: 'New' }, '');
    const now = site.identity();
    for (let count = 0; count < 9; count += 1) await site.reload();
    expect(site.identity()).toBe(now);
    expect(site.recentIdentities()).toContain(before);
  });

  test('may lack what the settings have', async () => {
    const { site, readLog } = await openFixture({ siteName: 'Old', contactEmail: 'o@example.net' });
    await site.save(ANNA, { site_name: '', contact: ' ' }, '');
    expect(site.identity()).toMatchObject({ name: 'muster.test', contact: undefined });
    expect(await readLog()).toEqual([
      'site changed: site name, not set, ',
      'site changed: site contact, not set, ',
    ]);
  });

  test('goes back to the settings', async () => {
    const { site, clock, readLog } = await openFixture({ siteName: 'Old' });
    await site.save(ANNA, { site_name: 'New' }, '');
    const stateOf = () => site.listFields().find(({ field }) => field === 'site_name');
    expect(stateOf()).toEqual({ field: 'site_name', text: 'New', changedAt: clock.now() });
    expect(await site.reset(ANNA, 'site_name', 'As it was')).toBe(true);
    expect(await site.reset(ANNA, 'site_name', '')).toBe(false);
    expect(stateOf()).toEqual({ field: 'site_name', text: 'Old', changedAt: undefined });
    expect((await readLog()).at(-1)).toBe('site reset: site name, , As it was');
  });

  test('that is saved as it is changes nothing', async () => {
    const { site, readLog } = await openFixture({ siteName: 'Old' });
    expect(await site.save(ANNA, { site_name: 'Old', rules: ' ' }, '')).toEqual([]);
    expect(site.listFields().filter(({ changedAt }) => changedAt !== undefined)).toEqual([]);
    expect(await readLog()).toEqual([]);
  });

  test('refuses everything that is wrong together, and keeps all', async () => {
    const { site, readLog } = await openFixture({ siteName: 'Old' });
    const typed = {
      ...{ site_name: 'New', site_accent: '#ffe000', contact: 'nobody' },
      ...{ footer_links: 'Forum javascript:alert(1)', rules: 'r'.repeat(70_000) },
    };
    const error = await site.save(ANNA, typed, '').catch((thrown) => thrown);
    expect([error, ...error.others].map(({ field }) => field)).toEqual([
      ...['site_accent', 'contact', 'footer_links', 'rules'],
    ]);
    expect(site.identity().name).toBe('Old');
    expect(await readLog()).toEqual([]);
  });

  test.each([
    ['site_accent', '#ffe000'],
    ['site_logo', ''],
    ['a_later_part', 'x'],
  ])('ignores a stored %s that this version cannot read', async (field, text) => {
    const siteAccent = { light: '#8a1f4d', dark: '#ff9ac1' };
    const { site, store } = await openFixture({ siteAccent });
    const entry = {
      ...{ at: 1, actor: ANNA, action: 'site changed' as const, subject: '' },
      ...{ reason: '', detail: '' },
    };
    const bytes = field === 'site_logo' ? new Uint8Array([1]) : undefined;
    await store.site.saveValues([{ field, text, bytes, entry }]);
    await site.reload();
    expect(site.identity()).toMatchObject({ accent: { dark: '#ff9ac1' }, logo: undefined });
  });
});

describe('the logo', () => {
  test('takes the place of the file, is none, and goes back', async () => {
    const file = readLogo(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    const { site, openAgain, readLog } = await openFixture({}, { logo: file });
    expect(site.identity().logo).toBe(file);
    await site.saveLogo(ANNA, SVG, '');
    expect((await openAgain()).identity().logo).toMatchObject({ extension: 'svg', bytes: SVG });
    await site.saveLogo(ANNA, undefined, '');
    expect(site.identity().logo).toBeUndefined();
    await site.reset(ANNA, 'site_logo', '');
    expect(site.identity().logo).toBe(file);
    expect(await readLog()).toEqual([
      'site changed: site logo, svg, 0.0 KiB, ',
      'site changed: site logo, not set, ',
      'site reset: site logo, , ',
    ]);
  });

  test('that is none is refused at its field', async () => {
    const { site } = await openFixture();
    const refusal = { kind: 'invalid', field: 'site_logo' };
    await expect(site.saveLogo(ANNA, new Uint8Array([1]), '')).rejects.toMatchObject(refusal);
  });
});

describe('the notice', () => {
  const typed = { text: ' Back  at\n18:00. ', level: 'outage', ends: '90m' };

  test('is shown until its end', async () => {
    const { site, clock, readLog } = await openFixture();
    expect(site.notice.current()).toBeUndefined();
    await site.notice.set(ANNA, typed, 'Upgrade');
    const notice = site.notice.current();
    expect(notice).toEqual({
      ...{ text: 'Back at 18:00.', level: 'outage' },
      ...{ until: START + 90 * 60_000, setAt: START },
    });
    clock.advance(90 * 60_000 - 1);
    expect(site.notice.current()).toBe(notice);
    clock.advance(1);
    expect(site.notice.current()).toBeUndefined();
    expect(await readLog()).toEqual([
      'notice set: the notice, Outage, until 2026-01-01 01:30 UTC: Back at 18:00., Upgrade',
    ]);
  });

  test('outlives a restart, and is replaced and removed', async () => {
    const { site, openAgain, readLog } = await openFixture();
    await site.notice.set(ANNA, { ...typed, ends: '' }, '');
    expect((await openAgain()).notice.current()).toMatchObject({ until: null });
    await site.notice.set(ANNA, { ...typed, level: 'info' }, '');
    expect(site.notice.current()).toMatchObject({ level: 'info' });
    expect(await site.notice.remove(ANNA, 'Done')).toBe(true);
    expect(await site.notice.remove(ANNA, '')).toBe(false);
    expect(site.notice.current()).toBeUndefined();
    expect(await readLog()).toEqual([
      'notice set: the notice, Outage, no end: Back at 18:00., ',
      expect.stringMatching(/^notice set: the notice, Notice, until/),
      'notice removed: the notice, , Done',
    ]);
  });

  test.each([
    [{ text: ' \u200b ' }, 'text'],
    [{ text: 'n'.repeat(301) }, 'text'],
    [{ text: 'a\u202eb' }, 'text'],
    [{ level: 'panic' }, 'level'],
    [{ ends: 'soon' }, 'ends'],
    [{ ends: '2020-01-01' }, 'ends'],
  ])('is refused for %j', async (change, field) => {
    const { site } = await openFixture();
    const set = site.notice.set(ANNA, { ...typed, ...change }, '');
    await expect(set).rejects.toMatchObject({ kind: 'invalid', field });
    expect(site.notice.current()).toBeUndefined();
  });
});
