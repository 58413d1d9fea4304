// The page that confirms an email address by a code, sends another email, or corrects the address.
/** @jsxImportSource preact */

import type { AddressState, RegistrationRules } from '../../accounts/registration/registration.ts';
import { accountMessages } from '../../messages/messages.ts';
import { accountPath } from '../../messages/paths.ts';
import { HiddenField, TextField } from '../form-fields.tsx';
import {
  Countdown,
  EMPTY_FORM,
  Form,
  FormPage,
  type FormState,
  Notice,
  SubmitButton,
} from '../forms.tsx';
import { LinkLine, renderDocument, type Site } from '../layout.tsx';
import { Paragraph } from '../parts.tsx';

const messages = accountMessages.verify;

export interface VerifyPage {
  site: Site;
  /** The path that the verification leads to. */
  next: string;
  isVerified: boolean;
  address: AddressState;
  canMail: boolean;
  rules: Pick<RegistrationRules, 'verification' | 'unverifiedDays'>;
  /** Milliseconds since the Unix epoch. */
  now: number;
  /** State of the form that was sent, and which form it was. */
  state?: FormState;
}

export function renderVerifyPage(facts: VerifyPage): string {
  const { site, next, isVerified, address, canMail, state = EMPTY_FORM } = facts;
  const isWaiting = canMail && (!address.isConfirmed || address.pending !== undefined);
  const isDone = isVerified && !isWaiting;
  const title = isWaiting ? messages.title : isVerified ? messages.done : messages.waitTitle;
  return renderDocument(
    <FormPage site={site} title={title} state={state}>
      {isDone && <Notice kind="success" text={messages.doneNext} />}
      {isWaiting && <Waiting {...facts} state={state} />}
      {!isVerified && <Unverified {...facts} />}
      {next !== '/' && <LinkLine href={next} label={accountMessages.goOn} />}
      {isVerified && <LinkLine href="/" label={accountMessages.toList} />}
      <LinkLine href={accountPath('account')} label={accountMessages.toAccount} />
    </FormPage>,
  );
}

function Unverified({ canMail, rules }: VerifyPage) {
  const { verification, unverifiedDays: days } = rules;
  if (!canMail || verification !== 'mail') {
    return (
      <Notice kind="warning" title={messages.administratorTitle}>
        <Paragraph text={messages.administrator} />
        {days > 0 && <p>{messages.removedUnlessVerified(days)}</p>}
      </Notice>
    );
  }
  return <p>{days === 0 ? messages.keptUnverified : messages.removedAfter(days)}</p>;
}

function Waiting(facts: VerifyPage & { state: FormState }) {
  const { next, address, isVerified, now, state } = facts;
  const { email, pending, nextSendAt, codesWaitUntil, isConfirmed, isStuck } = address;
  const waitMs = nextSendAt - now;
  return (
    <>
      {isStuck ? (
        <Notice
          kind="warning"
          title={messages.stuckTitle}
          text={messages.stuck(pending ?? email)}
        />
      ) : (
        <>
          <p>{messages.sent(pending ?? email)}</p>
          <p class="hint">{messages.slow}</p>
        </>
      )}
      {codesWaitUntil !== undefined && codesWaitUntil > now && (
        <Notice kind="warning">
          <Countdown
            ms={codesWaitUntil - now}
            still={messages.codesWait(codesWaitUntil - now)}
            counting={messages.codesCount}
            done={messages.codesAgain}
          />
        </Notice>
      )}
      <Form action={accountPath('verify')}>
        <HiddenField name="act" value="code" />
        <HiddenField name="next" value={next} />
        <TextField
          name="code"
          label={messages.code}
          hint={messages.codeHint}
          state={state}
          inputMode="numeric"
          autocomplete="one-time-code"
          isLiteral
          isRequired
        />
        <SubmitButton label={messages.submit} />
      </Form>
      <section class="form">
        <h2>{messages.againTitle}</h2>
        <Form action={accountPath('verify')}>
          <HiddenField name="act" value="again" />
          <HiddenField name="next" value={next} />
          {waitMs > 0 ? (
            <Countdown
              ms={waitMs}
              still={messages.againIn(waitMs)}
              counting={messages.againCount}
              done={messages.againNow}
            />
          ) : (
            <p class="hint">{messages.againNow}</p>
          )}
          <SubmitButton label={messages.again} kind="quiet" isDisabled={waitMs > 0} />
        </Form>
      </section>
      {!isVerified && !isConfirmed && (
        <section class="form">
          <h2>{messages.correctTitle}</h2>
          <Form action={accountPath('verify')}>
            <HiddenField name="act" value="correct" />
            <HiddenField name="next" value={next} />
            <TextField
              name="email"
              type="email"
              label={accountMessages.email}
              state={state}
              value={email}
              autocomplete="email"
              isLiteral
              isRequired
            />
            <SubmitButton label={messages.correct} kind="quiet" />
          </Form>
        </section>
      )}
    </>
  );
}
