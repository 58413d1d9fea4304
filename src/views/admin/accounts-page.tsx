// The pages of accounts: the list with its search, the form that creates one, and the page of one with its actions.
/** @jsxImportSource preact */

import type { ManagedAccount } from '../../accounts/administration/administration.ts';
import type { LoggedAction } from '../../accounts/audit.ts';
import { adminMessages } from '../../messages/messages.ts';
import { MAX_REASON_LENGTH } from '../../messages/plain-line.ts';
import { CheckField, optionsOf, PasswordField, SelectField, TextField } from '../form-fields.tsx';
import { Form, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { End, Moment } from '../time.tsx';
import { ACCOUNTS_PATH, accountPath, NEW_ACCOUNT_PATH } from './admin-paths.ts';
import { History } from './audit-page.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import {
  ActionForms,
  type ActionOf,
  type ActionState,
  type Fact,
  FactList,
  type ListFacts,
  renderListPage,
} from './parts.tsx';

const { accounts: listMessages, newAccount: newMessages, account: messages } = adminMessages;
const { actions: actionMessages } = adminMessages;

export type ActionName = keyof typeof actionMessages;

/** The list; `state` has the search under `text` and `standing`. */
export function renderAccountsPage(facts: ListFacts<ManagedAccount>): string {
  const isAdministrator = facts.frame.role === 'administrator';
  const { text, textWithAddress, standing, standings, columns } = listMessages;
  const { all, ...others } = standings;
  return renderListPage<ManagedAccount>({
    ...{ ...facts, section: ACCOUNTS_PATH, ...listMessages },
    search: [
      { name: 'text', label: isAdministrator ? textWithAddress : text, isLiteral: true },
      { name: 'standing', label: standing, options: optionsOf(others, all) },
    ],
    aside: isAdministrator && <a href={NEW_ACCOUNT_PATH}>{listMessages.create}</a>,
    columns: [
      [columns.id, ({ id }) => id],
      [columns.name, ({ id, name }) => <a href={accountPath(id)}>{name}</a>],
      [columns.state, (account) => adminMessages.states[stateOf(account)]],
      [columns.role, ({ role }) => adminMessages.roles[role]],
      [columns.registered, ({ registeredAt }) => <Moment at={registeredAt} />],
      ...(isAdministrator ? [[columns.email, ({ email }: ManagedAccount) => email] as const] : []),
    ],
    hasMore: true,
  });
}

/** The most important fact about an account's state. */
function stateOf({ suspendedAt, verifiedAt }: ManagedAccount): keyof typeof adminMessages.states {
  if (suspendedAt !== null) return 'suspended';
  return verifiedAt === null ? 'unverified' : 'verified';
}

export function renderNewAccountPage(facts: { frame: AdminFrame; state: FormState }): string {
  const { frame, state } = facts;
  const { title, name, nameHint, email, password, passwordHint, role } = newMessages;
  const { roles, optional, reason, reasonHint } = adminMessages;
  const text = { state, autocomplete: 'off', isLiteral: true, isRequired: true };
  return renderDocument(
    <AdminPage frame={frame} section={ACCOUNTS_PATH} title={title} problems={state.problems}>
      <Form action={NEW_ACCOUNT_PATH}>
        <TextField name="name" label={name} hint={nameHint} {...text} />
        <TextField name="email" label={email} type="email" {...text} />
        <PasswordField
          {...{ name: 'password', label: password, hint: passwordHint, state }}
          autocomplete="new-password"
          isRequired
        />
        <SelectField name="role" label={role} state={state} options={optionsOf(roles)} />
        <CheckField name="verified" label={newMessages.verified} state={state} isChecked />
        <TextField
          {...{ name: 'reason', label: optional(reason), hint: reasonHint, state }}
          maxLength={MAX_REASON_LENGTH}
        />
        <SubmitButton label={newMessages.submit} />
      </Form>
    </AdminPage>,
  );
}

