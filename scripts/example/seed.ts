// Fills a data folder with an example database: servers with a past, accounts of each role, and what they did.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { configuration } from '../../src/app/configuration.ts';
import { openDataFolder } from '../../src/app/data-folder.ts';
import { openStore, type Store } from '../../src/app/open-stores.ts';
import { chunkOf, MINUTES, minuteOf, startOf } from '../../src/modules/history/history-tiers.ts';
import { computeServerHash } from '../../src/modules/registry/server-hash.ts';
import { loadSettings } from '../../src/platform/config/load.ts';
import { openCountryLookup } from '../../src/platform/net/country.ts';
import { databasePath } from '../../src/platform/store/sqlite/folder.ts';
import { fillHistory } from './history.ts';
import { type ExampleServer, SERVERS, saltOf } from './servers.ts';

/** The password of every example account: for development only. */
export const PASSWORD = 'for-development-only';

/** An account of each role to log in with. */
export const LOGINS = [
  { name: 'Player', role: 'player' },
  { name: 'Moderator', role: 'moderator' },
  { name: 'Admin', role: 'administrator' },
] as const;

const [PLAYER, MODERATOR] = LOGINS;
const OTHERS = ['Juniper', 'Old_Tom', 'Mika.92', 'brickwright', 'Saoirse', 'ZwergNase', 'Ilya_K'];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const HASHES = SERVERS.map(({ ip, port }) => computeServerHash(ip, port));

/** An unlisted server that sends no heartbeats any more: all the others are in the list. */
const GONE = computeServerHash('198.51.100.99', 25_565);

/** Fills the tables of one module that can be removed, in a file such as `skin-seed.ts`. */
export type SeedModule = (
  store: Store,
  accountIdOf: (name: string) => number,
  now: number,
) => Promise<void>;

const ofModules: SeedModule[] = await Promise.all(
  [...new Bun.Glob('*-seed.ts').scanSync(import.meta.dir)].map(
    async (file) => (await import(`./${file}`)).seedModule,
  ),
);

/** The hash of a server, by its place in the list of examples. */
function hashAt(index: number): string {
  const hash = HASHES[index];
  if (hash === undefined) throw new Error(`There is no example server ${index}.`);
  return hash;
}

/** The servers, live as of now. Returns the players of each by its series. */
export async function seedServers(
  store: Store,
  now: number,
  servers: readonly ExampleServer[] = SERVERS,
): Promise<Map<number, number>> {
  using countries = await openCountryLookup({
    ...{ databasePath: undefined, onReload() {}, onFailure() {} },
  });
  const saved = servers.map((server, index) => ({
    ...server,
    hash: computeServerHash(server.ip, server.port),
    isPublic: true,
    salt: saltOf(server),
    country: countries.findCountry(server.ip),
    startedAt: now - ((index * 37 + 19) % 240) * HOUR_MS,
    steadySince: now - HOUR_MS,
    lastBeatAt: now,
    reachableAt: null,
  }));
  await store.servers.saveBatch({ saved, removed: [], aliveAt: now });
  const minute = minuteOf(now);
  const facts = {
    players: servers.reduce((sum, one) => sum + one.players, 0),
    servers: servers.length,
    records: {
      players: { count: 1_230, at: minute * MINUTE_MS - 9 * DAY_MS },
      servers: { count: servers.length + 3, at: minute * MINUTE_MS - 30 * DAY_MS },
    },
  };
  // What came before this hour is filled in by `fillHistory`.
  const first = Math.min(startOf(MINUTES, chunkOf(MINUTES, minute)), minute - 1);
  const none = { series: new Uint32Array(), counts: new Uint16Array() };
  const series = await store.history.saveMinute({ ...facts, ...none, at: first, newcomers: saved });
  const known = {
    series: Uint32Array.from(series),
    counts: Uint16Array.from(servers, (one) => one.players),
  };
  for (let at = first + 1; at < minute; at += 1) {
    await store.history.saveMinute({ ...facts, ...known, at, newcomers: [] });
  }
  return new Map(servers.map((one, index) => [series[index] ?? 0, one.players]));
}

/** Who did it, by the name of an account. */
type ActorOf = (name: string) => { kind: 'account'; id: number; name: string };

