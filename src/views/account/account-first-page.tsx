// The page behind the link that the service prints at a start without any administrator.
/** @jsxImportSource preact */

import { accountMessages } from '../../messages/messages.ts';
import { Form, FormPage, type FormState, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { IdentityFields } from './account-parts.tsx';
import { AgreementFields } from './rules-agreement-page.tsx';

/** The form for the first administrator; `path` is the path of the page. */
export function renderFirstAdministratorPage(facts: {
  site: Site;
  path: string;
  state: FormState;
  /** Of the site's rules, where it has any. */
  rulesVersion: string | undefined;
}): string {
  const messages = accountMessages.first;
  const { site, path, state, rulesVersion } = facts;
  return renderDocument(
    <FormPage site={site} title={messages.title} state={state}>
      <p>{messages.intro}</p>
      <Form action={path}>
        <IdentityFields state={state} />
        {rulesVersion !== undefined && <AgreementFields version={rulesVersion} state={state} />}
        <SubmitButton label={messages.submit} />
      </Form>
    </FormPage>,
  );
}
