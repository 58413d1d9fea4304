// An account of the compiled service that is guessed at from many addresses, with a real mail server.
import { expect, test } from 'bun:test';
import { emailMessages } from '../../src/messages/messages.ts';
import { manyAddresses, startMuster } from '../support/binary.ts';
import { openSmtpPeer } from '../support/smtp-peer.ts';
import { Client, createAccount, eventually, nextAddress } from './client.ts';

const password = 'correct horse';

const isWarning = (subject: string) => subject.startsWith(emailMessages.bruteForceSubject(''));

test('its owner is notified, strangers need a mailed code, and nobody is locked out, over a restart too', async () => {
  await using peer = await openSmtpPeer();
  const mail = { MUSTER_SMTP_URL: peer.url, MUSTER_MAIL_FROM: 'muster@example.net' };
  await using muster = await startMuster({ env: { ...manyAddresses, ...mail } });
  await createAccount(muster, 'Alice', password);
  const home = nextAddress();
  const owner = new Client(muster, { address: home });
  expect((await owner.login('Alice', password)).authenticated).toBe(true);

  for (let count = 0; count < 25; count += 1) {
    const guesser = new Client(muster, { address: nextAddress() });
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await guesser.login('Alice', 'wrong horse')).errors).toEqual(['password']);
    }
  }
  const warned = await eventually(
    async () => peer.mails.map(({ subject }) => subject),
    (subjects) => subjects.some((subject) => isWarning(subject)),
    5_000,
  );
  expect(warned).toHaveLength(1);
  // Until the service has noted that it sent the email, a kill makes it send it once more.
  const readOutbox = async () => (await muster.mustRun(['mail', 'list', '--json'])).trim();
  expect(await eventually(readOutbox, (outbox) => outbox === '[]', 5_000)).toBe('[]');

  await muster.restart('SIGKILL');
  expect((await new Client(muster, { address: home }).login('Alice', password)).errors).toEqual([]);
  expect(await owner.openLogin()).toMatchObject({ authenticated: true });
  const traveller = new Client(muster, { address: nextAddress() });
  expect((await traveller.login('Alice', password)).errors).toEqual(['login_code']);
  const emails = await eventually(
    async () => peer.mails.filter(({ code }) => code !== ''),
    ({ length }) => length > 0,
    5_000,
  );
  const { token } = await traveller.openLogin();
  const form = { username: 'Alice', password, token, login_code: emails[0]?.code ?? '' };
  expect(await traveller.submitLogin(form)).toMatchObject({ authenticated: true, errors: [] });
  expect(muster.stdout + muster.stderr).toContain('Somebody is guessing a password');
  expect(peer.mails.filter(({ subject }) => isWarning(subject))).toHaveLength(1);
}, 60_000);
