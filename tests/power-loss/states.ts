// Rebuilds what a power cut could have left at any moment of a recording, and opens each with the store's own check.

import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createStore } from '../../src/app/open-stores.ts';
import { openDatabase } from '../../src/platform/store/sqlite/database.ts';
import type { Migration } from '../../src/platform/store/sqlite/migrations.ts';
import type { Random } from '../simulation/random.ts';
import { createDisk, type Files } from './disk.ts';
import type { Recording } from './record.ts';
import type { Fact, KeptFact, KeptThing } from './recording.ts';

/** What became of the states of a recording. */
export interface Tally {
  states: number;
  damaged: number;
  /** Whole, and something that was answered is missing. */
  withLosses: number;
  /** The first things that were wrong. */
  examples: string[];
}

const EXAMPLES = 5;
/** Between two records there are only so many states: after so many that are known already, it goes on. */
const KNOWN_IN_A_ROW = 12;

/** Opens at most so many different states; `isHonest` is false for a disk that ignores syncs. */
export function openStates(
  recording: Recording,
  options: { most: number; isHonest: boolean; random: Random },
): Tally {
  const { most, isHonest, random } = options;
  const { records, before, known: migrations } = recording;
  const disk = createDisk(isHonest, before);
  const facts: Fact[] = [...recording.facts];
  const seen = new Set<bigint | number>();
  const tally: Tally = { states: 0, damaged: 0, withLosses: 0, examples: [] };
  const perRecord = most / records.length;
  let owed = 0;
  using room = openRoom();

  for (const [index, record] of records.entries()) {
    disk.apply(record);
    if (record.kind === 'answered') facts.push(record.fact);
    // What this record is too poor for is left to the next ones.
    owed += perRecord;
    for (let known = 0; owed >= 1 && known < KNOWN_IN_A_ROW; ) {
      const files = disk.sample(random);
      const print = fingerprint(files, facts.length);
      if (files.size === 0 || seen.has(print)) {
        known += 1;
        continue;
      }
      known = 0;
      owed -= 1;
      seen.add(print);
      tally.states += 1;
      const wrong = room.open(files, facts, migrations);
      if (wrong === undefined) continue;
      tally[wrong.kind] += 1;
      if (tally.examples.length < EXAMPLES)
        tally.examples.push(`record ${index}: ${wrong.sentence}`);
    }
  }
  return tally;
}

function fingerprint(files: Files, facts: number): bigint | number {
  let print: bigint | number = Bun.hash(`${facts}`);
  for (const [path, bytes] of files) {
    print = Bun.hash(bytes, BigInt.asUintN(64, BigInt(print) ^ BigInt(Bun.hash(path))));
  }
  return print;
}

/** A folder in memory where there is one: nothing here has to outlive this process. */
function openRoom() {
  const home = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(home, 'muster-power-loss-'));
  let count = 0;

  return {
    open(files: Files, facts: readonly Fact[], migrations: readonly Migration[]) {
      count += 1;
      const own = join(folder, `${count}`);
      for (const [path, bytes] of files) {
        mkdirSync(dirname(join(own, path)), { recursive: true });
        writeFileSync(join(own, path), bytes);
      }
      try {
        return findWrong(own, facts, migrations);
      } finally {
        rmSync(own, { recursive: true });
      }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

function findWrong(folder: string, facts: readonly Fact[], known: readonly Migration[]) {
  try {
    using store = createStore(openDatabase({ folder }, known, {}));
    const [damage] = store.checkIntegrity();
    if (damage !== undefined) return { kind: 'damaged' as const, sentence: damage };
  } catch (error) {
    const sentence = error instanceof Error ? error.message : `${error}`;
    return { kind: 'damaged' as const, sentence };
  }
  using database = new Database(join(folder, 'muster.db'), { readonly: true });
  const missing = findMissing(readStored(database), facts);
  if (missing === undefined) return undefined;
  return { kind: 'withLosses' as const, sentence: JSON.stringify(missing) };
}

/** By which key each of what people keep is found. */
const KEPT: Readonly<Record<KeptThing, string>> = {
  browser: 'SELECT endpoint_secret FROM push_browsers',
  claim: 'SELECT hash FROM claims',
  editor: 'SELECT hash FROM claim_managers',
  event: `SELECT url_secret || ' ' || type || ' ' || json_extract(event, '$.hash')
    FROM webhook_events AS e JOIN webhooks AS w ON w.id = e.webhook_id`,
  favourite: 'SELECT hash FROM favourites',
  hidden: "SELECT hash FROM own_list_servers WHERE kind = 'hidden'",
  icon: 'SELECT icon_digest FROM claims WHERE length(icon) > 0',
  key: 'SELECT key_hash FROM heartbeat_keys',
  pledge: 'SELECT hash FROM pledges',
  'push key': 'SELECT public_key FROM push_keys',
  report: 'SELECT hash FROM reports WHERE closed_at IS NULL',
  skin: 'SELECT digest FROM skins WHERE length(png) > 0',
  webhook: 'SELECT url_secret FROM webhooks',
};

/** What of the facts' subjects is in a database. */
function readStored(database: Database) {
  const column = (sql: string) => new Set(database.prepare(sql).values().flat());
  const kept = Object.entries(KEPT).map(([thing, sql]) => [thing, column(sql)] as const);
  return {
    kept: new Map(kept),
    accounts: column('SELECT name FROM accounts'),
    verified: column('SELECT name FROM accounts WHERE verified_at IS NOT NULL'),
    recipients: column('SELECT recipient FROM outbox'),
    sessions: column('SELECT value_hash FROM sessions'),
    hasMinutes: database.prepare('SELECT 1 FROM history_minutes').get() !== null,
  };
}

/** The first fact that does not hold any more, after all that was answered since. */
function findMissing(stored: ReturnType<typeof readStored>, facts: readonly Fact[]) {
  const mayEmailsGo = facts.some(({ what }) => what === 'emails may go');
  const lastOf = new Map<string, Fact>();
  for (const fact of facts) if (fact.what === 'kept') lastOf.set(nameOf(fact), fact);
  const holds = (fact: Fact): boolean => {
    switch (fact.what) {
      case 'account':
        return isLeaving(fact.name) || stored.accounts.has(fact.name);
      case 'verified':
        return isLeaving(fact.name) || stored.verified.has(fact.name);
      case 'deleted':
        return !stored.accounts.has(fact.name);
      case 'email':
        return mayEmailsGo || stored.recipients.has(`${fact.name.toLowerCase()}@example.org`);
      case 'session':
        return stored.sessions.has(fact.valueHash);
      case 'session ended':
        return !stored.sessions.has(fact.valueHash);
      case 'minute':
        return stored.hasMinutes;
      case 'kept': {
        if (fact.state === 'changing' || lastOf.get(nameOf(fact)) !== fact) return true;
        return stored.kept.get(fact.thing)?.has(fact.key) === (fact.state === 'there');
      }
      default:
        return true;
    }
  };
  return facts.find((fact) => !holds(fact));
}

const nameOf = ({ thing, key }: KeptFact): string => `${thing} ${key}`;

/** One account is deleted at the end: between the request and the answer it may be there or not. */
function isLeaving(name: string): boolean {
  return name.startsWith('Leaves');
}
