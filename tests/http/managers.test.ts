// Managers of claimed servers: who may do what on the server's pages, invitations, and how a server changes hands.

import { beforeEach, describe, expect, test } from 'bun:test';
import { accountFailures, accountTexts } from '../../src/modules/account/messages.ts';
import { claimFailures, operatorMessages } from '../../src/modules/claims/messages.ts';
import {
  managerAuditSentences,
  managerFailures,
  managerMessages as messages,
} from '../../src/modules/managers/messages.ts';
import { bannedMessages } from '../../src/modules/registry/messages.ts';
import { md5Hex } from '../../src/platform/lib/digest.ts';
import { REMOVABLE } from '../removable/modules.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import { openedForEach } from '../support/opened.ts';
import { openTestStore } from '../support/store.ts';
import { type Browser, beatForm, PASSWORD, type TestApp } from '../support/test-app.ts';
import { ALPHA_HASH, claimAlpha, openSampleApp } from './sample-app.ts';
import { openStaffApp } from './staff-app.ts';

const SERVER = `/server/own/${ALPHA_HASH}/`;
const PAGE = `${SERVER}managers/`;
const INVITATIONS = '/acc/invitations/';
const CLAIM = `/server/claim/${ALPHA_HASH}/`;
const DAY_MS = 24 * 60 * 60_000;
const HOOK = {
  ...{ form: 'webhook', format: 'json', url: 'https://a.example/s3cret', 'events-went': 'yes' },
};

const staff = openedForEach(openStaffApp);
let app: TestApp;
let alice: Browser;
let bob: Browser;
beforeEach(async () => {
  ({ app } = staff);
  await app.register('Bob');
  await app.register('Carol');
  alice = await app.loggedIn('Alice');
  bob = await app.loggedIn('Bob', '192.0.2.77');
  await claimAlpha(app, alice);
});

const idOf = async (name: string) => (await app.store.accounts.findAccountByName(name))?.id ?? 0;
const invite = (name: string, by = alice) => by.submit(PAGE, { form: 'invite', editor: name });
const offer = (name: string, by = alice, password = PASSWORD) =>
  by.submit(PAGE, { form: 'offer', owner: name, password });
const answer = (by: Browser, form: 'accept' | 'decline', role = 'editor') =>
  by.submit(INVITATIONS, { form, server: ALPHA_HASH, role });
const whereTo = ({ status, headers }: { status: number; headers: Headers }) =>
  `${status} ${headers.get('location') ?? ''}`.trim();

async function makeEditor(name = 'Bob', by = bob): Promise<void> {
  expect(whereTo(await invite(name))).toBe(`303 ${PAGE}?done=invite`);
  expect(whereTo(await answer(by, 'accept'))).toBe(`303 ${SERVER}`);
}

const logOf = async () =>
  (await staff.readLog())
    .filter(({ action }) => action in managerAuditSentences)
    .map(({ actor, action, detail, subject }) => {
      const { text = '', server } = JSON.parse(detail);
      expect([subject, server]).toEqual([ALPHA_HASH, 'Alpha']);
      return `${actor.kind === 'account' && actor.name}: ${action} ${text}`.trim();
    })
    .toReversed();

