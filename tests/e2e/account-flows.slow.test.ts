// Accounts from registration to removal on the compiled service, with mail through a real SMTP server;
// what was secret or personal is afterwards in no log, and after a removal in no file.

import { describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { accountMessages } from '../../src/messages/messages.ts';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { openSmtpPeer, type ReceivedMail, type SmtpPeer } from '../support/smtp-peer.ts';
import { Client, createAccount, eventually } from './client.ts';
import { listFiles } from './database.ts';

const CHOSEN = 'ChosenThatNobodyMaySee';
const FRESH = 'FreshThatNobodyMaySee';
const ADDRESS = 'wanderer.mailbox@example.org';
const OTHER = 'second.mailbox@example.org';

const mailEnv = (peer: SmtpPeer) => ({
  ...manyAddresses,
  MUSTER_SMTP_URL: peer.url,
  MUSTER_MAIL_FROM: 'Muster <muster@example.net>',
  MUSTER_LOG_LEVEL: 'debug',
});

/** The path of the link in a mail that carries a token. */
function linkOf(mail: ReceivedMail | undefined): string {
  const paths = (mail?.links ?? []).map((link) => new URL(link).pathname);
  return paths.find((path) => path.length > 40) ?? `no link in ${mail?.text}`;
}

/** Registers once the time that people take has gone by. */
async function register(reader: Client, fields: Readonly<Record<string, string>>): Promise<void> {
  const page = await reader.get('/acc/register/');
  const challenge = /name="challenge" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  await eventually(
    () => reader.submit('/acc/register/', { ...fields, challenge }),
    (answer) => {
      expect([303, 429]).toContain(answer.status);
      return answer.status === 303;
    },
    10_000,
  );
}

/** Which of the texts stand in a place. */
function findIn(place: string, text: string | Buffer, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${place}`);
}

async function findOnDisk(muster: RunningMuster, secrets: readonly string[]): Promise<string[]> {
  const files = (await listFiles(muster.folder)).filter((file) => file.includes('muster.db'));
  const found = files.map(async (file) => findIn(file, await readFile(file), secrets));
  return (await Promise.all(found)).flat();
}

test('one account’s whole life', async () => {
  await using peer = await openSmtpPeer();
  const env = { ...mailEnv(peer), MUSTER_REGISTRATION_PROOF_OF_WORK: 'false' };
  await using muster = await startMuster({ env });
  const reader = new Client(muster);
  const mailsOf = async (count: number) => (await peer.waitForMails(count)).at(-1);
  const tokens: string[] = [];
  const follow = (mail: ReceivedMail | undefined) => {
    const path = linkOf(mail);
    tokens.push(path.split('/').at(-2) ?? '', mail?.code || 'no code');
    return path;
  };

  await register(reader, { name: 'Wanderer_77', email: ADDRESS, password: CHOSEN });
  tokens.push(reader.session ?? '');
  const verify = await mailsOf(1);
  expect(verify?.envelope.to).toEqual([ADDRESS]);
  follow(verify);
  const code = verify?.code ?? '';
  // Another process answers by then: nothing of it was in memory alone.
  await muster.restart();
  expect((await reader.submit('/acc/verify/', { act: 'code', code })).status).toBe(303);
  await reader.mustBeat({ salt: 'a-salt-of-sixteen' });
  await eventually(
    () => reader.list(),
    ([record]) => /^[0-9a-f]{32}$/.test(record?.mppass ?? ''),
  );

  await reader.submit('/acc/forgot/', { who: ADDRESS });
  const reset = follow(await mailsOf(2));
  expect((await reader.get(reset)).status).toBe(200);
  expect((await reader.submit(reset, { new_password: FRESH })).status).toBe(303);
  expect((await mailsOf(3))?.text).toContain('Wanderer_77');
  const player = new Client(muster);
  expect(await player.login('wanderer_77', CHOSEN)).toMatchObject({ authenticated: false });
  expect(await player.login('wanderer_77', FRESH)).toMatchObject({ authenticated: true });
  tokens.push(player.session ?? '');

  const change = { email: OTHER, password: FRESH };
  expect((await player.submit('/acc/email/', change)).headersNamed('location')).toEqual([
    '/acc/verify/',
  ]);
  const confirm = await mailsOf(4);
  expect(confirm?.envelope.to).toEqual([OTHER]);
  expect((await player.submit(follow(confirm), {})).status).toBe(303);
  const described = await mailsOf(5);
  expect(described?.envelope.to).toEqual([ADDRESS]);
  expect((await player.submit(follow(described), {})).status).toBe(303);
  expect(await player.openLogin()).toMatchObject({ authenticated: false });

  await player.login('Wanderer_77', FRESH);
  const back = { password: FRESH, new_password: CHOSEN };
  expect((await player.submit('/acc/password/', back)).status).toBe(303);
  await mailsOf(6);
  tokens.push(player.session ?? '');
  expect((await player.submit('/acc/export/', { password: CHOSEN })).text).toContain(ADDRESS);
  expect((await player.submit('/acc/delete/', { password: CHOSEN })).status).toBe(303);
  expect((await mailsOf(7))?.envelope.to).toEqual([ADDRESS]);
  expect(await player.login('Wanderer_77', CHOSEN)).toMatchObject({ authenticated: false });

  const personal = [ADDRESS, OTHER, CHOSEN, FRESH, ...tokens];
  const log = muster.stdout + muster.stderr;
  expect(log).toContain('Account registered');
  expect(findIn('the log', log, personal)).toEqual([]);
  expect(await muster.kill('SIGTERM')).toBe(0);
  expect(await findOnDisk(muster, [...personal, 'Wanderer_77', 'wanderer_77'])).toEqual([]);
});

test('an address in use gets its owner an email, and nobody else a word', async () => {
  await using peer = await openSmtpPeer();
  const env = { ...mailEnv(peer), MUSTER_REGISTRATION_PROOF_OF_WORK: 'false' };
  await using muster = await startMuster({ env });
  await createAccount(muster, 'Owner_1', CHOSEN);
  const reader = new Client(muster);
  await register(reader, { name: 'Mallory', email: 'owner_1@example.org', password: FRESH });
  const [mail] = await peer.waitForMails(1);
  expect(mail?.envelope.to).toEqual(['owner_1@example.org']);
  expect(mail?.text).toContain('Owner_1');
  expect(mail?.code).toBe('');
  const page = await reader.get('/acc/verify/');
  expect(page.text).toContain(accountMessages.verify.sent('owner_1@example.org'));
});

test('an email that was asked for right before a crash leaves after it', async () => {
  await using peer = await openSmtpPeer();
  await using muster = await startMuster({ env: mailEnv(peer) });
  await createAccount(muster, 'Wanderer_77', CHOSEN);
  const reader = new Client(muster);
  expect((await reader.submit('/acc/forgot/', { who: 'wanderer_77' })).status).toBe(303);
  await muster.kill('SIGKILL');
  await muster.start();
  const reset = linkOf((await peer.waitForMails(1)).at(-1));
  expect((await reader.submit(reset, { new_password: FRESH })).status).toBe(303);
  expect(await new Client(muster).login('Wanderer_77', FRESH)).toMatchObject({
    authenticated: true,
  });
});

describe('the first administrator', () => {
  const linkIn = (text: string) =>
    text.match(/^http\S+\/acc\/first-administrator\/\S+\/$/gm)?.map((it) => new URL(it).pathname);

  test('is made by the link that a start without one prints, and no start prints another', async () => {
    await using muster = await startMuster({ env: manyAddresses });
    const reader = new Client(muster);
    const [path = ''] = linkIn(muster.stdout) ?? [];
    expect(muster.stdout).toContain('There is no administrator yet.');
    expect((await reader.get(path)).status).toBe(200);
    const form = { name: 'Boss_1', email: ADDRESS, password: CHOSEN };
    const done = await reader.submit(path, form);
    expect(done.headersNamed('location')).toEqual(['/acc/']);
    expect((await reader.get('/acc/')).text).toContain('Boss_1');
    expect((await reader.submit(path, { ...form, name: 'Second' })).status).toBe(410);
    const printed = muster.stdout.length;
    await muster.restart();
    expect(linkIn(muster.stdout.slice(printed))).toBeUndefined();
    expect(findIn('the log', muster.stderr, [path, CHOSEN, ADDRESS])).toEqual([]);
  });

  test('is made by a link of the command, while the service runs and before it does', async () => {
    await using muster = await startMuster({ env: manyAddresses });
    const command = ['account', 'first-administrator'];
    const [early = ''] = linkIn(await muster.mustRun(command)) ?? [];
    await muster.kill('SIGTERM');
    const [late = ''] = linkIn(await muster.mustRun(command)) ?? [];
    await muster.start();
    const reader = new Client(muster);
    for (const path of [early, late]) expect((await reader.get(path)).status).toBe(200);
    const form = { name: 'Boss_3', email: ADDRESS, password: CHOSEN };
    expect((await reader.submit(late, form)).headersNamed('location')).toEqual(['/acc/']);
    expect((await reader.submit(early, { ...form, name: 'Second' })).status).toBe(410);
    const refused = await muster.run(command);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('There is already an administrator');
    const tokens = [early, late].map((path) => path.split('/').at(-2) ?? '');
    expect(await findOnDisk(muster, tokens)).toEqual([]);
    expect(findIn('the log', muster.stderr, tokens)).toEqual([]);
  });

  test('from the command line ends the link', async () => {
    await using muster = await startMuster();
    const [path = ''] = linkIn(muster.stdout) ?? [];
    await muster.mustRun([
      ...['account', 'create', 'Boss_2', '--admin'],
      ...['--email', 'boss@example.org'],
    ]);
    expect((await new Client(muster).get(path)).status).toBe(410);
  });
});

test('invites are made, listed, used and revoked', async () => {
  const env = {
    ...manyAddresses,
    MUSTER_REGISTRATION: 'invite',
    MUSTER_REGISTRATION_PROOF_OF_WORK: 'false',
  };
  await using muster = await startMuster({ env });
  const made = await muster.mustRun(['invite', 'create', '--uses', '2', '--valid', '3d']);
  const code = /Code \(shown only once\): (\S+)/.exec(made)?.[1] ?? '';
  expect(made).toContain('Invite 1: valid for 2 registrations until ');
  const reader = new Client(muster);
  await register(reader, { name: 'Guestling', email: ADDRESS, password: CHOSEN, invite: code });
  expect(await muster.mustRun(['invite', 'list'])).toMatch(/^1\s+1 of 2/m);
  expect(JSON.parse(await muster.mustRun(['invite', 'list', '--json']))).toMatchObject([
    { id: 1, uses: 2, usesLeft: 1 },
  ]);
  expect(await muster.mustRun(['invite', 'revoke', '1'])).toContain('Invite 1 was revoked.');
  const files = await findOnDisk(muster, [code]);
  expect(files).toEqual([]);
});
