// Every page as it is rendered: what its labels, texts and links name is there, and every form does what it is for
// when it is sent as the page has it, with the fields, hidden values and buttons that a browser would send.

import { beforeAll, describe, expect, test } from 'bun:test';
import { contributions } from '../support/contributions.ts';
import { openedOnce } from '../support/opened.ts';
import { plainPng, submitFile } from '../support/pictures.ts';
import {
  buttonsOf,
  type Control,
  fieldsOf,
  type RenderedForm,
  type RenderedPage,
  readPage,
  sendForm,
} from '../support/rendered-page.ts';
import { type Browser, PASSWORD } from '../support/test-app.ts';
import { openLoggedIn } from './account-forms.ts';
import { openWalk, SERVER_HASH, type Walk } from './every-route.ts';

interface FullWalk extends AsyncDisposable {
  walk: Walk;
  as: Record<string, Browser>;
  /** Recovery codes of Fay, who has a second factor. */
  codes: string[];
}

/** What is sent in fields for files, by their names. */
const PICTURES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> & {
  skin: Uint8Array<ArrayBuffer>;
} = { icon: plainPng(2, 2, 200), skin: plainPng(64, 64, 200) };

/** Has two players report the server, where their earlier reports are closed. */
async function reportServer({ app }: Walk): Promise<void> {
  for (const name of ['Fay', 'Nora']) {
    const accountId = (await app.store.accounts.findAccountByName(name))?.id ?? 0;
    if (await app.store.reports.hasOpenReport(accountId, SERVER_HASH)) continue;
    const report = { kind: 'fake', text: `${name} saw it.` };
    await app.servers.reports.report({ accountId, address: '192.0.2.3' }, SERVER_HASH, report);
  }
}

/** The walk with a row in each table: reports, bans, emails that failed, webhooks, factors, and a suspended player. */
async function openFullWalk(): Promise<FullWalk> {
  const walk = await openWalk();
  const { app } = walk;
  const { Root, Alice } = walk.as;
  for (const name of ['Fay', 'Sven', 'Nora']) await app.register(name);
  const Fay = await openLoggedIn(app, 'Fay');
  await Fay.submit('/acc/security/mail/', { password: PASSWORD });
  const { text: shown } = await Fay.request('/acc/security/recovery-codes/');
  const codes = [...shown.matchAll(/<code>(\d{4} \d{4} \d{4})<\/code>/g)].map(([, it]) => it ?? '');
  await reportServer(walk);
  await app.servers.flush();
  const administer = (action: string, fields: Record<string, string>) =>
    Root.submit(`/admin/${action}/`, fields);
  await administer('accounts/7/suspend', { 'suspend-reason': 'Griefing' });
  await administer('bans/add', { 'add-kind': 'range', 'add-subject': '198.51.100.0/24' });
  await administer('filter/add', { word: 'scam' });
  await administer('notice/set', { 'set-text': 'Closed on Friday.', 'set-level': 'warning' });
  const hook = { form: 'webhook', format: 'json', 'events-went': 'yes' };
  await administer('webhooks', { ...hook, url: 'https://receiver.example/site' });
  await Alice.submit(`/server/own/${SERVER_HASH}/`, {
    ...hook,
    url: 'https://receiver.example/own',
  });
  await Alice.submit(`/server/own/${SERVER_HASH}/`, { form: 'key' });
  const Nora = await openLoggedIn(app, 'Nora');
  for (const editor of ['Moss', 'Nora']) {
    await Alice.submit(`/server/own/${SERVER_HASH}/managers/`, { form: 'invite', editor });
  }
  await walk.as.Moss.submit('/acc/invitations/', { form: 'accept', server: SERVER_HASH });
  await submitFile(Alice, '/acc/skin/', 'skin', PICTURES.skin);
  await Fay.submit('/skin/report/Alice/', { text: 'It is rude.' });
  return {
    walk,
    codes,
    as: { ...walk.as, Fay, Nora },
    [Symbol.asyncDispose]: () => walk[Symbol.asyncDispose](),
  };
}

const WHO = ['nobody', 'Nora', 'Alice', 'Fay', 'Ulla', 'Moss', 'Root'];

interface Seen {
  who: string;
  path: string;
  page: RenderedPage;
}

async function readAll({ walk, as }: FullWalk): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const { path, methods } of walk.routes) {
    if (!methods.includes('GET') || path.includes('heartbeat')) continue;
    for (const who of WHO) {
      const answer = await as[who]?.request(path);
      if (answer?.headers.get('content-type')?.startsWith('text/html') !== true) continue;
      if (answer.status === 200) seen.push({ who, path, page: readPage(answer.text) });
    }
  }
  return seen;
}

const full = openedOnce(openFullWalk);
let seen: Seen[];
beforeAll(async () => {
  seen = await readAll(full);
});

