// What the pages of accounts share: sessions after a form, notes for the logs, fields, the owner's proof, and pages with one message.
/** @jsxImportSource preact */

import type { ComponentChildren, VNode } from 'preact';
import type { HttpContext } from '../../app/context.ts';
import { answerSitePage } from '../../platform/http/html.ts';
import {
  loginPath,
  type OwnerRequest,
  type PageRequest,
  withNext,
} from '../../platform/http/page.ts';
import { type PageForm, seeOther } from '../../platform/http/page-form.ts';
import { TOKEN } from '../../platform/http/parameters.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import {
  accountMessages,
  labels,
  loginMessages,
  messages as pageMessages,
  securityMessages,
} from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import {
  AccountNameField,
  CheckField,
  type FormState,
  HiddenField,
  PasswordField,
  TextField,
} from '../../platform/views/form-fields.tsx';
import { Form, FormPage, LaterButton, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine, RULES_PATH } from '../../platform/views/layout.tsx';
import { Paragraph } from '../../platform/views/parts.tsx';
import type { RegistrationCheckForm } from '../registration/registration-limits.ts';
import { describeBrowser, giveLogin } from '../sessions/session-cookie.ts';
import type { AccountEvent } from '../two-factor/security-ports.ts';
import type { Account } from './account-ports.ts';

export const SECURITY_PATH = accountPath('security');
export const SEND_CODE_PATH = `${SECURITY_PATH}send-code/`;

export const toList = () => ({ href: '/', label: pageMessages.failure.toTheList });
export const toAccount = (label: string) => ({ href: accountPath('account'), label });
export const toForgot = () => ({
  href: accountPath('forgot'),
  label: accountMessages.forgot.title,
});

/** Logs the visitor in to an account that was just made, or whose password was just set. */
export async function enter(
  context: HttpContext,
  account: Account,
  { request, visitor, set }: PageRequest,
): Promise<void> {
  const caller = describeBrowser(context, request);
  const entered = await context.accounts.startSession(visitor, account, caller);
  if (entered !== undefined) giveLogin(context, entered, set);
}

/** Notes what an owner did, in the service's log and in the account's own. */
export async function note(
  context: HttpContext,
  request: Request,
  { id, name }: Pick<Account, 'id' | 'name'>,
  event: AccountEvent,
): Promise<void> {
  context.report('account_changed', { change: event, account: name });
  await context.accounts.noteEvent(id, event, describeBrowser(context, request));
}

/**
 * Completes a login on a page and goes on to where that leads; an account that is not verified first sees
 * what it lacks, and one whose owner has not agreed to the present rules is asked to.
 */
export function completeLoginOnPage(
  context: HttpContext,
  entered: Parameters<typeof giveLogin>[1],
  { next, set }: PageRequest,
): Response {
  giveLogin(context, entered, set);
  const { account } = entered;
  if (account.verifiedAt === null) return seeOther(loginPath(next));
  const areRulesDue = context.registration.agreement.findDue(account) !== undefined;
  return seeOther(areRulesDue ? withNext(accountPath('rules'), next) : next);
}

/** A page with one message. */
export function showNotice(
  { site }: PageRequest,
  notice: {
    kind: 'success' | 'warning' | 'information';
    title: string;
    texts: readonly string[];
    links: readonly { href: string; label: string }[];
  },
): VNode {
  const { kind, title, texts, links } = notice;
  return (
    <FormPage site={site()} title={title}>
      <Notice kind={kind}>
        {texts.map((text) => (
          <Paragraph key={text} text={text} />
        ))}
      </Notice>
      {links.map((link, index) => (
        <LinkLine key={link.href} {...(index === 0 ? { look: 'button quiet' } : {})} {...link} />
      ))}
    </FormPage>
  );
}

export function answerDeadLink(
  requested: PageRequest,
  hint: string | undefined,
  link: { href: string; label: string },
): Response {
  const { deadTitle: title, dead } = accountMessages.links;
  const notice = {
    kind: 'warning' as const,
    title,
    texts: [dead, ...(hint === undefined ? [] : [hint])],
    links: [link],
  };
  return answerSitePage(showNotice(requested, notice), 410);
}

/** The parameter `:token` of the page behind a link; what is no token is a link that does nothing. */
export const tokenParameter = (otherwise: (requested: PageRequest) => Response) => ({
  schema: TOKEN,
  otherwise,
});

/** Redirects to the page that says what was done, and leads on to `next`. */
export function leadToDone(what: keyof typeof accountMessages.done, next = '/'): Response {
  return seeOther(withNext(`${accountPath('account')}done/${what}/`, next));
}

