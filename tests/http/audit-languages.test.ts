// The audit log and an account's own log in the reader's language; what another version wrote stays as it was written.

import { describe, expect, test } from 'bun:test';
import { type AuditDetail, writeDetail } from '../../src/modules/audit/audit-details.ts';
import { emailAuditSubjects } from '../../src/modules/email/messages.ts';
import { serverAdminMessages } from '../../src/modules/moderation/messages.ts';
import { accountMessages } from '../../src/modules/profile/messages.ts';
import { inLanguage } from '../../src/platform/messages/language.ts';
import { labels } from '../../src/platform/messages/messages.ts';
import { openedForEach } from '../support/opened.ts';
import { PASSWORD } from '../support/test-app.ts';
import { openLoggedIn } from './account-forms.ts';
import { ALPHA_HASH } from './sample-app.ts';
import { openStaffApp } from './staff-app.ts';

const BY = { kind: 'command line' } as const;

const staff = openedForEach(openStaffApp);

async function read(path: string, language: string): Promise<string> {
  const headers = { 'accept-language': language };
  const answer = await staff.anna.request(path, { headers });
  expect(answer.status).toBe(200);
  return answer.text;
}

/** The cells of a column, newest first, without what marks them up. */
function column(page: string, head: string): string[] {
  const cells = page.matchAll(new RegExp(`<td data-head="${head}"[^>]*>(.*?)</td>`, 'g'));
  return Array.from(cells, ([, cell = '']) => cell.replace(/<[^>]+>/g, ''));
}

/** An entry as the store writes it with a change, whatever it says. */
async function addEntry(
  action: string,
  subject: string,
  facts?: AuditDetail | string,
): Promise<void> {
  const at = staff.app.now();
  const detail = typeof facts === 'object' ? writeDetail(facts) : (facts ?? '');
  const entry = { at, actor: BY, action, subject, reason: '', detail };
  const word = `word${Bun.randomUUIDv7()}`;
  await staff.app.store.moderation.addFilterWord({ key: word, word, addedAt: at }, entry);
}

async function change(part: string, fields: Record<string, string>): Promise<void> {
  const answer = await staff.anna.submit(part, fields);
  if (answer.status !== 303) throw new Error(answer.text);
}

test.each([
  ['de', 'muster-Befehl'],
  ['en', 'Command line'],
  ['en', 'command line'],
  ['de', 'command line'],
])(
  'the filter (%s) finds what the command line did by the name that it has: %s',
  async (language, name) => {
    await staff.app.moderation.addFilterWord(BY, 'lava', 'x');
    await change('/admin/filter/add/', { 'add-word': 'magma', 'add-reason': 'x' });
    const page = await read(`/admin/audit/?actor=${encodeURIComponent(name)}`, language);
    expect(page).toContain('lava');
    expect(page).not.toContain('magma');
  },
);

