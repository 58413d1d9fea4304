// The page where players report a server to the moderators.
/** @jsxImportSource preact */

import { optionsOf, SelectField, TextArea } from '../form-fields.tsx';
import { Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { operatorWords } from '../words/operators.ts';
import { ToServer, Unverified } from './claim-page.tsx';
import { operatorPaths } from './server-about.tsx';

const words = operatorWords.report;

/** What the page is made from. */
export interface ReportPage {
  site: Site;
  state: FormState;
  hash: string;
  /** Without colour codes. */
  name: string;
  isVerified: boolean;
  /** Whether the reader's report is still with the moderators. */
  isSent: boolean;
  longestText: number;
}

/** The whole document. */
export function renderReportPage(page: ReportPage): string {
  const { site, state, hash, name, isVerified, isSent } = page;
  return renderDocument(
    <FormPage site={site} title={words.title(name)} state={state}>
      {isSent ? <Sent /> : isVerified ? <Fields {...page} /> : <Unverified />}
      <ToServer hash={hash} />
    </FormPage>,
  );
}

function Sent() {
  return (
    <Notice kind="success" title={words.sentTitle}>
      <p>{words.sent}</p>
    </Notice>
  );
}

function Fields({ hash, state, longestText }: ReportPage) {
  return (
    <>
      <p>{words.intro}</p>
      <Form action={operatorPaths.report(hash)}>
        <SelectField
          name="kind"
          label={words.kind}
          state={state}
          options={optionsOf(words.kinds, words.choose)}
          isRequired
        />
        <TextArea
          name="text"
          label={words.text}
          hint={words.textHint(longestText)}
          state={state}
          rows={6}
        />
        <SubmitButton label={words.send} />
      </Form>
    </>
  );
}
