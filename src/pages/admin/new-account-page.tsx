// The form that makes an account.
/** @jsxImportSource preact */

import { CheckField, optionsOf, PasswordField, SelectField, TextField } from '../form-fields.tsx';
import { Form, type FormState, SubmitButton } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { adminWords } from '../words/admin.ts';
import { ACCOUNTS_PATH, NEW_ACCOUNT_PATH } from './accounts-page.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';

const words = adminWords.newAccount;

/** The page. */
export function renderNewAccountPage(facts: { frame: AdminFrame; state: FormState }): string {
  const { frame, state } = facts;
  return renderDocument(
    <AdminPage frame={frame} section={ACCOUNTS_PATH} title={words.title} problems={state.problems}>
      <Form action={NEW_ACCOUNT_PATH}>
        <TextField
          name="name"
          label={words.name}
          hint={words.nameHint}
          state={state}
          autocomplete="off"
          isLiteral
          isRequired
        />
        <TextField
          name="email"
          label={words.email}
          state={state}
          type="email"
          autocomplete="off"
          isLiteral
          isRequired
        />
        <PasswordField
          name="password"
          label={words.password}
          hint={words.passwordHint}
          state={state}
          autocomplete="new-password"
          isRequired
        />
        <SelectField
          name="role"
          label={words.role}
          state={state}
          options={optionsOf(adminWords.roles)}
        />
        <CheckField name="verified" label={words.verified} state={state} isChecked />
        <TextField
          name="reason"
          label={adminWords.optional(adminWords.reason)}
          hint={adminWords.reasonHint}
          state={state}
          maxLength={500}
        />
        <SubmitButton label={words.submit} />
      </Form>
    </AdminPage>,
  );
}
