// Reads everything that is stored about an account, from all tables that refer to accounts.

import {
  and,
  type Column,
  eq,
  getTableColumns,
  getTableName,
  gte,
  notInArray,
  or,
  type Table,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Account } from '../../accounts/ports.ts';
import type { EmailKind } from '../../email/ports.ts';
import type { Queries } from '../engine.ts';
import { isAbout, isTo, listJobsOf } from './outbox.ts';

type Row = Record<string, unknown>;

/** Columns that prove or open something, and folded copies of others. A bare `hash` is a server's, and public. */
const WITHHELD = /_hash$|(^|_)(secret|token|code|key|skeleton|salt)$/;
/**
 * Emails to an address that was only typed. The owner of that address gets another email instead, so that
 * these would reveal, by being in the export or not, whether the address has an owner.
 */
const TO_TYPED: readonly EmailKind[] = ['verify address', 'confirm new address', 'reset password'];
/** Columns that hold a moment in milliseconds. */
const MOMENT = /(^|_)(at|until|since)$/;

/**
 * Everything by table: the account, and the rows of every table that refers to accounts, so that a later
 * table is included without a change here. Secrets are left out, moments are ISO 8601. The outbox has two
 * keys: `email_jobs` for what is to be composed, `emails` for what is to be sent.
 */
export async function readEverything(
  db: Queries,
  account: Account,
): Promise<Record<string, Row[]>> {
  const { accounts, auditEntries, bans } = db.tables;
  const everything: Record<string, Row[]> = {};
  for (const { table, column } of [
    { table: accounts, column: accounts.id },
    ...db.dialect.listReferences(accounts).toSorted(byKey),
    // What somebody did as a moderator, where the author outlives the account.
    { table: auditEntries, column: auditEntries.actorId },
    { table: bans, column: bans.authorId },
  ]) {
    const key = keyOf(table);
    if (getTableName(table) === 'outbox') {
      everything[key] = await readJobs(db, account);
      continue;
    }
    const rows = await readRows(db, table, column, account.id);
    everything[key] = [...(everything[key] ?? []), ...rows.map(show)];
  }
  everything.emails = await readEmails(db, account);
  return everything;
}

function byKey(a: { table: Table }, b: { table: Table }): number {
  return keyOf(a.table) < keyOf(b.table) ? -1 : 1;
}

function keyOf(table: Table): string {
  const name = getTableName(table);
  return name === 'outbox' ? 'email_jobs' : name;
}

/** The rows of an account under the names that their columns have in the database. */
async function readRows(db: Queries, table: Table, of: Column, accountId: number): Promise<Row[]> {
  const columns = Object.values(getTableColumns(table)).map((each) => [each.name, each]);
  return db
    .select(Object.fromEntries(columns))
    .from(table as PgTable)
    .where(eq(of, accountId));
}

async function readJobs(db: Queries, { id: accountId }: Account): Promise<Row[]> {
  const jobs = await listJobsOf(db, accountId);
  return jobs.map((job) =>
    show({
      ...{ id: job.id, kind: job.kind, account_id: accountId, account_name: job.accountName },
      ...{ recipient: job.recipient, created_at: job.createdAt, expires_at: job.validUntil },
      ...{ detail: job.detail, until: job.until },
    }),
  );
}

/** Emails to an address that nobody confirmed may be somebody else's, as may those about a name from before. */
async function readEmails(db: Queries, account: Account): Promise<Row[]> {
  const { outbox } = db.tables;
  const { name, email, emailConfirmedAt, registeredAt } = account;
  const { recipient, kind, createdAt, expiresAt: expires_at } = outbox;
  const { attempts, failedAt: failed_at } = outbox;
  const rows = await db
    .select({ recipient, kind, created_at: createdAt, expires_at, attempts, failed_at })
    .from(outbox)
    .where(
      or(
        and(isAbout(db, name), gte(createdAt, registeredAt), notInArray(kind, [...TO_TYPED])),
        emailConfirmedAt === null ? undefined : isTo(db, email),
      ),
    );
  return rows.map(show);
}

function show(row: Row): Row {
  const shown: Row = {};
  for (const [column, value] of Object.entries(row)) {
    if (WITHHELD.test(column) || ArrayBuffer.isView(value)) continue;
    shown[column] = toPublished(column, value);
  }
  return shown;
}

/** Moments are ISO 8601; `true`, `false` and lists are what the database keeps them as. */
function toPublished(column: string, value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  if (Array.isArray(value)) return JSON.stringify(value);
  return MOMENT.test(column) && typeof value === 'number' ? new Date(value).toISOString() : value;
}
