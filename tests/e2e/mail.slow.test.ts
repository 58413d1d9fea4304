// Mail from the binary to a real SMTP server: only it shows that nothing of it is left on the disk, and what development writes to its log.

import { describe, expect, test } from 'bun:test';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../src/app/open-stores.ts';
import { type RunningMuster, runMuster, startMuster } from '../support/binary.ts';
import { openSmtpPeer } from '../support/smtp-peer.ts';
import { BUSY_MACHINE, eventually } from './client.ts';
import { listFiles } from './database.ts';

const CODE = '918273';
const TOKEN = 'TokenThatNobodyMaySee_0123456789';
const LOGIN = { user: 'muster', password: 'p@ss/word' };

/** Puts emails into the queue as the service does, from beside it. */
async function queue(muster: RunningMuster, ...recipients: string[]): Promise<void> {
  using store = openStore({ folder: join(muster.folder, 'muster-data') });
  const validUntil = Date.now() + 600_000;
  for (const to of recipients) {
    const email = {
      ...({ kind: 'verify address', to, accountName: 'Alice', language: 'en' } as const),
      ...{ code: CODE, token: TOKEN, validUntil },
    };
    await store.outbox.addToOutbox({ email, createdAt: Date.now(), expiresAt: validUntil }, 100);
  }
}

const until = (isSo: () => boolean | Promise<boolean>) => eventually(async () => isSo(), Boolean);

describe('the service', () => {
  test.concurrent(
    'sends an email within a second, with links to itself, and keeps nothing of it',
    async () => {
      await using peer = await openSmtpPeer({ login: LOGIN });
      await using muster = await startMuster({ env: peer.env });
      const began = performance.now();
      await queue(muster, 'alice@example.org');
      const [mail] = await peer.waitForMails(1);
      expect(performance.now() - began).toBeLessThan(1_000);
      expect(mail?.text).toContain(`\nhttp://localhost:${muster.port}/acc/verify/${TOKEN}/\n`);
      expect(mail).toMatchObject({ code: CODE, envelope: { from: 'muster@example.net' } });
      await until(async () => (await muster.mustRun(['mail', 'list', '--json'])).trim() === '[]');
      expect(await muster.kill('SIGTERM')).toBe(0);
      for (const file of await listFiles(muster.folder)) {
        const bytes = await readFile(file);
        for (const secret of [TOKEN, CODE, 'alice@example.org', LOGIN.password]) {
          expect(bytes.includes(secret) ? `${secret} in ${file}` : '').toBe('');
        }
      }
    },
    BUSY_MACHINE,
  );

  test.concurrent('in development writes emails to the log, loudly', async () => {
    await using muster = await startMuster({ env: { MUSTER_DEVELOPMENT: 'true' } });
    await until(() => muster.stdout.includes('Development: ON'));
    await until(() => muster.stderr.includes('DEVELOPMENT'));
    await queue(muster, 'alice@example.org');
    const link = `http://localhost:${muster.port}/acc/verify/${TOKEN}/`;
    await until(() => muster.stderr.includes(link));
    expect(muster.stderr).toContain(CODE);
  });
});

describe('muster mail test', () => {
  test.concurrent('repeats the answer of the mail server, over STARTTLS, with a secret from a file', async () => {
    await using peer = await openSmtpPeer({ login: LOGIN, hasStartTls: true });
    await using muster = await startMuster();
    const secret = join(muster.folder, 'smtp-url');
    await writeFile(secret, `${peer.url}?tls.rejectUnauthorized=false\n`);
    const env = { ...muster.env, MUSTER_SMTP_URL_FILE: secret, MUSTER_MAIL_FROM: 'm@example.net' };
    const run = (...args: string[]) => runMuster(args, { folder: muster.folder, env });
    const sent = await run('mail', 'test', 'you@example.org');
    expect(sent).toMatchObject({ exitCode: 0, stderr: '' });
    expect(sent.stdout).toContain('250 OK: kept');
    expect(peer.mails[0]).toMatchObject({ isEncrypted: true, user: LOGIN.user });

    const checked = await run('check');
    expect(checked.stdout).toMatch(/^ok {2}mail: 127\.0\.0\.1:\d+ accepts this service$/m);
    const printed = await run('config', 'print');
    expect(printed.stdout).toMatch(/^smtp_url +\*{8} +MUSTER_SMTP_URL_FILE$/m);
    expect(printed.stdout).not.toContain('p%40ss');

    peer.mood = 'refuse';
    const refused = await run('mail', 'test', 'you@example.org');
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain('was not sent: 550 Mailbox you@example.org is not for you');
  });
});
