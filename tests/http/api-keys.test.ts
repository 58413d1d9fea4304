// API keys: the page that creates them, when they end, and what programs do with them.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { MAX_KEYS, MAX_NAME_LENGTH } from '../../src/modules/api-keys/api-keys.ts';
import { keyFailures, keyMessages } from '../../src/modules/api-keys/messages.ts';
import { auditMessages } from '../../src/modules/audit/messages.ts';
import { systemTimers } from '../../src/platform/lib/timers.ts';
import { redactText } from '../../src/platform/ops/redact.ts';
import { type Browser, PASSWORD, type Sending, type TestApp } from '../support/test-app.ts';
import { ALPHA_HASH, BRAVO_HASH, claimAlpha } from './sample-app.ts';
import { openStaffApp, type StaffApp } from './staff-app.ts';

const PAGE = '/acc/keys/';
const OWN = '/api/v1/own/servers';
const ALPHA = `${OWN}/${ALPHA_HASH}`;
const MODERATION = '/api/v1/moderation';
const SERVER = `${MODERATION}/servers/${ALPHA_HASH}`;
const DAY_MS = 24 * 60 * 60_000;
const MODERATE = ['moderate'];

let staff: StaffApp;
let app: TestApp;
let alice: Browser;
beforeEach(async () => {
  staff = await openStaffApp();
  ({ app } = staff);
  alice = await app.loggedIn('Alice');
});
afterEach(() => staff[Symbol.asyncDispose]());

const formOf = (name: string, scopes: readonly string[]) => ({
  name,
  password: PASSWORD,
  ...Object.fromEntries(scopes.map((scope) => [`scopes-${scope}`, 'yes'])),
});

const findKey = (text: string) => /muster_[0-9a-f]{48}/.exec(text)?.[0] ?? '';

/** Makes a key on the page, and returns it. */
async function makeKey(by: Browser, name: string, scopes: readonly string[]): Promise<string> {
  const made = await by.submit(PAGE, formOf(name, scopes));
  expect(made.status, made.text).toBe(200);
  return findKey(made.text);
}

/** Sends a request with a key; with fields a POST, unless `method` says otherwise. */
function send(key: string, path: string, fields?: Record<string, string>, method = 'POST') {
  const sending: Sending = { headers: { authorization: `Bearer ${key}` } };
  const body = fields && { method, body: new URLSearchParams(fields).toString() };
  return app.request(path, { ...sending, ...body });
}

const statusOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).status;
const idOf = async (name: string) => (await app.store.accounts.findAccountByName(name))?.id ?? 0;
const listKeys = async (name: string) => app.store.apiKeys.listKeys(await idOf(name));

