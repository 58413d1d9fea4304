// docs/scaling.md names every rate limit of the code, as one that replicas share or as one that each has for itself.

import { expect, test } from 'bun:test';
import { readDocs, sectionOf } from './support/docs.ts';
import { readSources } from './support/source.ts';

/** The rows about the limits of each file, and whether they are shared. */
const rows: Record<string, { shared?: readonly string[]; own?: readonly string[] }> = {
  'src/accounts/login/login.ts': { shared: ['wrong passwords'] },
  'src/accounts/two-factor/two-factor.ts': { shared: ['wrong codes at a login'] },
  'src/accounts/profile/address-change.ts': { shared: ['wrong codes for an e-mail address'] },
  'src/accounts/registration/registration-limits.ts': { shared: ['registrations'] },
  'src/accounts/profile/recovery.ts': { shared: ['requests of a new password'] },
  // It runs where emails are sent from.
  'src/accounts/profile/email-composer.ts': { shared: ['new passwords by email'] },
  'src/servers/announce.ts': { own: ['heartbeats from an address', 'port checks for heartbeats'] },
  'src/servers/places.ts': { own: ['look-ups in the history'] },
  'src/http/api/history.ts': { own: ['curves of players'] },
  'src/http/api/search.ts': { own: ['searches'] },
  'src/http/api/servers.ts': { own: ['look-ups of servers'] },
  'src/http/pages/public/cards.ts': { own: ['new pictures for previews of links'] },
  'src/http/pages/public/list.ts': { own: ['pages of the list'] },
  'src/http/pages/public/help.tsx': { own: ['checks of a port'] },
  'src/email/mailer.ts': { own: ['emails of one kind'] },
  'src/servers/moderation/reports.ts': { own: ['reports'] },
  'src/servers/rallies.ts': { own: ['pledges to play'] },
  'src/servers/favourites.ts': { own: ['changes of favourites'] },
  'src/servers/webhooks/webhooks.ts': { own: ['new webhooks'] },
  'src/servers/return-alerts.ts': { own: ['alerts of servers that are back'] },
  'src/servers/claims/claims.ts': {
    own: ['codes for claims', 'uploads of icons', 'changes of claims'],
  },
  'src/servers/claims/public-address.ts': { own: ['codes for claims'] },
};

/** What makes a limit; `function` before it declares it. */
const MADE = /(?<!function )\bcreate(TokenBuckets|AddressLimit|NetworkBudget|Attempts)\(/;
/** Makes those of the files that call it. */
const MAKER = 'src/http/session.ts';

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
