// The pages of administration about the site and its notice: what they change, where it shows, what they refuse.

import { afterEach, describe, expect, test } from 'bun:test';
import { readDetail } from '../../src/modules/audit/audit-details.ts';
import { siteAdminMessages } from '../../src/modules/site/messages.ts';
import type { TestAppOptions } from '../support/test-app.ts';
import { expectRefused, follow, MARKUP, openStaffApp, type StaffApp } from './staff-app.ts';

const SITE = '/admin/site/';
const NOTICE = '/admin/notice/';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1v1z"/></svg>';

let staff: StaffApp;
afterEach(() => staff[Symbol.asyncDispose]());

async function openWith(options: TestAppOptions = {}): Promise<void> {
  staff = await openStaffApp(options);
}

/** What was done on these pages, newest first. */
const readLog = async () => (await staff.readLog()).filter(({ actor }) => actor.kind === 'account');
const open = async (path: string) => (await staff.anna.request(path)).text;
const send = (path: string, fields: Record<string, string> = {}) => staff.anna.submit(path, fields);

/** Sends a form as browsers send one with a file. */
async function sendParts(path: string, parts: Record<string, string | Uint8Array<ArrayBuffer>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new Blob([value]), 'logo.svg');
  }
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const body = new Uint8Array(await encoded.arrayBuffer());
  return staff.anna.submit(path, {}, { body, headers: { 'content-type': type } });
}

const LOOKS = {
  'looks-site_name': 'Block World',
  'looks-site_description': '',
  'looks-site_accent': '#8a1f4d #ff9ac1',
};
const LINKS = {
  'links-contact': 'team@blocks.test',
  'links-launcher_url': 'https://get.blocks.test/launcher',
  'links-footer_links': 'Forum https://forum.blocks.test',
};
const VIEWS = ['', 'logo/', 'links/', 'rules/', 'privacy/', 'file/'];

describe('the page of the site', () => {
  test('changes every page at once, kept ones too, and is in the audit log', async () => {
    await openWith({ siteName: 'Old name', siteDescription: 'Old words.' });
    const visitor = staff.app.browser();
    expect((await visitor.request('/')).text).toContain('Old name');
    expect((await visitor.request('/embed/servers.js')).text).toContain('Old name');
    await follow(
      staff.anna,
      await send(`${SITE}looks/`, { ...LOOKS, 'looks-reason': 'New face' }),
      'site-saved',
    );
    const links = await send(`${SITE}links/`, { ...LINKS, 'links-reason': 'New face' });
    expect(links.headers.get('location')).toBe(`${SITE}links/?done=site-saved`);
    await follow(staff.anna, links, 'site-saved');
    for (const path of ['/', '/nothing', '/openapi.json', '/embed/servers.js', '/acc/login/']) {
      const { text } = await visitor.request(path);
      expect(text, path).toContain('Block World');
      expect(text, path).not.toMatch(/Old (?:name|words)/);
    }
    expect((await visitor.request('/start/')).text).toContain(
      'href="https://get.blocks.test/launcher"',
    );
    expect(await open(SITE)).toContain('value="#8a1f4d #ff9ac1"');
    expect(await open(`${SITE}file/`)).toContain(siteAdminMessages.setCaption);
    const subjects = [
      'footer links',
      'site launcher',
      'site contact',
      'site accent',
      'site description',
    ];
    expect((await readLog()).map(({ subject, reason }) => `${subject}: ${reason}`)).toEqual(
      [...subjects, 'site name'].map((subject) => `${subject}: New face`),
    );
    expect(JSON.stringify(await readLog())).not.toContain('team@blocks.test');
  });

  test('has a view for each part, for administrators alone', async () => {
    await openWith();
    for (const view of VIEWS) {
      const { status, text, headers } = await staff.anna.request(`${SITE}${view}`);
      expect([view, status]).toEqual([view, 200]);
      const [navigation = ''] = /<nav class="sections".*?<\/nav>/s.exec(text) ?? [];
      for (const other of VIEWS) expect(navigation).toContain(`href="${SITE}${other}"`);
      expect(navigation).toContain(`href="${SITE}${view}" aria-current="page"`);
      expect(navigation.match(/aria-current="page"/g)).toHaveLength(1);
      // A logo that was chosen is shown before it is sent.
      const policy = headers.get('content-security-policy') ?? '';
      expect([view, policy.includes("img-src 'self' blob:")]).toEqual([view, view === 'logo/']);
      expect((await staff.mia.request(`${SITE}${view}`)).status).toBe(403);
    }
  });

  test('that changes nothing says so', async () => {
    await openWith();
    const answer = await send(`${SITE}rules/`, { 'rules-rules': '' });
    await follow(staff.anna, answer, 'site-same');
    expect(await readLog()).toEqual([]);
  });

  test('says what is wrong at its field, keeps what was typed, and changes nothing', async () => {
    await openWith();
    const wrong = {
      ...LOOKS,
      'looks-site_accent': '#ffe000',
    };
    const answer = await send(`${SITE}looks/`, wrong);
    expectRefused(answer, 'looks-site_accent', 'contrast of 1.1:1');
    expect(answer.text).toContain('value="Block World"');
    const links = await send(`${SITE}links/`, {
      'links-contact': MARKUP,
      'links-launcher_url': 'javascript:alert(1)',
      'links-footer_links': 'Forum javascript:alert(1)',
    });
    expectRefused(links, 'links-contact', 'neither an email address nor');
    expectRefused(links, 'links-launcher_url', 'is not the address of a page');
    expectRefused(links, 'links-footer_links', 'not an address that pages can link to');
    expect(links.text).toContain(`href="${SITE}links/" aria-current="page"`);
    expect(links.text).not.toContain('<script>alert');
    expect(await open('/')).not.toContain('Block World');
    expect(await readLog()).toEqual([]);
  });
});

