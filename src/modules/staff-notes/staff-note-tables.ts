// The tables of the notes that staff write about accounts and servers.

import type { TableKit } from '../../platform/store/table-kit.ts';
import type { AccountTables } from '../account/account-tables.ts';

export function staffNoteTables(kit: TableKit, { accounts }: Pick<AccountTables, 'accounts'>) {
  const { counted, createTable, index, integer, ownerNumber, text } = kit;
  /** The author is named as in the audit log, and the note outlives the author's account. */
  const listColumns = () => ({
    id: counted('id'),
    authorId: integer('author_id').notNull(),
    authorName: text('author_name').notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
  });

  /** Notes about accounts, which are deleted with the account. The account's copy of its data leaves out `subject_id`. */
  const accountNotes = createTable(
    'account_notes',
    { ...listColumns(), subject: ownerNumber('subject_id', () => accounts.id) },
    (table) => [index('account_notes_of_subject').on(table.subject)],
  );

  /** Notes about servers, which may be offline. */
  const serverNotes = createTable(
    'server_notes',
    { ...listColumns(), hash: text('hash').notNull() },
    (table) => [index('server_notes_of_subject').on(table.hash)],
  );

  return { accountNotes, serverNotes };
}
