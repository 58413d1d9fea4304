// The second step of a login on a page: the code that the account asks for, and nothing else.
/** @jsxImportSource preact */

import { HiddenField, TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { loginWords as words } from '../words/login.ts';
import { LOGIN_PATH } from './login-page.tsx';

/** Where the page is, and where its form sends to. */
export const LOGIN_CODE_PATH = '/acc/login/code/';

/** Where the button that mails another code sends to. */
export const LOGIN_CODE_SEND_PATH = '/acc/login/code/send/';

/** What the page has to know about the login that waits. */
export interface CodeStepFacts {
  accountName: string;
  hasApp: boolean;
  mail: 'open' | 'closed' | 'off';
  reason: 'own' | 'device';
  isMailed: boolean;
  isStuck: boolean;
  /** Until another code may be mailed; 0 for at once. */
  waitSeconds: number;
}

/** The form for the code; the password is not asked for again. */
export function renderLoginCodePage(facts: {
  site: Site;
  next: string;
  state: FormState;
  step: CodeStepFacts;
}): string {
  const { site, next, state, step } = facts;
  const { accountName, mail } = step;
  return renderDocument(
    <FormPage site={site} title={words.codeTitle} state={state}>
      <p>{step.reason === 'own' ? words.codeOwn(accountName) : words.codeDevice(accountName)}</p>
      {mail === 'closed' && !step.hasApp && (
        <Notice kind="warning" title={words.mailClosedTitle}>
          <p>{words.mailClosed}</p>
        </Notice>
      )}
      {mail === 'open' && step.isMailed && <Mailed {...step} />}
      <Form action={LOGIN_CODE_PATH}>
        <HiddenField name="next" value={next} />
        <TextField
          name="login_code"
          label={words.code}
          hint={describeCode(step)}
          state={state}
          autocomplete="one-time-code"
          isLiteral
          isRequired
        />
        <SubmitButton label={words.codeSubmit} />
      </Form>
      {mail === 'open' && <SendAgain next={next} step={step} />}
      <p class="hint">{describeWayOut(step)}</p>
      <p>
        <a href={LOGIN_PATH}>{words.startOver}</a>
      </p>
    </FormPage>,
  );
}

function Mailed({ isStuck, hasApp, reason }: CodeStepFacts) {
  if (!isStuck) return <p>{words.codeMailed}</p>;
  const hasOtherCodes = hasApp || reason === 'own';
  return (
    <Notice kind="warning" title={words.codeStuckTitle}>
      <p>{hasOtherCodes ? words.codeStuckUseOther : words.codeStuck}</p>
    </Notice>
  );
}

function SendAgain({ next, step }: { next: string; step: CodeStepFacts }) {
  return (
    <Form action={LOGIN_CODE_SEND_PATH}>
      <HiddenField name="next" value={next} />
      {step.waitSeconds > 0 && <p class="hint">{words.codeNextIn(step.waitSeconds)}</p>}
      <SubmitButton label={step.isMailed ? words.codeSendAgain : words.codeSend} kind="quiet" />
    </Form>
  );
}

function describeWayOut({ hasApp, reason }: CodeStepFacts): string {
  if (reason === 'device' && !hasApp) return words.codeLostDevice;
  return hasApp ? words.codeLostApp : words.codeLost;
}

function describeCode({ hasApp, mail, reason, isMailed }: CodeStepFacts): string {
  if (hasApp) return mail === 'open' && isMailed ? words.codeFromAny : words.codeFromApp;
  if (mail === 'closed') return words.codeFromRecovery;
  return reason === 'own' ? words.codeFromMail : words.codeFromLetter;
}