describe('the page', () => {
  test('shows a key once, lists it without its secret, and revokes it', async () => {
    const made = await alice.submit(PAGE, formOf('Notes <b>', ['servers:read']));
    const key = findKey(made.text);
    expect(made.text).toContain(keyMessages.made);
    expect(made.headers.get('cache-control')).toContain('no-transform');
    const { text } = await alice.request(PAGE);
    expect(text).not.toContain(key);
    expect(text).toContain('Notes &lt;b>');
    expect(text).toContain(keyMessages.scope['servers:read']);
    expect(text).toContain(keyMessages.unused);
    expect(await statusOf(key, OWN)).toBe(200);
    expect((await alice.request(PAGE)).text).toContain(keyMessages.used('1 Jan 2026'));
    const id = `${(await listKeys('Alice'))[0]?.id}`;
    const bob = await app.loggedIn('Bob');
    await bob.submit(`${PAGE}revoke/`, { key: id });
    expect(await statusOf(key, OWN)).toBe(200);
    const revoked = await alice.submit(`${PAGE}revoke/`, { key: id });
    expect((await alice.request(revoked.headers.get('location') ?? '')).text).toContain(
      keyMessages.revoked,
    );
    expect(await statusOf(key, OWN)).toBe(401);
    expect(app.heard.changed).toEqual(['key made: Alice', 'key revoked: Alice']);
    const mails = await app.readMails();
    const textOf = (sent: string) => mails.find(({ kind }) => kind === sent)?.text;
    expect(textOf('key made')).toContain('“Notes <b>” was created');
    expect(textOf('key revoked')).toContain('was revoked on');
    expect(mails.some(({ text }) => text.includes(key))).toBe(false);
  });

  test.each<[string, Record<string, string>, string]>([
    ['no name', formOf(' ', ['own:write']), keyFailures.noName],
    ['a long name', formOf('x'.repeat(MAX_NAME_LENGTH + 1), ['own:write']), keyFailures.label],
    ['no scope', formOf('Bot', []), keyFailures.noScope],
    ['a scope of staff', formOf('Bot', MODERATE), keyFailures.notStaff],
    ['no password', { ...formOf('Bot', ['own:write']), password: '' }, 'field-password-problem'],
  ])('refuses %s', async (_, form, sentence) => {
    const refused = await alice.submit(PAGE, form);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(sentence);
    expect(await listKeys('Alice')).toEqual([]);
  });

  test('answers each of 14 forms at once, and those that find the service busy after a pause', async () => {
    let pauses = 0;
    await using busy = await openStaffApp({
      timers: {
        after(ms, run) {
          const isPause = ms === 1_000;
          pauses += Number(isPause);
          return systemTimers.after(isPause ? 0 : ms, run);
        },
      },
    });
    const owner = await busy.app.loggedIn('Alice');
    const forms = Array.from({ length: 14 }, (_, number) => formOf(`Bot ${number}`, ['own:write']));
    const answers = await Promise.all(forms.map((form) => owner.submit(PAGE, form)));
    const countOf = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    const { id } = (await busy.app.store.accounts.findAccountByName('Alice')) ?? { id: 0 };
    expect(await busy.app.store.apiKeys.listKeys(id)).toHaveLength(countOf(200));
    expect([countOf(200) + countOf(503), pauses]).toEqual([14, countOf(503)]);
    expect(countOf(503)).toBeGreaterThan(0);
  });

  test('refuses a second key of a name, an eleventh, and one of an unverified account', async () => {
    await makeKey(alice, 'Bot 0', ['own:write']);
    const again = await alice.submit(PAGE, formOf('Bot 0', ['own:write']));
    expect(again.text).toContain(keyFailures.taken('Bot 0'));
    for (let number = 1; number < MAX_KEYS; number += 1) {
      await makeKey(alice, `Bot ${number}`, ['own:write']);
    }
    const eleventh = await alice.submit(PAGE, formOf('More', ['own:write']));
    expect([eleventh.status, eleventh.text]).toEqual([
      409,
      expect.stringContaining(keyFailures.tooMany(MAX_KEYS)),
    ]);
    const ulla = await app.loggedIn('Ulla');
    expect((await ulla.submit(PAGE, formOf('Bot', ['own:write']))).status).toBe(403);
  });

  test('offers moderation to staff alone, and is in the navigation of accounts', async () => {
    expect((await alice.request(PAGE)).text).not.toContain('scopes-moderate');
    expect((await staff.mia.request(PAGE)).text).toContain('scopes-moderate');
    expect((await alice.request('/acc/security/')).text).toContain(`href="${PAGE}"`);
  });
});

