// The page for forgotten passwords: its link to the inbox, and the work for the browser while many request emails.

import { describe, expect, test } from 'bun:test';
import { refuseUnproven } from '../../src/modules/account/proof-of-work.ts';
import { findProof } from '../support/proof.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { challengeOf, send } from './account-forms.ts';

const PATH = '/acc/forgot/';

/** Uses up more than half of what is there for all networks. */
async function byPort(app: TestApp): Promise<void> {
  for (let host = 1; host <= 51; host += 1) {
    const answer = await send(app.browser(`198.${host}.7.7`), PATH, { who: 'Zoe' });
    expect(answer.status).toBe(303);
  }
}

test('the form asks for work while there is little left, says so, and takes what was worked', async () => {
  await using app = await openTestApp({ isProofOfWorkRequired: true });
  await app.register('Alice');
  const browser = app.browser();
  // Opened before it became scarce: it is shown again with what it needs.
  await browser.request(PATH);
  await byPort(app);
  expect(app.heard.scarce).toEqual(['password resets']);
  const described = await send(browser, PATH, { who: 'Alice' });
  expect(described.status).toBe(400);
  expect(described.text).toContain('role="alert"');
  expect(described.text).toContain('value="Alice"');
  const challenge = challengeOf(described.text);
  expect(described.text).toContain(`data-challenge="${challenge}" data-parts="16" data-bits="13"`);
  const unworked = await send(browser, PATH, { who: 'Alice', challenge, proof: '' });
  expect(unworked.status).toBe(429);
  expect(unworked.text).toContain(refuseUnproven(30_000).message);
  expect(challengeOf(unworked.text)).toBe(challenge);
  const proof = findProof(challenge);
  const elsewhere = await send(app.browser(), PATH, { who: 'Alice', challenge, proof });
  expect(elsewhere.status).toBe(400);
  expect((await send(browser, PATH, { who: 'Alice', challenge, proof })).status).toBe(303);
  expect((await send(browser, PATH, { who: 'Alice', challenge, proof })).status).toBe(400);
  // Fifty at a time are composed.
  await app.readMails();
  const mails = await app.readMails();
  expect(mails.filter(({ to }) => to === 'Alice@example.net')).toHaveLength(1);
});

describe('the page after it links to the inbox', () => {
  const sentFor = async (who: string) => {
    await using app = await openTestApp();
    const browser = app.browser();
    const answer = await send(browser, PATH, { who });
    const path = answer.headers.get('location') ?? '';
    return { path, text: (await browser.request(path)).text };
  };

  test('of a known provider, by the typed address alone, which is in no address', async () => {
    const { path, text } = await sentFor('Nobody.Here@googlemail.com');
    expect(path).toBe(`${PATH}sent/?inbox=googlemail.com`);
    expect(text).toContain(
      '<a class="button quiet" href="https://mail.google.com/" target="_blank" rel="noopener noreferrer">',
    );
    expect(text).not.toMatch(/nobody\.here/i);
  });

  test.each(['zoe@example.net', 'Zoe'])('of no other: %s', async (who) => {
    const { path, text } = await sentFor(who);
    expect(path).toBe(`${PATH}sent/`);
    expect(text).not.toContain('noreferrer');
  });

  test('of nobody who made up the address of the page', async () => {
    await using app = await openTestApp();
    const { text } = await app.request(`${PATH}sent/?inbox=evil.example`);
    expect(text).not.toContain('evil');
  });
});
