// Only the binary at its most talkative shows that no secret of an account gets into its log, its files or a path that it leads to.

import { expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { appCode } from '../support/authenticator.ts';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import type { HeaderLine, RawResponse } from '../support/raw-http.ts';
import { openSmtpPeer, type SmtpPeer } from '../support/smtp-peer.ts';
import { Client, createAccount, eventually, nextAddress } from './client.ts';
import { listFiles } from './database.ts';

const CHOSEN = 'ChosenThatNobodyMaySee';
const FRESH = 'FreshThatNobodyMaySee';
const WRONG = 'WrongThatNobodyMaySee';
const SALT = 'SaltThatNobodyMaySee';
const MAILBOX = 'mailbox.of.zoe@example.org';
const SECOND = 'second.of.zoe@example.org';
const FORGOTTEN = 'nobody.at.all@example.org';
const STEP_MS = 30_000;

/** What was secret, by what it is, and every path that somebody was led to. */
class Notes {
  readonly secrets = new Map<string, string>();
  readonly paths: string[] = [];

  keep(what: string, value: string | undefined): string {
    if (value !== undefined && value !== '') this.secrets.set(value, what);
    return value ?? '';
  }

  /** The names of those that stand in a text. */
  findIn(text: string | Buffer, except: readonly string[] = []): string[] {
    return [...this.secrets]
      .filter(([value, what]) => !except.includes(what) && text.includes(value))
      .map(([value, what]) => `${what}: ${value}`);
  }
}

/** A client that notes every secret it is given. */
class Noter extends Client {
  constructor(
    service: { port: number },
    private readonly notes: Notes,
  ) {
    super(service, { address: nextAddress() });
  }

  override async send(
    method: string,
    target: string,
    headers: readonly HeaderLine[] = [],
    body?: string | Buffer,
  ): Promise<RawResponse> {
    const answer = await super.send(method, target, headers, body);
    for (const cookie of answer.headersNamed('set-cookie')) {
      const [, name = '', value] = /^(\w+)=([^;]+)/.exec(cookie) ?? [];
      this.notes.keep(`cookie ${name}`, value);
    }
    this.notes.paths.push(...answer.headersNamed('location'));
    const token = /"token":"([^"]+)"/.exec(answer.text)?.[1];
    this.notes.keep('login token', token);
    this.notes.keep('challenge', /name="challenge" value="([^"]+)"/.exec(answer.text)?.[1]);
    return answer;
  }
}

/** Follows the mails that come, and notes what they hold. */
function readMails(peer: SmtpPeer, notes: Notes) {
  let read = 0;
  return async (count = 1) => {
    const mails = (await peer.waitForMails(read + count, 10_000)).slice(read);
    read += mails.length;
    for (const { code, links } of mails) {
      notes.keep('mailed code', code);
      for (const link of links) {
        const token = /\/([A-Za-z0-9_-]{43})\/$/.exec(link)?.[1];
        notes.keep('mailed token', token);
      }
    }
    const path = mails.flatMap(({ links }) => links).find((link) => /[\w-]{43}\/$/.test(link));
    return {
      code: mails.at(-1)?.code ?? '',
      path: path === undefined ? '' : new URL(path).pathname,
    };
  };
}

