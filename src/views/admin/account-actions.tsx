// The forms for actions on one account.
/** @jsxImportSource preact */

import type { ManagedAccount } from '../../accounts/administration/administration.ts';
import { adminMessages } from '../../messages/messages.ts';
import { CheckField, optionsOf, SelectField, TextField } from '../form-fields.tsx';
import { ActionForm, type ActionState, fieldOf } from './parts.tsx';

const { actions: messages } = adminMessages;

/** The actions of the page. */
export type ActionName = keyof typeof adminMessages.actions;

/** Whether the reader may take an action on this account. */
export type MayDo = (action: ActionName) => boolean;

/** The reason of an action that is refused without one. */
const OWED = {
  get label() {
    return adminMessages.reason;
  },
  get hint() {
    return adminMessages.reasonHint;
  },
  isRequired: true,
};

interface Properties {
  page: string;
  account: ManagedAccount;
  state: ActionState;
}

/** The actions that the reader may take, each folded. */
export function AccountActionForms({ mayDo, ...properties }: Properties & { mayDo: MayDo }) {
  const { account } = properties;
  const own = { page: properties.page, state: properties.state };
  return (
    <div class="action-list">
      {account.verifiedAt === null && <ActionForm name="verify" {...own} {...messages.verify} />}
      {account.suspendedAt !== null && <ActionForm name="restore" {...own} {...messages.restore} />}
      <SuspendAction {...properties} />
      <DetailsAction {...properties} />
      <RenameAction {...properties} />
      <ActionForm name="end-sessions" {...own} {...messages['end-sessions']} />
      <ActionForm
        name="reset-second-factor"
        {...own}
        {...messages['reset-second-factor']}
        kind="danger"
        reason={OWED}
      />
      {mayDo('role') && <RoleAction {...properties} />}
      {mayDo('delete') && <DeleteAction {...properties} />}
    </div>
  );
}

function SuspendAction({ account, ...own }: Properties) {
  const { title, again, intro, submit, reason, until, untilHint } = messages.suspend;
  const described = account.suspendedAt === null ? title : again;
  return (
    <ActionForm
      name="suspend"
      {...own}
      {...{ title: described, intro, submit }}
      kind="danger"
      reason={{ label: reason, isRequired: true }}
    >
      <TextField
        name={fieldOf('suspend', 'until')}
        label={adminMessages.optional(until)}
        hint={untilHint}
        state={own.state}
        isLiteral
      />
    </ActionForm>
  );
}

function DetailsAction({ account, ...own }: Properties) {
  const { title, submit, flags, flagsHint, forumTitle, premium } = messages.details;
  return (
    <ActionForm name="details" {...own} {...{ title, submit }}>
      <TextField
        name={fieldOf('details', 'flags')}
        label={flags}
        hint={flagsHint}
        state={own.state}
        value={account.flags}
        isLiteral
      />
      <TextField
        name={fieldOf('details', 'title')}
        label={forumTitle}
        state={own.state}
        value={account.forumTitle}
        maxLength={64}
      />
      <CheckField
        name={fieldOf('details', 'premium')}
        label={premium}
        state={own.state}
        isChecked={account.isPremium}
      />
    </ActionForm>
  );
}

function RenameAction({ account, ...own }: Properties) {
  const { title, intro, submit, name } = messages.rename;
  return (
    <ActionForm name="rename" {...own} {...{ title, intro, submit }} reason={OWED}>
      <TextField
        name={fieldOf('rename', 'name')}
        label={name}
        state={own.state}
        value={account.name}
        maxLength={16}
        isLiteral
        isRequired
      />
    </ActionForm>
  );
}

function RoleAction({ account, ...own }: Properties) {
  const { title, submit, role } = messages.role;
  return (
    <ActionForm name="role" {...own} {...{ title, submit }}>
      <SelectField
        name={fieldOf('role', 'role')}
        label={role}
        state={own.state}
        value={account.role}
        options={optionsOf(adminMessages.roles)}
      />
    </ActionForm>
  );
}

function DeleteAction({ account, ...own }: Properties) {
  const { title, intro, submit, confirm } = messages.delete;
  return (
    <ActionForm name="delete" {...own} {...{ title, intro, submit }} kind="danger" reason={OWED}>
      <TextField
        name={fieldOf('delete', 'name')}
        label={confirm(account.name)}
        state={own.state}
        isLiteral
        isRequired
      />
    </ActionForm>
  );
}
