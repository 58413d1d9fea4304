// The test app's mailbox: what a test sends is read as a recipient would read it.

import { expect, test } from 'bun:test';
import { openTestApp } from '../support/test-app.ts';
import { sampleEmail, TOKEN } from './samples.ts';

test('emails of the test app are read with their links and codes', async () => {
  await using app = await openTestApp({ baseUrl: 'https://play.example.net' });
  expect(app.mailer.isOpen).toBe(true);
  expect(await app.readMails()).toEqual([]);
  const email = sampleEmail('verify address');
  if (email.kind !== 'verify address') throw new Error('another kind');
  await app.mailer.send({ ...email, validUntil: app.now() + 60_000 });
  await app.mailer.send(sampleEmail('password changed'));
  expect(await app.readMails()).toEqual([
    expect.objectContaining({
      ...{ kind: 'verify address', to: 'alice@example.net', code: '123456' },
      links: [`https://play.example.net/acc/verify/${TOKEN}/`],
    }),
    expect.objectContaining({
      ...{ kind: 'password changed', code: '', links: ['https://play.example.net/acc/'] },
    }),
  ]);
  expect(await app.readMails()).toHaveLength(2);
});

test('a test app without mail takes no emails', async () => {
  await using app = await openTestApp({ isMailOn: false });
  expect(app.mailer.isOpen).toBe(false);
  await app.mailer.send(sampleEmail('test'));
  expect(await app.readMails()).toEqual([]);
});
