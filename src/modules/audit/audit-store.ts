// The store of the audit log, and the only functions by which other stores write into it.

import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Actor } from '../../platform/lib/actor.ts';
import { toNameKey } from '../../platform/lib/look-alikes.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
import { hasRow, matches } from '../../platform/store/queries.ts';
import { readDetail, writeDetail } from './audit-details.ts';
import type { AuditEntry, AuditLog, AuditQuery } from './audit-log.ts';

/** Writes an entry. Call it inside the transaction of the change. */
export async function writeAuditEntry(tx: Queries, entry: AuditEntry): Promise<void> {
  const { actor, ...rest } = entry;
  const keyName = (actor.kind === 'account' && actor.key) || '';
  await tx.insert(tx.tables.auditEntries).values({ ...rest, ...toActorColumns(actor), keyName });
}

/** Writes an entry unless the same actor already did the same to the same subject since a time. */
export async function writeAuditEntryOnce(
  tx: Queries,
  entry: AuditEntry,
  since: number,
): Promise<void> {
  const { auditEntries } = tx.tables;
  const { actor, action, subject } = entry;
  const keyName = (actor.kind === 'account' && actor.key) || '';
  const { actorName } = toActorColumns(actor);
  const isSame = matches(auditEntries, { subject, action, actorName, keyName });
  if (await hasRow(tx, auditEntries, and(isSame, gte(auditEntries.at, since)))) return;
  await writeAuditEntry(tx, entry);
}

/** Makes a change and logs it if it affects any rows. Returns their number. */
export function countAndLog(
  db: Database,
  entry: AuditEntry,
  change: (tx: Queries) => Promise<number>,
): Promise<number> {
  return db.transaction(async (tx) => {
    const hits = await change(tx);
    if (hits > 0) await writeAuditEntry(tx, entry);
    return hits;
  });
}

/** Like `countAndLog`, but returns whether any row was affected. */
export async function changeAndLog(...change: Parameters<typeof countAndLog>): Promise<boolean> {
  return (await countAndLog(...change)) > 0;
}

export function toActorColumns(actor: Actor): { actorId: number | null; actorName: string } {
  return actor.kind === 'account'
    ? { actorId: actor.id, actorName: actor.name }
    : { actorId: null, actorName: '' };
}

export function toActor(id: number | null, name: string, key = ''): Actor {
  if (id === null) return { kind: 'command line' };
  return { kind: 'account', id, name, ...(key !== '' && { key }) };
}

export function createAuditLog(db: Database): AuditLog {
  const { auditEntries } = db.tables;
  return {
    async listActions({ actor, action, subject, account, beforeId, limit }) {
      const conditions: (SQL | undefined)[] = [
        actor && actorIs(db, actor),
        action === undefined ? undefined : eq(auditEntries.action, action),
        subject === undefined ? undefined : await isAbout(db, subject),
        account && (await isAboutAccount(db, account)),
        beforeId === undefined ? undefined : lt(auditEntries.id, beforeId),
      ];
      const rows = await db
        .select()
        .from(auditEntries)
        .where(and(...conditions))
        .orderBy(desc(auditEntries.id))
        .limit(limit);
      return rows.map(({ actorId, actorName, keyName, ...row }) => ({
        ...row,
        actor: toActor(actorId, actorName, keyName),
      }));
    },
  };
}

function actorIs(db: Queries, actor: NonNullable<AuditQuery['actor']>): SQL | undefined {
  const { accounts, auditEntries } = db.tables;
  if (actor.kind === 'command line') return isNull(auditEntries.actorId);
  const nameKey = toNameKey(actor.name);
  // Ignores the case of A–Z only, like the names of accounts.
  const isNamed = eq(
    sql`lower(${auditEntries.actorName})`,
    sql.param(nameKey, auditEntries.actorName),
  );
  const hadName = db
    .selectDistinct({ id: auditEntries.actorId })
    .from(auditEntries)
    .where(and(isNotNull(auditEntries.actorId), isNamed));
  const hasName = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.nameKey, nameKey));
  return or(inArray(auditEntries.actorId, hadName), inArray(auditEntries.actorId, hasName));
}