async function liveAll(muster: RunningMuster, peer: SmtpPeer, notes: Notes): Promise<void> {
  const next = readMails(peer, notes);
  const open = () => new Noter(muster, notes);
  // The first administrator, by the link that the start printed.
  const printed = /\/acc\/first-administrator\/([\w-]+)\//.exec(muster.stdout);
  notes.keep('first administrator', printed?.[1]);
  const boss = open();
  const form = { name: 'Boss_1', email: 'boss.mailbox@example.org', password: CHOSEN };
  expect((await boss.submit(printed?.[0] ?? '', form)).status).toBe(303);
  await next();

  // A registration, with mistakes on the way.
  const zoe = open();
  const challengeOf = async () =>
    /name="challenge" value="([^"]+)"/.exec((await zoe.get('/acc/register/')).text)?.[1] ?? '';
  const challenge = await challengeOf();
  const fields = { name: 'Zoe_77', email: MAILBOX, password: CHOSEN, challenge };
  await zoe.submit('/acc/register/', { ...fields, password: 'short', email: `${MAILBOX} x` });
  await eventually(
    () => zoe.submit('/acc/register/', fields),
    ({ status }) => status === 303,
    10_000,
  );
  const { code, path } = await next();
  await zoe.get(path);
  await zoe.get(`${path.slice(0, -3)}x/`);
  await zoe.submit('/acc/verify/', {
    act: 'code',
    code: code === '000000' ? '111111' : '000000',
  });
  expect((await zoe.submit('/acc/verify/', { act: 'code', code })).status).toBe(303);

  // Logins that fail and one that does not, from pages and a launcher.
  const player = open();
  for (const [username, password] of [
    ['Zoe_77', WRONG],
    [FORGOTTEN, WRONG],
    ['Zoe_77', CHOSEN],
  ] as const) {
    await player.submit('/acc/login/', { username, password });
    await open().login(username, password);
  }
  await player.post('/api/login', { username: 'Zoe_77', password: CHOSEN, token: WRONG });

  // A server, claimed by its operator and reported by a player.
  const server = open();
  const hash = await server.mustBeat({ salt: SALT });
  await server.beat({ salt: `${SALT}${'x'.repeat(300)}` });
  const claimPage = (await zoe.submit(`/server/claim/${hash}/`, {})).text;
  const claimCode = notes.keep('claim code', /muster-[0-9a-f]{8}/.exec(claimPage)?.[0]);
  await server.mustBeat({ salt: SALT, software: claimCode });
  await eventually(
    () => zoe.get(`/server/own/${hash}/`),
    ({ status }) => status === 200,
  );
  await zoe.submit(`/server/own/${hash}/`, { form: 'texts', description: `${MAILBOX}`, tags: '' });
  await zoe.submit(`/server/own/${hash}/`, { form: 'texts', description: '', tags: '' });
  await boss.submit(`/server/report/${hash}/`, { kind: 'other', text: `Ask ${MAILBOX}` });

  // A second factor: mailed codes, an app, recovery codes, right and wrong.
  const owner = open();
  await owner.submit('/acc/login/', { username: 'Zoe_77', password: CHOSEN });
  await owner.submit('/acc/security/app/', { password: WRONG });
  await owner.submit('/acc/security/app/', { password: CHOSEN });
  const setup = (await owner.get('/acc/security/app/')).text;
  const key = /class="key">([A-Z2-7 ]+)</.exec(setup)?.[1] ?? '';
  const secret = notes.keep('app secret', key.replaceAll(' ', ''));
  const confirming = appCode(secret, Date.now());
  await owner.submit('/acc/security/app/confirm/', { code: confirming });
  const shown = (await owner.get('/acc/security/recovery-codes/')).text;
  const recovery = shown.match(/(?<=<code>)\d{4} \d{4} \d{4}/g) ?? [];
  for (const each of recovery) {
    notes.keep('recovery code', each);
    notes.keep('recovery code', each.replaceAll(' ', ''));
  }
  expect(recovery).toHaveLength(10);
  const file = await owner.submit('/acc/security/recovery-codes/download/', {});
  for (const each of recovery) expect(file.text).toContain(each);
  await next();
  const second = open();
  await second.submit('/acc/login/', { username: 'Zoe_77', password: CHOSEN });
  await second.submit('/acc/login/code/', { login_code: 'abcd-efgh-jkmn' });
  const ahead = appCode(secret, Date.now() + STEP_MS);
  expect((await second.submit('/acc/login/code/', { login_code: ahead })).status).toBe(303);
  const launcher = open();
  const { token } = await launcher.openLogin();
  const typed = { username: 'zoe_77', password: CHOSEN, token, login_code: recovery[0] ?? '' };
  expect(await launcher.submitLogin(typed)).toMatchObject({ authenticated: true });
  await owner.submit('/acc/security/mail/', { password: CHOSEN, code: recovery[1] ?? '' });
  await owner.submit('/acc/security/app/off/', { password: CHOSEN, code: recovery[2] ?? '' });
  await owner.submit('/acc/security/send-code/', {});
  await owner.get('/acc/security/');
  await owner.submit('/acc/security/sessions/end-others/', {});

  // Another address, undone; a new password by email; a copy.
  const change = { email: SECOND, password: CHOSEN, code: recovery[3] ?? '' };
  const requested = await owner.submit('/acc/email/', change);
  expect(requested.headersNamed('location')).toEqual(['/acc/verify/']);
  const mailsTo = (to: string, holds: RegExp) =>
    eventually(
      async () =>
        peer.mails
          .filter(({ envelope }) => envelope.to.includes(to))
          .flatMap(({ links }) => links.map((link) => new URL(link).pathname))
          .filter((link) => holds.test(link)),
      ({ length }) => length > 0,
      10_000,
    );
  const [confirm = ''] = await mailsTo(SECOND, /^\/acc\/email\/confirm\/./);
  expect((await owner.submit(confirm, {})).status).toBe(303);
  const [undo = ''] = await mailsTo(MAILBOX, /^\/acc\/email\/undo\/./);
  expect((await open().submit(undo, {})).status).toBe(303);
  for (const who of ['Zoe_77', FORGOTTEN, MAILBOX]) await open().submit('/acc/forgot/', { who });
  const [reset = ''] = await mailsTo(MAILBOX, /^\/acc\/reset\/./);
  const recoverer = open();
  await recoverer.submit(reset, { new_password: 'password1' });
  expect((await recoverer.submit(reset, { new_password: FRESH })).status).toBe(303);
  await recoverer.submit(reset, { new_password: FRESH });

  // What administrators do, on pages and by command.
  await boss.get('/admin/');
  await boss.get(`/admin/accounts/?q=${encodeURIComponent('Zoe')}`);
  const suspend = { 'suspend-reason': 'a reason', reason: 'a reason', until: '1d' };
  await boss.submit('/admin/accounts/2/suspend/', suspend);
  await muster.run(['account', 'suspend', 'Zoe_77', '--reason', 'a reason']);
  await open().submit('/acc/login/', { username: 'Zoe_77', password: FRESH });
  await muster.run(['account', 'restore', 'Zoe_77']);
  await muster.run(['account', 'reset-second-factor', 'Zoe_77', '--reason', 'lost phone']);
  await createAccount(muster, 'Extra', CHOSEN);
  const leaving = open();
  await leaving.submit('/acc/login/', { username: 'Zoe_77', password: FRESH });
  expect((await leaving.submit('/acc/export/', { password: FRESH })).text).toContain(MAILBOX);
  await leaving.submit('/acc/password/', { password: WRONG, new_password: CHOSEN });
  await leaving.submit('/acc/password/', { password: FRESH, new_password: CHOSEN });
  await leaving.submit('/acc/logout/', {});
  await peer.waitForMails(10, 10_000);
  for (const mail of peer.mails) {
    notes.keep('mailed code', mail.code);
    for (const link of mail.links) notes.keep('mailed token', /([\w-]{43})\/$/.exec(link)?.[1]);
  }
}

