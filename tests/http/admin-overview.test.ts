// The overview of administration: what waits and what does not work, each with its page, and what the navigation counts.

import { expect, test } from 'bun:test';
import { overviewMessages } from '../../src/modules/overview/messages.ts';
import { warning } from '../../src/platform/lib/finding.ts';
import { openedForEach } from '../support/opened.ts';
import { ALPHA_HASH } from './sample-app.ts';
import { openStaffApp } from './staff-app.ts';

const staff = openedForEach(openStaffApp);

const linesOf = (page: string) =>
  [...page.matchAll(/<span class="dot (?:waiting|bad)">(.*?)<\/span>/g)].map(([, line]) => line);

test('what waits leads to the page that settles it, where the navigation counts it', async () => {
  await staff.app.beat({ name: 'Liar', port: '7', users: '9999', max: '20', salt: 'of its own' });
  await staff.app.servers.flush();
  await staff.app.servers.reports.report({ accountId: 1, address: '203.0.113.250' }, ALPHA_HASH, {
    kind: 'fake',
    text: '',
  });
  await staff.app.advance(60_000);
  const page = (await staff.mia.request('/admin/')).text;
  const odd = (await staff.app.servers.findOdd()).size;
  expect(linesOf(page)).toEqual([
    `<a href="/admin/reports/">${overviewMessages.reportsOpen(1)}</a>`,
    `<a href="/admin/servers/?state=odd">${overviewMessages.odd(odd)}</a>`,
  ]);
  expect(page).toContain(`Servers <span class="count" aria-hidden="true">${odd}</span>`);
  expect(page).not.toContain(overviewMessages.calm);
  expect(page).not.toContain(overviewMessages.toSetUp);
});

test('what does not work is told to all staff, and leads administrators on', async () => {
  const { app, mia, anna } = staff;
  app.readiness.add('weather', () => warning('Rain.'));
  const webhook = { hash: null, accountId: null, format: 'json', events: ['new'] } as const;
  const secrets = {
    urlSecret: 'https://hooks.example/',
    signSecret: 'whsec_x',
    language: 'en',
  } as const;
  const event = {
    type: 'new',
    at: app.now(),
    hash: ALPHA_HASH,
    name: 'Alpha',
    reason: '',
  } as const;
  await app.store.webhooks.addWebhook({ ...webhook, ...secrets }, event, 5);
  const [due] = await app.store.webhooks.listDueEvents(app.now(), 5);
  if (due === undefined) throw new Error('No event is due.');
  const answer = { at: app.now(), event: 'new', status: 410, problem: 'refused' } as const;
  await app.store.webhooks.noteAnswer(due, answer, { attempts: 1, waitMs: undefined });
  const lines = async (by: typeof mia) => linesOf((await by.request('/admin/')).text).slice(-2);
  expect(await lines(mia)).toEqual(['<bdi lang="en">Rain.</bdi>', overviewMessages.webhooksOff(1)]);
  expect(await lines(anna)).toEqual([
    '<a href="/admin/doctor/"><bdi lang="en">Rain.</bdi></a>',
    `<a href="/admin/webhooks/">${overviewMessages.webhooksOff(1)}</a>`,
  ]);
  expect((await anna.request('/admin/bans/')).text).toMatch(/Webhooks <span class="count"[^>]*>1</);
});
