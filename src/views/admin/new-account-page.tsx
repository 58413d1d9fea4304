// The page with the form that creates an account.
/** @jsxImportSource preact */

import { MAX_REASON_LENGTH } from '../../lib/plain-line.ts';
import { adminMessages } from '../../messages/messages.ts';
import { CheckField, optionsOf, PasswordField, SelectField, TextField } from '../form-fields.tsx';
import { Form, type FormState, SubmitButton } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { ACCOUNTS_PATH, NEW_ACCOUNT_PATH } from './accounts-page.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';

const messages = adminMessages.newAccount;

/** The page. */
export function renderNewAccountPage(facts: { frame: AdminFrame; state: FormState }): string {
  const { frame, state } = facts;
  return renderDocument(
    <AdminPage
      frame={frame}
      section={ACCOUNTS_PATH}
      title={messages.title}
      problems={state.problems}
    >
      <Form action={NEW_ACCOUNT_PATH}>
        <TextField
          name="name"
          label={messages.name}
          hint={messages.nameHint}
          state={state}
          autocomplete="off"
          isLiteral
          isRequired
        />
        <TextField
          name="email"
          label={messages.email}
          state={state}
          type="email"
          autocomplete="off"
          isLiteral
          isRequired
        />
        <PasswordField
          name="password"
          label={messages.password}
          hint={messages.passwordHint}
          state={state}
          autocomplete="new-password"
          isRequired
        />
        <SelectField
          name="role"
          label={messages.role}
          state={state}
          options={optionsOf(adminMessages.roles)}
        />
        <CheckField name="verified" label={messages.verified} state={state} isChecked />
        <TextField
          name="reason"
          label={adminMessages.optional(adminMessages.reason)}
          hint={adminMessages.reasonHint}
          state={state}
          maxLength={MAX_REASON_LENGTH}
        />
        <SubmitButton label={messages.submit} />
      </Form>
    </AdminPage>,
  );
}