describe('the logo', () => {
  test('is uploaded, shown everywhere, and removed', async () => {
    await openWith();
    const bytes = new TextEncoder().encode(SVG);
    const parts = { 'logo-site_logo': bytes, 'logo-reason': 'New' };
    await follow(staff.anna, await sendParts(`${SITE}logo/`, parts), 'site-saved');
    const path = /<img class="brand-logo" src="([^"]+)"/.exec(await open('/'))?.[1] ?? '';
    const served = await staff.app.request(path);
    expect([served.text, served.headers.get('content-type')]).toEqual([SVG, 'image/svg+xml']);
    await follow(staff.anna, await send(`${SITE}no-logo/`), 'site-saved');
    expect(await open('/')).not.toContain('brand-logo');
    // Pages that are still open have it.
    expect((await staff.app.request(path)).text).toBe(SVG);
    const details = (await readLog()).map(({ detail }) => readDetail(detail));
    expect(details).toEqual([{ form: 'none' }, { form: 'text', text: 'svg, 0.1 KiB' }]);
  });

  test.each([
    ['no picture', new Uint8Array([1, 2, 3]), 'not a PNG, WebP or SVG'],
    ['too large', new Uint8Array(70_000), 'The limit is 65536 bytes'],
    ['empty', new Uint8Array(), 'Choose a file.'],
  ])('that is %s is refused at its field', async (_what, bytes, sentence) => {
    await openWith();
    const answer = await sendParts(`${SITE}logo/`, { 'logo-site_logo': bytes });
    expectRefused(answer, 'logo-site_logo', sentence);
    expect(await open('/')).not.toContain('brand-logo');
  });

  test('that is far too large is not even read, and whoever may not send one sends none', async () => {
    await openWith();
    const huge = { 'logo-site_logo': new Uint8Array(1024 * 1024) };
    expect((await sendParts(`${SITE}logo/`, huge)).status).toBe(413);
    const body = 'x'.repeat(100_000);
    const type = { 'content-type': 'multipart/form-data; boundary=a' };
    const nobody = await staff.app.browser().submit(`${SITE}logo/`, {}, { body, headers: type });
    expect(nobody.status).toBe(303);
    const mia = await staff.mia.submit(`${SITE}logo/`, {}, { body, headers: type });
    expect(mia.status).toBe(403);
  });

  test.each([
    ['of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['that is cut off', {}, 400],
  ])('in a form %s is refused', async (_what, headers, status) => {
    await openWith();
    const body =
      '--a\r\nContent-Disposition: form-data; name="logo-site_logo"; filename="x"\r\n\r\n<svg/>';
    const type = { 'content-type': 'multipart/form-data; boundary=a' };
    const answer = await staff.anna.submit(
      `${SITE}logo/`,
      {},
      {
        body,
        headers: { ...type, ...(headers as Record<string, string>) },
      },
    );
    expect(answer.status).toBe(status);
    expect(await readLog()).toEqual([]);
  });
});

