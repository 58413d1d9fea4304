// Visitors of account pages who fill in forms as browsers do, and read their mail.

import { formMessages } from '../../src/platform/messages/messages.ts';
import { buttonsOf, readPage } from '../support/rendered-page.ts';
import type { Answer, Browser, TestApp } from '../support/test-app.ts';
import { PASSWORD } from '../support/test-service.ts';

export const NEW_PASSWORD = 'a good new one';

/** What a browser says of a form that it sends from a page of this service. */
export const OWN = { 'sec-fetch-site': 'same-origin', origin: 'http://muster.test' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** How the answer to a form of another site begins. */
export const [FOREIGN_FORM = 'none'] = formMessages.foreign('|').split('|');

/** Sends a form. */
export function send(
  by: Pick<Browser, 'request'>,
  path: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = OWN,
): Promise<Answer> {
  const body = new URLSearchParams(fields).toString();
  return by.request(path, { method: 'POST', body, headers: { ...FORM, ...headers } });
}

/** The challenge of the form on a page. */
export function challengeOf(page: string): string {
  return /name="challenge" value="([^"]+)"/.exec(page)?.[1] ?? '';
}

/** Opens the form, takes the time that people take, and sends it. */
export async function signUp(
  app: TestApp,
  browser: Browser,
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const page = await browser.request('/acc/register/');
  app.skip(5_000);
  return send(browser, '/acc/register/', {
    name: 'Zoe',
    email: 'zoe@example.net',
    password: NEW_PASSWORD,
    challenge: challengeOf(page.text),
    ...fields,
  });
}

/** A browser that is logged in to an account with the usual password. */
export async function openLoggedIn(app: TestApp, name: string): Promise<Browser> {
  const browser = app.browser();
  await browser.request('/acc/login/');
  const answer = await browser.submit('/acc/login/', { username: name, password: PASSWORD });
  if (answer.status !== 303) throw new Error(answer.text);
  return browser;
}

/** The mails since the one numbered `from`. */
export async function mailsFrom(app: TestApp, from: number) {
  return (await app.readMails()).slice(from);
}

/** The path of the first link of a mail that leads below `start`. */
export function linkOf(mail: { links: string[] } | undefined, start: string): string {
  const paths = (mail?.links ?? []).map((link) => new URL(link).pathname);
  const path = paths.find((it) => it.startsWith(start) && it !== start);
  if (path === undefined) throw new Error(`no link to ${start} in ${JSON.stringify(mail)}`);
  return path;
}

/** A page without what each form on it has of its own, so that pages can be compared. */
export const withoutFormNumbers = (page: string): string =>
  page.replace(/(?<=name="form-number" value=")[^"]*/g, '');

/** Whether a page has a button with this text that can be pressed. */
export function isOffered({ text }: Answer, label: string): boolean {
  return readPage(text).forms.some((form) => buttonsOf(form).some((it) => it.label === label));
}
