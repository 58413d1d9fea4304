// The second step of a login on a page: the code that the account asks for.
/** @jsxImportSource preact */

import { HiddenField, PasswordField, TextField } from './form-fields.tsx';
import { Form, FormPage, type FormState, SubmitButton } from './forms.tsx';
import { renderDocument, type Site } from './layout.tsx';
import { LOGIN_PATH } from './login-page.tsx';
import { loginWords as words } from './words/login.ts';

/** The form for the code. It brings the name along; the password is typed again, since no page holds one. */
export function renderLoginCodePage(facts: { site: Site; next: string; state: FormState }): string {
  const { site, next, state } = facts;
  const name = state.values.username ?? '';
  return renderDocument(
    <FormPage site={site} title={words.codeTitle} state={state}>
      <p>{words.codeIntro(name)}</p>
      <Form action={LOGIN_PATH}>
        <HiddenField name="next" value={next} />
        <HiddenField name="username" value={name} />
        <PasswordField
          name="password"
          label={words.password}
          state={state}
          autocomplete="current-password"
          isRequired
        />
        <TextField
          name="login_code"
          label={words.code}
          hint={words.codeHint}
          state={state}
          autocomplete="one-time-code"
          isLiteral
          isRequired
        />
        <SubmitButton label={words.codeSubmit} />
      </Form>
    </FormPage>,
  );
}