describe('an invitation', () => {
  test('is seen in the account and by email, is accepted, and lets the player edit', async () => {
    expect((await bob.request('/acc/')).text).not.toContain(INVITATIONS);
    await invite('bob');
    expect((await alice.request(`${PAGE}?done=invite`)).text).toContain(messages.done.invite);
    expect((await bob.request('/acc/')).text).toContain(messages.waiting(1));
    const shown = await bob.request(INVITATIONS);
    expect(shown.text).toContain(messages.invitation.editor('Alice'));
    expect(shown.text).toContain('<bdi>Alpha</bdi>');
    expect(shown.text).toContain('name="role" value="editor"');
    const own = (await alice.request('/acc/security/activity/')).text;
    expect(own).toContain(accountTexts.events['editor invited']);
    const mail = (await app.readMails()).findLast(({ to }) => to === 'Bob@example.net');
    expect(mail?.text).toContain('Alice invites you to edit the server “Alpha”');
    expect(mail?.links).toContain('http://muster.test/acc/');
    expect(whereTo(await bob.request(SERVER))).toBe(`303 ${CLAIM}`);
    await answer(bob, 'accept');
    const list = (await bob.request('/server/own/')).text;
    expect(list).toContain('>Alpha<');
    expect(list).toContain(operatorMessages.own.edited);
    expect((await bob.request(`/server/play/${ALPHA_HASH}/`)).text).toContain(SERVER);
    expect((await bob.request('/acc/')).text).not.toContain(INVITATIONS);
    const page = (await alice.request(PAGE)).text;
    expect(page).toContain(messages.removeOf('Bob'));
    expect(page).toContain(`${messages.roles.editor} · ${messages.since} 1 Jan 2026`);
    expect(await logOf()).toEqual(['Alice: manager invited Bob', 'Bob: invitation accepted']);
  });

  test('is in the language of the reader', async () => {
    await invite('Bob');
    const init = { headers: { 'accept-language': 'de' } };
    expect((await bob.request(INVITATIONS, init)).text).toContain('Alice lädt dich ein');
    expect((await alice.request(PAGE, init)).text).toContain('Offene Einladungen');
  });

  test('is declined, and the player is not asked again for a while', async () => {
    await invite('Bob');
    expect(whereTo(await answer(bob, 'decline'))).toBe(`303 ${INVITATIONS}?done`);
    expect((await bob.request(`${INVITATIONS}?done`)).text).toContain(messages.declined);
    expect((await invite('Bob')).text).toContain(managerFailures.declined('Bob'));
    expect(whereTo(await bob.request(SERVER))).toBe(`303 ${CLAIM}`);
    expect(await logOf()).toEqual(['Alice: manager invited Bob', 'Bob: invitation declined']);
  });

  test('ends after 7 days, or when its owner withdraws it', async () => {
    await invite('Bob');
    const account = `${await idOf('Bob')}`;
    expect((await alice.request(PAGE)).text).toContain(messages.withdrawOf('Bob'));
    await alice.submit(PAGE, { form: 'withdraw', account });
    expect((await answer(bob, 'accept')).text).toContain(managerFailures.gone);
    await invite('Bob');
    app.skip(7 * DAY_MS);
    const carol = await app.loggedIn('Bob');
    expect((await answer(carol, 'accept')).status).toBe(409);
    expect((await carol.request(INVITATIONS)).text).toContain(messages.none);
    expect((await logOf())[1]).toBe('Alice: invitation withdrawn Bob');
  });

  test.each([
    ['Nobody', () => accountFailures.login.nameUnknown],
    ['not a name <b>', () => accountFailures.login.nameUnknown],
    ['', () => accountFailures.login.nameUnknown],
    ['Alice', () => managerFailures.yourself],
  ])('to %p is refused at its field', async (name, failure) => {
    const refused = await invite(name);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(failure());
    expect(refused.text).toMatch(/href="#[^"]*editor"/);
  });

  test('is limited in number', async () => {
    for (let number = 0; number < 10; number += 1) await invite('Bob');
    const refused = await invite('Carol');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).not.toBeNull();
  });

  test('is accepted by verified accounts alone', async () => {
    await invite('Ulla');
    const ulla = await app.loggedIn('Ulla', '192.0.2.78');
    expect((await ulla.request(INVITATIONS)).text).toContain(operatorMessages.unverified);
    const refused = await answer(ulla, 'accept');
    expect([refused.status, await app.store.managers.listEdited(await idOf('Ulla'))]).toEqual([
      403,
      [],
    ]);
    expect(refused.text).toContain(managerFailures.unverified);
    await app.administration.verifyAccount('Ulla');
    expect(whereTo(await answer(ulla, 'accept'))).toBe(`303 ${SERVER}`);
  });

  test('of somebody else is not accepted', async () => {
    await invite('Bob');
    const carol = await app.loggedIn('Carol', '192.0.2.78');
    expect((await answer(carol, 'accept')).status).toBe(409);
    await answer(carol, 'decline');
    expect(await logOf()).toHaveLength(1);
    expect(whereTo(await answer(bob, 'accept'))).toBe(`303 ${SERVER}`);
  });
});