/** What administrators and moderators did: accounts, bans, a filter word, a featured and an unlisted server. */
async function seedAdministration(folder: string): Promise<ActorOf> {
  const { settings } = loadSettings(configuration, {
    flags: { data: folder },
    env: {},
    cwd: folder,
  });
  await using admin = await openDataFolder(settings);
  const accounts = [
    ...LOGINS,
    ...OTHERS.map((name) => ({ name, role: 'player' as const })),
    { name: 'Not_Verified', role: 'player' as const },
  ];
  const ids = new Map<string, number>();
  for (const { name, role } of accounts) {
    const email = `${name.toLowerCase()}@example.net`;
    const isVerified = name !== 'Not_Verified';
    const request = { name, email, password: PASSWORD, role, isVerified };
    ids.set(name, (await admin.accounts.createAccount(request)).id);
  }
  await admin.accounts.suspendAccount('ZwergNase', 'Griefing on several servers', '30d');
  await admin.accounts.setDetails('brickwright', { forumTitle: 'Builder', isPremium: true });

  const actorOf: ActorOf = (name) => ({ kind: 'account', id: ids.get(name) ?? 0, name });
  const actor = actorOf(MODERATOR.name);
  const { moderation } = admin;
  await moderation.actOnServer('feature', actor, hashAt(0), 'Example of the month');
  await moderation.addBan(
    actor,
    { kind: 'range', subject: '203.0.113.66' },
    { reason: 'Copies the names of other servers' },
  );
  await moderation.addBan(
    actor,
    { kind: 'range', subject: '198.51.100.128/25' },
    { reason: 'Floods the list', lasts: '14d' },
  );
  await moderation.addBan(
    actor,
    { kind: 'name', subject: '*free coins*' },
    { reason: 'Advertises' },
  );
  await moderation.addFilterWord(actor, 'swearword', 'Example');
  await moderation.actOnServer('unlist', actor, GONE, 'Its name insulted others');
  return actorOf;
}

/** Two servers that belong to players, one of them with a description. */
async function seedClaims({ claims }: Store, actorOf: ActorOf, now: number): Promise<void> {
  for (const [index, name] of [PLAYER.name, 'brickwright'].entries()) {
    const owner = actorOf(name);
    const hash = hashAt(index);
    const codeHash = `example-${index}`;
    await claims.saveCode({ hash, accountId: owner.id, codeHash, expiresAt: now + HOUR_MS }, now);
    await claims.completeClaim({ hash, codeHash }, now - index * DAY_MS);
    if (index > 0) continue;
    await claims.updateClaim(hash, owner.id, {
      description: 'An old oak with rooms in it.\nBuild a branch of your own.',
      links: ['https://example.net/hollow-oak'],
      tags: ['freebuild', 'community'],
      country: null,
      language: 'en',
    });
  }
}

/** Reports by players, one of which a moderator closed. */
async function seedReports({ reports }: Store, actorOf: ActorOf, now: number): Promise<void> {
  const examples = [
    [2, 'Juniper', 'fake', 'It says 29 players and nobody is there.'],
    [5, 'Old_Tom', 'copy', ''],
    [5, 'Saoirse', 'texts', 'Its name is an insult in my language.'],
    [9, 'Ilya_K', 'other', 'The port opens and nothing answers.'],
  ] as const;
  const numbers: number[] = [];
  for (const [index, name, kind, text] of examples) {
    const { id: accountId } = actorOf(name);
    const serverName = SERVERS[index]?.name ?? '';
    const createdAt = now - (examples.length - numbers.length) * 5 * HOUR_MS;
    numbers.push(
      await reports.addReport({
        ...{ hash: hashAt(index), serverName, accountId, kind, text, createdAt },
        wantsEmail: false,
      }),
    );
  }
  await reports.closeReports({
    ids: numbers.slice(-1),
    entry: {
      at: now,
      actor: actorOf(MODERATOR.name),
      ...{ action: 'report closed', subject: hashAt(9), reason: 'It answers again', detail: '' },
    },
  });
}

/** An email that waits for its next attempt, and one that was given up. */
async function seedOutbox({ outbox }: Store, now: number): Promise<void> {
  const createdAt = now - 2 * DAY_MS;
  for (const name of ['Juniper', 'Old_Tom']) {
    const to = `${name.toLowerCase()}@example.net`;
    const email = {
      kind: 'password changed',
      to,
      accountName: name,
      language: 'en',
      at: createdAt,
    } as const;
    await outbox.addToOutbox({ email, createdAt, expiresAt: null }, 100);
  }
  const [waiting, failed] = (await outbox.listOutbox()).map(({ id }) => id);
  await outbox.postponeEmail(waiting ?? 0, {
    attempts: 3,
    nextAttemptAt: now + 30 * DAY_MS,
    lastError: 'The mail server did not answer within 30 s.',
  });
  await outbox.markFailed(failed ?? 0, {
    attempts: 1,
    failedAt: now - DAY_MS,
    lastError: '550 No such mailbox here',
  });
}

/**
 * Fills the folder, which is made when it is not there. Everything goes through the service's own
 * stores and administration. Throws when the folder has a database already.
 */
export async function seed(
  folder: string,
  servers: readonly ExampleServer[] = SERVERS,
): Promise<void> {
  const path = resolve(folder);
  if (existsSync(databasePath(path))) {
    throw new Error(
      `There is a database in ${path} already. Name another folder with --folder, or delete this one.`,
    );
  }
  const now = Date.now();
  const actorOf = await seedAdministration(path);
  using store = openStore({ folder: path });
  await fillHistory(store.history, now, await seedServers(store, now, servers));
  await seedClaims(store, actorOf, now);
  await seedReports(store, actorOf, now);
  for (const seedModule of ofModules) await seedModule(store, (name) => actorOf(name).id, now);
  await seedOutbox(store, now);
}
