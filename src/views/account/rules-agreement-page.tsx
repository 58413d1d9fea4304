// The page that asks the reader to agree to the rules of the site, and the fields that ask for it at a registration.
/** @jsxImportSource preact */

import { accountPath } from '../../lib/account-paths.ts';
import { accountMessages } from '../../messages/messages.ts';
import { CheckField, HiddenField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, SubmitButton } from '../forms.tsx';
import { RULES_PATH, renderDocument, type Site } from '../layout.tsx';
import { GoOn } from './account-parts.tsx';

const messages = accountMessages.rules;

/** The page. */
export function renderRulesAgreementPage(facts: {
  site: Site;
  /** The path that it leads to. */
  next: string;
  /** Version of the present rules. */
  version: string;
  /** When the reader agreed to earlier ones. */
  agreedAt: number | undefined;
  state: FormState;
}): string {
  const { site, next, version, agreedAt, state } = facts;
  return renderDocument(
    <FormPage site={site} title={messages.title} state={state}>
      <p>{agreedAt === undefined ? messages.first : messages.changed(agreedAt)}</p>
      <Form action={accountPath('rules')}>
        <HiddenField name="next" value={next} />
        <AgreementFields version={version} state={state} />
        <SubmitButton label={messages.submit} />
      </Form>
      <GoOn href={next} label={messages.later} />
      <p class="hint">{messages.laterHint}</p>
    </FormPage>,
  );
}

/** A link to the rules, and the box to tick; the form sends the version that was shown. */
export function AgreementFields({ version, state }: { version: string; state: FormState }) {
  return (
    <>
      <HiddenField name="rules" value={version} />
      <p>
        <a href={RULES_PATH} target="_blank" rel="noopener">
          {messages.read}
        </a>
      </p>
      <CheckField name="agree" label={messages.agree} state={state} isRequired />
    </>
  );
}