/** Each form of the pages: where it is, and its answers to owner and editor. */
const FORMS: readonly [
  name: string,
  path: string,
  fields: Record<string, string>,
  owner: string,
  editor: string,
][] = [
  ['texts', SERVER, { form: 'texts', description: 'New' }, `303 ${SERVER}?done=texts`, ''],
  ['tags', SERVER, { form: 'texts', 'tags-pvp': 'yes' }, `303 ${SERVER}?done=texts`, ''],
  ['a step', SERVER, { form: 'texts', step: 'links' }, `303 ${SERVER}?step=badge`, ''],
  ['its face', `${SERVER}icon/`, { form: 'face' }, `303 ${SERVER}icon/?done=face`, ''],
  ['a webhook', `${SERVER}webhooks/`, HOOK, '200', ''],
  [
    'no webhook',
    `${SERVER}webhooks/`,
    { form: 'webhook', webhook: '9' },
    `303 ${SERVER}webhooks/#webhooks`,
    '',
  ],
  [
    'a port',
    `${SERVER}address/`,
    { form: 'port', port: '' },
    `303 ${SERVER}address/?done=port`,
    '403',
  ],
  ['no place', `${SERVER}address/`, { form: 'back' }, `303 ${SERVER}address/?done=back`, '403'],
  [
    'an address',
    `${SERVER}address/`,
    { form: 'address' },
    `303 ${SERVER}address/#other-address`,
    '403',
  ],
  ['a key', `${SERVER}address/`, { form: 'key' }, '200', '403'],
  ['no key', `${SERVER}address/`, { form: 'revoke' }, `303 ${SERVER}address/?done=revoke`, '403'],
  ['a key at another part', SERVER, { form: 'key' }, '200', '403'],
  ['an editor', PAGE, { form: 'invite', editor: 'Carol' }, `303 ${PAGE}?done=invite`, '403'],
  ['no invitation', PAGE, { form: 'withdraw', account: '99' }, `303 ${PAGE}?done=withdraw`, '403'],
  [
    'a new owner',
    PAGE,
    { form: 'offer', owner: 'Carol', password: PASSWORD },
    `303 ${PAGE}?done=offer`,
    '403',
  ],
  ['an editor that is none', PAGE, { form: 'remove', account: '99' }, '409', '409'],
  ['nothing known', PAGE, { form: 'other' }, `303 ${PAGE}`, ''],
  ['a release', `${SERVER}release/`, { form: 'release' }, `303 /server/play/${ALPHA_HASH}/`, '403'],
];

describe('with the form for', () => {
  test.each(FORMS)('%s', async (_name, path, fields, owner, editor) => {
    await makeEditor();
    const carol = await app.loggedIn('Carol', '192.0.2.78');
    const send = async (by: Browser) => whereTo(await by.submit(path, fields));
    const before = JSON.stringify(await app.store.claims.listClaims());
    expect(await send(carol)).toBe(`303 ${CLAIM}`);
    expect(await send(app.browser('192.0.2.79'))).toStartWith('303 /acc/login/');
    if (editor === '403') {
      expect((await bob.submit(path, fields)).text).toContain(
        path === PAGE ? claimFailures.notYours : claimFailures.onlyOwner,
      );
      expect(JSON.stringify(await app.store.claims.listClaims())).toBe(before);
      expect(app.servers.claims.findKeyOf(ALPHA_HASH)).toBeUndefined();
    }
    expect(await send(bob)).toBe(editor || owner);
    await app.administration.suspendAccount('Bob', 'Griefing');
    expect(await send(bob)).toStartWith('303 /acc/login/');
    expect(await send(alice)).toBe(owner);
  });
});

describe('the pages of a server', () => {
  const PARTS = ['', 'icon/', 'webhooks/', 'sharing/', 'managers/'];
  const OWNERS = ['address/', 'release/'];

  test('show an editor what editors may do, and the owner everything', async () => {
    await makeEditor();
    for (const part of PARTS) {
      const { status, text } = await bob.request(SERVER + part);
      expect([part, status]).toEqual([part, 200]);
      for (const end of OWNERS) expect(text).not.toContain(SERVER + end);
      expect(text).toContain(messages.title);
    }
    for (const part of OWNERS) expect((await bob.request(SERVER + part)).status).toBe(403);
    const seen = (await bob.request(PAGE)).text;
    expect(seen).toContain(messages.leave);
    for (const hidden of [messages.invite, messages.transfer, 'name="password"']) {
      expect(seen).not.toContain(hidden);
      expect((await alice.request(PAGE)).text).toContain(hidden);
    }
    for (const part of [...PARTS, ...OWNERS]) {
      expect((await alice.request(SERVER + part)).status).toBe(200);
    }
  });

  test('show the secret of a webhook once, to whoever added it', async () => {
    await makeEditor();
    expect((await bob.submit(`${SERVER}webhooks/`, HOOK)).text).toContain('whsec_');
    for (const by of [alice, bob]) {
      const { text } = await by.request(`${SERVER}webhooks/`);
      expect(text).toContain('a.example, …cret');
      expect(text).not.toMatch(/whsec_|s3cret/);
    }
  });

  test('tell an editor, as the owner, why the server is banned', async () => {
    await makeEditor();
    await app.moderation.addBan(
      COMMAND,
      { kind: 'server', subject: ALPHA_HASH },
      { reason: 'Fake.' },
    );
    const path = `/server/play/${ALPHA_HASH}/`;
    expect((await bob.request(path)).text).toContain('Fake.');
    expect((await bob.request(path)).text).toContain(bannedMessages.yoursNext);
    const carol = await app.loggedIn('Carol', '192.0.2.78');
    expect((await carol.request(path)).text).not.toContain('Fake.');
  });
});