describe('the details of the audit log', () => {
  test('are in German on German pages, as every module writes them', async () => {
    const { app } = staff;
    const { moderation, administration } = app;
    await moderation.addBan(BY, { kind: 'name', subject: 'spam*' }, { reason: 'x', lasts: '7d' });
    await moderation.addBan(BY, { kind: 'range', subject: '203.0.113.99' }, { reason: 'x' });
    await moderation.removeBan(BY, { kind: 'range', subject: '203.0.113.99' });
    await moderation.actOnServer('country', BY, ALPHA_HASH, '', 'NZ');
    await administration.createAccount(
      { name: 'Bob', email: 'b@example.net', password: PASSWORD, isVerified: true },
      'x',
    );
    await administration.suspendAccount('Bob', 'x', '1d');
    await administration.renameAccount('Bob', 'Rob');
    const details = { flags: 'd', forumTitle: 'A "b"', isPremium: true } as const;
    await administration.setDetails('Rob', { ...details, role: 'moderator' });
    await change('/admin/site/rules/', { 'rules-rules': 'Be kind.' });
    await change('/admin/site/rules/', { 'rules-rules': '' });
    await change('/admin/notice/set/', {
      'set-text': 'Back at 18:00.',
      'set-level': 'outage',
      'set-ends': '',
    });
    await addEntry('report closed', ALPHA_HASH, { form: 'report', id: 1, about: 'fake' });
    await addEntry('report closed', ALPHA_HASH, { form: 'reports', ids: [2, 5], more: 7 });
    await addEntry('email retried', 'email 3', { form: 'email', email: 'reset password' });
    await addEntry('emails retried', 'failed emails');

    const german = await read('/admin/audit/', 'de');
    expect(german).toContain('<td data-head="Einzelheiten" class="nothing">');
    expect(column(german, 'Einzelheiten').slice(0, 16)).toEqual([
      '–',
      inLanguage('de', () => accountMessages.reset.title),
      'Meldungen 2, 5 und 7 weitere',
      `Meldung 1: ${inLanguage('de', () => serverAdminMessages.reports.kinds.fake)}`,
      'Störung, ohne Ende: Back at 18:00.',
      'nicht gesetzt',
      expect.stringMatching(/^Version [0-9a-f]{10}$/),
      'von Spieler zu Moderator',
      'Kennzeichen d, Forumstitel „A &quot;b&quot;“, Premium',
      'in Rob',
      'bis 02.01.2026, 00:01 UTC',
      'Spieler, freigeschaltet',
      'NZ',
      'Adresse',
      'Adresse, unbefristet',
      'Name, bis 08.01.2026, 00:01 UTC',
    ]);
    expect(column(german, 'Ziel').slice(0, 8)).toEqual([
      ...[
        inLanguage('de', () => emailAuditSubjects.failedEmails),
        'E-Mail 3',
        ALPHA_HASH,
        ALPHA_HASH,
      ],
      ...['Hinweis', 'Regeln', 'Regeln', 'Rob'],
    ]);
    const english = column(await read('/admin/audit/', 'en'), labels.detail);
    expect(english.slice(1, 6)).toEqual([
      ...[
        'Set a new password',
        'Reports 2, 5 and 7 more',
        `Report 1: ${serverAdminMessages.reports.kinds.fake}`,
      ],
      ...['Outage, no end: Back at 18:00.', 'not set'],
    ]);
  });

  test('that another version stored in a form that is not known are shown as they are', async () => {
    const texts = ['', 'a <b>', '7', 'null', '{"form":"new <b>"}'];
    for (const text of texts) await addEntry('server featured', ALPHA_HASH, text);
    await addEntry('role changed', 'Alice', { form: 'role', from: 'player', to: 'king' });
    const details = column(await read('/admin/audit/', 'de'), 'Einzelheiten');
    expect(details.slice(0, texts.length + 1)).toEqual([
      ...[
        'von Spieler zu king',
        '{&quot;form&quot;:&quot;new &lt;b>&quot;}',
        'null',
        '7',
        'a &lt;b>',
        '–',
      ],
    ]);
  });

  test('lead from a part of the site to all that was done to it', async () => {
    await change('/admin/site/rules/', { 'rules-rules': 'Be kind.' });
    await addEntry('filter word added', 'site rules');
    const page = await read('/admin/audit/', 'de');
    const href = '/admin/audit/?subject=site+rules';
    expect(page).toContain(`<a href="${href}">Regeln</a>`);
    // A word that happens to be called so is a word.
    expect(page).toContain('<bdi>site rules</bdi>');
    expect(column(await read(href, 'de'), 'Ziel')).toEqual(['site rules', 'Regeln']);
  });
});

describe('an account’s own log', () => {
  test('says in the reader’s language what an administrator changed', async () => {
    await staff.app.administration.setDetails('Alice', {
      flags: 'd',
      isPremium: true,
      role: 'moderator',
    });
    const alice = await openLoggedIn(staff.app, 'Alice');
    const open = async (language: string) =>
      (await alice.request('/acc/security/activity/', { headers: { 'accept-language': language } }))
        .text;
    expect(await open('de')).toContain(
      '<bdi>Kennzeichen d, Premium, Rolle von Spieler zu Moderator</bdi>',
    );
    expect(await open('en')).toContain(
      '<bdi>flags d, premium, role from Player to Moderator</bdi>',
    );
  });
});