/** The version of the rules that a form agrees to; empty without a tick. */
export function readAgreedRules(form: PageForm): string {
  return form.field('agree') === 'yes' ? form.field('rules') : '';
}

/** A password that `isKept` need not be typed again. */
export function IdentityFields({ state, isKept }: { state: FormState; isKept?: boolean }) {
  const hint = isKept === true ? { hint: accountMessages.register.passwordKept } : {};
  return (
    <>
      <TypedField
        {...{ name: 'name', label: labels.name, hint: accountMessages.nameHint, state }}
        autocomplete="username"
      />
      <EmailField label={labels.emailAddress} hint={accountMessages.emailHint} state={state} />
      <NewPasswordField name="password" label={labels.password} state={state} {...hint} />
    </>
  );
}

type TextFacts = Parameters<typeof TextField>[0];
type FieldFacts = Pick<TextFacts, 'label' | 'hint' | 'value' | 'state'>;

/** A field that has to be filled in, with what no browser corrects: a name, an address, a code. */
export const TypedField = (properties: TextFacts) => (
  <TextField {...properties} isLiteral isRequired />
);

export const EmailField = (properties: FieldFacts) => (
  <TypedField {...properties} name="email" type="email" autocomplete="email" />
);

/** A code that is sent or computed, or a recovery code: each has digits alone. */
export const OneTimeCodeField = (properties: FieldFacts & { name?: string }) => (
  <TypedField name="code" {...properties} autocomplete="one-time-code" inputMode="numeric" />
);

export function NewPasswordField(properties: {
  name?: string;
  label?: string;
  /** Instead of what a password has to be, where none has to be typed. */
  hint?: string;
  state: FormState;
}) {
  const { name = 'new_password', label = accountMessages.newPassword, hint, state } = properties;
  return (
    <PasswordField
      name={name}
      label={label}
      hint={hint ?? accountMessages.passwordHint}
      state={state}
      autocomplete="new-password"
      isRequired={hint === undefined}
    />
  );
}

/** What a form is made from that its owner alone may send. Times are milliseconds since the Unix epoch. */
export type ProofFacts = Awaited<ReturnType<typeof describeProof>>['facts'];

/** The facts of a form with proof, and its state, which is a problem where another code was requested too early. */
export async function describeProof(
  { accounts }: HttpContext,
  clock: Clock,
  { visitor, query }: OwnerRequest,
  failed: FormState,
) {
  const now = clock.now();
  const described = await accounts.security.describe(visitor);
  const seconds = Math.ceil((described.nextMailAt - now) / 1_000);
  const isEarly = query.wait !== undefined && seconds > 0 && failed.problems.length === 0;
  const tooSoon = { message: loginMessages.problems.codeTooSoon(seconds) };
  return {
    /** `isCodeSent`: whether a code was just emailed for this form. */
    facts: {
      ...described,
      accountName: visitor.account.name,
      now,
      isCodeSent: query.sent !== undefined,
    },
    state: isEarly ? { values: {}, problems: [tooSoon] } : failed,
  };
}

/** What a form brings of its owner's proof, and the browser that wrong ones are counted for. */
export function proofOf(context: HttpContext, { form, request }: PageRequest) {
  return {
    proof: { password: form.field('password'), code: form.field('code') },
    caller: describeBrowser(context, request),
  };
}

export function needsCode({
  appSince,
  mailCodesSince,
}: Pick<ProofFacts, 'appSince' | 'mailCodesSince'>): boolean {
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
        <AccountNameField value={facts.accountName} />
        {children}
        <PasswordField
          {...{ name: 'password', label: accountMessages.yourPassword, state }}
          hint={accountMessages.yourPasswordHint}
          autocomplete="current-password"
          isRequired
        />
        {newPassword}
        {needsCode(facts) && (
          <OneTimeCodeField {...{ label: labels.code, hint: securityMessages.codeHint, state }} />
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
              label={labels.emailCode}
            />
          </Form>
        </>
      )}
    </>
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
            data-working={accountMessages.register.checking}
          />
          <p class="hint" data-without-proof>
            {accountMessages.register.withoutScripts(waitWithoutProofMs)}
          </p>
        </>
      )}
    </>
  );
}

/** A link to the rules, where there are any, and the box to tick; the form sends the version that was shown. */
export function AgreementFields(properties: { version: string | undefined; state: FormState }) {
  const { rules: messages } = accountMessages;
  const { version, state } = properties;
  if (version === undefined) return null;
  return (
    <>
      <HiddenField name="rules" value={version} />
      <p>
        <a href={RULES_PATH} target="_blank" rel="noopener">
          {messages.read}
        </a>
      </p>
      <CheckField name="agree" label={messages.agree} state={state} isRequired />
    </>
  );
}
