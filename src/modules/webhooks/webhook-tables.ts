// The tables of webhooks and of the server states that cause their events.

import type { Language } from '../../platform/messages/language.ts';
import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';
import type { ClaimTables } from '../claims/claim-tables.ts';

export function webhookTables(
  kit: TableKit,
  { accounts }: Pick<AccountTables, 'accounts'>,
  { claims }: Pick<ClaimTables, 'claims'>,
) {
  const { boolean, counted, createTable, index, integer, list, ownerNumber, text } = kit;

  /**
   * Addresses that get events of servers: of the site if `hash` is null, otherwise of a claimed server; removing the
   * claim removes them. `accountId` is the account that added it. The address contains a token, and the secret is
   * readable so that Muster can sign with it. `answers` are the latest ones.
   */
  const webhooks = createTable(
    'webhooks',
    {
      id: counted('id'),
      hash: text('hash').references(() => claims.hash, {
        onDelete: 'cascade',
        onUpdate: 'cascade',
      }),
      accountId: integer('account_id').references(() => accounts.id, { onDelete: 'set null' }),
      format: text('format').$type<'discord' | 'json' | 'email'>().notNull(),
      urlSecret: text('url_secret').notNull(),
      signSecret: text('sign_secret').notNull(),
      events: list('events').notNull(),
      language: text('language').$type<Language>().notNull(),
      attempts: integer('attempts').notNull().default(0),
      nextAttemptAt: integer('next_attempt_at').notNull().default(0),
      disabledAt: integer('disabled_at'),
      answers: list('answers').$type<unknown>().notNull(),
    },
    (table) => [
      index('webhooks_of_server').on(table.hash),
      index('webhooks_of_account').on(table.accountId),
    ],
  );

  /** Events that wait to be sent, oldest first. One row per event and webhook, with the event's type. */
  const webhookEvents = createTable(
    'webhook_events',
    {
      id: counted('id'),
      webhookId: ownerNumber('webhook_id', () => webhooks.id),
      type: text('type').notNull().default(''),
      event: list('event').$type<unknown>().notNull(),
    },
    (table) => [index('webhook_events_of_webhook').on(table.webhookId, table.id)],
  );

  /**
   * The last stored state of each server. Rows of servers that have been away for long are removed. The name is from
   * that time, `isListed` is whether the server was listed then, and `wasListed` whether it ever was.
   */
  const serverStates = createTable(
    'server_states',
    {
      hash: text('hash').primaryKey(),
      state: text('state').$type<'here' | 'went' | 'refused' | 'banned'>().notNull(),
      name: text('name').notNull(),
      isListed: boolean('is_listed').notNull(),
      wasListed: boolean('was_listed').notNull().default(false),
      changedAt: integer('changed_at').notNull(),
    },
    (table) => [index('server_states_by_age').on(table.changedAt)],
  );

  return { webhooks, webhookEvents, serverStates };
}