test.concurrent.each(['text', 'json'])('nothing of it is in the log, in %s', async (format) => {
  await using peer = await openSmtpPeer({
    login: { user: 'muster', password: 'SmtpThatNobodyMaySee' },
  });
  await using muster = await startMuster({
    env: {
      ...manyAddresses,
      ...peer.env,
      MUSTER_REGISTRATION_PROOF_OF_WORK: 'false',
      MUSTER_LOG_LEVEL: 'debug',
      MUSTER_LOG_FORMAT: format,
    },
  });
  const notes = new Notes();
  for (const password of [CHOSEN, FRESH, WRONG]) notes.keep('password', password);
  for (const email of [MAILBOX, SECOND, FORGOTTEN, 'boss.mailbox@example.org']) {
    notes.keep('mail address', email);
    notes.keep('mail address', encodeURIComponent(email));
  }
  notes.keep('salt', SALT);
  notes.keep('smtp password', 'SmtpThatNobodyMaySee');
  await liveAll(muster, peer, notes);
  const kinds = new Set(notes.secrets.values());
  for (const kind of [
    ...['cookie session', 'cookie device', 'login token', 'challenge', 'mailed code'],
    ...['mailed token', 'app secret', 'recovery code', 'claim code', 'first administrator'],
  ]) {
    expect(kinds).toContain(kind);
  }

  await muster.restart();
  expect(muster.stderr).toContain('Account registered');
  // What the service prints at its first start for its operator, and nobody else.
  expect(notes.findIn(muster.stderr)).toEqual([]);
  expect(notes.findIn(muster.stdout, ['first administrator'])).toEqual([]);
  expect(notes.paths.length).toBeGreaterThan(20);
  expect(notes.findIn(notes.paths.join('\n'))).toEqual([]);

  expect(await muster.kill('SIGTERM')).toBe(0);
  // Addresses, the salts of servers, and the secret of an app are needed as they are.
  const kept = ['mail address', 'salt', 'app secret', 'claim code'];
  // Six digits stand in a file of this size by chance, and emails that wait hold theirs.
  const byChance = ['mailed code'];
  for (const file of await listFiles(muster.folder)) {
    const found = notes.findIn(await readFile(file), [...kept, ...byChance]);
    expect(found, file).toEqual([]);
  }
});
