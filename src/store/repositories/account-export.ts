// Reads everything that is stored about an account, from all tables that refer to accounts.

import { and, gte, notInArray, or } from 'drizzle-orm';
import { outbox } from '../../../drizzle/schema/outbox.ts';
import type { Account } from '../../accounts/ports.ts';
import type { EmailKind } from '../../email/ports.ts';
import type { Connection } from '../sqlite/connection.ts';
import { isAbout, isTo, listJobsOf } from './outbox.ts';

type Row = Record<string, unknown>;

/** Columns that prove or open something, and folded copies of others. A bare `hash` is a server's, and public. */
const WITHHELD = /_hash$|(^|_)(secret|token|code|key|skeleton|salt)$/;
/** What somebody did as a moderator, where the author outlives the account. */
const AUTHORED = [
  { table: 'audit_entries', column: 'actor_id' },
  { table: 'bans', column: 'author_id' },
];
/** Names that columns had when the export was first published: they stay, whatever the columns are called. */
const PUBLISHED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account_security: { protected_until: 'guarded_until' },
  audit_entries: { action: 'act' },
  bans: { subject: 'range' },
};
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
 * keys: `letter_errands` for what is to be composed, `letters` for emails.
 */
export function readEverything(
  { client, orm }: Connection,
  account: Account,
): Record<string, Row[]> {
  const everything: Record<string, Row[]> = {};
  for (const { table, column } of [
    { table: 'accounts', column: 'id' },
    ...findTables(client).toSorted((a, b) => (keyOf(a.table) < keyOf(b.table) ? -1 : 1)),
    ...AUTHORED,
  ]) {
    if (table === 'outbox') {
      everything[keyOf(table)] = readJobs(orm, account);
      continue;
    }
    const rows = client
      .prepare<Row, [number]>(`SELECT * FROM "${table}" WHERE "${column}" = ?`)
      .all(account.id);
    const shown = rows.map((row) => show(row, PUBLISHED[table]));
    everything[table] = [...(everything[table] ?? []), ...shown];
  }
  everything.letters = readEmails(orm, account);
  return everything;
}

function keyOf(table: string): string {
  return table === 'outbox' ? 'letter_errands' : table;
}

function readJobs(orm: Connection['orm'], { id: accountId }: Account): Row[] {
  return listJobsOf(orm, accountId).map((job) =>
    show({
      ...{ id: job.id, kind: job.kind, account_id: accountId, account_name: job.accountName },
      ...{ asked: job.recipient, created_at: job.createdAt, valid_until: job.validUntil },
      ...{ detail: job.detail, until: job.until },
    }),
  );
}

/** Emails to an address that nobody confirmed may be somebody else's, as may those about a name from before. */
function readEmails(orm: Connection['orm'], account: Account): Row[] {
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
    .map((row) => show(row));
}

function findTables(client: Connection['client']): { table: string; column: string }[] {
  return client
    .prepare<{ table: string; column: string }, []>(
      `SELECT t.name AS "table", f."from" AS "column" FROM sqlite_schema AS t
        JOIN pragma_foreign_key_list(t.name) AS f ON f."table" = 'accounts'
        WHERE t.type = 'table' ORDER BY f."from"`,
    )
    .all();
}

function show(row: Row, published: Readonly<Record<string, string>> = {}): Row {
  const shown: Row = {};
  for (const [column, value] of Object.entries(row)) {
    if (WITHHELD.test(column) || ArrayBuffer.isView(value)) continue;
    const isMoment = MOMENT.test(column) && typeof value === 'number';
    shown[published[column] ?? column] = isMoment ? new Date(value).toISOString() : value;
  }
  return shown;
}