describe('every page, for every kind of visitor,', () => {
  test('has each id once, and whatever its labels, texts and links within it name', () => {
    for (const { who, path, page } of seen) {
      const where = `${who} on ${path}`;
      expect(page.ids, where).toEqual([...new Set(page.ids)]);
      for (const { attribute, id } of page.references) {
        expect(page.ids, `${attribute} ${where}`).toContain(id);
      }
    }
    expect(new Set(seen.map(({ path }) => path)).size).toBeGreaterThan(50);
  });

  test('says what each field and button is', () => {
    for (const { who, path, page } of seen) {
      for (const control of page.forms.flatMap(({ controls }) => controls)) {
        if (control.kind === 'hidden' || control.isUnseen) continue;
        expect(control.label.trim(), `${control.name} for ${who} on ${path}`).not.toBe('');
      }
    }
  });

  test('leads to pages that this visitor may open', async () => {
    const tried = new Set<string>();
    for (const { who, path, page } of seen) {
      for (const link of page.links) {
        const target = link.split('#', 1)[0] ?? '';
        const leadsAway = contributions.waysOut.some((path) => target.startsWith(path));
        if (!target.startsWith('/') || leadsAway || tried.has(`${who} ${target}`)) continue;
        tried.add(`${who} ${target}`);
        const answer = await full.as[who]?.request(target);
        const isAskedToLogIn = answer?.headers.get('location')?.startsWith('/acc/') === true;
        // Who has no confirmed address is told so there.
        const mayBe = isAskedToLogIn ? [303] : who === 'Ulla' ? [200, 403] : [200];
        expect(mayBe, `${target} for ${who} on ${path}`).toContain(answer?.status ?? 0);
      }
    }
    expect(tried.size).toBeGreaterThan(200);
  });
});

const DAY_MS = 86_400_000;

/** What people type, by the name of the field or how it ends; N is another number for each form. */
const TYPED: Readonly<Record<string, string>> = {
  ...{ password: PASSWORD, new_password: 'a good new one', email: 'typedN@example.net' },
  ...{ name: 'TypedN', who: 'Alice', username: 'Alice', reason: 'Because of N.' },
  ...{ until: '3d', lasts: '4d', ends: '5d', subject: '198.51.N.0/24', word: 'spamN' },
  ...{ tag: 'mazeN', url: 'https://receiver.example/N', port: '25570', text: 'It shows N.' },
  ...{ title: 'Builder N', flags: 'd', description: 'We build N.', code: '123456' },
  ...{ site_name: 'Site N', site_description: 'A list of N.', site_accent: '#c4466a' },
  ...{ contact: 'opN@example.net', rules: 'Be kind N!', privacy: 'Kept: N.', q: 'Alpha' },
  ...{ editor: 'Fay', owner: 'Root' },
  ...{ actor: 'Root', 'rename-name': 'Alicia', 'delete-name': 'Alicia', 'ban-name-subject': 'alN' },
};
/** Fields of which the store has nothing, a digest, or what they mean. */
const UNSTORED = /password|username|^(?:who|code)$|(?:until|lasts|ends|flags|delete-name)$/;
/** Days until the end that is typed, and the buttons to which it means nothing. */
const ENDS: Readonly<Record<string, number>> = { until: 3, lasts: 4, ends: 5 };
const WITHOUT_END = ['verify', 'restore', 'unlist', 'relist'];
const TICKED = [
  'agree',
  'events-went',
  'tags-building',
  'details-premium',
  'email',
  'scopes-own:write',
];
/** The option that is chosen, where it is not the first that differs from what the page has. */
const CHOSEN: Readonly<Record<string, string>> = { 'add-kind': 'range' };
/** The row that is ticked, where it cannot be done to all. */
const ROWS: Readonly<Record<string, string>> = { verify: 'Ulla', suspend: 'Nora', restore: 'Sven' };
/** Forms that are refused as they are sent here: the status, and the field with the problem. */
const REFUSED: Readonly<Record<string, readonly [status: number, field: string]>> = {
  'POST /acc/verify/   Confirm': [400, 'code'],
  'POST /link/   Continue': [400, 'code'],
  'POST /admin/doctor/run/   Run the checks': [409, ''],
  'POST /admin/skins/many/ many-do allowSkins Allow uploads': [409, ''],
};
/** What ends or changes what other forms need is sent after them, in this order. */
const LAST = [
  ...[
    'POST /acc/login/',
    '/acc/email/undo/',
    '/acc/password/',
    '/acc/reset/',
    '/release',
    'claim-remove',
  ],
  ...['end-sessions', '/many/ many-do suspend', '/suspend/', '/role/'],
  ...[
    '/ban/',
    '/ban-',
    'many-do ban',
    '/acc/delete/',
    '/rename/',
    '/1/delete/',
    '/acc/security/mail/ ',
    '/acc/logout/',
  ],
];
const placeOf = (key: string) => LAST.findIndex((part) => key.includes(part));

