// The second step of a login on a page: the one-time code.
/** @jsxImportSource preact */

import { loginMessages as messages } from '../../messages/messages.ts';
import { Countdown } from '../countdown.tsx';
import { HiddenField, TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { Sentence } from '../operator-link.tsx';
import { LOGIN_PATH } from './login-page.tsx';

/** Path of the page, to which its form posts. */
export const LOGIN_CODE_PATH = '/acc/login/code/';

/** Path that the button for another emailed code posts to. */
export const LOGIN_CODE_SEND_PATH = '/acc/login/code/send/';

/** The login that waits for a code. */
export interface CodeStepFacts {
  accountName: string;
  hasApp: boolean;
  mail: 'open' | 'closed' | 'off';
  reason: 'own' | 'device';
  isMailed: boolean;
  isStuck: boolean;
  /** Seconds until another code may be emailed; 0 for at once. */
  waitSeconds: number;
}

/** The form for the code; the password is not required again. */
export function renderLoginCodePage(facts: {
  site: Site;
  next: string;
  state: FormState;
  step: CodeStepFacts;
}): string {
  const { site, next, state, step } = facts;
  const { accountName, mail } = step;
  return renderDocument(
    <FormPage site={site} title={messages.codeTitle} state={state}>
      <p>
        {step.reason === 'own' ? messages.codeOwn(accountName) : messages.codeDevice(accountName)}
      </p>
      {mail === 'closed' && !step.hasApp && (
        <Notice kind="warning" title={messages.mailClosedTitle}>
          <p>{messages.mailClosed}</p>
        </Notice>
      )}
      {mail === 'open' && step.isMailed && <Mailed {...step} />}
      <Form action={LOGIN_CODE_PATH}>
        <HiddenField name="next" value={next} />
        <TextField
          name="login_code"
          label={messages.code}
          hint={describeCode(step)}
          state={state}
          autocomplete="one-time-code"
          isLiteral
          isRequired
        />
        <SubmitButton label={messages.codeSubmit} />
      </Form>
      {mail === 'open' && <SendAgain next={next} step={step} />}
      <p class="hint">
        <Sentence text={describeWayOut(step)} />
      </p>
      <p>
        <a href={LOGIN_PATH}>{messages.startOver}</a>
      </p>
    </FormPage>,
  );
}

function Mailed({ isStuck, hasApp, reason }: CodeStepFacts) {
  if (!isStuck) return <p>{messages.codeMailed}</p>;
  const hasOtherCodes = hasApp || reason === 'own';
  return (
    <Notice kind="warning" title={messages.codeStuckTitle}>
      <p>
        <Sentence text={hasOtherCodes ? messages.codeStuckUseOther : messages.codeStuck} />
      </p>
    </Notice>
  );
}

function SendAgain({ next, step }: { next: string; step: CodeStepFacts }) {
  const { waitSeconds } = step;
  return (
    <Form action={LOGIN_CODE_SEND_PATH}>
      <HiddenField name="next" value={next} />
      {waitSeconds > 0 && (
        <Countdown
          ms={waitSeconds * 1_000}
          still={messages.codeNextIn(waitSeconds)}
          counting={messages.codeNextCount}
          done={messages.codeNextNow}
        />
      )}
      <SubmitButton
        isDisabled={waitSeconds > 0}
        label={step.isMailed ? messages.codeSendAgain : messages.codeSend}
        kind="quiet"
      />
    </Form>
  );
}

function describeWayOut({ hasApp, reason }: CodeStepFacts): string {
  if (reason === 'device' && !hasApp) return messages.codeLostDevice;
  return hasApp ? messages.codeLostApp : messages.codeLost;
}

function describeCode({ hasApp, mail, reason, isMailed }: CodeStepFacts): string {
  if (hasApp) return mail === 'open' && isMailed ? messages.codeFromAny : messages.codeFromApp;
  if (mail === 'closed') return messages.codeFromRecovery;
  return reason === 'own' ? messages.codeFromMail : messages.codeFromEmail;
}
