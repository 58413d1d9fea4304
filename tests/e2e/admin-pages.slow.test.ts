// Pages of administration against the binary: followed at once, logged, kept through a kill -9; mail to a real peer.
import { expect, test } from 'bun:test';
import { emailAdminMessages } from '../../src/messages/messages.ts';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { openSmtpPeer } from '../support/smtp-peer.ts';
import { BUSY_MACHINE, Client, createAccount, eventually, LAG_MS, nextAddress } from './client.ts';

const PASSWORD = 'correct horse';

async function openStaff(muster: RunningMuster, name: string, role: string): Promise<Client> {
  await createAccount(muster, name, PASSWORD, ['--role', role]);
  const client = new Client(muster, { address: nextAddress() });
  await client.login(name, PASSWORD);
  return client;
}

test.concurrent(
  'what a moderator does on a page counts at once, and after kill -9',
  async () => {
    await using muster = await startMuster({ env: manyAddresses });
    const mia = await openStaff(muster, 'Mia', 'moderator');
    const server = new Client(muster, { address: nextAddress() });
    const hash = await server.mustBeat({ name: 'Rude' });
    const names = async () => (await mia.list()).map(({ name }) => name);
    await eventually(names, (found) => found.length === 1);
    await eventually(
      () => mia.get('/admin/servers/?text=rude'),
      ({ text }) => text.includes(`/admin/servers/${hash}/`),
    );
    const path = `/admin/servers/${hash}/`;
    const reason = { 'unlist-reason': 'Bad manners' };
    const done = await mia.submit(`${path}unlist/`, reason);
    expect([done.status, done.header('location')]).toEqual([303, `${path}?done=server-unlist`]);
    expect((await server.beat({ name: 'Rude' })).text).toContain('Bad manners');
    await eventually(names, (found) => found.length === 0, LAG_MS);
    await muster.restart('SIGKILL');
    expect((await server.beat({ name: 'Rude' })).text).toContain('Bad manners');
    expect((await mia.get(path)).text).toContain('Bad manners');
    expect((await mia.submit(`${path}relist/`, {})).status).toBe(303);
    await server.mustBeat({ name: 'Rude' });
    await eventually(names, (found) => found.length === 1);
    const actions = JSON.parse(await muster.mustRun(['audit', 'list', '--json', '--actor', 'Mia']));
    expect(actions).toMatchObject([
      { act: 'server relisted', subject: hash },
      { act: 'server unlisted', subject: hash, reason: 'Bad manners' },
    ]);
    expect((await mia.get('/admin/mail/')).status).toBe(403);
  },
  BUSY_MACHINE,
);

test.concurrent('an administrator runs the checks of the installation', async () => {
  await using muster = await startMuster({ env: manyAddresses });
  const anna = await openStaff(muster, 'Anna', 'administrator');
  expect((await anna.submit('/admin/doctor/run/', {})).status).toBe(303);
  const { text } = await anna.get('/admin/doctor/');
  expect(text).toContain('base_url is not set');
  expect(text).toMatch(/data-head="Result".*reaches this service/);
  expect(text).toContain(`${muster.folder}/muster-data/muster.db`);
});

test.concurrent('an administrator sends a test email, sees why one failed, and drops it', async () => {
  await using peer = await openSmtpPeer();
  const env = { MUSTER_SMTP_URL: peer.url, MUSTER_MAIL_FROM: 'Muster <muster@example.net>' };
  await using muster = await startMuster({ env: { ...manyAddresses, ...env } });
  const anna = await openStaff(muster, 'Anna', 'administrator');
  expect((await anna.submit('/admin/mail/test/', {})).status).toBe(303);
  const [mail] = await peer.waitForMails(1);
  expect(mail?.envelope.to).toEqual(['anna@example.org']);
  peer.mood = 'refuse';
  expect((await anna.submit('/admin/mail/test/', {})).status).toBe(303);
  const failed = await eventually(
    () => anna.get('/admin/mail/?state=failed'),
    ({ text }) => text.includes('anna@example.org</span>'),
  );
  const [, id = ''] = /name="id" value="(\d+)"/.exec(failed.text) ?? [];
  expect((await anna.submit('/admin/mail/drop/', { id })).status).toBe(303);
  expect((await anna.get('/admin/mail/')).text).toContain(emailAdminMessages.nothing);
  const [entry] = JSON.parse(await muster.mustRun(['audit', 'list', '--json']));
  expect(entry).toMatchObject({
    act: 'email deleted',
    subject: `email ${id}`,
    detail: 'test',
  });
  expect(muster.stderr).not.toContain('anna@example.org');
});
