// The pages where people log in: by name and password, and by a one-time code where one is required.
/** @jsxImportSource preact */

import type { CodeStep } from '../../accounts/accounts.ts';
import {
  accountMessages,
  loginMessages as messages,
  messages as pageMessages,
} from '../../messages/messages.ts';
import { accountPath } from '../../messages/paths.ts';
import { HiddenField, PasswordField, TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, LaterButton, Notice, SubmitButton } from '../forms.tsx';
import { LinkLine, LOGIN_PATH, LogoutForm, renderDocument, type Site } from '../layout.tsx';
import { Paragraph } from '../parts.tsx';
import { OneTimeCodeField } from './account-parts.tsx';
import { SECURITY_PATH } from './security-paths.ts';

export function renderLoginPage(facts: { site: Site; next: string; state: FormState }): string {
  const { site, next, state } = facts;
  return renderDocument(
    <FormPage site={site} title={pageMessages.logIn} state={state}>
      <p>{messages.intro}</p>
      <Form action={LOGIN_PATH}>
        <HiddenField name="next" value={next} />
        <TextField
          {...{ name: 'username', label: messages.name, hint: messages.nameHint, state }}
          autocomplete="username"
          isLiteral
          isRequired
        />
        <PasswordField
          {...{ name: 'password', label: messages.password, state }}
          autocomplete="current-password"
          isRequired
        />
        <SubmitButton label={pageMessages.logIn} />
      </Form>
      <LinkLine href={accountPath('forgot')} label={accountMessages.forgot.title} />
      {site.registerPath !== undefined && (
        <p>
          {messages.noAccount} <a href={site.registerPath}>{pageMessages.register}</a>
        </p>
      )}
    </FormPage>,
  );
}

export function renderLoggedInPage(facts: {
  site: Site;
  name: string;
  isVerified: boolean;
  next: string;
}): string {
  const { site, name, isVerified, next } = facts;
  return renderDocument(
    <FormPage site={site} title={messages.inTitle}>
      <p>{messages.inAs(name)}</p>
      {!isVerified && (
        <Notice kind="warning" title={messages.unverifiedTitle}>
          <p>{messages.unverified}</p>
          <LinkLine href={site.verifyPath} label={messages.toVerify} />
        </Notice>
      )}
      <LinkLine look="button play" href={next} label={accountMessages.goOn} />
      <LinkLine href={SECURITY_PATH} label={messages.toSecurity} />
      <p class="hint">{messages.outHint}</p>
      <LogoutForm />
    </FormPage>,
  );
}

export const LOGIN_CODE_PATH = '/acc/login/code/';

export const LOGIN_CODE_SEND_PATH = '/acc/login/code/send/';

/** The second step; `waitSeconds` until another code may be emailed, 0 for at once. */
export function renderLoginCodePage(facts: {
  site: Site;
  next: string;
  state: FormState;
  step: CodeStep;
  waitSeconds: number;
}): string {
  const { site, next, state, step, waitSeconds } = facts;
  const { accountName, mail, reason, hasApp, isMailed } = step;
  return renderDocument(
    <FormPage site={site} title={messages.codeTitle} state={state}>
      <p>{reason === 'own' ? messages.codeOwn(accountName) : messages.codeDevice(accountName)}</p>
      {mail === 'closed' && !hasApp && (
        <Notice kind="warning" title={messages.mailClosedTitle} text={messages.mailClosed} />
      )}
      {mail === 'open' && isMailed && <Mailed {...step} />}
      <Form action={LOGIN_CODE_PATH}>
        <HiddenField name="next" value={next} />
        <OneTimeCodeField
          {...{ name: 'login_code', label: messages.code, hint: describeCode(step), state }}
        />
        <SubmitButton label={pageMessages.logIn} />
      </Form>
      {mail === 'open' && (
        <Form action={LOGIN_CODE_SEND_PATH}>
          <HiddenField name="next" value={next} />
          <LaterButton
            ms={waitSeconds * 1_000}
            sentence={messages.codeNextIn}
            done={messages.codeNextNow}
            label={isMailed ? messages.codeSendAgain : messages.codeSend}
          />
        </Form>
      )}
      <Paragraph class="hint" text={describeWayOut(step)} />
      <LinkLine href={LOGIN_PATH} label={messages.startOver} />
    </FormPage>,
  );
}

function Mailed({ isStuck, hasApp, reason }: CodeStep) {
  if (!isStuck) return <p>{messages.codeMailed}</p>;
  const hasOtherCodes = hasApp || reason === 'own';
  return (
    <Notice
      kind="warning"
      title={messages.codeStuckTitle}
      text={hasOtherCodes ? messages.codeStuckUseOther : messages.codeStuck}
    />
  );
}

function describeWayOut({ hasApp, reason }: CodeStep): string {
  if (reason === 'device' && !hasApp) return messages.codeLostDevice;
  return hasApp ? messages.codeLostApp : messages.codeLost;
}

function describeCode({ hasApp, mail, reason, isMailed }: CodeStep): string {
  if (hasApp) return mail === 'open' && isMailed ? messages.codeFromAny : messages.codeFromApp;
  if (mail === 'closed') return messages.codeFromRecovery;
  return reason === 'own' ? messages.codeFromMail : messages.codeFromEmail;
}