describe('a request', () => {
  test.each([
    ['no key', {}, keyFailures.missing, 'Bearer realm="Muster"'],
    ['a session', { cookie: 'mia' }, keyFailures.missing, 'Bearer realm="Muster"'],
    [
      'a key that nobody has',
      { authorization: `bearer muster_${'0'.repeat(48)}` },
      keyFailures.unknown,
      'Bearer realm="Muster", error="invalid_token"',
    ],
    [
      'something else',
      { authorization: 'Bearer x' },
      keyFailures.unknown,
      'Bearer realm="Muster", error="invalid_token"',
    ],
  ])(
    'with %s gets 401, before anything about it is said',
    async (_, headers, message, challenge) => {
      const cookie = 'cookie' in headers ? `session=${staff.mia.session}` : undefined;
      for (const path of [OWN, SERVER, `${MODERATION}/servers/x`]) {
        const { cookie: _, ...others } = { cookie: '', ...headers };
        const sent = { 'accept-language': 'de', ...others };
        const answer = await app.request(path, { headers: sent, ...(cookie && { cookie }) });
        expect(answer.status).toBe(401);
        expect(answer.json()).toEqual({ error: { kind: 'unauthorized', message } });
        expect(answer.headers.get('www-authenticate')).toBe(challenge);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
    },
  );

  test('with a key of another scope gets 403, and no other site may send one', async () => {
    const key = await makeKey(staff.mia, 'Reader', ['servers:read']);
    const answer = await send(key, SERVER);
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toContain('scope="moderate"');
    expect(answer.json()).toEqual({
      error: { kind: 'forbidden', message: keyFailures.outOfScope('moderate') },
    });
    expect(await statusOf(key, ALPHA, { description: 'x' }, 'PATCH')).toBe(403);
    const preflight = await app.request(OWN, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      null,
    ]);
    const read = await send(key, OWN);
    expect(read.headers.get('access-control-allow-origin')).toBeNull();
    expect(read.headers.get('cache-control')).toBe('private, no-store');
  });

  test('is one of sixty with a key, then one a second; other keys have their own', async () => {
    const [first, second] = [
      await makeKey(alice, 'One', ['servers:read']),
      await makeKey(alice, 'Two', ['servers:read']),
    ];
    for (let turn = 0; turn < 60; turn += 1) expect(await statusOf(first, OWN)).toBe(200);
    const refused = await send(first, OWN);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await statusOf(second, OWN)).toBe(200);
    app.skip(1_000);
    expect(await statusOf(first, OWN)).toBe(200);
  });

  test('notes the day of the use, and no other use of that day', async () => {
    const key = await makeKey(alice, 'Bot', ['servers:read']);
    const days: number[] = [];
    const { noteUse } = app.store.apiKeys;
    app.store.apiKeys.noteUse = async (id, day) => {
      days.push(day);
      await noteUse(id, day);
    };
    for (const ms of [0, 60_000, DAY_MS]) {
      app.skip(ms);
      await send(key, OWN);
    }
    expect(days.length).toBeLessThanOrEqual(2);
    expect((await listKeys('Alice'))[0]?.usedAt).toBe(app.now() - (app.now() % DAY_MS));
  });
});

describe('a key ends', () => {
  const END = 'end keys of suspended accounts';

  test('with a suspension, for good', async () => {
    const key = await makeKey(alice, 'Bot', ['servers:read']);
    const lasting = await makeKey(staff.mia, 'Bot', MODERATE);
    await app.administration.suspendAccount('Alice', 'Griefing');
    expect(await statusOf(key, OWN)).toBe(401);
    await app.advance(5_000);
    await app.runJob(END);
    await app.administration.restoreAccount('Alice');
    expect(await statusOf(key, OWN)).toBe(401);
    expect(await statusOf(lasting, SERVER)).toBe(200);
  });

  test('with the role that it needs, and with its account', async () => {
    const key = await makeKey(staff.mia, 'Bot', MODERATE);
    const own = await makeKey(staff.mia, 'Own', ['servers:read']);
    await app.administration.setDetails('Mia', { role: 'player' });
    expect(await statusOf(key, SERVER)).toBe(401);
    await app.runJob(END);
    expect(await listKeys('Mia')).toMatchObject([{ name: 'Own' }]);
    expect(await statusOf(own, OWN)).toBe(200);
    await app.administration.deleteAccount('Mia');
    expect(await statusOf(own, OWN)).toBe(401);
  });
});

test('a key of staff waits for the second factor that staff need', async () => {
  await using strict = await openStaffApp({ isStaffTwoFactorRequired: true });
  const key = await makeKey(strict.mia, 'Bot', ['servers:read', 'moderate']);
  const ask = (path: string) =>
    strict.app.request(path, { headers: { authorization: `Bearer ${key}` } });
  expect((await ask(SERVER)).json()).toMatchObject({ error: { message: keyFailures.noFactor } });
  expect((await ask(OWN)).status).toBe(200);
});

