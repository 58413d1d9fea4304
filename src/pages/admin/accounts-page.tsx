// The accounts as a table with its search.
/** @jsxImportSource preact */

import type { ManagedAccount } from '../../accounts/administration.ts';
import { SelectField, TextField } from '../form-fields.tsx';
import type { FormState } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { Moment } from '../time.tsx';
import { adminWords } from '../words/admin.ts';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { AdminTable, FilterLine, NoRows, Pager } from './parts.tsx';

const words = adminWords.accounts;

/** Where the accounts are. */
export const ACCOUNTS_PATH = '/admin/accounts/';

/** Where an account is made. */
export const NEW_ACCOUNT_PATH = `${ACCOUNTS_PATH}new/`;

/** The page of one account. */
export function accountPath(id: number): string {
  return `${ACCOUNTS_PATH}${id}/`;
}

/** The page; what was asked for stands in `state` under `text` and `standing`. */
export function renderAccountsPage(facts: {
  frame: AdminFrame;
  state: FormState;
  accounts: readonly ManagedAccount[];
  older: string | undefined;
  newest: string | undefined;
}): string {
  const { frame, state, accounts, older, newest } = facts;
  const isAdministrator = frame.role === 'administrator';
  const { columns } = words;
  const heads = [
    ...[columns.id, columns.name, columns.state, columns.role, columns.registered],
    ...(isAdministrator ? [columns.email] : []),
  ];
  return renderDocument(
    <AdminPage frame={frame} section={ACCOUNTS_PATH} title={words.title} problems={state.problems}>
      <FilterLine
        action={ACCOUNTS_PATH}
        label={words.filter}
        aside={isAdministrator && <a href={NEW_ACCOUNT_PATH}>{words.create}</a>}
      >
        <TextField
          name="text"
          label={isAdministrator ? words.textWithAddress : words.text}
          state={state}
          isLiteral
        />
        <SelectField
          name="standing"
          label={words.standing}
          state={state}
          options={Object.entries(words.standings).map(([value, label]) => ({
            value: value === 'all' ? '' : value,
            label,
          }))}
        />
      </FilterLine>
      {accounts.length === 0 ? (
        <NoRows text={words.nothing} all={ACCOUNTS_PATH} />
      ) : (
        <AdminTable
          caption={words.caption}
          heads={heads}
          rows={accounts.map((account) => ({
            key: account.id,
            cells: [
              account.id,
              <a key="name" href={accountPath(account.id)}>
                {account.name}
              </a>,
              adminWords.states[stateOf(account)],
              adminWords.roles[account.role],
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

/** What an account is first of all. */
export function stateOf({
  suspendedAt,
  verifiedAt,
}: Pick<ManagedAccount, 'suspendedAt' | 'verifiedAt'>): keyof typeof adminWords.states {
  if (suspendedAt !== null) return 'suspended';
  return verifiedAt === null ? 'unverified' : 'verified';
}
