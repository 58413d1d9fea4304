// docs/scaling.md names every rate limit of the code, as one that replicas share or as one that each has for itself.

import { expect, test } from 'bun:test';
import { type Contributions, contributions } from './support/contributions.ts';
import { readDocs, sectionOf } from './support/docs.ts';
import { readSources } from './support/source.ts';

/** The rows about the limits of each file, and whether they are shared. */
const rows: NonNullable<Contributions['limits']> = {
  ...contributions.limits,
  'src/modules/login/login.ts': { shared: ['wrong passwords'] },
  'src/modules/two-factor/code-limits.ts': { shared: ['wrong codes at a login'] },
  'src/modules/profile/address-change.ts': { shared: ['wrong codes for an e-mail address'] },
  'src/modules/registration/registration-limits.ts': { shared: ['registrations'] },
  'src/modules/profile/recovery.ts': { shared: ['requests of a new password'] },
  // It runs where emails are sent from.
  'src/modules/profile/recovery-emails.ts': { shared: ['new passwords by email'] },
  'src/modules/heartbeat/heartbeat-rate-limit.ts': {
    own: ['heartbeats from an address', 'port checks for heartbeats'],
  },
  'src/modules/heartbeat/places.ts': { own: ['look-ups in the history'] },
  'src/modules/history/history-api.ts': { own: ['curves of players'] },
  'src/modules/list/search-api.ts': { own: ['searches'] },
  'src/modules/list/server-api.ts': { own: ['look-ups of servers'] },
  'src/modules/embed/cards-page.ts': { own: ['new pictures for previews of links'] },
  'src/modules/list/list-page.ts': { own: ['pages of the list'] },
  'src/modules/start/help-page.tsx': { own: ['checks of a port'] },
  'src/modules/email/mailer.ts': { own: ['emails of one kind'] },
  'src/modules/moderation/reports.ts': { own: ['reports'] },
  'src/modules/rallies/rallies.ts': { own: ['pledges to play'] },
  'src/modules/favourites/favourites.ts': { own: ['changes of favourites'] },
  'src/modules/webhooks/webhooks.ts': { own: ['new webhooks'] },
  'src/modules/return-alerts/return-alerts.ts': { own: ['alerts of servers that are back'] },
  'src/modules/claims/claims.ts': {
    own: ['codes for claims', 'uploads of icons', 'changes of claims'],
  },
  'src/modules/claims/join-places.ts': { own: ['changes of claims'] },
  'src/modules/claims/public-address.ts': { own: ['codes for claims'] },
};

/** What makes a limit; `function` before it declares it. */
const MADE = /(?<!function )\bcreate(TokenBuckets|AddressLimit|NetworkBudget|Attempts)\(/;
/** Makes those of the files that call it. */
const MAKER = 'src/platform/http/address-limit.ts';

test('every file that has a limit is known here, and no other', () => {
  const found = readSources().filter(({ path, text }) => path !== MAKER && MADE.test(text));
  expect(found.map(({ path }) => path).toSorted()).toEqual(Object.keys(rows).toSorted());
});

test('each is a row of the table that it belongs to', async () => {
  const docs = (await readDocs()).get('docs/scaling.md') ?? '';
  const section = sectionOf(docs, 'What replicas share');
  const [shared = '', own = ''] = section.split('\n| per replica |');
  for (const [path, expected] of Object.entries(rows)) {
    for (const row of expected.shared ?? []) expect(`${path}: ${shared}`).toContain(`\n| ${row}`);
    for (const row of expected.own ?? []) expect(`${path}: ${own}`).toContain(`\n| ${row}`);
  }
});
