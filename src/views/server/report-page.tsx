// The page where players report a server to the moderators.
/** @jsxImportSource preact */

import { operatorMessages } from '../../messages/messages.ts';
import { CheckField, optionsOf, SelectField, TextArea } from '../form-fields.tsx';
import { Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { ToServer, Unverified } from './claim-page.tsx';
import { operatorPaths } from './server-about.tsx';

const messages = operatorMessages.report;

export interface ReportPage {
  site: Site;
  state: FormState;
  hash: string;
  name: string;
  isVerified: boolean;
  isSent: boolean;
  longestText: number;
  offersEmail: boolean;
}

export function renderReportPage(page: ReportPage): string {
  const { site, state, hash, name, isVerified, isSent } = page;
  return renderDocument(
    <FormPage site={site} title={messages.title(name)} state={state}>
      {isSent ? <Sent /> : isVerified ? <Fields {...page} /> : <Unverified site={site} />}
      <ToServer hash={hash} />
    </FormPage>,
  );
}

function Sent() {
  return <Notice kind="success" title={messages.sentTitle} text={messages.sent} />;
}

function Fields({ hash, state, longestText, offersEmail }: ReportPage) {
  return (
    <>
      <p>{messages.intro}</p>
      <Form action={operatorPaths.report(hash)}>
        <SelectField
          name="kind"
          label={messages.kind}
          state={state}
          options={optionsOf(messages.kinds, messages.choose)}
          isRequired
        />
        <TextArea
          name="text"
          label={messages.text}
          hint={messages.textHint(longestText)}
          state={state}
          rows={6}
        />
        {offersEmail && (
          <CheckField name="email" label={messages.email} hint={messages.emailHint} state={state} />
        )}
        <SubmitButton label={messages.send} />
      </Form>
    </>
  );
}