/** Tells forms and their buttons apart in any walk. */
const keyOf = ({ method, action }: RenderedForm, { name, value, label }: Control) =>
  [method, action.replace(/[\w-]{40,}/, ':token'), name, value.slice(0, 32), label].join(' ');

const lastPart = (name: string) => name.split('-').at(-1) ?? '';

/** What is typed into a field of a form, as `fieldsOf` asks for it; also notes it in `typed`. */
function typist(button: Control, number: number, codes: string[], typed: Map<string, string>) {
  return ({ kind, name, value, options }: Control): string | undefined => {
    if (kind === 'checkbox') {
      if (!name.startsWith('many-row')) return TICKED.includes(name) ? 'ticked' : undefined;
      return (ROWS[button.value] ?? value) === value ? 'ticked' : '';
    }
    if (kind === 'select') {
      return CHOSEN[name] ?? options.find((option) => option !== value && option !== '');
    }
    if (name === 'code' && button.label !== 'Confirm') return codes.pop();
    const text = (TYPED[name] ?? TYPED[lastPart(name)])?.replace('N', `${number}`);
    if (text !== undefined) typed.set(name, text);
    return text;
  };
}

describe('each form', () => {
  test('is done as it stands on its page, and what was typed is stored', async () => {
    await using stack = new AsyncDisposableStack();
    let opened: FullWalk = full;
    /** The form as its page has it now. */
    async function find(who: string, path: string, key: string) {
      const own = opened.walk.routes[full.walk.routes.findIndex((it) => it.path === path)];
      const answer = await opened.as[who]?.request(own?.path ?? path);
      return readPage(answer?.text ?? '')
        .forms.flatMap((form) => buttonsOf(form).map((button) => ({ form, button })))
        .find(({ form, button }) => keyOf(form, button) === key);
    }

    const first = new Map<string, { who: string; path: string }>();
    for (const { who, path, page } of seen) {
      for (const form of page.forms) {
        for (const button of buttonsOf(form)) {
          const key = keyOf(form, button);
          if (!first.has(key)) first.set(key, { who, path });
        }
      }
    }
    const all = [...first].sort(([a], [b]) => placeOf(a) - placeOf(b));
    let number = 100;
    for (const [key, { who, path }] of all) {
      number += 1;
      if (path.includes('report') || key.includes('report')) {
        // An earlier form may have banned it, or its last heartbeat is too long ago.
        if (opened.walk.app.servers.findServer(SERVER_HASH) === undefined) {
          opened = stack.use(await openFullWalk());
        }
        await reportServer(opened.walk);
      }
      let found = await find(who, path, key);
      if (found === undefined) {
        opened = stack.use(await openFullWalk());
        found = await find(who, path, key);
      }
      expect(found, `${key} for ${who} on ${path}`).toBeDefined();
      if (found === undefined) continue;
      const { form, button } = found;
      const { app, watched } = opened.walk;
      // People take their time, and wait where they are told to.
      app.skip(path.startsWith('/acc/verify') ? 61_000 : 5_000);
      const typed = new Map<string, string>();
      const fields = fieldsOf(form, button, typist(button, number, opened.codes, typed));
      const files = form.controls
        .filter(({ kind }) => kind === 'file')
        .map(({ name }): [string, Uint8Array<ArrayBuffer>] => [
          name,
          PICTURES[name] ?? PICTURES.skin,
        ]);
      const send = () => sendForm(opened.as[who] as Browser, form, fields, files);
      let answer = await send();
      // A busy machine may take too long for a picture.
      for (let again = 0; files.length > 0 && answer.status !== 303 && again < 5; again += 1) {
        answer = await send();
      }
      const line = `${key} for ${who} on ${path}: ${answer.text.slice(0, 20)}`;
      const [, problem] = / id="field-([^"]*)-problem"/.exec(answer.text) ?? [];
      const [status, field] = REFUSED[key] ?? [];
      if (status !== undefined) {
        expect([answer.status, problem ?? ''], line).toEqual([status, field ?? '']);
        continue;
      }
      const [summary] = /id="problems".*?<\/ul>/s.exec(answer.text) ?? [];
      expect(summary, `${line} with ${JSON.stringify(fields)}`).toBeUndefined();
      expect([200, 303], line).toContain(answer.status);
      if (form.method === 'GET') {
        for (const text of typed.values()) expect(answer.text, line).toContain(`value="${text}"`);
        continue;
      }
      await app.servers.flush();
      const stored = watched.readAll().toLowerCase();
      for (const [name, text] of typed) {
        const days = ENDS[lastPart(name)];
        if (days !== undefined && !WITHOUT_END.includes(button.value)) {
          expect(stored.includes(`${app.now() + days * DAY_MS}`), `${name} of ${line}`).toBe(true);
        }
        if (UNSTORED.test(name)) continue;
        expect(stored.includes(text.toLowerCase()), `${name} of ${line}`).toBe(true);
      }
    }
    expect(all.length).toBeGreaterThan(80);
  });
});
