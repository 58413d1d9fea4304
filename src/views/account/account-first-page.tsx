// The page behind the link that the service prints at a start without any administrator.
/** @jsxImportSource preact */

import { accountMessages } from '../../messages/messages.ts';
import { Form, FormPage, type FormState, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { IdentityFields } from './account-parts.tsx';

/** The form for the first administrator; `path` is the path of the page. */
export function renderFirstAdministratorPage(facts: {
  site: Site;
  path: string;
  state: FormState;
}): string {
  const messages = accountMessages.first;
  const { site, path, state } = facts;
  return renderDocument(
    <FormPage site={site} title={messages.title} state={state}>
      <p>{messages.intro}</p>
      <Form action={path}>
        <IdentityFields state={state} />
        <SubmitButton label={messages.submit} />
      </Form>
    </FormPage>,
  );
}
