// A listening app with sample servers of every kind, which only pages in a browser need all at once.

import { md5Hex, sha256Hex } from '../../src/platform/lib/digest.ts';
import {
  type Examination,
  failed,
  skipped,
  tellEverywhere,
  warning,
} from '../../src/platform/lib/finding.ts';
import { doctorFindings } from '../../src/platform/messages/findings.ts';
import { beatTo } from '../support/chromium.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import { seedHistory } from '../support/seed-history.ts';
import { beatForm, type ListeningApp, openListening } from '../support/test-app.ts';

export const FREEBUILD = md5Hex('198.51.100.1:25565');
export const HIDDEN = md5Hex('198.51.100.9:25565');

const SERVERS: readonly (readonly [string, Record<string, string>])[] = [
  ['198.51.100.1', { name: 'Freebuild &a24/7 &c[Open]', users: '31', max: '64', web: 'true' }],
  ['198.51.100.2', { name: '&eLava survival', users: '12', max: '32', software: 'ProCraft 1.2' }],
  ['198.51.100.3', { name: '&0Night &1city &8ruins', users: '8', max: '8' }],
  [
    '198.51.100.4',
    { name: 'A name of sixty-four characters is as long as any name may become', users: '2' },
  ],
  ['198.51.100.5', { name: '<b>Bold</b> "quoted"', users: '1', software: 'mcchost' }],
  ['198.51.100.6', { name: 'Empty plains', users: '0', web: 'true' }],
  ['198.51.100.9', { name: 'Hidden', public: 'false' }],
];

/** An address with heartbeats of every kind of result: a closed port, a wrong field, a private server. */
export const TROUBLED = '198.51.100.40';

/** The pages that everybody sees, with what each is called in a test. */
export const PUBLIC_PAGES = [
  ['the list', '/'],
  ['an empty search', '/?q=zzz'],
  ['a sorted list', '/server/list/?sort=country&dir=desc'],
  ['a server', `/server/play/${FREEBUILD}/`],
  ['a private server', `/server/play/${HIDDEN}/`],
  ['a server that is gone', `/server/play/${'f'.repeat(32)}/`],
  ['an address with nothing', '/nothing'],
  ['a week of a server', `/server/play/${FREEBUILD}/?period=7d`],
  ['how to begin', '/start/'],
  ['how to add a server', '/start/server/'],
  ['statistics', '/statistics/'],
  ['why a server is not listed', '/help/not-listed/'],
  ['the API', '/api/docs/'],
] as const;

async function makeTrouble(app: ListeningApp): Promise<void> {
  const send = (fields: Record<string, string>) =>
    fetch(`http://127.0.0.1:${app.port}/heartbeat.jsp`, {
      ...{ method: 'POST', body: beatForm(fields) },
      headers: { 'x-forwarded-for': TROUBLED },
    });
  app.probe.verdict = false;
  await send({ name: '&cBehind a router' });
  app.probe.verdict = true;
  await send({ name: 'Miscounted', port: '25570', users: 'many' });
  await send({ name: 'For friends', port: '25571', public: 'false' });
}

const EXAMINATION: Examination = {
  at: Date.UTC(2026, 0, 1),
  findings: tellEverywhere([
    {
      check: 'database',
      found: () => doctorFindings.databaseWell('/var/lib/muster/muster.db', '308 KiB', '0.0'),
    },
    {
      check: 'proxy',
      found: failed(() => doctorFindings.proxyUntrusted('127.0.0.1', '"127.0.0.1"')),
    },
    { check: 'websocket', found: failed(() => doctorFindings.webSocketLost) },
    {
      check: 'TLS',
      found: warning(() => doctorFindings.doubtsSoon('2026-01-09T00:00:00.000Z')),
    },
    { check: 'mail records', found: skipped(() => doctorFindings.mailNoDns('ETIMEOUT')) },
  ]),
};

/** Opens the app, sends heartbeats of its servers, and fills their history. */
export async function openSampleServers(): Promise<ListeningApp> {
  const app = await openListening({
    trustedProxies: ['127.0.0.1/32'],
    webClient: { kind: 'elsewhere', url: 'https://cdn.example/game/' },
    alterContext: (context) => ({ ...context, examine: async () => EXAMINATION }),
  });
  await app.register('Alice');
  for (const [address, fields] of SERVERS) {
    const name = fields.name?.slice(0, 64) ?? '';
    await beatTo(app, address, { ...fields, name });
    await app.advance(11_000);
  }
  await makeTrouble(app);
  await seedHistory(app);
  return app;
}

const SAYS =
  'Build what you like.\n\nNo griefing: the moderators undo it, and tell you. <b>Not bold</b>';

/** Fills every page: a claim, reports, bans, filter words, emails, and entries in the audit log. */
export async function fillAdministration(app: ListeningApp): Promise<void> {
  const { claims, reports } = app.servers;
  const { code } = await claims.requestCode(1, FREEBUILD);
  await app.store.claims.completeClaim({ hash: FREEBUILD, codeHash: sha256Hex(code) }, app.now());
  await app.servers.reloadModeration();
  const links = 'https://example.net/rules?page=1\nhttps://chat.example/freebuild';
  await claims.changeTexts(1, FREEBUILD, {
    description: SAYS,
    links,
    tags: 'pvp freebuild',
    country: '',
    language: 'en',
  });
  await app.servers.flush();
  const [, second] = await app.moderation.listServers();
  const by = { accountId: 1, address: '192.0.2.7' };
  await reports.report(by, FREEBUILD, {
    ...{ kind: 'fake', text: 'They say 31, and I was alone.\nTwice, on two evenings.' },
  });
  await reports.report(by, second?.hash ?? '', { kind: 'copy', text: '' });
  const another = { accountId: 2, address: '192.0.2.8' };
  await reports.report(another, FREEBUILD, { kind: 'texts', text: '' });
  const { moderation } = app;
  for (const [kind, subject, reason, lasts] of [
    ['range', '203.0.113.0/24', 'Hundreds of servers that nobody can join, every night', '7d'],
    ['name', 'free coins*', 'Spam', undefined],
    ['server', 'f'.repeat(32), 'Copies the name of another server', '2w'],
    ['range', '2001:db8::/32', 'Spam', '1h'],
  ] as const) {
    await moderation.addBan(COMMAND, { kind, subject }, { reason, lasts });
  }
  await moderation.addFilterWord(COMMAND, 'lava', 'A test of the filter');
  await moderation.addFilterWord(COMMAND, 'coin*');
  await moderation.actOnServer(
    'unlist',
    COMMAND,
    second?.hash ?? '',
    'Its name is that of another server',
  );
  await moderation.actOnServer('unlist', COMMAND, 'e'.repeat(32), 'Spam');
  await moderation.actOnServer(
    'country',
    COMMAND,
    FREEBUILD,
    'Its host rents addresses abroad',
    'NZ',
  );
  const { outbox } = app.store;
  for (const to of ['sam@example.net', 'a.rather.long.address@mail.subdomain.example.net']) {
    const email = { kind: 'test', to, accountName: 'Sam', language: 'en' } as const;
    await outbox.addToOutbox({ email, createdAt: app.now(), expiresAt: null }, 99);
  }
  const lastError = '550 5.1.1 The email account that you tried to reach does not exist';
  await outbox.markFailed(2, { attempts: 9, failedAt: app.now(), lastError });
  await app.servers.flush();
}
