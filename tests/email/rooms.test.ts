// The test app's post: what a test sends comes out as a reader would have it.

import { expect, test } from 'bun:test';
import { openTestApp } from '../support/test-app.ts';
import { sampleLetter, TOKEN } from './samples.ts';

test('letters of the test app are read with their links and codes', async () => {
  await using app = await openTestApp({ baseUrl: 'https://play.example.net' });
  expect(app.mailer.isOpen).toBe(true);
  expect(await app.readMails()).toEqual([]);
  const letter = sampleLetter('verify address');
  if (letter.kind !== 'verify address') throw new Error('another kind');
  await app.mailer.send({ ...letter, validUntil: app.now() + 60_000 });
  await app.mailer.send(sampleLetter('password changed'));
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

test('a test app without mail takes no letters', async () => {
  await using app = await openTestApp({ isMailOn: false });
  expect(app.mailer.isOpen).toBe(false);
  await app.mailer.send(sampleLetter('test'));
  expect(await app.readMails()).toEqual([]);
});
