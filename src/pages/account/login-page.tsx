// The page where people log in, and where they see that they are.
/** @jsxImportSource preact */

import { accountPath } from '../../lib/account-paths.ts';
import { HiddenField, PasswordField, TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { LogoutForm, renderDocument, type Site } from '../layout.tsx';
import { loginWords as words } from '../words/login.ts';
import { SECURITY_PATH } from './security-paths.ts';

/** Where the page is, and where its form sends to. */
export const LOGIN_PATH = '/acc/login/';

/** The form for a name and a password; `next` is where it leads to. */
export function renderLoginPage(facts: { site: Site; next: string; state: FormState }): string {
  const { site, next, state } = facts;
  return renderDocument(
    <FormPage site={site} title={words.title} state={state}>
      <p>{words.intro}</p>
      <Form action={LOGIN_PATH}>
        <HiddenField name="next" value={next} />
        <TextField
          name="username"
          label={words.name}
          hint={words.nameHint}
          state={state}
          autocomplete="username"
          isLiteral
          isRequired
        />
        <PasswordField
          name="password"
          label={words.password}
          state={state}
          autocomplete="current-password"
          isRequired
        />
        <SubmitButton label={words.submit} />
      </Form>
      <p>
        <a href={accountPath('forgot')}>{words.toForgot}</a>
      </p>
      {site.registerPath !== undefined && (
        <p>
          {words.noAccount} <a href={site.registerPath}>{words.toRegister}</a>
        </p>
      )}
    </FormPage>,
  );
}

/** For whoever is logged in: as whom, and the ways on and out. */
export function renderLoggedInPage(facts: {
  site: Site;
  name: string;
  isVerified: boolean;
  next: string;
}): string {
  const { site, name, isVerified, next } = facts;
  return renderDocument(
    <FormPage site={site} title={words.inTitle}>
      <p>{words.inAs(name)}</p>
      {!isVerified && (
        <Notice kind="warning" title={words.unverifiedTitle}>
          <p>{words.unverified}</p>
          <p>
            <a href={accountPath('verify')}>{words.toVerify}</a>
          </p>
        </Notice>
      )}
      <p>
        <a class="button play" href={next}>
          {words.goOn}
        </a>
      </p>
      <p>
        <a href={SECURITY_PATH}>{words.toSecurity}</a>
      </p>
      <p class="hint">{words.outHint}</p>
      <LogoutForm />
    </FormPage>,
  );
}
