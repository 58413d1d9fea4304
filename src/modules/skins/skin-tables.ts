// The tables of skins and of the reports about them.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function skinTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { bytes, createTable, index, integer, ownerNumber, primaryKey, text } = kit;

  /**
   * The skins of accounts. One account a row; an account without a row never had one. `png`, `digest` and `shape` are
   * null after the skin was removed. `note` is the reason of the last removal by a moderator, which the owner sees.
   */
  const skins = createTable(
    'skins',
    {
      accountId: ownerNumber('account_id', () => accounts.id).primaryKey(),
      png: bytes('png'),
      digest: text('digest'),
      shape: text('shape').$type<'old' | 'wide' | 'slim'>(),
      changedAt: integer('changed_at').notNull(),
      /** While it is set, the account cannot upload a skin. */
      forbiddenAt: integer('forbidden_at'),
      note: text('note').notNull().default(''),
    },
    (table) => [index('skins_by_change').on(table.changedAt)],
  );

  /** Open reports about skins. An account has one report about a player. The end of either account deletes it. */
  const skinReports = createTable(
    'skin_reports',
    {
      accountId: ownerNumber('account_id', () => accounts.id),
      /** The owner of the skin. It refers to skins, so that the owner's copy of the data names no reporter. */
      playerId: ownerNumber('player_id', () => skins.accountId),
      text: text('text').notNull(),
      createdAt: integer('created_at').notNull(),
    },
    (table) => [
      primaryKey({ columns: [table.accountId, table.playerId] }),
      index('skin_reports_of_player').on(table.playerId),
    ],
  );

  return { skins, skinReports };
}
