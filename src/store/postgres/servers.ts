// The repository of live servers in PostgreSQL: a batch is one statement, however many servers it has.

import { getTableColumns, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { escapeText } from '../../../drizzle/postgres/columns.ts';
import { servers, serviceState } from '../../../drizzle/postgres/schema.ts';
import type { ServerStore, StoredServer } from '../../servers/ports.ts';

const columns = getTableColumns(servers);
const fields = Object.keys(columns) as (keyof StoredServer)[];
const names = sql.join(
  fields.map((field) => sql.identifier(columns[field].name)),
  sql`, `,
);
const typed = sql.join(
  fields.map((field) => sql`${sql.identifier(field)} ${sql.raw(columns[field].getSQLType())}`),
  sql`, `,
);
const values = sql.join(
  fields.map((field) => sql.identifier(field)),
  sql`, `,
);
const overwritten = sql.join(
  fields
    .filter((field) => field !== 'hash')
    .map((field) => {
      const name = sql.identifier(columns[field].name);
      return sql`${name} = excluded.${name}`;
    }),
  sql`, `,
);

/** Opens the repository. */
export function createServerStore(orm: PgDatabase<PgQueryResultHKT>): ServerStore {
  return {
    async loadServers() {
      const loaded = await orm.select().from(servers);
      const [state] = await orm.select().from(serviceState);
      return { servers: loaded, lastAliveAt: state?.lastAliveAt };
    },

    async saveBatch({ saved, removed, aliveAt }) {
      const rows = JSON.stringify([...saved].map(toRow));
      await orm.transaction(async (tx) => {
        // First: its only row keeps the batches of several processes one after another. Otherwise two that
        // hold the same servers in another order would wait for each other.
        await tx
          .insert(serviceState)
          .values({ id: 1, lastAliveAt: aliveAt })
          .onConflictDoUpdate({ target: serviceState.id, set: { lastAliveAt: aliveAt } });
        await tx.execute(
          sql`insert into ${servers} (${names}) select ${values}
            from json_to_recordset(${rows}::text::json) as saved(${typed})
            on conflict (hash) do update set ${overwritten}`,
        );
        await tx.execute(
          sql`delete from ${servers} where hash in
            (select json_array_elements_text(${JSON.stringify(removed)}::text::json))`,
        );
      });
    },
  };
}

function toRow(server: StoredServer): StoredServer {
  const { name, software, salt } = server;
  return {
    ...server,
    name: escapeText(name),
    software: escapeText(software),
    salt: escapeText(salt),
  };
}
