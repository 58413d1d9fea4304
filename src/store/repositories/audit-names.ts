// Follows renames through the audit log, so that the actions about an account are found under all its names.

import { and, asc, desc, eq, gt, gte, lt, lte, or, type SQL } from 'drizzle-orm';
import type { AuditAction } from '../../accounts/audit-ports.ts';
import { readDetail, writeDetail } from '../../messages/audit-details.ts';
import type { Queries, Tables } from '../engine.ts';

type Entry = Tables['auditEntries']['$inferSelect'];

/** A name that an account had, from the entry behind one number up to another. */
interface NamePeriod {
  subject: string;
  after: number;
  upTo: number;
}

const RENAMED: AuditAction = 'account renamed';
const LAST = Number.MAX_SAFE_INTEGER;
/** Names that are followed; SQLite limits the number of conditions in a query. */
const MOST_NAMES = 50;

function renameTo(name: string): string {
  return writeDetail({ form: 'rename', name });
}

function isWithin({ auditEntries }: Tables, period: NamePeriod): SQL | undefined {
  const { id, subject } = auditEntries;
  return and(eq(subject, period.subject), gt(id, period.after), lte(id, period.upTo));
}

/** Entries about a subject; of an account of that name also those under its earlier and later names. */
export async function isAbout(db: Queries, subject: string): Promise<SQL | undefined> {
  const { auditEntries } = db.tables;
  const renames = await db
    .select({
      id: auditEntries.id,
      subject: auditEntries.subject,
      detail: auditEntries.detail,
    })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.action, RENAMED),
        or(eq(auditEntries.subject, subject), eq(auditEntries.detail, renameTo(subject))),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(MOST_NAMES);
  const different = new Map<string, NamePeriod>();
  for (const rename of renames) {
    const periods =
      rename.subject === subject
        ? await listLaterNames(db, rename)
        : await listEarlierNames(db, rename.subject, rename.id);
    for (const period of periods) different.set(JSON.stringify(period), period);
  }
  const followed = [...different.values()].slice(0, MOST_NAMES);
  return or(
    eq(auditEntries.subject, subject),
    ...followed.map((period) => isWithin(db.tables, period)),
  );
}

/** Entries about the account that has the name now, under all its names, and about no other account. */
export async function isAboutAccount(
  db: Queries,
  { name, registeredAt: since }: { name: string; registeredAt: number },
): Promise<SQL | undefined> {
  const periods = await listEarlierNames(db, name, LAST);
  // Before the account was made, its names belonged to other accounts.
  return and(
    gte(db.tables.auditEntries.at, since),
    or(...periods.map((period) => isWithin(db.tables, period))),
  );
}

/** The name that an account had up to an entry, and those before it. */
async function listEarlierNames(db: Queries, name: string, upTo: number): Promise<NamePeriod[]> {
  const { auditEntries } = db.tables;
  const periods: NamePeriod[] = [];
  let last: Pick<Entry, 'id' | 'subject'> | undefined = { subject: name, id: upTo };
  while (last !== undefined && periods.length < MOST_NAMES) {
    const { subject, id }: Pick<Entry, 'id' | 'subject'> = last;
    const [rename]: Pick<Entry, 'id' | 'subject'>[] = await db
      .select({ subject: auditEntries.subject, id: auditEntries.id })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.action, RENAMED),
          eq(auditEntries.detail, renameTo(subject)),
          lt(auditEntries.id, id),
        ),
      )
      .orderBy(desc(auditEntries.id))
      .limit(1);
    periods.push({ subject, after: rename?.id ?? 0, upTo: id });
    last = rename;
  }
  return periods;
}

/** The name that an account got by an entry, and those after it. */
async function listLaterNames(
  db: Queries,
  rename: Pick<Entry, 'id' | 'detail'>,
): Promise<NamePeriod[]> {
  const { auditEntries } = db.tables;
  const periods: NamePeriod[] = [];
  let first: Pick<Entry, 'id' | 'detail'> | undefined = rename;
  while (first !== undefined && periods.length < MOST_NAMES) {
    const detail = readDetail(first.detail);
    if (detail?.form !== 'rename') break;
    const subject = detail.name;
    const after: number = first.id;
    const [next]: Pick<Entry, 'id' | 'detail'>[] = await db
      .select({ id: auditEntries.id, detail: auditEntries.detail })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.action, RENAMED),
          eq(auditEntries.subject, subject),
          gt(auditEntries.id, after),
        ),
      )
      .orderBy(asc(auditEntries.id))
      .limit(1);
    periods.push({ subject, after, upTo: next?.id ?? LAST });
    first = next;
  }
  return periods;
}