describe('a program of an owner', () => {
  beforeEach(() => claimAlpha(app, alice));

  test('reads its servers, and changes texts by the rules of the page', async () => {
    const key = await makeKey(alice, 'Texts', ['servers:read', 'own:write']);
    const { servers } = (await send(key, OWN)).json() as { servers: object[] };
    expect(servers).toMatchObject([{ hash: ALPHA_HASH, state: 'public', description: '' }]);
    const texts = { description: 'Two worlds.', tags: 'building pvp', country: 'nz' };
    const changed = await send(key, ALPHA, texts, 'PATCH');
    expect(changed.json()).toMatchObject({ description: 'Two worlds.', country: 'NZ' });
    expect((await send(key, ALPHA)).json()).toEqual(changed.json());
    await send(key, ALPHA, { description: 'Three worlds.' }, 'PATCH');
    expect((await send(key, ALPHA)).json()).toMatchObject({
      description: 'Three worlds.',
      country: 'NZ',
    });
    for (const fields of [{ links: 'ftp://x' }, { colour: 'red' }] as Record<string, string>[]) {
      expect(await statusOf(key, ALPHA, fields, 'PATCH')).toBe(400);
    }
    expect(await statusOf(key, `${OWN}/${BRAVO_HASH}`)).toBe(403);
    expect(await statusOf(key, `${OWN}/${BRAVO_HASH}`, { tags: '' }, 'PATCH')).toBe(403);
  });

  test('leaves one entry a day in the audit log for each server', async () => {
    const key = await makeKey(alice, 'Texts', ['own:write']);
    const entries = async () =>
      (await staff.readLog()).filter(({ action }) => action === 'server texts changed');
    for (const description of ['One', 'Two']) await send(key, ALPHA, { description }, 'PATCH');
    expect(await entries()).toMatchObject([
      { subject: ALPHA_HASH, actor: { name: 'Alice', key: 'Texts' } },
    ]);
    app.skip(DAY_MS);
    await send(key, ALPHA, { description: 'Three' }, 'PATCH');
    expect(await entries()).toHaveLength(2);
  });
});

