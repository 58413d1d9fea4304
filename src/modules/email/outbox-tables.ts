// The tables of the outbox.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function outboxTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { counted, createTable, index, integer, text } = kit;

  /**
   * The outbox: emails to compose or send, and emails that failed. One entry a row, in one of two states:
   *
   * - `to compose`: a job, written in the transaction of its change. `recipient` is the given address, or for a
   *   password reset also a name. `content` is JSON: the account's name and the facts of the email. A job with an
   *   `account_id` is removed with the account.
   * - `to send`: an email that waits for the mail server until it is sent or `failed_at` is set. `content`
   *   is the email as JSON and may hold a one-time code or token.
   */
  const outbox = createTable(
    'outbox',
    {
      id: counted('id'),
      state: text('state').$type<'to compose' | 'to send'>().notNull().default('to send'),
      kind: text('kind').notNull(),
      accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
      recipient: text('recipient').notNull(),
      content: text('content').notNull(),
      createdAt: integer('created_at').notNull(),
      expiresAt: integer('expires_at'),
      attempts: integer('attempts').notNull(),
      nextAttemptAt: integer('next_attempt_at').notNull(),
      lastError: text('last_error').notNull(),
      failedAt: integer('failed_at'),
    },
    (table) => [
      index('outbox_due').on(table.state, table.failedAt, table.nextAttemptAt),
      index('outbox_of_account').on(table.accountId, table.kind),
    ],
  );

  return { outbox };
}
