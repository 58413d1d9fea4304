// The store of the outbox: emails to compose or send, and emails that failed.

import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { mailboxKey } from '../../platform/lib/mailbox.ts';
import type { EmailJob, NewEmailJob } from '../../platform/messages/email-kind.ts';
import { mayDeleteAged, removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries, Tables } from '../../platform/store/engine.ts';
import {
  countRows,
  findRow,
  hasRow,
  matches,
  removeRows,
  updateRows,
} from '../../platform/store/queries.ts';
import { changeAndLog, countAndLog } from '../audit/audit-store.ts';
import {
  mayGetNotices,
  type NewOutboxEntry,
  NOTICE_LIFETIME_MS,
  type OutboxEntry,
  type OutboxStore,
} from './outbox.ts';

type Row = Tables['outbox']['$inferSelect'];
type JobContent = Pick<
  EmailJob,
  'accountName' | 'language' | 'token' | 'code' | 'detail' | 'until'
>;

const isToCompose = ({ outbox }: Tables) => eq(outbox.state, 'to compose');
const isToSend = ({ outbox }: Tables) => eq(outbox.state, 'to send');

/** The jobs to list: valid ones and, while deletion by age is allowed, expired ones, so that they get dropped. */
function isValidOrDropped(db: Queries, now: number): SQL | undefined {
  const { expiresAt } = db.tables.outbox;
  return or(isNull(expiresAt), gt(expiresAt, now), mayDeleteAged(db, now));
}

export function createOutboxStore(db: Database): OutboxStore {
  const { outbox } = db.tables;
  const {
    state: _,
    kind: _kind,
    accountId: _id,
    recipient: _to,
    ...columns
  } = getTableColumns(outbox);
  const isFailed = isNotNull(outbox.failedAt);
  const isWaiting = isNull(outbox.failedAt);
  const isEmail = (id: number) => matches(outbox, { id, state: 'to send' });
  const dueAt = (now: number) => ({ attempts: 0, nextAttemptAt: now, failedAt: null });

  async function list(
    condition: SQL | undefined,
    order: SQL[],
    most?: number,
  ): Promise<OutboxEntry[]> {
    const query = db
      .select(columns)
      .from(outbox)
      .where(and(isToSend(db.tables), condition))
      .orderBy(...order);
    const rows = await (most === undefined ? query : query.limit(most));
    return rows.map(({ content, ...row }) => ({ ...row, email: JSON.parse(content) }));
  }

  return {
    ...createEmailJobStore(db),

    addToOutbox: (entry, most) => db.transaction((tx) => addEmail(tx, entry, most)),

    listDue(now, most) {
      const isListed = and(isWaiting, lte(outbox.nextAttemptAt, now), isValidOrDropped(db, now));
      return list(isListed, [asc(outbox.nextAttemptAt), asc(outbox.id)], most);
    },

    async measureOutbox() {
      const oldest = db
        .select({ at: min(outbox.createdAt) })
        .from(outbox)
        .where(isWaiting);
      return {
        failed: await countRows(db, outbox, isFailed),
        waiting: await countRows(db, outbox, isWaiting),
        oldestAt: (await oldest)[0]?.at ?? undefined,
      };
    },

    hasStuckEmail: (to, kinds, since) =>
      hasRow(
        db,
        outbox,
        and(
          isTo(db, to),
          inArray(outbox.kind, [...kinds]),
          gte(outbox.createdAt, since),
          or(gt(outbox.attempts, 0), isFailed),
        ),
      ),

    listOutbox: () => list(undefined, [asc(outbox.id)]),

    findOutboxEntry: async (id) => (await list(eq(outbox.id, id), []))[0],

    async postponeEmail(id, attempt) {
      await db.update(outbox).set(attempt).where(isEmail(id));
    },

    async markFailed(id, failure) {
      await db.update(outbox).set(failure).where(isEmail(id));
    },

    retryEmail: (id, entry) =>
      changeAndLog(db, entry, (tx) => updateRows(tx, outbox, dueAt(entry.at), isEmail(id))),

    retryFailedEmails: (entry) =>
      countAndLog(db, entry, (tx) => updateRows(tx, outbox, dueAt(entry.at), isFailed)),

    removeFromOutbox: async (id) => (await removeRows(db, outbox, isEmail(id))) > 0,

    dropFromOutbox: (id, entry) =>
      changeAndLog(db, entry, (tx) => removeRows(tx, outbox, isEmail(id))),

    removeFailedEmails: (failedBefore) => removeAged(db, outbox, lt(outbox.failedAt, failedBefore)),
  };
}

