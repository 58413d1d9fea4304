// The page behind the link that a start without any administrator prints.
/** @jsxImportSource preact */

import { Form, FormPage, type FormState, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { accountWords } from '../words/account.ts';
import { IdentityFields } from './account-parts.tsx';

/** The form for the first administrator; `path` is where the page itself is. */
export function renderFirstAdministratorPage(facts: {
  site: Site;
  path: string;
  state: FormState;
}): string {
  const words = accountWords.first;
  const { site, path, state } = facts;
  return renderDocument(
    <FormPage site={site} title={words.title} state={state}>
      <p>{words.intro}</p>
      <Form action={path}>
        <IdentityFields state={state} />
        <SubmitButton label={words.submit} />
      </Form>
    </FormPage>,
  );
}
