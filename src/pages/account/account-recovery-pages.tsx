// The pages for links of letters and for a forgotten password.
/** @jsxImportSource preact */

import type { AddressLink, BrakeForm, LinkPurpose } from '../../accounts/registration.ts';
import { accountPath } from '../../lib/account-paths.ts';
import { HiddenField, TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { accountWords } from '../words/account.ts';
import { NewPasswordField } from './account-parts.tsx';
import { ProofOfWork } from './proof-of-work.tsx';

/** Asks whether the link of a letter is to be followed; programs that look into mails press no button. */
export function renderLinkPage(facts: {
  site: Site;
  purpose: LinkPurpose;
  link: AddressLink;
  /** Where the page itself is. */
  path: string;
}): string {
  const { site, purpose, link, path } = facts;
  const words = accountWords.links[purpose];
  return renderDocument(
    <FormPage site={site} title={words.title}>
      <p>{words.intro(link.accountName, link.email)}</p>
      <Form action={path}>
        <SubmitButton label={words.submit} />
      </Form>
    </FormPage>,
  );
}

/** Asks for a name or an address; with `brake` while browsers have to work for it. */
export function renderForgotPage(facts: {
  site: Site;
  state: FormState;
  brake: BrakeForm | undefined;
}): string {
  const { site, state, brake } = facts;
  const words = accountWords.forgot;
  return renderDocument(
    <FormPage site={site} title={words.title} state={state}>
      <p>{words.intro}</p>
      <Form action={accountPath('forgot')}>
        {brake !== undefined && <ProofOfWork brake={brake} soonestMs={0} />}
        <TextField
          name="who"
          label={words.who}
          state={state}
          autocomplete="username"
          isLiteral
          isRequired
        />
        <SubmitButton label={words.submit} />
      </Form>
    </FormPage>,
  );
}

/** Asks for the new password; `path` is where the page itself is. */
export function renderResetPage(facts: {
  site: Site;
  accountName: string;
  path: string;
  state: FormState;
}): string {
  const words = accountWords.reset;
  const { site, accountName, path, state } = facts;
  return renderDocument(
    <FormPage site={site} title={words.title} state={state}>
      <p>{words.intro(accountName)}</p>
      <Form action={path}>
        <div hidden>
          <input type="text" name="username" value={accountName} autocomplete="username" readOnly />
        </div>
        <HiddenField name="act" value="reset" />
        <NewPasswordField state={state} />
        <SubmitButton label={words.submit} />
      </Form>
    </FormPage>,
  );
}
