// Only the recorded launcher shows that codes by mail, of an app and for recovery get through its one field.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { appCode } from '../support/authenticator.ts';
import { type RunningMuster, startMuster } from '../support/binary.ts';
import { openSmtpPeer, type SmtpPeer } from '../support/smtp-peer.ts';
import { Client, createAccount, eventually, type LoginState, readRecords } from './client.ts';
import { Launcher } from './launcher.ts';

// The account that the recorded conversations log in with.
const password = 's3cret &=+%/ pw';
const salt = 'AToZi818Dmo7ANTJOT7xTl0bWXlPP77f';
const mppassOfAlice = '85891e1d30c31ecd5facb5d741f2f533';
const STEP_MS = 30_000;

let peer: SmtpPeer;
let muster: RunningMuster;
beforeAll(async () => {
  peer = await openSmtpPeer();
  muster = await startMuster({
    env: {
      MUSTER_PORT_CHECK: 'false',
      ...peer.env,
      MUSTER_LOG_LEVEL: 'debug',
    },
  });
});
afterAll(async () => {
  await muster?.[Symbol.asyncDispose]();
  await peer?.[Symbol.asyncDispose]();
});

const codesMailed = () => peer.mails.filter(({ code }) => code !== '');

/** The code of the next email that holds one. */
async function waitForCode(before: number): Promise<string> {
  const mails = await eventually(
    async () => codesMailed(),
    ({ length }) => length > before,
    5_000,
  );
  return mails.at(-1)?.code ?? '';
}

/** The codes as the launcher has them typed: its field takes digits alone. */
const readCodes = (html: string) =>
  [...html.matchAll(/<code>(\d{4} \d{4} \d{4})<\/code>/g)].map((match) =>
    (match[1] ?? '').replace(/\D/g, ''),
  );

function expectAsked(state: LoginState): void {
  expect(state).toMatchObject({
    ...{ username: null, authenticated: false, errors: ['login_code'], errorcount: 1 },
  });
}

/** Both rounds, as the launcher does them: without a code first, then with what is typed. */
async function converse(launcher: Launcher, type: () => Promise<string>): Promise<LoginState> {
  await launcher.replayLogin('cc138-get-login');
  expectAsked(await launcher.replayLogin('cc138-post-login'));
  const loginCode = await type();
  await launcher.replayLogin('cc138-get-login-with-session');
  return launcher.replayLogin('cc138-post-login-mfa', loginCode);
}

async function expectIn(launcher: Launcher, state: LoginState): Promise<void> {
  expect(state).toMatchObject({ username: 'Alice', authenticated: true, errors: [] });
  const [record] = readRecords(await launcher.replay('cc138-get-server-hash'));
  expect(record).toMatchObject({ mppass: mppassOfAlice });
}

describe('the launcher gets in', () => {
  const owner = () => new Client(muster);
  let page: Client;
  let recoveryCodes: string[];
  let secret: string;

  test('with a code that came by mail, and not with the recorded one', async () => {
    await createAccount(muster, 'Alice', password);
    await new Client(muster).mustBeat({ salt, port: '25565', public: 'false' });
    page = owner();
    expect((await page.submit('/acc/login/', { username: 'Alice', password })).status).toBe(303);
    expect((await page.submit('/acc/security/mail/', { password })).status).toBe(303);
    recoveryCodes = readCodes((await page.get('/acc/security/recovery-codes/')).text);
    expect(recoveryCodes).toHaveLength(10);

    using launcher = await Launcher.start(muster.port);
    const state = await converse(launcher, () => waitForCode(0));
    await expectIn(launcher, state);

    using guesser = await Launcher.start(muster.port);
    await guesser.replayLogin('cc138-get-login');
    expectAsked(await guesser.replayLogin('cc138-post-login-mfa'));
    expectAsked(await guesser.replayLogin('cc138-post-login-mfa', codesMailed()[0]?.code));
  });

  test('with a recovery code, once', async () => {
    const [code = ''] = recoveryCodes;
    using launcher = await Launcher.start(muster.port);
    await expectIn(launcher, await converse(launcher, async () => code.toUpperCase()));
    using again = await Launcher.start(muster.port);
    await again.replayLogin('cc138-get-login');
    expectAsked(await again.replayLogin('cc138-post-login-mfa', code));
  });

  test('with the code of an app, once', async () => {
    const proof = { password, code: recoveryCodes[1] ?? '' };
    expect((await page.submit('/acc/security/app/', proof)).status).toBe(303);
    const setup = (await page.get('/acc/security/app/')).text;
    secret = (/class="key">([A-Z2-7 ]+)</.exec(setup)?.[1] ?? '').replaceAll(' ', '');
    const confirm = { code: appCode(secret, Date.now()) };
    expect((await page.submit('/acc/security/app/confirm/', confirm)).status).toBe(303);
    // The step that confirmed it is spent; a clock that runs half a minute fast is followed.
    const code = appCode(secret, Date.now() + STEP_MS);
    using launcher = await Launcher.start(muster.port);
    await expectIn(launcher, await converse(launcher, async () => code));
    using again = await Launcher.start(muster.port);
    await again.replayLogin('cc138-get-login');
    expectAsked(await again.replayLogin('cc138-post-login-mfa', code));
  });
});