/** The page of one account: facts, actions, and its entries in the audit log. */
export function renderAccountPage(facts: {
  frame: AdminFrame;
  account: ManagedAccount;
  hasTwoFactor: boolean;
  history: readonly LoggedAction[];
  mayDo(action: ActionName): boolean;
  state: ActionState;
}): string {
  const { frame, account, hasTwoFactor, history, mayDo, state } = facts;
  return renderDocument(
    <AdminPage
      frame={frame}
      section={ACCOUNTS_PATH}
      title={messages.title(account.name)}
      problems={state.problems}
    >
      <p class="back">
        <a href={ACCOUNTS_PATH}>{messages.back}</a>
      </p>
      <FactList facts={factsOf(account, hasTwoFactor)} isDense />
      <h2>{messages.actionsTitle}</h2>
      {mayDo('suspend') ? (
        <ActionForms
          page={accountPath(account.id)}
          state={state}
          actions={actionsOn(account, mayDo)}
        />
      ) : (
        <Notice kind="information" text={messages.onlyByAdministrators} />
      )}
      <History messages={messages} actions={history} />
    </AdminPage>,
  );
}

function factsOf(account: ManagedAccount, hasTwoFactor: boolean): Fact[] {
  const { facts } = messages;
  const { yes, no } = adminMessages;
  const { suspendedAt, suspendedUntil, verifiedAt } = account;
  const isSuspended = suspendedAt !== null;
  return [
    [facts.id, account.id],
    account.email !== null && [facts.email, account.email],
    [facts.state, adminMessages.states[stateOf(account)]],
    [facts.role, adminMessages.roles[account.role]],
    [facts.twoFactor, hasTwoFactor ? yes : no],
    [facts.flags, account.flags || null],
    [facts.forumTitle, account.forumTitle || null],
    [facts.premium, account.isPremium ? yes : no],
    [facts.registered, <Moment at={account.registeredAt} />],
    verifiedAt !== null && [facts.verified, <Moment at={verifiedAt} />],
    isSuspended && [facts.suspended, <Moment at={suspendedAt} />],
    isSuspended && [
      facts.until,
      suspendedUntil === null ? messages.forEver : <End at={suspendedUntil} />,
    ],
    isSuspended && [facts.reason, account.suspensionReason || null],
  ];
}

function actionsOn(
  account: ManagedAccount,
  mayDo: (action: ActionName) => boolean,
): (ActionOf | false)[] {
  const { suspend, details, rename, role, delete: removal } = actionMessages;
  const { optional, roles } = adminMessages;
  const { flags, forumTitle, isPremium, suspendedAt } = account;
  const action = (which: ActionName, more: Omit<Partial<ActionOf>, 'name'> = {}): ActionOf => {
    const { title, submit, ...others } = actionMessages[which];
    const intro = 'intro' in others ? { intro: others.intro } : {};
    return { name: which, title, submit, ...intro, ...more };
  };
  const literal = { isLiteral: true, isRequired: true };
  return [
    account.verifiedAt === null && action('verify'),
    suspendedAt !== null && action('restore'),
    action('suspend', {
      ...{ kind: 'danger', reason: 'notified', reasonLabel: suspend.reason },
      title: suspendedAt === null ? suspend.title : suspend.again,
      fields: [
        { name: 'until', label: optional(suspend.until), hint: suspend.untilHint, isLiteral: true },
      ],
    }),
    action('details', {
      fields: [
        {
          ...{ name: 'flags', label: details.flags, hint: details.flagsHint },
          ...{ value: flags, isLiteral: true },
        },
        { name: 'title', label: details.forumTitle, value: forumTitle, maxLength: 64 },
        { name: 'premium', label: details.premium, isChecked: isPremium },
      ],
    }),
    action('rename', {
      fields: [
        { name: 'name', label: rename.name, value: account.name, maxLength: 16, ...literal },
      ],
      reason: 'required',
    }),
    action('end-sessions'),
    action('reset-second-factor', { kind: 'danger', reason: 'required' }),
    mayDo('role') &&
      action('role', {
        fields: [
          { name: 'role', label: role.role, value: account.role, options: optionsOf(roles) },
        ],
      }),
    mayDo('delete') &&
      action('delete', {
        ...{ kind: 'danger', reason: 'required' },
        fields: [{ name: 'name', label: removal.confirm(account.name), ...literal }],
      }),
  ];
}
