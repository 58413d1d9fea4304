// Follows renames through the audit log, so that the actions about an account are found under all its names.

import { and, asc, desc, eq, gt, gte, lt, lte, or, type SQL } from 'drizzle-orm';
import { auditEntries } from '../../../drizzle/schema/audit-entries.ts';
import type { AuditAction } from '../../accounts/audit-ports.ts';
import { describeRename, readRename } from '../../lib/rename-detail.ts';
import type { Connection } from '../sqlite/connection.ts';

type Reader = Pick<Connection['orm'], 'select'>;
type Entry = typeof auditEntries.$inferSelect;

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

function isWithin({ subject, after, upTo }: NamePeriod): SQL | undefined {
  const { id } = auditEntries;
  return and(eq(auditEntries.subject, subject), gt(id, after), lte(id, upTo));
}

/** Entries about a subject; of an account of that name also those under its earlier and later names. */
export function isAbout(orm: Reader, subject: string): SQL | undefined {
  const isRename = eq(auditEntries.action, RENAMED);
  const columns = {
    id: auditEntries.id,
    subject: auditEntries.subject,
    detail: auditEntries.detail,
  };
  const renames = orm
    .select(columns)
    .from(auditEntries)
    .where(
      and(
        isRename,
        or(eq(auditEntries.subject, subject), eq(auditEntries.detail, describeRename(subject))),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(MOST_NAMES)
    .all();
  const periods = renames.flatMap((rename) =>
    rename.subject === subject
      ? listLaterNames(orm, rename)
      : listEarlierNames(orm, rename.subject, rename.id),
  );
  const different = new Map(periods.map((period) => [JSON.stringify(period), period]));
  const followed = [...different.values()].slice(0, MOST_NAMES);
  return or(eq(auditEntries.subject, subject), ...followed.map(isWithin));
}

/** Entries about the account that has the name now, under all its names, and about no other account. */
export function isAboutAccount(
  orm: Reader,
  { name, registeredAt: since }: { name: string; registeredAt: number },
): SQL | undefined {
  const periods = listEarlierNames(orm, name, LAST);
  // Before the account was made, its names belonged to other accounts.
  return and(gte(auditEntries.at, since), or(...periods.map(isWithin)));
}

/** The name that an account had up to an entry, and those before it. */
function listEarlierNames(orm: Reader, name: string, upTo: number): NamePeriod[] {
  const periods: NamePeriod[] = [];
  let last: Pick<Entry, 'id' | 'subject'> | undefined = { subject: name, id: upTo };
  while (last !== undefined && periods.length < MOST_NAMES) {
    const { subject, id }: Pick<Entry, 'id' | 'subject'> = last;
    const rename: Pick<Entry, 'id' | 'subject'> | undefined = orm
      .select({ subject: auditEntries.subject, id: auditEntries.id })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.action, RENAMED),
          eq(auditEntries.detail, describeRename(subject)),
          lt(auditEntries.id, id),
        ),
      )
      .orderBy(desc(auditEntries.id))
      .limit(1)
      .get();
    periods.push({ subject, after: rename?.id ?? 0, upTo: id });
    last = rename;
  }
  return periods;
}

/** The name that an account got by an entry, and those after it. */
function listLaterNames(orm: Reader, rename: Pick<Entry, 'id' | 'detail'>): NamePeriod[] {
  const periods: NamePeriod[] = [];
  let first: Pick<Entry, 'id' | 'detail'> | undefined = rename;
  while (first !== undefined && periods.length < MOST_NAMES) {
    const subject = readRename(first.detail);
    const after: number = first.id;
    const next: Pick<Entry, 'id' | 'detail'> | undefined = orm
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
      .limit(1)
      .get();
    periods.push({ subject, after, upTo: next?.id ?? LAST });
    first = next;
  }
  return periods;
}
