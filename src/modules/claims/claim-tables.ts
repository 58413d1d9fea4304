// The tables of claimed servers.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

/** The texts of a new claim, and of a claim that a moderator cleared. */
export const NO_TEXTS = { description: '', links: [], tags: [] };

export function claimTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { boolean, bytes, createTable, index, integer, list, ownerNumber, primaryKey, text } = kit;

  /**
   * Servers whose operators proved control of them, with the operators' texts. One claimed server a row; deleting the
   * account removes it.
   */
  const claims = createTable(
    'claims',
    {
      hash: text('hash').primaryKey(),
      accountId: ownerNumber('account_id', () => accounts.id),
      claimedAt: integer('claimed_at').notNull(),
      description: text('description').notNull(),
      links: list('links').notNull(),
      tags: list('tags').notNull(),
      country: text('country'),
      joinPort: integer('join_port'),
      joinIp: text('join_ip'),
      /** ISO 639-1 code. */
      language: text('language'),
      /** A PNG of 64 × 64 pixels, and the ending of its address; null for the generated face. */
      icon: bytes('icon'),
      iconDigest: text('icon_digest'),
    },
    (table) => [index('claims_of_account').on(table.accountId)],
  );

  /**
   * The codes that prove the public addresses of claimed servers. Each claim has at most one code, stored as its digest
   * and removed with the claim.
   */
  const addressCodes = createTable('address_codes', {
    hash: text('hash')
      .primaryKey()
      .references(() => claims.hash, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull().unique(),
    expiresAt: integer('expires_at').notNull(),
  });

  /** The codes of claims that are not complete yet. Each account has one code a server, stored as its digest. */
  const claimCodes = createTable(
    'claim_codes',
    {
      hash: text('hash').notNull(),
      accountId: ownerNumber('account_id', () => accounts.id),
      codeHash: text('code_hash').notNull(),
      expiresAt: integer('expires_at').notNull(),
    },
    (table) => [primaryKey({ columns: [table.accountId, table.hash] })],
  );

  /**
   * The former hashes of claimed servers that moved by their keys, each with the present hash. `port` is 0 if the
   * former place is unknown.
   */
  const formerHashes = createTable(
    'former_hashes',
    {
      hash: text('hash').primaryKey(),
      present: text('present')
        .notNull()
        .references(() => claims.hash, { onDelete: 'cascade', onUpdate: 'cascade' }),
      ip: text('ip').notNull(),
      port: integer('port').notNull(),
      leftAt: integer('left_at').notNull(),
    },
    (table) => [index('former_hashes_of_server').on(table.present, table.leftAt)],
  );

  /**
   * The keys in heartbeat URLs of claimed servers, as hashes. Each claim has at most one key, removed with the claim.
   * `ip` and `port` are from the last heartbeat; `contestedAt` is its last return to a place that it had just left.
   */
  const heartbeatKeys = createTable('heartbeat_keys', {
    hash: text('hash')
      .primaryKey()
      .references(() => claims.hash, { onDelete: 'cascade', onUpdate: 'cascade' }),
    keyHash: text('key_hash').notNull().unique(),
    madeAt: integer('made_at').notNull(),
    ip: text('ip').notNull(),
    port: integer('port').notNull(),
    movedAt: integer('moved_at'),
    notifiedAt: integer('notified_at'),
    contestedAt: integer('contested_at'),
  });

  /** Tags that administrators added to the operators' list or removed from it. One tag a row. */
  const tagChanges = createTable('tag_changes', {
    tag: text('tag').primaryKey(),
    isOffered: boolean('is_offered').notNull(),
    changedAt: integer('changed_at').notNull(),
  });

  return { claims, addressCodes, claimCodes, formerHashes, heartbeatKeys, tagChanges };
}

export type ClaimTables = ReturnType<typeof claimTables>;