test('texts that another manager changed meanwhile are replaced only by a second try', async () => {
  await makeEditor();
  const seenBy = async (by: Browser) =>
    /name="seen" value="(\w+)"/.exec((await by.request(SERVER)).text)?.[1] ?? '';
  const save = (by: Browser, description: string, seen: string) =>
    by.submit(SERVER, { form: 'texts', description, seen });
  const [seen, earlier] = [await seenBy(alice), await seenBy(bob)];
  expect(whereTo(await save(alice, 'By Alice', seen))).toBe(`303 ${SERVER}?done=texts`);
  const refused = await save(bob, 'By Bob', earlier);
  expect([refused.status, refused.text.includes(claimFailures.changed)]).toEqual([409, true]);
  expect(refused.text).toContain('By Bob</textarea>');
  expect(app.servers.claims.findClaim(ALPHA_HASH)?.description).toBe('By Alice');
  const [, again = ''] = /name="seen" value="(\w+)"/.exec(refused.text) ?? [];
  expect(whereTo(await save(bob, 'By Bob', again))).toBe(`303 ${SERVER}?done=texts`);
});

test('an editor is removed, or leaves, and may edit no longer', async () => {
  await makeEditor();
  const carol = await app.loggedIn('Carol', '192.0.2.78');
  await makeEditor('Carol', carol);
  const remove = async (by: Browser, name: string) =>
    whereTo(await by.submit(PAGE, { form: 'remove', account: `${await idOf(name)}` }));
  expect(await remove(bob, 'Carol')).toBe('409');
  expect(await remove(alice, 'Bob')).toBe(`303 ${PAGE}?done=remove`);
  expect(whereTo(await bob.submit(SERVER, { form: 'texts', description: 'Late' }))).toBe(
    `303 ${CLAIM}`,
  );
  expect(await remove(carol, 'Carol')).toBe('303 /server/own/');
  expect((await carol.request('/server/own/')).text).toContain(operatorMessages.own.listNone);
  expect(await remove(alice, 'Alice')).toBe('409');
  expect((await logOf()).slice(-2)).toEqual(['Alice: manager removed Bob', 'Carol: manager left']);
});

