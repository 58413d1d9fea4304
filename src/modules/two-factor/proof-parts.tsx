// The part of a form in which owners prove that the account is theirs.

import type { ComponentChildren, VNode } from 'preact';
import type { OwnerRequest, PageRequest } from '../../platform/http/page.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { labels } from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import {
  AccountNameField,
  type FieldOf,
  Fields,
  type FormState,
} from '../../platform/views/form-fields.tsx';
import { Form, LaterButton, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import { codeField, currentPasswordField, SEND_CODE_PATH } from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import { accountTexts } from '../account/messages.ts';
import { securityMessages, twoFactorFailures } from './messages.ts';
import type { SecuritySettings } from './security-settings.ts';

/** @jsxImportSource preact */

/** The page after a login with a recovery code. */
export const RECOVERED_PATH = '/acc/security/recovered/';
export const RECOVERY_PATH = '/acc/security/recovery-codes/';

/** The facts for a form that only the owner may send. Times are milliseconds since the Unix epoch. */
export type ProofFacts = Awaited<ReturnType<typeof describeProof>>['facts'];

/** Finds the factors of an owner, and shows the form of an owner without a password. */
export interface ProofPorts {
  security: Pick<SecuritySettings, 'describe'>;
  parts: ProofParts;
}

export interface ProofParts {
  /** A form that a passkey sends, where passkeys are offered. */
  passkeyForms?: readonly PasskeyForm[];
}

declare module '../../platform/module/description.ts' {
  interface PageParts extends ProofParts {}
}

/** Hidden without scripts. */
type PasskeyForm = (
  properties: Pick<ProvenFormFacts, 'submit' | 'kind'> & {
    action: string;
    children: ComponentChildren;
  },
) => VNode;

/** The facts of a form with proof, and its state: a problem if another code was requested too early. */
export async function describeProof(
  { security, parts }: ProofPorts,
  clock: Clock,
  { visitor, query }: OwnerRequest<Account>,
  failed: FormState,
) {
  const now = clock.now();
  const described = await security.describe(visitor);
  const seconds = Math.ceil((described.nextMailAt - now) / 1_000);
  const isEarly = query.wait !== undefined && seconds > 0 && failed.problems.length === 0;
  const tooSoon = { message: twoFactorFailures.codeTooSoon(seconds) };
  return {
    /** `isCodeSent`: whether a code was just emailed for this form. */
    facts: {
      ...described,
      PasskeyForm: parts.passkeyForms?.[0],
      accountName: visitor.account.name,
      now,
      isCodeSent: query.sent !== undefined,
    },
    state: isEarly ? { values: {}, problems: [tooSoon] } : failed,
  };
}

/** The owner's proof from a form, and the caller whose wrong attempts are counted. */
export function proofOf({ form, sessionValue, caller }: PageRequest) {
  const passkey = { text: form.field('credential'), sessionValue };
  return {
    proof: { password: form.field('password'), code: form.field('code'), passkey },
    caller: caller(),
  };
}

export function needsCode({
  appSince,
  mailCodesSince,
  passkeysSince,
}: Pick<ProofFacts, 'appSince' | 'mailCodesSince' | 'passkeysSince'>): boolean {
  return appSince !== null || mailCodesSince !== null || passkeysSince !== null;
}

interface ProvenFormFacts {
  facts: ProofFacts;
  state: FormState;
  page: string;
  /** The path of the form, if it differs from the page's. */
  action?: string;
  submit: string;
  kind?: 'main' | 'danger';
  fields?: readonly FieldOf[];
  newPassword?: readonly FieldOf[];
  /** The last field, or a note above the button. */
  last?: ComponentChildren;
}

/**
 * A form that needs the owner's proof: the password, and a code if a second factor is on. The button
 * below it emails a code and leads back to `page`. Without a password, a passkey is the proof.
 */
export function ProvenForm(properties: ProvenFormFacts) {
  if (!properties.facts.hasPassword) return <FormWithoutPassword {...properties} />;
  const { facts, state, page, action = page, submit, kind = 'main' } = properties;
  const { fields = [], newPassword = [], last } = properties;
  const waitMs = facts.nextMailAt - facts.now;
  const password = currentPasswordField(accountTexts.yourPassword, accountTexts.yourPasswordHint);
  const code = needsCode(facts) && codeField(securityMessages.codeHint);
  return (
    <>
      <Form action={action}>
        <AccountNameField value={facts.accountName} />
        <Fields fields={[...fields, password, ...newPassword, code]} state={state} />
        {last}
        <SubmitButton label={submit} kind={kind} />
      </Form>
      {facts.takesMailedCodes && facts.isMailOpen && (
        <>
          {facts.isCodeSent && <Notice kind="success" text={securityMessages.codeSent} />}
          <Form action={SEND_CODE_PATH} hidden={{ back: page }}>
            <LaterButton
              ms={waitMs}
              sentence={securityMessages.codeAgainIn}
              done={securityMessages.codeAgainNow}
              label={labels.emailCode}
            />
          </Form>
        </>
      )}
    </>
  );
}

function FormWithoutPassword(properties: ProvenFormFacts) {
  const { facts, state, page, action = page, submit, kind = 'main' } = properties;
  const { fields = [], newPassword = [], last } = properties;
  const { PasskeyForm, accountName } = facts;
  return (
    <>
      {PasskeyForm && (
        <PasskeyForm action={action} submit={submit} kind={kind}>
          <AccountNameField value={accountName} />
          <Fields fields={[...fields, ...newPassword]} state={state} />
          {last}
          <p class="hint">{securityMessages.provedByPasskey}</p>
        </PasskeyForm>
      )}
      <div data-passkey-missing>
        <p>{twoFactorFailures.noPassword}</p>
        <LinkLine href={accountPath('forgot')} label={accountTexts.forgot} />
      </div>
    </>
  );
}
