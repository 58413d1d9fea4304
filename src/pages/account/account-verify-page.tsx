// The page where an address is confirmed by its code, another letter is sent, and a wrong address is put right.
/** @jsxImportSource preact */

import type { AddressState, RegistrationRules } from '../../accounts/registration.ts';
import { accountPath } from '../../lib/account-paths.ts';
import { HiddenField, TextField } from '../form-fields.tsx';
import { EMPTY_FORM, Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { accountWords } from '../words/account.ts';
import { GoOn } from './account-parts.tsx';

const words = accountWords.verify;

/** What the page is made from. */
export interface VerifyPage {
  site: Site;
  isVerified: boolean;
  address: AddressState;
  canMail: boolean;
  rules: Pick<RegistrationRules, 'verification' | 'unverifiedDays'>;
  /** Milliseconds since the Unix epoch. */
  now: number;
  /** Of the form that was sent, and which one it was. */
  state?: FormState;
}

/** Where the account stands, and what its owner can do about it. */
export function renderVerifyPage(facts: VerifyPage): string {
  const { site, isVerified, address, canMail, state = EMPTY_FORM } = facts;
  const isWaiting = canMail && (!address.isConfirmed || address.pending !== undefined);
  const isDone = isVerified && !isWaiting;
  const title = isWaiting ? words.title : isVerified ? words.done : words.waitTitle;
  return renderDocument(
    <FormPage site={site} title={title} state={state}>
      {isDone && (
        <Notice kind="success">
          <p>{words.doneNext}</p>
        </Notice>
      )}
      {isWaiting && <Waiting {...facts} state={state} />}
      {!isVerified && <Unverified {...facts} />}
      {isVerified && <GoOn href="/" label={accountWords.toList} />}
      <GoOn href={accountPath('account')} label={accountWords.toAccount} />
    </FormPage>,
  );
}

function Unverified({ canMail, rules }: VerifyPage) {
  const { verification, unverifiedDays: days } = rules;
  if (!canMail || verification !== 'mail') {
    return (
      <Notice kind="warning" title={words.administratorTitle}>
        <p>{words.administrator}</p>
        {days > 0 && <p>{words.removedUnlessVerified(days)}</p>}
      </Notice>
    );
  }
  return <p>{days === 0 ? words.keptUnverified : words.removedAfter(days)}</p>;
}

function Waiting(facts: VerifyPage & { state: FormState }) {
  const { address, isVerified, now, state } = facts;
  const { email, pending, nextSendAt, codesWaitUntil, isConfirmed, isStuck } = address;
  const waitMs = nextSendAt - now;
  return (
    <>
      {isStuck ? (
        <Notice kind="warning" title={words.stuckTitle}>
          <p>{words.stuck(pending ?? email)}</p>
        </Notice>
      ) : (
        <>
          <p>{words.sent(pending ?? email)}</p>
          <p class="hint">{words.slow}</p>
        </>
      )}
      {codesWaitUntil !== undefined && codesWaitUntil > now && (
        <Notice kind="warning">
          <p>{words.codesWait(codesWaitUntil - now)}</p>
        </Notice>
      )}
      <Form action={accountPath('verify')}>
        <HiddenField name="act" value="code" />
        <TextField
          name="code"
          label={words.code}
          hint={words.codeHint}
          state={state}
          inputMode="numeric"
          autocomplete="one-time-code"
          isLiteral
          isRequired
        />
        <SubmitButton label={words.submit} />
      </Form>
      <section class="form">
        <h2>{words.againTitle}</h2>
        {waitMs > 0 ? (
          <p>{words.againIn(waitMs)}</p>
        ) : (
          <Form action={accountPath('verify')}>
            <HiddenField name="act" value="again" />
            <p class="hint">{words.againNow}</p>
            <SubmitButton label={words.again} kind="quiet" />
          </Form>
        )}
      </section>
      {!isVerified && !isConfirmed && (
        <section class="form">
          <h2>{words.correctTitle}</h2>
          <Form action={accountPath('verify')}>
            <HiddenField name="act" value="correct" />
            <TextField
              name="email"
              type="email"
              label={accountWords.email}
              state={state}
              value={email}
              autocomplete="email"
              isLiteral
              isRequired
            />
            <SubmitButton label={words.correct} kind="quiet" />
          </Form>
        </section>
      )}
    </>
  );
}
