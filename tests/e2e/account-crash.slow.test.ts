// Only kill -9 of the binary shows that a registration, a confirmation and a reset are done whole or not at all.

import type { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { openSmtpPeer, type ReceivedMail, type SmtpPeer } from '../support/smtp-peer.ts';
import { Client, createAccount, eventually } from './client.ts';
import { checkIntegrity, inspectDatabase } from './database.ts';

/** When the service is killed where a busy machine has not done by then what was to be interrupted. */
const LONGER_MS = [500, 3_000] as const;
const CHOSEN = 'correct horse';
const FRESH = 'another good one';

async function start(peer: SmtpPeer): Promise<RunningMuster> {
  return startMuster({
    env: {
      ...manyAddresses,
      ...peer.env,
      MUSTER_REGISTRATION_PROOF_OF_WORK: 'false',
      MUSTER_REGISTRATIONS_PER_ADDRESS: '1000',
    },
  });
}

const databaseOf = (muster: RunningMuster) => join(muster.folder, 'muster-data/muster.db');

function look<Row>(muster: RunningMuster, sql: string): Promise<Row[]> {
  return inspectDatabase(databaseOf(muster), (database: Database) => {
    expect(checkIntegrity(database)).toBe('ok');
    return database.query<Row, []>(sql).all();
  });
}

/** The newest mail to an address, once there is one that fits. */
async function mailTo(
  peer: SmtpPeer,
  to: string,
  fits: (mail: ReceivedMail) => boolean = () => true,
): Promise<ReceivedMail> {
  const mails = await eventually(
    async () => peer.mails.filter((mail) => mail.envelope.to.includes(to) && fits(mail)),
    ({ length }) => length > 0,
    10_000,
  );
  return mails.at(-1) as ReceivedMail;
}

const pathIn = (mail: ReceivedMail) =>
  mail.links.map((link) => new URL(link).pathname).find((path) => path.length > 40) ?? '';

/** Sends a form and kills the service some time after, whether it has answered or not. */
async function sendAndKill(
  muster: RunningMuster,
  by: Client,
  [path, form, afterMs]: [string, Record<string, string>, number],
): Promise<number | undefined> {
  let status: number | undefined;
  const sent = by.submit(path, form).then(
    (answer) => {
      status = answer.status;
    },
    () => {},
  );
  await Bun.sleep(afterMs);
  const answered = status;
  await muster.kill('SIGKILL');
  await sent;
  return answered;
}

test('right after a registration: the account is there, and its email comes', async () => {
  await using peer = await openSmtpPeer();
  await using muster = await start(peer);
  // Before the email is written, while it is, and while it is sent.
  for (const [round, afterMs] of [0, 260, 420].entries()) {
    peer.mood = round === 2 ? 'hang' : 'take';
    const reader = new Client(muster);
    const form = { name: `Crash_${round}`, email: `crash${round}@example.org`, password: CHOSEN };
    const send = await reader.openRegistration(form);
    await eventually(send, ({ status }) => status === 303, 10_000);
    await Bun.sleep(afterMs);
    await muster.kill('SIGKILL');
    peer.mood = 'take';
    await muster.start();
    const { code, accountName } = {
      ...(await mailTo(peer, form.email)),
      accountName: form.name,
    };
    expect(code).toMatch(/^\d{6}$/);
    const login = await reader.login(accountName, CHOSEN);
    expect(login).toMatchObject({ authenticated: true, errors: ['verification'] });
    expect((await reader.submit('/acc/verify/', { act: 'code', code })).status).toBe(303);
    expect(await reader.openLogin()).toMatchObject({ errors: [], username: form.name });
  }
});

test('while an address is confirmed: either all of it is done, or nothing', async () => {
  await using peer = await openSmtpPeer();
  await using muster = await start(peer);
  const seen = new Set<boolean>();
  for (const [round, afterMs] of [1, 4, 60, ...LONGER_MS].entries()) {
    if (afterMs >= LONGER_MS[0] && seen.has(true)) break;
    const name = `Half_${round}`;
    await createAccount(muster, name, CHOSEN, ['--unverified']);
    const reader = new Client(muster);
    await reader.login(name, CHOSEN);
    expect((await reader.submit('/acc/verify/', { act: 'again' })).status).toBe(303);
    const { code } = await mailTo(peer, `${name.toLowerCase()}@example.org`);
    const form = { act: 'code', code };
    const answered = await sendAndKill(muster, reader, ['/acc/verify/', form, afterMs]);
    const [row] = await look<{ verified: number; confirmed: number; secrets: number }>(
      muster,
      `SELECT verified_at IS NOT NULL AS verified, email_confirmed_at IS NOT NULL AS confirmed,
        (SELECT count(*) FROM account_secrets WHERE account_id = accounts.id) AS secrets
        FROM accounts WHERE name = '${name}'`,
    );
    const isDone = row?.verified === 1;
    seen.add(isDone);
    expect(row).toEqual({
      verified: Number(isDone),
      confirmed: Number(isDone),
      secrets: Number(!isDone),
    });
    if (answered === 303) expect(isDone).toBe(true);
    await muster.start();
    if (!isDone) expect((await reader.submit('/acc/verify/', form)).status).toBe(303);
    expect(await reader.openLogin()).toMatchObject({ username: name, errors: [] });
  }
  expect(seen).toContain(true);
});

test('while a password is reset: the old one with its link, or the new one with an email about it', async () => {
  await using peer = await openSmtpPeer();
  await using muster = await start(peer);
  const seen = new Set<boolean>();
  // Hashing takes a while: some of these are before it, in it, and after it.
  for (const [round, afterMs] of [5, 30, 300, ...LONGER_MS].entries()) {
    if (afterMs >= LONGER_MS[0] && seen.has(true)) break;
    const name = `Reset_${round}`;
    const email = `${name.toLowerCase()}@example.org`;
    await createAccount(muster, name, CHOSEN);
    const living = new Client(muster);
    await living.login(name, CHOSEN);
    const reader = new Client(muster, { address: `198.51.100.${round + 1}` });
    await reader.submit('/acc/forgot/', { who: name });
    const path = pathIn(await mailTo(peer, email));
    const form = { new_password: FRESH };
    const answered = await sendAndKill(muster, reader, [path, form, afterMs]);
    const [row] = await look<{ sessions: number; secrets: number }>(
      muster,
      `SELECT (SELECT count(*) FROM sessions WHERE account_id = accounts.id) AS sessions,
        (SELECT count(*) FROM account_secrets WHERE account_id = accounts.id) AS secrets
        FROM accounts WHERE name = '${name}'`,
    );
    const isDone = row?.secrets === 0;
    seen.add(isDone);
    expect(row).toEqual({ sessions: Number(!isDone), secrets: Number(!isDone) });
    if (answered === 303) expect(isDone).toBe(true);
    await muster.start();
    const fresh = new Client(muster);
    expect(await fresh.login(name, isDone ? FRESH : CHOSEN)).toMatchObject({ authenticated: true });
    expect(await fresh.login(name, isDone ? CHOSEN : FRESH)).toMatchObject({
      errors: ['password'],
    });
    expect((await living.openLogin()).authenticated).toBe(!isDone);
    expect((await reader.get(path)).status).toBe(isDone ? 410 : 200);
    if (isDone) await mailTo(peer, email, (mail) => mail.links.length === 0 || !pathIn(mail));
  }
  expect(seen.size).toBe(2);
});
