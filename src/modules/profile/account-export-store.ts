// Reads everything stored about an account, from all tables that refer to accounts.

import {
  and,
  type Column,
  eq,
  getTableColumns,
  getTableName,
  gte,
  notInArray,
  or,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queries } from '../../platform/store/engine.ts';
import { listReferences } from '../../platform/store/queries.ts';
import type { Account } from '../account/account-ports.ts';
import { isAbout, isTo, listJobsOf } from '../email/outbox-store.ts';

type Row = Record<string, unknown>;

/** Columns that prove or open something, and folded copies of others. A bare `hash` is a server's, which is public. */
const WITHHELD = /_hash$|(^|_)(secret|token|code|key|skeleton|salt)$/;
/** Emails to a typed address: they would reveal whether somebody else owns it. */
const TO_TYPED: readonly string[] = ['verify address', 'confirm new address', 'reset password'];
/** The account about which staff write to each other. Like the audit log, these rows are in no copy of its own data. */
const ABOUT_ACCOUNT = 'subject_id';
const AUTHOR = /^(?:actor|author)_id$/;
/** The same, and who wrote to the account, which its owner does not learn. */
const NOT_OWN = new RegExp(`${WITHHELD.source}|^author_(id|name)$`);
const NUMBER = /_number$/;
const MOMENT = /(^|_)(at|until|since)$/;

/**
 * The account and the rows of every table that refers to accounts, so that later tables are included. Leaves out
 * secrets. Times are ISO 8601. `email_jobs` wait to be composed, `emails` to be sent.
 */
export async function readEverything(
  db: Queries,
  account: Account,
): Promise<Record<string, Row[]>> {
  const { accounts, accountSecurity } = db.tables;
  const everything: Record<string, Row[]> = {};
  for (const { table, column } of [
    { table: accounts, column: accounts.id },
    ...[accounts, accountSecurity]
      .flatMap((table) => listReferences(db, table))
      .filter(({ column }) => column.name !== ABOUT_ACCOUNT)
      .toSorted((one, other) => (keyOf(one.table) < keyOf(other.table) ? -1 : 1)),
    ...listAuthored(db),
  ]) {
    const key = keyOf(table);
    const rows =
      key === 'email_jobs'
        ? await readJobs(db, account)
        : await readRows(db, table, column, account.id);
    const isWritten = AUTHOR.test(column.name);
    const shown = rows.map((row) => show(row, isWritten ? WITHHELD : NOT_OWN));
    everything[key] = [...(everything[key] ?? []), ...shown];
  }
  everything.emails = (await readEmails(db, account)).map((row) => show(row, WITHHELD));
  return everything;
}

/** The columns of a moderator's decisions and words, whose author outlives the account. */
const listAuthored = ({ tables }: Queries) =>
  Object.values(tables).flatMap((table: PgTable) =>
    Object.values(getTableColumns(table))
      .filter(({ name }) => AUTHOR.test(name))
      .map((column) => ({ table, column })),
  );

function keyOf(table: PgTable): string {
  const name = getTableName(table);
  return name === 'outbox' ? 'email_jobs' : name;
}

async function readRows(db: Queries, table: PgTable, of: Column, accountId: number) {
  const own = Object.values(getTableColumns(table)).map((each) => [each.name, each]);
  const columns = Object.fromEntries(own);
  const named = findNamed(db, table);
  if (named === undefined) return db.select(columns).from(table).where(eq(of, accountId));
  return db
    .select({ ...columns, [named.number.name.replace(NUMBER, '_name')]: named.name })
    .from(table)
    .leftJoin(named.table, eq(named.number, named.id))
    .where(eq(of, accountId));
}

/** What a table refers to by a number that tells people nothing, such as a program. */
function findNamed({ dialect }: Queries, table: PgTable) {
  for (const { reference } of dialect.describeTable(table).foreignKeys) {
    const { columns, foreignColumns, foreignTable } = reference();
    const [number, id, { name }] = [columns[0], foreignColumns[0], getTableColumns(foreignTable)];
    if (number === undefined || id === undefined || name === undefined) continue;
    if (NUMBER.test(number.name)) return { number, id, name, table: foreignTable };
  }
  return undefined;
}

async function readJobs(db: Queries, { id: accountId }: Account): Promise<Row[]> {
  const jobs = await listJobsOf(db, accountId);
  return jobs.map(({ id, kind, accountName, recipient, createdAt, validUntil, detail, until }) => ({
    id,
    kind,
    account_id: accountId,
    account_name: accountName,
    recipient,
    created_at: createdAt,
    expires_at: validUntil,
    detail,
    until,
  }));
}

/** Leaves out emails to unconfirmed addresses or about an earlier name, which may concern somebody else. */
async function readEmails(db: Queries, account: Account): Promise<Row[]> {
  const { outbox } = db.tables;
  const { name, email, emailConfirmedAt, registeredAt } = account;
  const { recipient, kind, createdAt: created_at, expiresAt: expires_at } = outbox;
  const { attempts, failedAt: failed_at } = outbox;
  const isOfName = and(gte(created_at, registeredAt), notInArray(kind, [...TO_TYPED]));
  return db
    .select({ recipient, kind, created_at, expires_at, attempts, failed_at })
    .from(outbox)
    .where(
      or(and(isAbout(db, name), isOfName), emailConfirmedAt === null ? undefined : isTo(db, email)),
    );
}

function show(row: Row, withheld: RegExp): Row {
  const shown = Object.entries(row).filter(([column]) => !withheld.test(column));
  return Object.fromEntries(shown.map(([column, value]) => [column, toPublished(column, value)]));
}

/** Writes times as ISO 8601, pictures in base64, and booleans and lists as SQLite stores them. */
function toPublished(column: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'boolean') return Number(value);
  if (Array.isArray(value)) return JSON.stringify(value);
  return MOMENT.test(column) && typeof value === 'number' ? new Date(value).toISOString() : value;
}
