// The pages where people register, where the first administrator does, and where everybody agrees to the rules of the site.
/** @jsxImportSource preact */

import type {
  RegistrationCheckForm,
  RegistrationRules,
} from '../../accounts/registration/registration.ts';
import { accountMessages, messages as pageMessages } from '../../messages/messages.ts';
import { accountPath } from '../../messages/paths.ts';
import { CheckField, HiddenField, TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, SubmitButton } from '../forms.tsx';
import { LinkLine, RULES_PATH, renderDocument, type Site } from '../layout.tsx';
import { IdentityFields, ProofOfWork } from './account-parts.tsx';

const messages = accountMessages.register;
/** The browser sends the form no sooner after it loaded the page. */
const SOONEST_MS = 3_200;

export function renderRegisterPage(facts: {
  site: Site;
  next: string;
  state: FormState;
  registrationCheck: RegistrationCheckForm;
  rules: Pick<RegistrationRules, 'registration' | 'verification'>;
  rulesVersion: string | undefined;
}): string {
  const { site, next, state, registrationCheck, rules, rulesVersion } = facts;
  return renderDocument(
    <FormPage site={site} title={pageMessages.register} state={state}>
      <p>{messages.intro}</p>
      {site.loginPath !== undefined && (
        <p>
          {messages.haveOne} <a href={site.loginPath}>{pageMessages.logIn}</a>
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
        {rules.registration === 'invite' && (
          <TextField
            {...{ name: 'invite', label: messages.invite, hint: messages.inviteHint, state }}
            autocomplete="off"
            isLiteral
            isRequired
          />
        )}
        <IdentityFields state={state} />
        {rulesVersion !== undefined && <AgreementFields version={rulesVersion} state={state} />}
        {rules.verification === 'mail' && <p class="hint">{messages.mailNext}</p>}
        {rules.verification === 'administrator' && <p class="hint">{messages.administratorNext}</p>}
        <SubmitButton label={pageMessages.register} />
      </Form>
    </FormPage>,
  );
}

/** The form for the first administrator; `path` is the path of the page. */
export function renderFirstAdministratorPage(facts: {
  site: Site;
  path: string;
  state: FormState;
  rulesVersion: string | undefined;
}): string {
  const { title, intro, submit } = accountMessages.first;
  const { site, path, state, rulesVersion } = facts;
  return renderDocument(
    <FormPage site={site} title={title} state={state}>
      <p>{intro}</p>
      <Form action={path}>
        <IdentityFields state={state} />
        {rulesVersion !== undefined && <AgreementFields version={rulesVersion} state={state} />}
        <SubmitButton label={submit} />
      </Form>
    </FormPage>,
  );
}

const rulesMessages = accountMessages.rules;

export function renderRulesAgreementPage(facts: {
  site: Site;
  next: string;
  version: string;
  /** When the reader agreed to earlier ones. */
  agreedAt: number | undefined;
  state: FormState;
}): string {
  const { site, next, version, agreedAt, state } = facts;
  return renderDocument(
    <FormPage site={site} title={rulesMessages.title} state={state}>
      <p>{agreedAt === undefined ? rulesMessages.first : rulesMessages.changed(agreedAt)}</p>
      <Form action={accountPath('rules')}>
        <HiddenField name="next" value={next} />
        <AgreementFields version={version} state={state} />
        <SubmitButton label={rulesMessages.submit} />
      </Form>
      <LinkLine href={next} label={rulesMessages.later} />
      <p class="hint">{rulesMessages.laterHint}</p>
    </FormPage>,
  );
}

/** A link to the rules, and the box to tick; the form sends the version that was shown. */
function AgreementFields({ version, state }: { version: string; state: FormState }) {
  return (
    <>
      <HiddenField name="rules" value={version} />
      <p>
        <a href={RULES_PATH} target="_blank" rel="noopener">
          {rulesMessages.read}
        </a>
      </p>
      <CheckField name="agree" label={rulesMessages.agree} state={state} isRequired />
    </>
  );
}
