// The page with the checks of the installation: who sees it, what it shows, and runs that fail or are asked for twice.

import { expect, test } from 'bun:test';
import { doctorMessages } from '../../src/modules/doctor/messages.ts';
import { Failure } from '../../src/platform/lib/failure.ts';
import {
  type Examination,
  failed,
  skipped,
  tellEverywhere,
  warning,
} from '../../src/platform/lib/finding.ts';
import { doctorFindings } from '../../src/platform/messages/findings.ts';
import { inLanguage } from '../../src/platform/messages/language.ts';
import { follow, MARKUP, openStaffApp } from './staff-app.ts';

const PATH = '/admin/doctor/';
const RUN = `${PATH}run/`;

const examination: Examination = {
  at: Date.UTC(2026, 0, 1),
  findings: tellEverywhere([
    { check: 'database', found: 'Whole.' },
    { check: 'proxy', found: failed(`${MARKUP}\n→ Name it.`) },
    { check: 'TLS', found: warning('It ends soon.\n→ Renew it.') },
  ]),
};

/** The app with these checks. */
function openWith(examine: (() => Promise<Examination>) | undefined) {
  return openStaffApp({ alterContext: (context) => ({ ...context, examine }) });
}

test('shows what the checks found, the worst first, to administrators alone', async () => {
  await using staff = await openWith(async () => examination);
  const { anna, mia } = staff;
  expect((await anna.request(PATH)).text).toContain(doctorMessages.never);
  const page = await follow(anna, await anna.submit(RUN, {}), 'doctor-run');
  expect(page).toContain(doctorMessages.problems(1, 1));
  const order = ['Name it.', 'It ends soon.', 'Whole.'].map((text) => page.indexOf(text));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order[0]).toBeGreaterThan(0);
  expect(page).not.toContain('<script>alert');
  expect(page).toContain('2026-01-01');
  for (const answer of [await mia.request(PATH), await mia.submit(RUN, {})]) {
    expect([answer.status, answer.text.includes('Renew it.')]).toEqual([403, false]);
  }
  expect((await anna.request('/admin/')).text).toContain(`href="${PATH}"`);
  expect((await mia.request('/admin/')).text).not.toContain(PATH);
});

test('names the checks, and says what they found, in the language of whoever reads it', async () => {
  const findings = tellEverywhere([
    { check: 'database', found: skipped(() => doctorFindings.databaseOnPostgres) },
    { check: 'mirror play.example.net', found: () => doctorFindings.mirrorLists('x', 2) },
    { check: 'a new check', found: warning(() => doctorFindings.noContact) },
  ]);
  await using staff = await openWith(async () => ({ at: 0, findings }));
  await staff.anna.submit(RUN, {}, { headers: { 'accept-language': 'de' } });
  for (const [language, texts] of [
    [
      'de',
      [
        ...[
          'Datenbank',
          'Spiegel play.example.net',
          'a new check',
          inLanguage('de', () => doctorFindings.databaseOnPostgres),
        ],
        ...['x listet 2 Server.', 'Es ist kein Kontakt', 'Setze contact_email oder contact_url.'],
      ],
    ],
    [
      'en',
      [
        ...[
          'database',
          'mirror play.example.net',
          'a new check',
          doctorFindings.databaseOnPostgres,
        ],
        ...['x lists 2 servers.', 'No contact is named', 'Set contact_email or contact_url.'],
      ],
    ],
  ] as const) {
    const { text } = await staff.anna.request(PATH, { headers: { 'accept-language': language } });
    for (const shown of texts) expect(text.replaceAll('> ', '>')).toContain(`>${shown}`);
  }
});

test('runs them once for those who ask meanwhile', async () => {
  let runs = 0;
  const wait = Promise.withResolvers<void>();
  await using staff = await openWith(async () => {
    runs += 1;
    await wait.promise;
    return examination;
  });
  const both = [staff.anna.submit(RUN, {}), staff.anna.submit(RUN, {})];
  // Both requests have arrived once a later one is answered.
  await staff.anna.request(PATH);
  wait.resolve();
  for (const answer of await Promise.all(both)) expect(answer.status).toBe(303);
  expect(runs).toBe(1);
  await staff.anna.submit(RUN, {});
  expect(runs).toBe(2);
});

test.each([
  ['do not end', async () => Promise.reject(new Failure('conflict', 'They did not end.'))],
  ['cannot be run here', undefined],
])('says so where they %s', async (_, examine) => {
  await using staff = await openWith(examine);
  const answer = await staff.anna.submit(RUN, {});
  expect(answer.status).toBe(409);
  const sentence = examine === undefined ? doctorMessages.notHere : 'They did not end.';
  expect(answer.text.replaceAll('&quot;', '"')).toContain(sentence);
});
