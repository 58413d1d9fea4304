// The page that confirms an email address by a code, sends another email, or corrects the address.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { AddressState, RegistrationRules } from '../../accounts/registration/registration.ts';
import { accountMessages, messages as pageMessages } from '../../messages/messages.ts';
import { accountPath } from '../../messages/paths.ts';
import { HiddenField } from '../form-fields.tsx';
import { Countdown, Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { LinkLine, renderDocument, type Site } from '../layout.tsx';
import { Paragraph } from '../parts.tsx';
import { EmailField, OneTimeCodeField } from './account-parts.tsx';

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
  state: FormState;
}

export function renderVerifyPage(facts: VerifyPage): string {
  const { site, next, isVerified, address, canMail, state } = facts;
  const isWaiting = canMail && (!address.isConfirmed || address.pending !== undefined);
  const isDone = isVerified && !isWaiting;
  const title = isWaiting ? messages.title : isVerified ? messages.done : messages.waitTitle;
  return renderDocument(
    <FormPage site={site} title={title} state={state}>
      {isDone && <Notice kind="success" text={messages.doneNext} />}
      {isWaiting && <Waiting {...facts} />}
      {!isVerified && <Unverified {...facts} />}
      {next !== '/' && <LinkLine href={next} label={accountMessages.goOn} />}
      {isVerified && <LinkLine href="/" label={pageMessages.failure.toTheList} />}
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

function Waiting({ next, address, isVerified, now, state }: VerifyPage) {
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
            sentence={messages.codesWait}
            done={messages.codesAgain}
          />
        </Notice>
      )}
      <VerifyForm act="code" next={next}>
        <OneTimeCodeField
          {...{ label: messages.code, hint: messages.codeHint, state }}
          inputMode="numeric"
        />
        <SubmitButton label={messages.submit} />
      </VerifyForm>
      <section class="form">
        <h2>{messages.againTitle}</h2>
        <VerifyForm act="again" next={next}>
          {waitMs > 0 ? (
            <Countdown ms={waitMs} sentence={messages.againIn} done={messages.againNow} />
          ) : (
            <p class="hint">{messages.againNow}</p>
          )}
          <SubmitButton label={messages.again} kind="quiet" isDisabled={waitMs > 0} />
        </VerifyForm>
      </section>
      {!isVerified && !isConfirmed && (
        <section class="form">
          <h2>{messages.correctTitle}</h2>
          <VerifyForm act="correct" next={next}>
            <EmailField label={accountMessages.email} value={email} state={state} />
            <SubmitButton label={messages.correct} kind="quiet" />
          </VerifyForm>
        </section>
      )}
    </>
  );
}

function VerifyForm(properties: { act: string; next: string; children: ComponentChildren }) {
  const { act, next, children } = properties;
  return (
    <Form action={accountPath('verify')}>
      <HiddenField name="act" value={act} />
      <HiddenField name="next" value={next} />
      {children}
    </Form>
  );
}