function createEmailJobStore(
  db: Database,
): Pick<OutboxStore, 'addEmailJob' | 'listEmailJobs' | 'replaceEmailJob'> {
  const { outbox } = db.tables;
  return {
    addEmailJob: (job) => db.transaction((tx) => addEmailJob(tx, job)),

    async listEmailJobs(limit, now) {
      const isListed = now === undefined ? undefined : isValidOrDropped(db, now);
      const jobs = db
        .select()
        .from(outbox)
        .where(and(isToCompose(db.tables), isListed));
      return (await jobs.orderBy(asc(outbox.id)).limit(limit)).map(toEmailJob);
    },

    replaceEmailJob: (id, emails) =>
      db.transaction(async (tx) => {
        const isJob = matches(outbox, { id, state: 'to compose' });
        if ((await removeRows(tx, outbox, isJob)) === 0) return undefined;
        // The first email keeps the number of its job.
        let number: number | undefined = id;
        const added: boolean[] = [];
        for (const { entry, most } of emails) {
          const isAdded = await addEmail(tx, entry, most, number);
          if (isAdded) number = undefined;
          added.push(isAdded);
        }
        return added;
      }),
  };
}

/** Adds a job in its change's transaction. A job with a code replaces an earlier one and makes its code invalid. */
export async function addEmailJob(tx: Queries, job: NewEmailJob): Promise<void> {
  const { outbox } = tx.tables;
  const { kind, accountId, recipient, createdAt, validUntil, ...rest } = job;
  const { accountName, language, token, code, detail = '', until = null } = rest;
  if (accountId !== null && code !== '') {
    await tx.delete(outbox).where(matches(outbox, { state: 'to compose', accountId, kind }));
  }
  const content: JobContent = { accountName, language, token, code, detail, until };
  await tx.insert(outbox).values({
    state: 'to compose',
    kind,
    accountId,
    recipient,
    content: JSON.stringify(content),
    createdAt,
    expiresAt: validUntil,
    attempts: 0,
    nextAttemptAt: createdAt,
    lastError: '',
  });
}

/** Adds a notice about a server, which the account's owner asked for. */
export async function addNotice(
  tx: Queries,
  {
    accountId,
    kind,
    detail,
    now,
    validUntil = now + NOTICE_LIFETIME_MS,
  }: Pick<EmailJob, 'kind' | 'detail'> & { accountId: number; now: number; validUntil?: number },
): Promise<void> {
  const { accounts } = tx.tables;
  const account = await findRow(tx, accounts, matches(accounts, { id: accountId }));
  if (account === undefined || !mayGetNotices(account, now)) return;
  const { name: accountName, email: recipient, language } = account;
  await addEmailJob(tx, {
    kind,
    accountId,
    accountName,
    language,
    recipient,
    token: '',
    code: '',
    createdAt: now,
    validUntil,
    detail,
  });
}

/** Emails about the account with a name. Some go to its former addresses, or to an address that it is about to get. */
export function isAbout({ tables, dialect }: Queries, name: string): SQL | undefined {
  const accountName = dialect.jsonText(tables.outbox.content, 'accountName');
  return and(isToSend(tables), eq(accountName, sql.param(name, tables.outbox.recipient)));
}

/** Emails to an address. `lower` folds only A to Z, so the exact address is compared too. */
export function isTo({ tables }: Queries, email: string): SQL | undefined {
  const { recipient } = tables.outbox;
  const key = sql.param(mailboxKey(email), recipient);
  const isSame = or(eq(recipient, email), eq(sql`lower(${recipient})`, key));
  return and(isToSend(tables), isSame);
}

export async function listJobsOf(db: Queries, accountId: number): Promise<EmailJob[]> {
  const { outbox } = db.tables;
  const jobs = db
    .select()
    .from(outbox)
    .where(matches(outbox, { accountId, state: 'to compose' }));
  return (await jobs.orderBy(asc(outbox.id))).map(toEmailJob);
}

/** Adds an email unless `most` are waiting already. `id` is the number of the job that it was composed from. */
async function addEmail(
  tx: Queries,
  { email, createdAt, expiresAt }: NewOutboxEntry,
  most: number,
  id?: number,
): Promise<boolean> {
  const { outbox } = tx.tables;
  const isWaiting = and(isToSend(tx.tables), isNull(outbox.failedAt));
  if ((await countRows(tx, outbox, isWaiting)) >= most) return false;
  await tx.insert(outbox).values({
    ...(id === undefined ? {} : { id }),

    state: 'to send',
    kind: email.kind,
    recipient: email.to,
    content: JSON.stringify(email),
    createdAt,
    expiresAt,
    attempts: 0,
    nextAttemptAt: createdAt,
    lastError: '',
  });
  return true;
}

function toEmailJob({ id, kind, accountId, recipient, createdAt, ...row }: Row): EmailJob {
  return {
    id,
    kind,
    accountId,
    recipient,
    createdAt,
    validUntil: row.expiresAt ?? 0,
    ...(JSON.parse(row.content) as JobContent),
  };
}