/** A name of an account, from one entry's number up to another's. */
interface NamePeriod {
  subject: string;
  after: number;
  upTo: number;
}

const LAST = Number.MAX_SAFE_INTEGER;
/** The detail of this action holds the subject's new name. The log follows renamed accounts by it. */
const RENAMED = 'account renamed';
/** The number of names to follow. SQLite limits the conditions in a query. */
const MAX_NAMES = 50;

function isWithin(db: Queries, periods: readonly NamePeriod[]): SQL | undefined {
  const { id, subject } = db.tables.auditEntries;
  const within = periods.map(({ subject: name, after, upTo }) =>
    and(eq(subject, name), gt(id, after), lte(id, upTo)),
  );
  return or(...within);
}

/** Entries about a subject. If an account has that name, also those under its earlier and later names. */
async function isAbout(db: Queries, subject: string): Promise<SQL | undefined> {
  const { auditEntries } = db.tables;
  const isRename = or(eq(auditEntries.subject, subject), isRenameTo(db, subject));
  const different = new Map<string, NamePeriod>();
  for (const rename of await listRenames(db, isRename, desc, MAX_NAMES)) {
    const periods =
      rename.subject === subject
        ? await listLaterNames(db, rename)
        : await listEarlierNames(db, rename.subject, rename.id);
    for (const period of periods) different.set(JSON.stringify(period), period);
  }
  const followed = [...different.values()].slice(0, MAX_NAMES);
  return or(eq(auditEntries.subject, subject), isWithin(db, followed));
}

/** Entries about the account that has the name now, under all its names, and about no other account. */
async function isAboutAccount(
  db: Queries,
  { name, registeredAt }: NonNullable<AuditQuery['account']>,
): Promise<SQL | undefined> {
  // Before this account existed, its names belonged to other accounts.
  const isSince = gte(db.tables.auditEntries.at, registeredAt);
  return and(isSince, isWithin(db, await listEarlierNames(db, name, LAST)));
}

function isRenameTo({ tables }: Queries, name: string): SQL | undefined {
  return eq(tables.auditEntries.detail, writeDetail({ form: 'rename', name }));
}

async function listRenames(
  db: Queries,
  condition: SQL | undefined,
  order: typeof asc,
  most: number,
) {
  const { id, subject, detail, action } = db.tables.auditEntries;
  return db
    .select({ id, subject, detail })
    .from(db.tables.auditEntries)
    .where(and(eq(action, RENAMED), condition))
    .orderBy(order(id))
    .limit(most);
}

type Rename = Awaited<ReturnType<typeof listRenames>>[number];

/** The names of an account up to an entry: the name at that entry, and earlier ones. */
async function listEarlierNames(db: Queries, name: string, last: number): Promise<NamePeriod[]> {
  const periods: NamePeriod[] = [];
  let rename: Pick<Rename, 'subject' | 'id'> | undefined = { subject: name, id: last };
  while (rename !== undefined && periods.length < MAX_NAMES) {
    const { subject, id: upTo }: Pick<Rename, 'subject' | 'id'> = rename;
    const isBefore = lt(db.tables.auditEntries.id, upTo);
    [rename] = await listRenames(db, and(isRenameTo(db, subject), isBefore), desc, 1);
    periods.push({ subject, after: rename?.id ?? 0, upTo });
  }
  return periods;
}

/** The names of an account from an entry on: the name that it got there, and later ones. */
async function listLaterNames(db: Queries, first: Rename): Promise<NamePeriod[]> {
  const { id, subject } = db.tables.auditEntries;
  const periods: NamePeriod[] = [];
  let rename: Rename | undefined = first;
  while (rename !== undefined && periods.length < MAX_NAMES) {
    const { id: after, detail: text }: Rename = rename;
    const detail = readDetail(text);
    if (detail?.form !== 'rename') break;
    [rename] = await listRenames(db, and(eq(subject, detail.name), gt(id, after)), asc, 1);
    periods.push({ subject: detail.name, after, upTo: rename?.id ?? LAST });
  }
  return periods;
}
