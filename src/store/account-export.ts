// Reads everything that is kept about an account, from whichever tables belong to accounts.

import { and, gte, notInArray, or } from 'drizzle-orm';
import { outbox } from '../../drizzle/schema/outbox.ts';
import type { Account } from '../accounts/ports.ts';
import type { EmailKind } from '../email/ports.ts';
import type { Connection } from './connection.ts';
import { isAbout, isTo } from './outbox.ts';

type Row = Record<string, unknown>;

/** Columns that prove or open something, and folded copies of others. A bare `hash` is a server's, and public. */
const WITHHELD = /_hash$|(^|_)(secret|token|code|key|skeleton|salt)$/;
/** What somebody did as a moderator, where the author outlives the account. */
const AUTHORED = [
  { table: 'audit_entries', column: 'actor_id' },
  { table: 'bans', column: 'author_id' },
];
/**
 * Letters to an address that was only typed: whoever has confirmed it gets another one in their place,
 * so that a copy with them, or without, would tell whether somebody has.
 */
const TO_TYPED: readonly EmailKind[] = ['verify address', 'confirm new address', 'reset password'];
/** Columns that hold a moment in milliseconds. */
const MOMENT = /(^|_)(at|until|since)$/;

/**
 * Everything by table: the account, and the rows of every table that refers to accounts, so that a
 * table which comes later is part of it by itself. Secrets are left out, moments are ISO 8601.
 */
export function readEverything(
  { client, orm }: Connection,
  account: Account,
): Record<string, Row[]> {
  const everything: Record<string, Row[]> = {};
  for (const { table, column } of [
    { table: 'accounts', column: 'id' },
    ...findTables(client),
    ...AUTHORED,
  ]) {
    const rows = client
      .prepare<Row, [number]>(`SELECT * FROM "${table}" WHERE "${column}" = ?`)
      .all(account.id);
    everything[table] = [...(everything[table] ?? []), ...rows.map(show)];
  }
  everything.letters = readOutbox(orm, account);
  return everything;
}

/** Those to an address that nobody confirmed may be somebody else's, as may those about a name from before. */
function readOutbox(orm: Connection['orm'], account: Account): Row[] {
  const { name, email, emailConfirmedAt, registeredAt } = account;
  const { recipient, kind, createdAt, expiresAt: expires_at } = outbox;
  const { attempts, failedAt: failed_at } = outbox;
  return orm
    .select({ recipient, kind, created_at: createdAt, expires_at, attempts, failed_at })
    .from(outbox)
    .where(
      or(
        and(isAbout(name), gte(createdAt, registeredAt), notInArray(kind, [...TO_TYPED])),
        emailConfirmedAt === null ? undefined : isTo(email),
      ),
    )
    .all()
    .map(show);
}

function findTables(client: Connection['client']): { table: string; column: string }[] {
  return client
    .prepare<{ table: string; column: string }, []>(
      `SELECT t.name AS "table", f."from" AS "column" FROM sqlite_schema AS t
        JOIN pragma_foreign_key_list(t.name) AS f ON f."table" = 'accounts'
        WHERE t.type = 'table' ORDER BY t.name, f."from"`,
    )
    .all();
}

function show(row: Row): Row {
  const shown: Row = {};
  for (const [column, value] of Object.entries(row)) {
    if (WITHHELD.test(column) || ArrayBuffer.isView(value)) continue;
    const isMoment = MOMENT.test(column) && typeof value === 'number';
    shown[column] = isMoment ? new Date(value).toISOString() : value;
  }
  return shown;
}
