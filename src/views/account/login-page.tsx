// The page where people log in, or see that they are logged in.
/** @jsxImportSource preact */

import { accountPath } from '../../lib/account-paths.ts';
import { loginMessages as messages } from '../../messages/messages.ts';
import { HiddenField, PasswordField, TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { LogoutForm, renderDocument, type Site } from '../layout.tsx';
import { SECURITY_PATH } from './security-paths.ts';

/** Path of the page, to which its form posts. */
export const LOGIN_PATH = '/acc/login/';

/** The form for name and password; `next` is the path that a login leads to. */
export function renderLoginPage(facts: { site: Site; next: string; state: FormState }): string {
  const { site, next, state } = facts;
  return renderDocument(
    <FormPage site={site} title={messages.title} state={state}>
      <p>{messages.intro}</p>
      <Form action={LOGIN_PATH}>
        <HiddenField name="next" value={next} />
        <TextField
          name="username"
          label={messages.name}
          hint={messages.nameHint}
          state={state}
          autocomplete="username"
          isLiteral
          isRequired
        />
        <PasswordField
          name="password"
          label={messages.password}
          state={state}
          autocomplete="current-password"
          isRequired
        />
        <SubmitButton label={messages.submit} />
      </Form>
      <p>
        <a href={accountPath('forgot')}>{messages.toForgot}</a>
      </p>
      {site.registerPath !== undefined && (
        <p>
          {messages.noAccount} <a href={site.registerPath}>{messages.toRegister}</a>
        </p>
      )}
    </FormPage>,
  );
}

/** The page while somebody is logged in: the account, and links to go on or to log out. */
export function renderLoggedInPage(facts: {
  site: Site;
  name: string;
  isVerified: boolean;
  next: string;
}): string {
  const { site, name, isVerified, next } = facts;
  return renderDocument(
    <FormPage site={site} title={messages.inTitle}>
      <p>{messages.inAs(name)}</p>
      {!isVerified && (
        <Notice kind="warning" title={messages.unverifiedTitle}>
          <p>{messages.unverified}</p>
          <p>
            <a href={site.verifyPath}>{messages.toVerify}</a>
          </p>
        </Notice>
      )}
      <p>
        <a class="button play" href={next}>
          {messages.goOn}
        </a>
      </p>
      <p>
        <a href={SECURITY_PATH}>{messages.toSecurity}</a>
      </p>
      <p class="hint">{messages.outHint}</p>
      <LogoutForm />
    </FormPage>,
  );
}