describe('a server', () => {
  test('is handed over to a player who accepts, and its former owner edits it', async () => {
    await alice.submit(SERVER, { form: 'texts', description: 'Kept' });
    const wrong = await offer('Bob', alice, 'wrong password');
    expect(wrong.status).toBe(400);
    expect(await app.store.managers.listInvitations(await idOf('Bob'), app.now())).toEqual([]);
    expect(whereTo(await offer('Bob'))).toBe(`303 ${PAGE}?done=offer`);
    expect((await alice.request(PAGE)).text).toContain(messages.invitedAs.owner);
    expect((await bob.request(INVITATIONS)).text).toContain(messages.invitation.owner('Alice'));
    // A page that is still open asks whether the player edits the server.
    expect((await answer(bob, 'accept', 'editor')).text).toContain(managerFailures.gone);
    expect(whereTo(await answer(bob, 'accept', 'owner'))).toBe(`303 ${SERVER}`);
    expect(app.servers.claims.findClaim(ALPHA_HASH)).toMatchObject({
      accountName: 'Bob',
      description: 'Kept',
    });
    const changeAddress = async (by: Browser) =>
      (await by.submit(`${SERVER}address/`, { form: 'back' })).status;
    expect([await changeAddress(alice), await changeAddress(bob)]).toEqual([403, 303]);
    expect(whereTo(await alice.submit(SERVER, { form: 'texts' }))).toBe(`303 ${SERVER}?done=texts`);
    expect(await logOf()).toEqual([
      'Alice: transfer offered Bob',
      'Bob: server transferred Alice → Bob',
    ]);
    const own = (await alice.request('/acc/security/activity/')).text;
    expect(own).toContain(accountTexts.events['server offered']);
    expect(own).toContain(accountTexts.events['server transferred']);
    const mails = (await app.readMails()).filter(({ to }) => to === 'Alice@example.net');
    expect(mails.at(-1)?.text).toContain('Bob accepted the server “Alpha”');
  });

  test('is offered with a code if a second factor is on, which is mailed on its page', async () => {
    await alice.submit('/acc/security/mail/', { password: PASSWORD });
    const refused = await offer('Bob');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('field-code')]);
    app.skip(60_000);
    expect(whereTo(await alice.submit('/acc/security/send-code/', { back: PAGE }))).toBe(
      `303 ${PAGE}?sent`,
    );
    const code = (await app.readMails()).findLast(({ to }) => to === 'Alice@example.net')?.code;
    const fields = { form: 'offer', owner: 'Bob', password: PASSWORD, code: `${code}` };
    expect(whereTo(await alice.submit(PAGE, fields))).toBe(`303 ${PAGE}?done=offer`);
  });

  test('moves with its managers', async () => {
    await makeEditor();
    const { text } = await alice.submit(`${SERVER}address/`, { form: 'key' });
    const [, key] = /\/h\/([a-z2-7]{40})\/server\/heartbeat/.exec(text) ?? [];
    const address = '198.51.100.77';
    await app.request(`/h/${key}/server/heartbeat`, { method: 'POST', body: beatForm(), address });
    const moved = `/server/own/${md5Hex(`${address}:25565`)}/`;
    expect(whereTo(await bob.request(PAGE))).toBe(`302 ${moved}managers/`);
    expect(whereTo(await bob.submit(moved, { form: 'texts', description: 'There' }))).toBe(
      `303 ${moved}?done=texts`,
    );
  });

  test.each(['released', 'claimed by somebody else'])('that is %s has no editor', async (how) => {
    await makeEditor();
    const carol = await app.loggedIn('Carol', '192.0.2.78');
    if (how === 'released') await alice.submit(`${SERVER}release/`, { form: 'release' });
    expect(whereTo(await bob.request(PAGE))).toBe(how === 'released' ? `303 ${CLAIM}` : '200');
    await claimAlpha(app, carol);
    expect(whereTo(await bob.request(PAGE))).toBe(`303 ${CLAIM}`);
    expect((await carol.request(PAGE)).text).not.toContain('Bob');
  });

  test('shows its managers to staff', async () => {
    const path = `/admin/servers/${ALPHA_HASH}/`;
    expect((await staff.mia.request(path)).text).not.toContain(messages.staffCaption);
    await makeEditor();
    await invite('Carol');
    const { text } = await staff.mia.request(path);
    expect(text).toContain(messages.staffCaption);
    for (const name of ['Bob', 'Carol']) expect(text).toContain(`${await idOf(name)}/">${name}<`);
    expect(text).toContain(managerAuditSentences['manager invited']);
  });
});

test.skipIf(!REMOVABLE.includes('api-keys'))(
  'a program with the key of an editor reads and changes the texts, until the editor is removed',
  async () => {
    await makeEditor();
    const made = await bob.submit('/acc/keys/', {
      ...{ name: 'Bot', password: PASSWORD },
      ...{ 'scopes-servers:read': 'yes', 'scopes-own:write': 'yes' },
    });
    const [key] = /muster_[0-9a-f]{48}/.exec(made.text) ?? [];
    const path = `/api/v1/own/servers/${ALPHA_HASH}`;
    const send = (to: string, method = 'GET') =>
      app.request(to, {
        method,
        headers: { authorization: `Bearer ${key}` },
        ...(method === 'PATCH' && { body: 'description=By+a+bot' }),
      });
    expect((await send(path, 'PATCH')).json()).toMatchObject({ description: 'By a bot' });
    expect((await send('/api/v1/own/servers')).json()).toMatchObject({
      servers: [{ hash: ALPHA_HASH }],
    });
    await alice.submit(PAGE, { form: 'remove', account: `${await idOf('Bob')}` });
    for (const method of ['GET', 'PATCH']) expect((await send(path, method)).status).toBe(403);
    expect((await send('/api/v1/own/servers')).json()).toEqual({ servers: [] });
  },
);

test('a server and an account are shown when managers cannot be read', async () => {
  const store = openTestStore();
  await using sample = await openSampleApp({ store });
  await sample.register('Bob');
  const owner = await sample.loggedIn('Alice');
  await claimAlpha(sample, owner);
  const broken = () => Promise.reject(new Error('kept secret'));
  Object.assign(store.managers, { isManager: broken, listInvitations: broken });
  const reader = await sample.loggedIn('Bob');
  for (const path of [`/server/play/${ALPHA_HASH}/`, '/acc/']) {
    const { status, text } = await reader.request(path);
    expect([path, status, text.includes('kept secret')]).toEqual([path, 200, false]);
  }
  expect(sample.heard.unknown).toHaveLength(2);
});
