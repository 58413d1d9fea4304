// Only a service over damaged files shows that it starts, and what it goes on with.

import { Database } from 'bun:sqlite';
import { afterAll, describe, expect, test } from 'bun:test';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { startService } from '../../../src/app/service.ts';
import { sqliteList } from '../../../src/app/stores.ts';
import { MARK_TABLES } from '../../../src/modules/moderation/moderation-tables.ts';
import { hasReason, MARK_KINDS } from '../../../src/modules/moderation/server-actions.ts';
import { stateOf } from '../../../src/platform/ops/readiness.ts';
import { settingsOf } from '../../support/test-service.ts';
import { makeFilledDatabase } from './filled-database.ts';
import { makeFolder, overwritePage } from './folders.ts';

const sound = makeFolder();
afterAll(() => sound[Symbol.dispose]());
const databaseIn = (folder: string) => join(folder, 'muster.db');
makeFilledDatabase(databaseIn(sound.path));
{
  // Addresses of bans are read at a start.
  using client = new Database(databaseIn(sound.path));
  client.run("UPDATE bans SET subject = '203.0.113.' || id");
}
const tables = listTables();
/** Without these somebody would lose an account or a server, or come in who must not: a person decides. */
const NEEDED = [
  ...['accounts', 'bans', 'claims', 'muster_migrations', 'unlisted_servers'],
  ...MARK_KINDS.filter(hasReason).map((kind) => getTableName(sqliteList.tables[MARK_TABLES[kind]])),
];

function listTables(): { name: string; page: number }[] {
  using client = new Database(databaseIn(sound.path), { readonly: true });
  const query =
    "SELECT name, rootpage AS page FROM sqlite_schema WHERE type = 'table' AND rootpage > 1";
  return client.prepare<{ name: string; page: number }, []>(query).all();
}

describe('where a table is damaged', () => {
  test.each(tables)(
    '$name: the service goes on without it, or does not start',
    async ({ name, page }) => {
      using folder = makeFolder();
      const path = databaseIn(folder.path);
      copyFileSync(databaseIn(sound.path), path);
      overwritePage(path, page);
      const readPage = () => readFileSync(path).subarray((page - 1) * 4096, page * 4096);
      const found = readPage();
      const started = startService(settingsOf({ dataFolder: folder.path }));
      if (NEEDED.includes(name)) {
        await expect(started).rejects.toThrow(/muster\.db is damaged.*muster restore.*sqlite3/);
      } else {
        const service = await started;
        const { store } = service.modules;
        await store.checkDamage();
        const damage = stateOf(store.checks.damage());
        const from = { headers: { host: 'muster.test', 'x-forwarded-for': '203.0.113.99' } };
        const heartbeat = 'name=A&port=25565&users=1&max=2&salt=0123456789abcdef&public=true';
        const answers = [
          await fetch(`${service.listenUrl}/api/servers`, from),
          await fetch(`${service.listenUrl}/api/server/heartbeat`, {
            ...from,
            method: 'POST',
            body: new URLSearchParams(heartbeat),
          }),
        ];
        await service.stop('the test');
        expect(damage).toEqual({
          status: name.startsWith('history_') ? 'degraded' : 'failed',
          message: expect.stringContaining(name),
        });
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      }
      // Nothing is emptied, or put in the place of what was lost.
      expect(readPage().equals(found)).toBe(true);
    },
  );
});