describe('the texts', () => {
  test('may be long, in any script', async () => {
    await openWith();
    const text = 'правило '.repeat(4_000);
    await follow(
      staff.anna,
      await sendParts(`${SITE}rules/`, { 'rules-rules': text }),
      'site-saved',
    );
    expect((await staff.app.request('/rules/')).text).toContain(text.trim());
    const long = 'x'.repeat(70_000);
    const answer = await sendParts(`${SITE}privacy/`, { 'privacy-privacy': long });
    expectRefused(answer, 'privacy-privacy', 'The limit is 65536 bytes');
    expect((await staff.app.request('/privacy/')).status).toBe(404);
  });
});

describe('the notice', () => {
  const typed = { 'set-text': `Back soon ${MARKUP}`, 'set-level': 'outage', 'set-ends': '90m' };
  const readApi = async () => JSON.parse((await staff.app.request('/api/v1/notice')).text);

  test('is on every page and for programs, escaped, until its end', async () => {
    await openWith();
    expect((await staff.app.request('/')).text).not.toContain('site-notice');
    expect(await readApi()).toEqual({ notice: null });
    await follow(staff.anna, await send(`${NOTICE}set/`, typed), 'notice-set');
    for (const path of ['/', '/acc/login/', '/help/not-listed/', '/nothing', '/start/']) {
      const { text } = await staff.app.request(path);
      expect(text, path).toContain('<strong>Outage:</strong> Back soon &lt;script>');
      expect(text, path).not.toContain('<script>alert(1)');
    }
    const until = Math.ceil((staff.app.now() + 90 * 60_000) / 1_000);
    expect(await readApi()).toEqual({
      notice: { text: `Back soon ${MARKUP}`, level: 'outage', until },
    });
    await staff.app.advance(90 * 60_000);
    expect((await staff.app.request('/')).text).not.toContain('site-notice');
    expect(await readApi()).toEqual({ notice: null });
  });

  test('makes a list that a browser kept old: when it begins, changes, ends or is removed', async () => {
    await openWith();
    const texts: string[] = [];
    let etag = '';
    const look = async () => {
      const answer = await staff.app.request('/', { headers: { 'if-none-match': etag } });
      etag = answer.headers.get('etag') ?? '';
      texts.push(/class="site-notice (.*?)"/.exec(answer.text)?.[1] ?? `${answer.status}`);
      return (await staff.app.request('/', { headers: { 'if-none-match': etag } })).status;
    };
    const seen = [await look()];
    await send(`${NOTICE}set/`, typed);
    seen.push(await look());
    await send(`${NOTICE}set/`, { ...typed, 'set-level': 'info', 'set-ends': '1h' });
    seen.push(await look());
    await staff.app.advance(60 * 60_000);
    seen.push(await look());
    await send(`${NOTICE}set/`, { ...typed, 'set-ends': '' });
    seen.push(await look());
    expect(await readApi()).toMatchObject({ notice: { until: null } });
    const removal = await send(`${NOTICE}remove/`, { 'remove-reason': 'All is well' });
    await follow(staff.anna, removal, 'notice-removed');
    seen.push(await look());
    expect((await send(`${NOTICE}remove/`)).status).toBe(409);
    const [removed, ...before] = await readLog();
    expect(removed).toMatchObject({ action: 'notice removed', reason: 'All is well' });
    expect(before.map(({ action }) => action)).toEqual(Array(3).fill('notice set'));
    expect(texts).toEqual(['200', 'outage', 'info', '200', 'outage', '200']);
    expect(seen).toEqual(seen.map(() => 304));
  });

  test('that cannot be shown is refused at each field', async () => {
    await openWith();
    const answer = await send(`${NOTICE}set/`, {
      ...{ 'set-text': 'n'.repeat(301), 'set-level': 'panic', 'set-ends': 'soon' },
    });
    expectRefused(answer, 'set-text', 'Use at most 300');
    expectRefused(answer, 'set-level', 'There is no such level');
    expectRefused(answer, 'set-ends', 'is not a valid end for a notice');
    expect(await readApi()).toEqual({ notice: null });
  });
});
