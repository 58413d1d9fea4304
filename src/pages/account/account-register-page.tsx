// The page where people register.
/** @jsxImportSource preact */

import type { BrakeForm, RegistrationRules } from '../../accounts/registration.ts';
import { accountPath } from '../../lib/account-paths.ts';
import { TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { accountWords } from '../words/account.ts';
import { IdentityFields } from './account-parts.tsx';
import { ProofOfWork } from './proof-of-work.tsx';

const words = accountWords.register;
/** How long the browser waits before it sends the form by itself. */
const SOONEST_MS = 3_200;

/** The form for a new account. */
export function renderRegisterPage(facts: {
  site: Site;
  state: FormState;
  brake: BrakeForm;
  rules: Pick<RegistrationRules, 'mode' | 'verification'>;
}): string {
  const { site, state, brake, rules } = facts;
  return renderDocument(
    <FormPage site={site} title={words.title} state={state}>
      <p>{words.intro}</p>
      {site.loginPath !== undefined && (
        <p>
          {words.haveOne} <a href={site.loginPath}>{accountWords.toLogin}</a>
        </p>
      )}
      <Form action={accountPath('register')}>
        <ProofOfWork brake={brake} soonestMs={SOONEST_MS} />
        <div class="hidden-label" aria-hidden="true">
          <label>
            {words.trap}
            <input name="website" type="text" tabIndex={-1} autocomplete="off" />
          </label>
        </div>
        {rules.mode === 'invite' && (
          <TextField
            name="invite"
            label={words.invite}
            hint={words.inviteHint}
            state={state}
            autocomplete="off"
            isLiteral
            isRequired
          />
        )}
        <IdentityFields state={state} />
        {rules.verification === 'mail' && <p class="hint">{words.mailNext}</p>}
        {rules.verification === 'administrator' && <p class="hint">{words.administratorNext}</p>}
        <SubmitButton label={words.submit} />
      </Form>
    </FormPage>,
  );
}
