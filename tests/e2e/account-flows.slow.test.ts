// What only the files of a real database and commands beside a running service show of accounts: the first
// administrator, and invites.

import { describe, expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { Client, eventually } from './client.ts';
import { listFiles } from './database.ts';

const CHOSEN = 'ChosenThatNobodyMaySee';
const ADDRESS = 'wanderer.mailbox@example.org';

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