describe('a program of a moderator', () => {
  let key: string;
  beforeEach(async () => {
    key = await makeKey(staff.mia, 'Discord bot', MODERATE);
  });

  const changed = async (path: string, fields: Record<string, string>) =>
    (await send(key, `${MODERATION}/${path}`, fields)).json();
  const latest = async () => (await staff.readLog())[0];

  test('does each action of the server page, which the log has by the key', async () => {
    const server = `servers/${ALPHA_HASH}`;
    const reason = 'Spam';
    for (const [fields, entry] of [
      [{ action: 'unlist', reason }, 'server unlisted'],
      [{ action: 'relist' }, 'server relisted'],
      [{ action: 'country', country: 'NZ' }, 'country set'],
      [{ action: 'feature' }, 'server featured'],
    ] as [Record<string, string>, string][]) {
      expect(await changed(server, fields)).toEqual({ changed: true });
      expect(await latest()).toMatchObject({
        action: entry,
        subject: ALPHA_HASH,
        actor: { name: 'Mia', key: 'Discord bot' },
      });
    }
    expect((await send(key, SERVER)).json()).toMatchObject({ featured: true, country: 'NZ' });
    expect(await changed(server, { action: 'claim-clear', reason })).toEqual({ changed: false });
    for (const fields of [{ action: 'unlist' }, { action: 'explode' }, { reason }] as Record<
      string,
      string
    >[]) {
      expect(await statusOf(key, SERVER, fields)).toBe(400);
    }
    const page = await staff.anna.request('/admin/audit/');
    expect(page.text).toContain(auditMessages.byKey('Discord bot'));
  });

  test('lists and closes reports', async () => {
    const by = { accountId: await idOf('Alice'), address: '192.0.2.3' };
    await app.servers.reports.report(by, ALPHA_HASH, { kind: 'copy', text: 'Not the real one.' });
    const { reports, next } = (await send(key, `${MODERATION}/reports`)).json() as {
      reports: { id: number }[];
      next: null;
    };
    expect({ reports, next }).toMatchObject({
      reports: [{ hash: ALPHA_HASH, by: 'Alice', text: 'Not the real one.', closedAt: null }],
      next: null,
    });
    const path = `reports/${reports[0]?.id}/close`;
    expect(await changed(path, { reason: 'Looked at it.' })).toEqual({ changed: true });
    expect(await changed(path, { reason: 'Again.' })).toEqual({ changed: false });
    expect((await send(key, `${MODERATION}/reports`)).json()).toMatchObject({ reports: [] });
    const closed = (await send(key, `${MODERATION}/reports?state=closed&before=99`)).json();
    expect(closed).toMatchObject({ reports: [{ closedAt: expect.any(Number) }] });
    expect(await latest()).toMatchObject({
      action: 'report closed',
      actor: { key: 'Discord bot' },
    });
  });

  test('adds, lists and lifts bans', async () => {
    const target = { kind: 'range', subject: '198.51.100.0/24' };
    const added = await changed('bans', { ...target, reason: 'Bots', lasts: '7d' });
    expect(added).toMatchObject({ ...target, by: 'Mia', reason: 'Bots' });
    expect((await send(key, `${MODERATION}/bans`)).json()).toEqual({ bans: [added] });
    expect(await statusOf(key, `${MODERATION}/bans`, { ...target, reason: 'Again' })).toBe(409);
    const wide = { kind: 'range', subject: '10.0.0.0/8', reason: 'All' };
    expect(await statusOf(key, `${MODERATION}/bans`, wide)).toBe(400);
    expect(await changed('bans', { ...wide, wide: 'yes' })).toMatchObject({ expiresAt: null });
    expect(await changed('bans/lift', target)).toEqual({ changed: true });
    expect(await latest()).toMatchObject({ action: 'ban removed', actor: { key: 'Discord bot' } });
  });

  test('changes the words of the filter', async () => {
    expect(await changed('words', { word: 'scam*' })).toEqual({ changed: true });
    expect((await send(key, `${MODERATION}/words`)).json()).toMatchObject({ words: ['scam*'] });
    expect(await changed('words/remove', { word: 'scam*' })).toEqual({ changed: true });
    expect(await changed('words/remove', { word: 'scam*' })).toEqual({ changed: false });
  });

  test('sets and removes the notice for an administrator alone', async () => {
    const notice = { text: 'Back soon', level: 'info', ends: '2h' };
    expect(await statusOf(key, `${MODERATION}/notice`, notice)).toBe(403);
    expect(await statusOf(key, `${MODERATION}/notice/remove`, {})).toBe(403);
    key = await makeKey(staff.anna, 'Notices', MODERATE);
    expect(await changed('notice', notice)).toEqual({ changed: true });
    expect((await app.request('/api/v1/notice')).json()).toMatchObject({
      notice: { text: 'Back soon' },
    });
    expect(await changed('notice/remove', {})).toEqual({ changed: true });
    expect(await latest()).toMatchObject({ action: 'notice removed', actor: { key: 'Notices' } });
  });

  test('has a key that the log names when it is made and revoked', async () => {
    const id = `${(await listKeys('Mia'))[0]?.id}`;
    await staff.mia.submit(`${PAGE}revoke/`, { key: id });
    const log = await staff.readLog();
    expect(log.map(({ action, subject }) => [action, subject]).slice(0, 2)).toEqual([
      ['key revoked', 'Mia'],
      ['key made', 'Mia'],
    ]);
  });
});

test('a copy of the account names its keys and has no digest of them', async () => {
  const key = await makeKey(alice, 'Texts', ['own:write']);
  const copy = await alice.submit('/acc/export/', { password: PASSWORD });
  const { api_keys: keys } = copy.json() as { api_keys: object[] };
  expect(keys).toMatchObject([{ name: 'Texts', scopes: '["own:write"]', used_at: null }]);
  expect(Object.keys(keys[0] ?? {})).not.toContain('key_hash');
  expect(copy.text).not.toContain(key);
  const { text } = await alice.request('/acc/security/activity/');
  expect(text).toContain('Texts');
});

test('a key in a text for the log is hidden', () => {
  const key = `muster_${'0123456789abcdef'.repeat(3)}`;
  expect(redactText(`Authorization: Bearer ${key}, again ${key}`)).not.toContain('0123');
});
