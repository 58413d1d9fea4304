// The page where people register.
/** @jsxImportSource preact */

import type { RegistrationCheckForm, RegistrationRules } from '../../accounts/registration.ts';
import { accountPath } from '../../lib/account-paths.ts';
import { accountMessages } from '../../messages/messages.ts';
import { HiddenField, TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { IdentityFields } from './account-parts.tsx';
import { ProofOfWork } from './proof-of-work.tsx';
import { AgreementFields } from './rules-agreement-page.tsx';

const messages = accountMessages.register;
/** The browser sends the form no sooner after it loaded the page. */
const SOONEST_MS = 3_200;

/** The form for a new account. */
export function renderRegisterPage(facts: {
  site: Site;
  /** The path that the registration leads to in the end. */
  next: string;
  state: FormState;
  registrationCheck: RegistrationCheckForm;
  rules: Pick<RegistrationRules, 'mode' | 'verification'>;
  /** Of the site's rules, where it has any. */
  rulesVersion: string | undefined;
}): string {
  const { site, next, state, registrationCheck, rules, rulesVersion } = facts;
  return renderDocument(
    <FormPage site={site} title={messages.title} state={state}>
      <p>{messages.intro}</p>
      {site.loginPath !== undefined && (
        <p>
          {messages.haveOne} <a href={site.loginPath}>{accountMessages.toLogin}</a>
        </p>
      )}
      <Form action={accountPath('register')}>
        <HiddenField name="next" value={next} />
        <ProofOfWork registrationCheck={registrationCheck} soonestMs={SOONEST_MS} />
        <div class="hidden-label" aria-hidden="true">
          <label>
            {messages.trap}
            <input name="website" type="text" tabIndex={-1} autocomplete="off" />
          </label>
        </div>
        {rules.mode === 'invite' && (
          <TextField
            name="invite"
            label={messages.invite}
            hint={messages.inviteHint}
            state={state}
            autocomplete="off"
            isLiteral
            isRequired
          />
        )}
        <IdentityFields state={state} />
        {rulesVersion !== undefined && <AgreementFields version={rulesVersion} state={state} />}
        {rules.verification === 'mail' && <p class="hint">{messages.mailNext}</p>}
        {rules.verification === 'administrator' && <p class="hint">{messages.administratorNext}</p>}
        <SubmitButton label={messages.submit} />
      </Form>
    </FormPage>,
  );
}
