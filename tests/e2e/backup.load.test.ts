// Only the binary with a large database shows that lists and heartbeats are as quick while backups are made.

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBareServer } from '../support/bare-server.ts';
import { makeFolder, manyAddresses, startMuster } from '../support/binary.ts';
import { expectSwift, repeatRequests, request } from './beside-bare.ts';
import { beatForm } from './client.ts';

const SERVERS = 10_000;
const ACCOUNTS = 50_000;
const MEASURED_MS = 10_000;
/** Under load of its own the bound takes a machine that has a moment left. */
const MANY_TRIES = { retry: 4 };

/** A database with as many servers and accounts, and what belongs to accounts of some years. */
function fill(path: string): void {
  using database = new Database(path);
  const numbers = (count: number) =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  database.run('BEGIN');
  database.run(
    `${numbers(ACCOUNTS)} INSERT INTO accounts (name, name_key, email, email_key, password_hash, verified_at,
      suspension_reason, flags, forum_title, is_premium, registered_at)
      SELECT 'Player' || i, 'player' || i, 'p' || i || '@example.net', 'p' || i || '@example.net',
      hex(randomblob(48)), 1, '', '', '', 0, 1 FROM n`,
  );
  database.run(
    `INSERT INTO sessions (value_hash, account_id, created_at, last_used_at)
      SELECT hex(randomblob(32)), id, 1, ${Date.now()} FROM accounts`,
  );
  database.run(
    `${numbers(4)} INSERT INTO account_log (account_id, at, event, device, country, detail, count)
      SELECT id, i, 'logged in', 'Firefox on Linux', 'NZ', '', 1 FROM accounts, n`,
  );
  database.run(
    `${numbers(SERVERS)} INSERT INTO servers (hash, ip, port, name, players, max_players, software, is_public,
      supports_web, salt, country, started_at, last_beat_at, reachable_at)
      SELECT lower(hex(randomblob(16))), '10.' || (i / 65536) || '.' || (i / 256 % 256) || '.' || (i % 256), 25565, 'Server ' || i, i % 32, 64, 'MCGalaxy 1.9.5.3', 1, 0,
      hex(randomblob(8)), 'NZ', ${Date.now()}, ${Date.now()}, ${Date.now()} FROM n`,
  );
  database.run(
    `${numbers(SERVERS)} INSERT INTO history_series (hash) SELECT lower(hex(randomblob(16))) FROM n`,
  );
  database.run(
    `${numbers(24)} INSERT INTO history_chunks SELECT id, 60, i, randomblob(120) FROM history_series, n`,
  );
  database.run('COMMIT');
}

test(
  `lists and heartbeats among ${SERVERS} servers and ${ACCOUNTS} accounts do not wait for backups`,
  async () => {
    const folder = await makeFolder();
    const env = { ...manyAddresses, MUSTER_STALE_AFTER: '1h' };
    {
      await using _empty = await startMuster({ folder, env });
    }
    fill(join(folder, 'muster-data/muster.db'));
    await using muster = await startMuster({
      folder,
      env: { ...env, MUSTER_BACKUP_EVERY: '1s', MUSTER_BACKUP_KEEP: '1' },
    });
    await using bare = await openBareServer();
    // Unpacking a list of ten thousand would be measured too.
    const packed = { headers: { 'accept-encoding': 'gzip' }, decompress: false };
    await request(muster, '/api/servers', packed);
    await Bun.sleep(2_000);

    const countMade = () => muster.stderr.match(/"message":"Backup made"/g)?.length ?? 0;
    const madeBefore = countMade();
    const from = { 'x-forwarded-for': '198.51.100.9' };
    const beat = { method: 'POST', body: beatForm(), headers: from };
    await using asking = repeatRequests({
      list: () => request(muster, '/api/servers', packed),
      beats: () => request(muster, '/server/heartbeat', beat),
      bare: () => request(bare, '/'),
    });
    await Bun.sleep(MEASURED_MS);
    const answers = await asking.finish();
    const made = countMade() - madeBefore;
    const tookMs = [...muster.stderr.matchAll(/"tookMs":(\d+)/g)].map((found) => Number(found[1]));
    console.info({ made, tookMs });
    expect(made).toBeGreaterThan(2);
    expectSwift(answers, 100);
    const [copy = ''] = readdirSync(join(folder, 'muster-data/backups')).filter((name) =>
      name.endsWith('.db'),
    );
    using database = new Database(join(folder, 'muster-data/backups', copy), { readonly: true });
    expect(database.prepare('SELECT count(*) FROM accounts').values()).toEqual([[ACCOUNTS]]);
  },
  MANY_TRIES,
);
