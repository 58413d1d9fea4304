// The store of live servers in PostgreSQL. A batch is one statement for any number of servers, and stays stored for a
// while for the other replicas.

import { asc, eq, getTableColumns, gt, lte, type Name, type SQL, sql } from 'drizzle-orm';
import { noteAlive } from '../../platform/store/clock-leaps.ts';
import { clockTables } from '../../platform/store/clock-tables.ts';
import { lockWrites, type Orm, SERVERS_LOCK } from '../../platform/store/postgres/engine.ts';
import { escapeText } from '../../platform/store/postgres/escaped-text.ts';
import { serverBatches } from '../../platform/store/postgres/replica-tables.ts';
import { postgresKit } from '../../platform/store/postgres/table-kit.ts';
import type { ServerBatch, ServerStore, StoredServer } from './server-ports.ts';
import { serverTables } from './server-tables.ts';

/** How many batches are kept for the other replicas. Three replicas write as many in a minute. */
const BATCHES_KEPT = 200;
const BATCHES_READ = 50;
/** A stored heartbeat this far in the future came from a wrong clock, so an older one may replace it. */
const CLOCKS_APART_MS = 60_000;

const { servers } = serverTables(postgresKit);
const { serviceState } = clockTables(postgresKit);
const columns = getTableColumns(servers);
const fields = Object.keys(columns) as (keyof StoredServer)[];
const listOf = (make: (field: keyof StoredServer) => SQL | Name, some = fields) =>
  sql.join(some.map(make), sql`, `);
const nameOf = (field: keyof StoredServer) => sql.identifier(columns[field].name);
const names = listOf(nameOf);
const typed = listOf((field) => {
  return sql`${sql.identifier(field)} ${sql.raw(columns[field].getSQLType())}`;
});
const values = listOf((field) => sql.identifier(field));
const overwritten = listOf(
  (field) => sql`${nameOf(field)} = excluded.${nameOf(field)}`,
  fields.filter((field) => field !== 'hash'),
);

/** Creates the store. Its batches carry the name `replica`, for the other replicas. */
export function createServerStore(orm: Orm, replica = ''): ServerStore {
  return {
    async loadServers() {
      const loaded = await orm.select().from(servers);
      const [state] = await orm.select().from(serviceState);
      return { servers: loaded, lastAliveAt: state?.lastAliveAt };
    },

    async saveBatch({ saved, removed, aliveAt }) {
      const batch = { saved: [...saved], removed };
      const latest = aliveAt + CLOCKS_APART_MS;
      await orm.transaction(async (tx) => {
        if (batch.saved.length + removed.length > 0) {
          // First, so that replicas write their batches one after another. Otherwise two that lock the same servers in
          // different orders would deadlock.
          const revision = await lockWrites(tx, SERVERS_LOCK);
          const rows = JSON.stringify(batch.saved.map(toRow));
          await tx.execute(
            sql`insert into ${servers} (${names}) select ${values}
              from json_to_recordset(${rows}::text::json) as saved(${typed})
              on conflict (hash) do update set ${overwritten}
              where excluded.last_beat_at >= ${servers.lastBeatAt} or ${servers.lastBeatAt} > ${latest}`,
          );
          await tx.execute(
            sql`delete from ${servers} using
              json_to_recordset(${JSON.stringify(removed)}::text::json) as gone(hash text, "lastBeatAt" bigint)
              where ${servers.hash} = gone.hash and
                (${servers.lastBeatAt} <= gone."lastBeatAt" or ${servers.lastBeatAt} > ${latest})`,
          );
          await tx.insert(serverBatches).values({
            revision,
            replica,
            batch: JSON.stringify(batch),
            at: sql`extract(epoch from clock_timestamp()) * 1000`,
          });
          await tx
            .delete(serverBatches)
            .where(lte(serverBatches.revision, revision - BATCHES_KEPT));
        }
        await tx
          .insert(serviceState)
          .values({ id: 1, lastAliveAt: aliveAt })
          .onConflictDoUpdate({
            target: serviceState.id,
            set: noteAlive,
            setWhere: sql`excluded.last_alive_at >= ${serviceState.lastAliveAt}
              or ${serviceState.lastAliveAt} > ${latest}`,
          });
      });
    },
  };
}

type ReadBatch = Pick<ServerBatch, 'saved' | 'removed'>;

interface ReadBatches {
  batches: ReadBatch[];
  revision: number;
}

/** Reads every server, as a batch that adds them all. */
export async function readAll({ servers: store }: { servers: ServerStore }): Promise<ReadBatch> {
  const { servers: stored } = await store.loadServers();
  const saved = stored.map((one) => ({ ...one, portCheckedAt: one.reachableAt ?? 0 }));
  return { saved, removed: [] };
}

/** The batches of other replicas after the number `after`; `undefined` when some of them are gone. */
export async function readBatches(
  orm: Orm,
  replica: string,
  after: number,
): Promise<ReadBatches | undefined> {
  const rows = await orm
    .select({
      revision: serverBatches.revision,
      batch: sql`case when ${eq(serverBatches.replica, replica)} then null
        else ${serverBatches.batch} end`.mapWith(serverBatches.batch),
    })
    .from(serverBatches)
    .where(gt(serverBatches.revision, after))
    .orderBy(asc(serverBatches.revision))
    .limit(BATCHES_READ);
  const [first] = rows;
  if (first !== undefined && first.revision !== after + 1) return undefined;
  return {
    batches: rows.flatMap(({ batch }) => (batch === null ? [] : [JSON.parse(batch)])),
    revision: rows.at(-1)?.revision ?? after,
  };
}

/** Removes a character that strangers may put into these fields and that text columns refuse. */
function toRow({ name, software, salt, ...server }: StoredServer): StoredServer {
  const escaped = { name: escapeText(name), software: escapeText(software) };
  return { ...server, ...escaped, salt: escapeText(salt) };
}
