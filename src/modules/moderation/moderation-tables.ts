// The tables of moderators' decisions and players' reports.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

/** The table of each mark: one row per marked server, with the value of the mark if it has one. */
export const MARK_TABLES = {
  featured: 'featuredServers',
  unlisted: 'unlistedServers',
  country: 'countryOverrides',
} as const;

export function moderationTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const {
    boolean,
    counted,
    createTable,
    index,
    integer,
    numbered,
    ownerNumber,
    sql,
    text,
    uniqueIndex,
  } = kit;

  /**
   * Addresses, names and servers whose heartbeats are refused, one ban a row. `id` counts bans in order of creation.
   * `subject` is the banned address, name or server. The author is an account, or the command line when `authorId` is
   * null.
   */
  const bans = createTable(
    'bans',
    {
      id: numbered('id'),
      kind: text('kind').$type<'range' | 'name' | 'server'>().notNull().default('range'),
      subject: text('subject').notNull(),
      reason: text('reason').notNull(),
      authorId: integer('author_id'),
      authorName: text('author_name').notNull().default(''),
      createdAt: integer('created_at').notNull(),
      expiresAt: integer('expires_at'),
    },
    (table) => [uniqueIndex('bans_of_subject').on(table.kind, table.subject)],
  );

  // Marks have tables of their own, because they stay while their servers are offline.

  /** The countries that moderators set for servers. They override the country of the address and of the operator. */
  const countryOverrides = createTable('country_overrides', {
    hash: text('hash').primaryKey(),
    value: text('country').notNull(),
  });

  /** Servers that an administrator put first in the list. */
  const featuredServers = createTable('featured_servers', {
    hash: text('hash').primaryKey(),
    setAt: integer('featured_at').notNull(),
  });

  /** Servers that moderators keep out of the public list. */
  const unlistedServers = createTable('unlisted_servers', {
    hash: text('hash').primaryKey(),
    value: text('reason').notNull(),
    setAt: integer('unlisted_at').notNull(),
  });

  /**
   * Words that keep a server out of the public list when its name contains them. `key` is the form that is compared
   * with names, `word` the typed form.
   */
  const filterWords = createTable('filter_words', {
    key: text('key').primaryKey(),
    word: text('word').notNull(),
    addedAt: integer('added_at').notNull(),
  });

  /**
   * Players' reports about servers, one report a row. A report is removed with its account. `serverName` is the name at
   * the time of the report.
   */
  const reports = createTable(
    'reports',
    {
      id: counted('id'),
      hash: text('hash').notNull(),
      serverName: text('server_name').notNull(),
      accountId: ownerNumber('account_id', () => accounts.id),
      kind: text('kind').$type<'texts' | 'fake' | 'copy' | 'harm' | 'other'>().notNull(),
      text: text('text').notNull(),
      createdAt: integer('created_at').notNull(),
      closedAt: integer('closed_at'),
      wantsEmail: boolean('wants_email').notNull().default(false),
    },
    (table) => [
      uniqueIndex('reports_open_once')
        .on(table.accountId, table.hash)
        .where(sql`${table.closedAt} is null`),
      index('reports_of_account').on(table.accountId),
    ],
  );

  return { bans, countryOverrides, featuredServers, filterWords, unlistedServers, reports };
}
