// The mail commands on a real data folder, without a running service.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openStore } from '../../../src/app/open-stores.ts';
import { noSuchEmail } from '../../../src/modules/email/outbox-admin.ts';
import { type Bench, openBench } from '../../support/command-line.ts';
import { openSmtpPeer } from '../../support/smtp-peer.ts';

const AT = Date.UTC(2026, 10, 21, 16, 31);
const TOKEN = 'token-that-nobody-may-see';
let bench: Bench;

beforeAll(async () => {
  bench = openBench();
  using store = openStore({ folder: `${bench.folder}/muster-data` });
  const base = { to: 'alice@example.net', accountName: 'Alice', language: 'en' as const };
  const reset = { ...base, kind: 'reset password', token: TOKEN, validUntil: AT } as const;
  await store.outbox.addToOutbox({ email: reset, createdAt: AT, expiresAt: AT }, 9);
  const test = { ...base, kind: 'test' } as const;
  await store.outbox.addToOutbox({ email: test, createdAt: AT, expiresAt: null }, 9);
  const failure = { attempts: 2, failedAt: AT + 60_000, lastError: '550 no' };
  await store.outbox.markFailed(2, failure);
});

afterAll(() => bench[Symbol.dispose]());

describe('mail list', () => {
  test('shows what waits and what failed', async () => {
    const [head = '', first = '', second = '', ...rest] = (await bench.out(['mail', 'list'])).split(
      '\n',
    );
    expect(rest).toEqual(['']);
    expect(head).toMatch(/^ID +KIND +TO +STATE +ATTEMPTS +NEXT TRY \(UTC\) +ERROR$/);
    expect(first).toMatch(/^1 +reset password +alice@example\.net +waiting +0 +2026-11-21 16:31$/);
    expect(second).toMatch(/^2 +test +alice@example\.net +failed +2 +- +550 no$/);
  });

  test('writes JSON for scripts, and never the text of emails', async () => {
    const out = await bench.out(['mail', 'list', '--json']);
    expect(out).not.toContain(TOKEN);
    expect(JSON.parse(out)[1]).toEqual({
      ...{ id: 2, kind: 'test', recipient: 'alice@example.net', state: 'failed', attempts: 2 },
      ...{ createdAt: '2026-11-21T16:31:00.000Z', nextAttemptAt: null },
      ...{ failedAt: '2026-11-21T16:32:00.000Z', lastError: '550 no' },
    });
  });
});

describe('mail retry and drop', () => {
  afterAll(async () => {
    const log = JSON.parse(await bench.out(['audit', 'list', '--json'])) as { action: string }[];
    expect(log.map(({ action }) => action)).toEqual([
      'email deleted',
      'email retried',
      'emails retried',
    ]);
    expect(log[0]).toMatchObject({ subject: 'email 2', detail: 'Test', reason: 'Typed wrongly' });
    expect(JSON.stringify(log)).not.toContain('example.net');
  });

  test('name the email, and report when there is none', async () => {
    expect(await bench.out(['mail', 'retry', '--all'])).toBe(
      'Emails that the service will send again: 1.\n',
    );
    expect(await bench.out(['mail', 'retry', '1'])).toContain('email 1');
    expect(await bench.out(['mail', 'drop', '2', '--reason', 'Typed wrongly'])).toBe(
      'Email 2 was deleted.\n',
    );
    for (const command of ['retry', 'drop']) {
      const { exitCode, err } = await bench.run(['mail', command, '2']);
      expect([exitCode, err]).toEqual([1, expect.stringContaining(noSuchEmail(2).message)]);
    }
  });
});

describe('mail test', () => {
  test('shows the answer of the server', async () => {
    await using peer = await openSmtpPeer();
    const env = { MUSTER_SMTP_URL: peer.url, MUSTER_MAIL_FROM: 'Zoë <m@example.net>' };
    const out = await bench.out(['mail', 'test', 'bob@example.net'], { env });
    expect(out).toBe('The mail server accepted the email: 250 OK: kept\n');
    expect(peer.mails[0]).toMatchObject({ to: 'bob@example.net', from: 'Zoë <m@example.net>' });
    const twice = await bench.run(['mail', 'test', 'bob@example.net, eve@example.net'], { env });
    expect(twice.exitCode).toBe(1);
    expect(peer.mails).toHaveLength(1);
    peer.mood = 'refuse';
    const refused = await bench.run(['mail', 'test', 'bob@example.net'], { env });
    expect([refused.exitCode, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain('was not sent: 550 Mailbox bob@example.net is not for you');
  });

  test('names the settings where no mail server is named', async () => {
    const { exitCode, err } = await bench.run(['mail', 'test', 'bob@example.net']);
    expect([exitCode, err]).toEqual([1, expect.stringContaining('MUSTER_SMTP_URL_FILE')]);
  });
});

describe('check', () => {
  const port = ['--listen', '127.0.0.1:0'];

  test('looks at the mail server once its settings are right', async () => {
    const peer = await openSmtpPeer();
    const env = { MUSTER_SMTP_URL: peer.url };
    const lacking = await bench.run(['check', ...port], { env });
    expect(lacking.exitCode).toBe(1);
    expect(lacking.out).toMatch(/^bad {2}settings: .*MUSTER_MAIL_FROM/m);
    expect(lacking.out).not.toMatch(/^\w+ {2}mail:/m);
    const out = await bench.out(['check', ...port, '--mail-from', 'm@example.net'], { env });
    expect(out).toMatch(/^ok {2}mail: 127\.0\.0\.1:\d+ accepts this service$/m);
    await peer[Symbol.asyncDispose]();
    const refused = await bench.run(['check', ...port, '--mail-from', 'm@example.net'], { env });
    expect([refused.exitCode, refused.err]).toEqual([1, '']);
    expect(refused.out).toMatch(/^bad {2}mail: The mail server 127\.0\.0\.1:\d+ cannot be used/m);
    const development = await bench.out(['check', ...port, '--development', 'yes']);
    expect(development).toContain('note  mail: emails are not sent but written to the log');
  });
});
