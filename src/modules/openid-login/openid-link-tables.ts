// The table of accounts at an OpenID provider.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { securityTables } from '../two-factor/security-tables.ts';

export function openIdLinkTables(
  kit: TableKit,
  { accountSecurity }: Pick<ReturnType<typeof securityTables>, 'accountSecurity'>,
) {
  const { createTable, integer, text, uniqueIndex } = kit;

  /**
   * Who may log in to an account by a provider, at most one per account. Refers to the row of the second factors, so
   * that a reset of the factors also deletes the link.
   */
  const openIdLinks = createTable(
    'openid_links',
    {
      accountId: integer('account_id')
        .primaryKey()
        .references(() => accountSecurity.accountId, { onDelete: 'cascade' }),
      issuer: text('issuer').notNull(),
      subject: text('subject').notNull(),
      linkedAt: integer('linked_at').notNull(),
    },
    (table) => [uniqueIndex('openid_links_by_identity').on(table.issuer, table.subject)],
  );

  return { openIdLinks };
}
