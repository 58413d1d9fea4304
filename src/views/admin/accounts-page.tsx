// The accounts as a table with a search.
/** @jsxImportSource preact */

import type { ManagedAccount } from '../../accounts/administration/administration.ts';
import { adminMessages } from '../../messages/messages.ts';
import { SelectField, TextField } from '../form-fields.tsx';
import type { FormState } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { Moment } from '../time.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { AdminTable, FilterLine, NoRows, Pager } from './parts.tsx';

const messages = adminMessages.accounts;

/** Path of the accounts. */
export const ACCOUNTS_PATH = '/admin/accounts/';

/** Path of the form that creates an account. */
export const NEW_ACCOUNT_PATH = `${ACCOUNTS_PATH}new/`;

/** Path of the page of one account. */
export function accountPath(id: number): string {
  return `${ACCOUNTS_PATH}${id}/`;
}

/** The page; `state` has the search under `text` and `standing`. */
export function renderAccountsPage(facts: {
  frame: AdminFrame;
  state: FormState;
  accounts: readonly ManagedAccount[];
  older: string | undefined;
  newest: string | undefined;
}): string {
  const { frame, state, accounts, older, newest } = facts;
  const isAdministrator = frame.role === 'administrator';
  const { columns } = messages;
  const heads = [
    ...[columns.id, columns.name, columns.state, columns.role, columns.registered],
    ...(isAdministrator ? [columns.email] : []),
  ];
  return renderDocument(
    <AdminPage
      frame={frame}
      section={ACCOUNTS_PATH}
      title={messages.title}
      problems={state.problems}
    >
      <FilterLine
        action={ACCOUNTS_PATH}
        label={messages.filter}
        aside={isAdministrator && <a href={NEW_ACCOUNT_PATH}>{messages.create}</a>}
      >
        <TextField
          name="text"
          label={isAdministrator ? messages.textWithAddress : messages.text}
          state={state}
          isLiteral
        />
        <SelectField
          name="standing"
          label={messages.standing}
          state={state}
          options={Object.entries(messages.standings).map(([value, label]) => ({
            value: value === 'all' ? '' : value,
            label,
          }))}
        />
      </FilterLine>
      {accounts.length === 0 ? (
        <NoRows text={messages.nothing} all={ACCOUNTS_PATH} />
      ) : (
        <AdminTable
          caption={messages.caption}
          heads={heads}
          rows={accounts.map((account) => ({
            key: account.id,
            cells: [
              account.id,
              <a key="name" href={accountPath(account.id)}>
                {account.name}
              </a>,
              adminMessages.states[stateOf(account)],
              adminMessages.roles[account.role],
              <Moment key="registered" at={account.registeredAt} />,
              ...(isAdministrator ? [account.email] : []),
            ],
          }))}
        />
      )}
      <Pager older={older} newest={newest} />
    </AdminPage>,
  );
}

/** The most important fact about an account's state. */
export function stateOf({
  suspendedAt,
  verifiedAt,
}: Pick<ManagedAccount, 'suspendedAt' | 'verifiedAt'>): keyof typeof adminMessages.states {
  if (suspendedAt !== null) return 'suspended';
  return verifiedAt === null ? 'unverified' : 'verified';
}
