// The sample app with a moderator and an administrator in it, whose actions are seen in the audit log.

import { expect } from 'bun:test';
import { adminMessages } from '../../src/modules/administration/messages.ts';
import type { LoggedAction } from '../../src/modules/audit/audit-log.ts';
import { emailAdminMessages } from '../../src/modules/email/messages.ts';
import { serverAdminDone } from '../../src/modules/moderation/messages.ts';
import { overviewMessages } from '../../src/modules/overview/messages.ts';
import { siteAdminDone } from '../../src/modules/site/messages.ts';
import { staffMessages } from '../../src/platform/messages/messages.ts';
import type { Answer, Browser, TestApp, TestAppOptions } from '../support/test-app.ts';
import { openSampleApp } from './sample-app.ts';

/** Text that would do something if a page did not escape it. */
export const MARKUP = '<script>alert(1)</script>"\'&amp;<b>';

/** The sample app, with a moderator and an administrator logged in. */
export interface StaffApp extends AsyncDisposable {
  app: TestApp;
  /** The moderator. */
  mia: Browser;
  /** The administrator. */
  anna: Browser;
  /** What the log holds, newest first. */
  readLog(): Promise<LoggedAction[]>;
}

/** Opens it; what heartbeats said is in the store already. */
export async function openStaffApp(options: TestAppOptions = {}): Promise<StaffApp> {
  const app = await openSampleApp(options);
  await app.register('Mia', { role: 'moderator' });
  await app.register('Anna', { role: 'administrator' });
  const [mia, anna] = [await app.loggedIn('Mia'), await app.loggedIn('Anna')];
  await app.servers.flush();
  return {
    ...{ app, mia, anna },
    readLog: () => app.store.audit.listActions({ limit: 100 }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** What pages report of what was done, by its key in the query. */
const DONE = {
  ...adminMessages.done,
  ...serverAdminDone,
  ...siteAdminDone,
  ...emailAdminMessages.done,
  ...overviewMessages.done,
  many: 'class="many-bar many-result" role="status"',
  'many-undone': staffMessages.many.actionUndone,
};

/** Expects that an action was done, and returns the page that it leads to, which reports `done`. */
export async function follow(
  by: Browser,
  answer: Answer,
  done?: keyof typeof DONE,
): Promise<string> {
  expect(answer.status, answer.text).toBe(303);
  const page = await by.request(answer.headers.get('location') ?? '');
  expect(page.status).toBe(200);
  expect(page.text).toContain('role="status"');
  if (done !== undefined) expect(page.text).toContain(DONE[done]);
  return page.text;
}

/** Expects that an action was refused at a field, which holds what was typed. */
export function expectRefused(answer: Answer, field: string, sentence: string, status = 400): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.text).toContain(`href="#field-${field}"`);
  expect(answer.text).toContain(`id="field-${field}-problem"`);
  expect(answer.text).toContain(sentence);
}
