// Parts that pages of accounts share: fields for names, passwords and the proof of work, and pages with a single message.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { RegistrationCheckForm } from '../../accounts/registration/registration.ts';
import { accountMessages as messages, securityMessages } from '../../messages/messages.ts';
import { HiddenField, PasswordField, TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, LaterButton, Notice, SubmitButton } from '../forms.tsx';
import { LinkLine, renderDocument, type Site } from '../layout.tsx';
import { Paragraph } from '../parts.tsx';
import { SEND_CODE_PATH } from './security-paths.ts';

export function IdentityFields({ state }: { state: FormState }) {
  return (
    <>
      <TextField
        {...{ name: 'name', label: messages.name, hint: messages.nameHint, state }}
        autocomplete="username"
        isLiteral
        isRequired
      />
      <EmailField label={messages.email} hint={messages.emailHint} state={state} />
      <NewPasswordField name="password" label={messages.password} state={state} />
    </>
  );
}

type FieldFacts = Pick<Parameters<typeof TextField>[0], 'label' | 'hint' | 'value' | 'state'>;

export function EmailField(properties: FieldFacts) {
  return (
    <TextField
      {...properties}
      name="email"
      type="email"
      autocomplete="email"
      isLiteral
      isRequired
    />
  );
}

/** A code that is sent or computed; a numeric one has digits alone. */
export function OneTimeCodeField(
  properties: FieldFacts & { name?: string; inputMode?: 'numeric' },
) {
  return (
    <TextField name="code" {...properties} autocomplete="one-time-code" isLiteral isRequired />
  );
}

export function NewPasswordField(properties: { name?: string; label?: string; state: FormState }) {
  const { name = 'new_password', label = messages.newPassword, state } = properties;
  return (
    <PasswordField
      {...{ name, label, hint: messages.passwordHint, state }}
      autocomplete="new-password"
      isRequired
    />
  );
}

/** Which second factors are on, and whether a code can be emailed. */
export interface Factors {
  appSince: number | null;
  mailCodesSince: number | null;
  isMailOpen: boolean;
}

/** What a form is made from that its owner alone may send. Times are milliseconds since the Unix epoch. */
export interface ProofFacts extends Factors {
  /** Whether a code was just emailed for this form. */
  isCodeSent: boolean;
  /** When another one may be emailed; in the past for at once. */
  nextMailAt: number;
  now: number;
}

export function needsCode({ appSince, mailCodesSince }: Factors): boolean {
  return appSince !== null || mailCodesSince !== null;
}

/**
 * A form with the proof that the owner sends it: the password, and a code with a second factor. The button
 * under it, which emails one, leads back to `page`.
 */
export function ProvenForm(properties: {
  facts: ProofFacts;
  state: FormState;
  page: string;
  /** The path of the form, where it is not that of the page. */
  action?: string;
  submit: string;
  kind?: 'main' | 'danger';
  children?: ComponentChildren;
  newPassword?: ComponentChildren;
  last?: ComponentChildren;
}) {
  const { facts, state, page, action = page, submit, kind = 'main' } = properties;
  const { children, newPassword, last } = properties;
  const waitMs = facts.nextMailAt - facts.now;
  return (
    <>
      <Form action={action}>
        {children}
        <PasswordField
          {...{ name: 'password', label: messages.yourPassword, hint: messages.yourPasswordHint }}
          state={state}
          autocomplete="current-password"
          isRequired
        />
        {newPassword}
        {needsCode(facts) && (
          <OneTimeCodeField
            {...{ label: securityMessages.code, hint: securityMessages.codeHint, state }}
          />
        )}
        {last}
        <SubmitButton label={submit} kind={kind} />
      </Form>
      {facts.mailCodesSince !== null && facts.isMailOpen && (
        <>
          {facts.isCodeSent && <Notice kind="success" text={securityMessages.codeSent} />}
          <Form action={SEND_CODE_PATH}>
            <HiddenField name="back" value={page} />
            <LaterButton
              ms={waitMs}
              sentence={securityMessages.codeAgainIn}
              done={securityMessages.codeAgainNow}
              label={securityMessages.codeSend}
            />
          </Form>
        </>
      )}
    </>
  );
}

export function renderNoticePage(facts: {
  site: Site;
  kind: 'success' | 'warning' | 'information';
  title: string;
  texts: readonly string[];
  links: readonly { href: string; label: string }[];
}): string {
  const { site, kind, title, texts, links } = facts;
  return renderDocument(
    <FormPage site={site} title={title}>
      <Notice kind={kind}>
        {texts.map((text) => (
          <Paragraph key={text} text={text} />
        ))}
      </Notice>
      {links.map((link, index) => (
        <LinkLine key={link.href} {...(index === 0 ? { look: 'button quiet' } : {})} {...link} />
      ))}
    </FormPage>,
  );
}

/**
 * The challenge, the field for the result that the browser computes while people type, and a way for
 * people without scripts. The browser sends nothing before `soonestMs` have passed.
 */
export function ProofOfWork({
  registrationCheck,
  soonestMs,
}: {
  registrationCheck: RegistrationCheckForm;
  soonestMs: number;
}) {
  const { challenge, proof, waitWithoutProofMs } = registrationCheck;
  return (
    <>
      <HiddenField name="challenge" value={challenge} />
      {proof !== undefined && (
        <>
          <input
            type="hidden"
            name="proof"
            value=""
            data-challenge={challenge}
            data-parts={proof.parts}
            data-bits={proof.bits}
            data-soonest={soonestMs}
          />
          <p class="hint" data-without-proof>
            {messages.register.withoutScripts(waitWithoutProofMs)}
          </p>
        </>
      )}
    </>
  );
}
