// The pages behind links in emails, and for a forgotten password.
/** @jsxImportSource preact */

import type {
  AddressLink,
  LinkPurpose,
  RegistrationCheckForm,
} from '../../accounts/registration/registration.ts';
import { accountMessages } from '../../messages/messages.ts';
import { accountPath } from '../../messages/paths.ts';
import { HiddenField, TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { NewPasswordField, ProofOfWork } from './account-parts.tsx';

/** Asks for a click before the link of an email takes effect: programs that scan emails press no button. */
export function renderLinkPage(facts: {
  site: Site;
  purpose: LinkPurpose;
  link: AddressLink;
  path: string;
}): string {
  const { site, purpose, link, path } = facts;
  const messages = accountMessages.links[purpose];
  return renderDocument(
    <FormPage site={site} title={messages.title}>
      <p>{messages.intro(link.accountName, link.email)}</p>
      <Form action={path}>
        <SubmitButton label={messages.submit} />
      </Form>
    </FormPage>,
  );
}

/** Asks for a name or an address; with `registrationCheck` the browser has to do a proof of work. */
export function renderForgotPage(facts: {
  site: Site;
  state: FormState;
  registrationCheck: RegistrationCheckForm | undefined;
}): string {
  const { site, state, registrationCheck } = facts;
  const messages = accountMessages.forgot;
  return renderDocument(
    <FormPage site={site} title={messages.title} state={state}>
      <p>{messages.intro}</p>
      <Form action={accountPath('forgot')}>
        {registrationCheck !== undefined && (
          <ProofOfWork registrationCheck={registrationCheck} soonestMs={0} />
        )}
        <TextField
          {...{ name: 'who', label: messages.who, state }}
          autocomplete="username"
          isLiteral
          isRequired
        />
        <SubmitButton label={messages.submit} />
      </Form>
    </FormPage>,
  );
}

export function renderResetPage(facts: {
  site: Site;
  accountName: string;
  path: string;
  state: FormState;
}): string {
  const messages = accountMessages.reset;
  const { site, accountName, path, state } = facts;
  return renderDocument(
    <FormPage site={site} title={messages.title} state={state}>
      <p>{messages.intro(accountName)}</p>
      <Form action={path}>
        <div hidden>
          <input type="text" name="username" value={accountName} autocomplete="username" readOnly />
        </div>
        <HiddenField name="act" value="reset" />
        <NewPasswordField state={state} />
        <SubmitButton label={messages.submit} />
      </Form>
    </FormPage>,
  );
}
