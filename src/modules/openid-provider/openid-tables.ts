// The tables of single sign-on: clients, what players allow them, logins, tokens, and signing keys.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function openidTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { boolean, counted, createTable, index, integer, list, ownerNumber, text, uniqueIndex } =
    kit;

  /** The programs that log players in. `secretHash` is null for those that cannot keep a secret. */
  const openidClients = createTable('openid_clients', {
    id: counted('id'),
    clientId: text('client_id').notNull().unique(),
    name: text('name').notNull(),
    redirectUris: list('redirect_uris').notNull(),
    logoutUris: list('logout_uris').notNull(),
    secretHash: text('secret_hash'),
    isTrusted: boolean('is_trusted').notNull(),
    isActive: boolean('is_active').notNull(),
    createdAt: integer('created_at').notNull(),
  });

  /** What an account allows a client. One row a pair. */
  const openidConsents = createTable(
    'openid_consents',
    {
      id: counted('id'),
      accountId: ownerNumber('account_id', () => accounts.id),
      clientNumber: ownerNumber('client_number', () => openidClients.id),
      scopes: list('scopes').notNull(),
      createdAt: integer('created_at').notNull(),
      lastUsedAt: integer('last_used_at').notNull(),
    },
    (table) => [
      uniqueIndex('openid_consents_of_account').on(table.accountId, table.clientNumber),
      index('openid_consents_of_client').on(table.clientNumber),
    ],
  );

  /** The logins of an account to a client. One ends with all its tokens when the account's `sessionsEnded` differs. */
  const openidGrants = createTable(
    'openid_grants',
    {
      id: counted('id'),
      uid: text('uid').notNull().unique(),
      consentId: ownerNumber('consent_id', () => openidConsents.id),
      scopes: list('scopes').notNull(),
      sessionsEnded: integer('sessions_ended').notNull(),
      expiresAt: integer('expires_at').notNull(),
    },
    (table) => [
      index('openid_grants_of_consent').on(table.consentId),
      index('openid_grants_expiry').on(table.expiresAt),
    ],
  );

  /** Codes and tokens by their digests: the tokens themselves are stored nowhere. `payload` is JSON. */
  const openidTokens = createTable(
    'openid_tokens',
    {
      idHash: text('id_hash').primaryKey(),
      grantId: ownerNumber('grant_id', () => openidGrants.id),
      kind: text('kind').notNull(),
      payload: text('payload').notNull(),
      expiresAt: integer('expires_at').notNull(),
      consumedAt: integer('consumed_at'),
    },
    (table) => [
      index('openid_tokens_of_grant').on(table.grantId),
      index('openid_tokens_expiry').on(table.expiresAt),
    ],
  );

  /** The keys that sign, as JSON Web Keys. The newest one signs; the others only check older signatures. */
  const openidKeys = createTable('openid_keys', {
    id: counted('id'),
    kid: text('kid').notNull(),
    privateKey: text('private_key').notNull(),
    createdAt: integer('created_at').notNull(),
  });

  return { openidClients, openidConsents, openidGrants, openidTokens, openidKeys };
}
