// Parts that pages of accounts share: fields for names, passwords and the proof of work, and pages with a single message.
/** @jsxImportSource preact */

import type { RegistrationCheckForm } from '../../accounts/registration/registration.ts';
import { accountMessages, accountMessages as messages } from '../../messages/messages.ts';
import { HiddenField, PasswordField, TextField } from '../form-fields.tsx';
import { FormPage, type FormState, Notice } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { Paragraph } from '../parts.tsx';

export function IdentityFields({ state }: { state: FormState }) {
  return (
    <>
      <TextField
        name="name"
        label={messages.name}
        hint={messages.nameHint}
        state={state}
        autocomplete="username"
        isLiteral
        isRequired
      />
      <TextField
        name="email"
        type="email"
        label={messages.email}
        hint={messages.emailHint}
        state={state}
        autocomplete="email"
        isLiteral
        isRequired
      />
      <PasswordField
        name="password"
        label={messages.password}
        hint={messages.passwordHint}
        state={state}
        autocomplete="new-password"
        isRequired
      />
    </>
  );
}

export function CurrentPasswordField({ state }: { state: FormState }) {
  return (
    <PasswordField
      name="password"
      label={messages.yourPassword}
      hint={messages.yourPasswordHint}
      state={state}
      autocomplete="current-password"
      isRequired
    />
  );
}

export function NewPasswordField({ state }: { state: FormState }) {
  return (
    <PasswordField
      name="new_password"
      label={messages.newPassword}
      hint={messages.passwordHint}
      state={state}
      autocomplete="new-password"
      isRequired
    />
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
      {links.map(({ href, label }, index) => (
        <p key={href}>
          <a class={index === 0 ? 'button quiet' : undefined} href={href}>
            {label}
          </a>
        </p>
      ))}
    </FormPage>,
  );
}

/** A key or a code in groups of four, which are easier to read; programs ignore the spaces. */
export function inGroups(text: string): string {
  return text.replace(/.{4}(?=.)/g, '$& ');
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
            {accountMessages.register.withoutScripts(waitWithoutProofMs)}
          </p>
        </>
      )}
    </>
  );
}
