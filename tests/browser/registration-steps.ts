// What only a browser does to register: the tests of registration and of the walk share it.

import type { Page } from 'playwright-core';
import type { ListeningApp } from '../support/test-app.ts';

/** The password that is chosen. */
export const CHOSEN = 'four odd words here';

/** The code in the newest mail to an address, and the path of its link. */
export async function readMail(
  app: ListeningApp,
  to: string,
  kind: string,
): Promise<{ code: string; path: string }> {
  const mails = await app.readMails();
  const mail = mails.findLast((one) => one.to === to && one.kind === kind);
  if (mail === undefined) throw new Error(`no "${kind}" among ${JSON.stringify(mails)}`);
  const path = mail.links.map((link) => new URL(link).pathname).find((it) => it.length > 40);
  return { code: mail.code, path: path ?? '' };
}

/** Registers. */
export async function register(
  app: ListeningApp,
  page: Page,
  name: string,
  email: string,
  hasScript: boolean,
): Promise<void> {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  // A click does not wait for the page. Time that passes before the form is made would not count.
  await page.waitForURL('**/acc/register/**');
  // The time that people take; those without scripts take more.
  app.skip(hasScript ? 5_000 : 31_000);
  await page.getByLabel('Name').fill(name);
  // The page says so until its script has run.
  const said = page.getByText('JavaScript does not run');
  await said.waitFor({ state: hasScript ? 'hidden' : 'visible' });
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(CHOSEN);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.waitForURL('**/acc/verify/**');
}
