// The table of API keys.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function apiKeyTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { counted, createTable, index, integer, list, ownerNumber, text, uniqueIndex } = kit;

  /** Keys by their digests: the keys themselves are stored nowhere. `usedAt` is the beginning of a day. */
  const apiKeys = createTable(
    'api_keys',
    {
      id: counted('id'),
      accountId: ownerNumber('account_id', () => accounts.id),
      name: text('name').notNull(),
      scopes: list('scopes').notNull(),
      keyHash: text('key_hash').notNull(),
      createdAt: integer('created_at').notNull(),
      usedAt: integer('used_at'),
    },
    (table) => [
      uniqueIndex('api_keys_by_hash').on(table.keyHash),
      index('api_keys_of_account').on(table.accountId),
    ],
  );

  return { apiKeys };
}
