// The table of passkeys.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { securityTables } from '../two-factor/security-tables.ts';

export function passkeyTables(
  kit: TableKit,
  { accountSecurity }: Pick<ReturnType<typeof securityTables>, 'accountSecurity'>,
) {
  const { bytes, counted, createTable, index, integer, ownerNumber, text } = kit;

  /** Passkeys. They refer to the row of the second factors, so that a reset of the factors deletes them. */
  const passkeys = createTable(
    'passkeys',
    {
      id: counted('id'),
      accountId: ownerNumber('account_id', () => accountSecurity.accountId),
      /** In base64url, as the browser names the passkey. */
      credentialId: text('credential_id').notNull().unique(),
      /** In the format COSE. */
      publicKey: bytes('public_key').notNull(),
      /** The signatures that the passkey has made; 0 for those that do not count. */
      counter: integer('counter').notNull(),
      /** How browsers reach the passkey, separated by commas. */
      transports: text('transports').notNull(),
      name: text('name').notNull(),
      /** The name of the account in passkeys of a registration, in base64url; null where its number gives it. */
      userHandle: text('user_handle'),
      createdAt: integer('created_at').notNull(),
      /** The start of the UTC day of the latest use. */
      lastUsedAt: integer('last_used_at'),
    },
    (table) => [index('passkeys_of_account').on(table.accountId)],
  );

  return { passkeys };
}
