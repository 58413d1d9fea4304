// The forms of what can be done with one account.
/** @jsxImportSource preact */

import type { ManagedAccount } from '../../accounts/administration.ts';
import { CheckField, optionsOf, SelectField, TextField } from '../form-fields.tsx';
import { adminWords } from '../words/admin.ts';
import type { MayDo } from './account-page.tsx';
import { Act, type ActState, fieldOf } from './parts.tsx';

const { acts: words } = adminWords;

/** Where the log is told nothing without a reason. */
const OWED = { label: adminWords.reason, hint: adminWords.reasonHint, isRequired: true };

interface Properties {
  page: string;
  account: ManagedAccount;
  state: ActState;
}

/** What whoever looks may do, each folded together. */
export function AccountActForms({ mayDo, ...properties }: Properties & { mayDo: MayDo }) {
  const { account } = properties;
  const own = { page: properties.page, state: properties.state };
  return (
    <div class="acts">
      {account.verifiedAt === null && <Act name="verify" {...own} {...words.verify} />}
      {account.suspendedAt !== null && <Act name="restore" {...own} {...words.restore} />}
      <SuspendAct {...properties} />
      <DetailsAct {...properties} />
      <RenameAct {...properties} />
      <Act name="end-sessions" {...own} {...words['end-sessions']} />
      <Act
        name="reset-second-factor"
        {...own}
        {...words['reset-second-factor']}
        kind="danger"
        reason={OWED}
      />
      {mayDo('role') && <RoleAct {...properties} />}
      {mayDo('delete') && <DeleteAct {...properties} />}
    </div>
  );
}

function SuspendAct({ account, ...own }: Properties) {
  const { title, again, intro, submit, reason, until, untilHint } = words.suspend;
  const told = account.suspendedAt === null ? title : again;
  return (
    <Act
      name="suspend"
      {...own}
      {...{ title: told, intro, submit }}
      kind="danger"
      reason={{ label: reason, isRequired: true }}
    >
      <TextField
        name={fieldOf('suspend', 'until')}
        label={adminWords.optional(until)}
        hint={untilHint}
        state={own.state}
        isLiteral
      />
    </Act>
  );
}

function DetailsAct({ account, ...own }: Properties) {
  const { title, submit, flags, flagsHint, forumTitle, premium } = words.details;
  return (
    <Act name="details" {...own} {...{ title, submit }}>
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
    </Act>
  );
}

function RenameAct({ account, ...own }: Properties) {
  const { title, intro, submit, name } = words.rename;
  return (
    <Act name="rename" {...own} {...{ title, intro, submit }} reason={OWED}>
      <TextField
        name={fieldOf('rename', 'name')}
        label={name}
        state={own.state}
        value={account.name}
        maxLength={16}
        isLiteral
        isRequired
      />
    </Act>
  );
}

function RoleAct({ account, ...own }: Properties) {
  const { title, submit, role } = words.role;
  return (
    <Act name="role" {...own} {...{ title, submit }}>
      <SelectField
        name={fieldOf('role', 'role')}
        label={role}
        state={own.state}
        value={account.role}
        options={optionsOf(adminWords.roles)}
      />
    </Act>
  );
}

function DeleteAct({ account, ...own }: Properties) {
  const { title, intro, submit, confirm } = words.delete;
  return (
    <Act name="delete" {...own} {...{ title, intro, submit }} kind="danger" reason={OWED}>
      <TextField
        name={fieldOf('delete', 'name')}
        label={confirm(account.name)}
        state={own.state}
        isLiteral
        isRequired
      />
    </Act>
  );
}
