// The outbox on its page: who sees it, what is tried again or dropped, and the test email.

import { afterEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDetail } from '../../src/modules/audit/audit-details.ts';
import type { EmailMessage } from '../../src/modules/email/email-ports.ts';
import { emailAdminMessages } from '../../src/modules/email/messages.ts';
import { overviewMessages } from '../../src/modules/overview/messages.ts';
import { plainPng } from '../support/pictures.ts';
import type { TestAppOptions } from '../support/test-app.ts';
import { expectRefused, follow, MARKUP, openStaffApp, type StaffApp } from './staff-app.ts';

let staff: StaffApp;
afterEach(() => staff[Symbol.asyncDispose]());

const TOKEN = 'a-token-that-nobody-may-see';
const CODE = '918273';

/** Two emails that wait, and one that failed. */
async function openWithEmails(options: TestAppOptions = {}): Promise<void> {
  staff = await openStaffApp(options);
  const { outbox } = staff.app.store;
  for (const to of ['w1@example.net', 'w2@example.net', 'f@example.net']) {
    const createdAt = staff.app.now();
    const validUntil = createdAt + 60_000;
    const email: EmailMessage = {
      ...{ kind: 'verify address', accountName: 'Alice', language: 'en', to },
      ...{ token: TOKEN, code: CODE, validUntil },
    };
    await outbox.addToOutbox({ email, createdAt, expiresAt: validUntil }, 100);
  }
  const failure = { attempts: 9, failedAt: staff.app.now(), lastError: `550 ${MARKUP}` };
  await outbox.markFailed(3, failure);
}

const open = async (path = '/admin/mail/') => (await staff.anna.request(path)).text;
const send = (action: string, fields: Record<string, string> = {}) =>
  staff.anna.submit(`/admin/mail/${action}/`, fields);
const states = async () =>
  (await staff.app.store.outbox.listOutbox()).map(({ id, failedAt }) => [id, failedAt === null]);

describe('the queue', () => {
  test('is shown with recipients and reasons, never with what emails say', async () => {
    await openWithEmails();
    const page = await open();
    for (const piece of ['w1@example.net', 'f@example.net', 'Waiting', 'Failed', '550 ']) {
      expect(page).toContain(piece);
    }
    for (const secret of [TOKEN, CODE]) expect(page).not.toContain(secret);
    expect(page).not.toContain('<script>');
    for (const state of ['', 'failed', 'waiting']) {
      expect(await open(`/admin/mail/?state=${state}`)).toContain(emailAdminMessages.retryAll);
    }
    const failed = await open('/admin/mail/?state=failed');
    expect(failed).toContain('f@example.net');
    expect(failed).not.toContain('w1@example.net');
    const overview = await open('/admin/');
    expect(overview).toContain('1 email failed after many attempts.');
    expect(overview).toContain('href="/admin/mail/?state=failed"');
  });

  test('is for administrators: moderators see its numbers and no way to it', async () => {
    await openWithEmails();
    const overview = (await staff.mia.request('/admin/')).text;
    expect(overview).toContain(overviewMessages.emailsFailed(1));
    expect(overview).not.toContain('/admin/mail/');
    const page = await staff.mia.request('/admin/mail/');
    expect([page.status, page.text.includes('example.net')]).toEqual([403, false]);
  });

  test('has an email sent again, which is logged by its number and without its address', async () => {
    await openWithEmails();
    const answer = await send('retry', { id: '3', 'retry-3-reason': 'Server is back' });
    await follow(staff.anna, answer, 'email-retried');
    expect(await states()).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
    const [entry] = await staff.readLog();
    expect(entry).toMatchObject({
      ...{ action: 'email retried', subject: 'email 3', reason: 'Server is back' },
      ...{
        detail: writeDetail({ form: 'email', email: 'verify address' }),
        actor: { kind: 'account', name: 'Anna' },
      },
    });
    expect(JSON.stringify(await staff.readLog())).not.toContain('f@example.net');
    const sent = await staff.app.readMails();
    expect(sent.map(({ to }) => to)).toEqual(['w1@example.net', 'w2@example.net', 'f@example.net']);
  });

  test('drops an email, and has all that failed sent again', async () => {
    await openWithEmails();
    const drop = { id: '1', 'drop-1-reason': 'Typed wrongly' };
    await follow(staff.anna, await send('drop', drop), 'email-dropped');
    const fields = { 'retry-failed-reason': 'The server is back' };
    await follow(staff.anna, await send('retry-failed', fields), 'emails-retried');
    expect(await states()).toEqual([
      [2, true],
      [3, true],
    ]);
    expect((await staff.readLog()).slice(0, 2)).toMatchObject([
      {
        ...{ action: 'emails retried', subject: 'failed emails', reason: 'The server is back' },
        actor: { kind: 'account', name: 'Anna' },
      },
      { action: 'email deleted', subject: 'email 1', reason: 'Typed wrongly' },
    ]);
    expect(await open()).not.toContain(emailAdminMessages.retryAll);
  });

  test.each(['retry', 'drop'])('says that there is no such email to %s', async (action) => {
    await openWithEmails();
    const before = await staff.readLog();
    for (const id of ['99', 'x']) {
      const answer = await send(action, { id });
      expect(answer.status).toBe(404);
      expect(answer.text).toContain('There is no email');
    }
    const long = await send(action, { id: '1', [`${action}-1-reason`]: 'x'.repeat(501) });
    expectRefused(long, `${action}-1-reason`, '501 characters');
    expect(await staff.readLog()).toEqual(before);
  });

  test('that is empty says so', async () => {
    staff = await openStaffApp();
    expect(await open()).toContain(emailAdminMessages.none);
  });
});

describe('the test email', () => {
  test('goes to the administrator who requests it, through the queue', async () => {
    staff = await openStaffApp();
    expect(await open()).toContain('The email goes to Anna@example.net');
    const answer = await send('test', { to: 'elsewhere@example.net', address: 'x@example.net' });
    await follow(staff.anna, answer, 'email-tested');
    const [mail, ...others] = await staff.app.readMails();
    expect(others).toEqual([]);
    expect([mail?.kind, mail?.to]).toEqual(['test', 'Anna@example.net']);
  });

  const PNG = plainPng(8, 8, 90);
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  test.each([
    ['a PNG', PNG, true],
    ['a picture that Outlook does not show', SVG, false],
    ['a PNG that is too large to travel', Buffer.concat([PNG, Buffer.alloc(32 * 1024)]), false],
  ])('has the logo of the site if it is %s', async (_what, bytes, hasLogo) => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-logo-'));
    const siteLogo = join(folder, 'logo');
    writeFileSync(siteLogo, bytes);
    staff = await openStaffApp({ siteLogo });
    rmSync(folder, { recursive: true });
    await send('test');
    const [mail] = await staff.app.readMails();
    expect(mail?.html.includes('<img')).toBe(hasLogo);
    expect(mail?.logo).toEqual(hasLogo ? PNG : undefined);
  });

  test('cannot be sent while mail is not set up, and the page says what to do', async () => {
    await openWithEmails({ isMailOn: false });
    const page = await open();
    for (const piece of [emailAdminMessages.off, 'MUSTER_SMTP_URL', 'MUSTER_MAIL_FROM']) {
      expect(page).toContain(piece);
    }
    expect(page).not.toContain('Send test email');
    const answer = await send('test');
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('No email can be sent');
    expect(await states()).toHaveLength(3);
  });
});
