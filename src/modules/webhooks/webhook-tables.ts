// The tables of webhooks and of the states of servers that their events follow from.

import type { Language } from '../../platform/messages/language.ts';
import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';
import type { ClaimTables } from '../claims/claim-tables.ts';

export function webhookTables(
  kit: TableKit,
  { accounts }: Pick<AccountTables, 'accounts'>,
  { claims }: Pick<ClaimTables, 'claims'>,
) {
  const { boolean, counted, createTable, index, integer, list, text } = kit;

  /**
   * Addresses that are told what happens to servers: of the site where `hash` is null, otherwise of the owner of the claim,
   * with which they are removed. `accountId` is who set it. The address holds a token, and the secret has to be readable to
   * sign with it. `answers` are the last ones.
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

  /** What waits to be sent to a webhook, oldest first: one event for one webhook a row, with its type. */
  const webhookEvents = createTable(
    'webhook_events',
    {
      id: counted('id'),
      webhookId: integer('webhook_id')
        .notNull()
        .references(() => webhooks.id, { onDelete: 'cascade' }),
      type: text('type').notNull().default(''),
      event: list('event').$type<unknown>().notNull(),
    },
    (table) => [index('webhook_events_of_webhook').on(table.webhookId, table.id)],
  );

  /**
   * What was last told of each server: whether it is there. Rows of servers that were away for long are removed. The name
   * is as it was then, `isListed` whether the list had it, and `wasListed` whether it ever had.
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
