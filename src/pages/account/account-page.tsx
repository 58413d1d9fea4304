// The page of one's own account, and the pages where it is changed.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { AddressState } from '../../accounts/registration.ts';
import { accountPath } from '../../lib/account-paths.ts';
import { TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { describeMoment } from '../time.tsx';
import { accountWords } from '../words/account.ts';
import { operatorWords } from '../words/operators.ts';
import { GoOn, NewPasswordField, OwnPasswordField } from './account-parts.tsx';
import { CodeByMail, CodeField, type Factors, needsCode } from './proof-fields.tsx';

/** Who one is, where the account stands, and everything that can be done to it. */
export function renderAccountPage(facts: {
  site: Site;
  name: string;
  registeredAt: number;
  isVerified: boolean;
  address: AddressState;
}): string {
  const words = accountWords.home;
  const { site, name, registeredAt, isVerified, address } = facts;
  const { email, isConfirmed, pending } = address;
  const ways = [
    ['security', words.security, words.securityHint],
    ['password', words.password, words.passwordHint],
    ['email', words.email, words.emailHint],
    ['export', words.export, words.exportHint],
  ] as const;
  return renderDocument(
    <FormPage site={site} title={words.title}>
      {!isVerified && (
        <Notice kind="warning" title={words.unverified}>
          <p>{accountWords.verify.keptUnverified}</p>
          <GoOn href={accountPath('verify')} label={words.confirmNow} />
        </Notice>
      )}
      <dl class="facts">
        <div>
          <dt>{accountWords.name}</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>{accountWords.email}</dt>
          <dd>
            {email} ({isConfirmed ? words.confirmed : words.unconfirmed})
          </dd>
        </div>
        <div>
          <dt>{words.verified}</dt>
          <dd>{isVerified ? words.yes : words.no}</dd>
        </div>
        <div>
          <dt>{words.registered}</dt>
          <dd>
            <time dateTime={new Date(registeredAt).toISOString()}>
              {describeMoment(registeredAt).slice(0, 10)}
            </time>
          </dd>
        </div>
      </dl>
      {pending !== undefined && (
        <GoOn href={accountPath('verify')} label={words.pending(pending)} />
      )}
      <ul class="records">
        <Way href="/server/own/" label={operatorWords.own.listTitle} hint={words.serversHint} />
        {ways.map(([page, label, hint]) => (
          <Way key={page} href={accountPath(page)} label={label} hint={hint} />
        ))}
        <Way href={accountPath('delete')} label={words.delete} hint={words.deleteHint} isDanger />
      </ul>
    </FormPage>,
  );
}

/** A line that leads to a page, and what is found there. */
function Way(properties: { href: string; label: string; hint: string; isDanger?: boolean }) {
  const { href, label, hint, isDanger = false } = properties;
  return (
    <li>
      <p>
        <a class={isDanger ? 'danger' : undefined} href={href}>
          {label}
        </a>
        <span class="hint">{hint}</span>
      </p>
    </li>
  );
}

/** What every form below is made from. */
interface FormFacts {
  site: Site;
  /** How the account is secured: with a second factor on, a code is shown too. */
  security: Factors & { isCodeSent: boolean };
  state: FormState;
}

/** The form of a page, which ends with the proof that its owner sends it, and the ways from there. */
function OwnerForm(properties: {
  facts: FormFacts;
  page: 'password' | 'email' | 'export' | 'delete';
  submit: string;
  kind?: 'main' | 'danger';
  children?: ComponentChildren;
  /** What stands behind the password. */
  after?: ComponentChildren;
}) {
  const { facts, page, submit, kind = 'main', children, after } = properties;
  const { security, state } = facts;
  const path = accountPath(page);
  return (
    <>
      <Form action={path}>
        {children}
        <OwnPasswordField state={state} />
        {after}
        {needsCode(security) && <CodeField state={state} />}
        <SubmitButton label={submit} kind={kind} />
      </Form>
      <CodeByMail facts={security} path={path} />
      <GoOn href={accountPath('account')} label={accountWords.toAccount} />
    </>
  );
}

/** Asks for the old password and a new one. */
export function renderPasswordPage(facts: FormFacts): string {
  const words = accountWords.change;
  const { site, state } = facts;
  return renderDocument(
    <FormPage site={site} title={words.passwordTitle} state={state}>
      <p>{words.passwordIntro}</p>
      <OwnerForm
        facts={facts}
        page="password"
        submit={words.passwordSubmit}
        after={<NewPasswordField state={state} />}
      />
    </FormPage>,
  );
}

/** Asks for a new address and the password. */
export function renderEmailPage(facts: FormFacts & { email: string; canMail: boolean }): string {
  const words = accountWords.change;
  const { site, email, canMail, state } = facts;
  return renderDocument(
    <FormPage site={site} title={words.emailTitle} state={state}>
      <p>{words.emailIntro(email)}</p>
      <p>{canMail ? words.emailNext : words.emailAtOnce}</p>
      <OwnerForm facts={facts} page="email" submit={words.emailSubmit}>
        <TextField
          name="email"
          type="email"
          label={words.newEmail}
          state={state}
          autocomplete="email"
          isLiteral
          isRequired
        />
      </OwnerForm>
    </FormPage>,
  );
}

/** Asks for the password before a copy of everything is handed out. */
export function renderExportPage(facts: FormFacts): string {
  const words = accountWords.copy;
  return renderDocument(
    <FormPage site={facts.site} title={words.title} state={facts.state}>
      <p>{words.intro}</p>
      <OwnerForm facts={facts} page="export" submit={words.submit} />
    </FormPage>,
  );
}

/** Asks for the password before the account goes. */
export function renderDeletePage(
  facts: FormFacts & { name: string; reservedDays: number },
): string {
  const words = accountWords.leave;
  const { site, name, reservedDays, state } = facts;
  return renderDocument(
    <FormPage site={site} title={words.title} state={state}>
      <Notice kind="danger">
        <p>{words.intro(name)}</p>
        <p>{words.reserved(reservedDays)}</p>
      </Notice>
      <OwnerForm facts={facts} page="delete" submit={words.submit} kind="danger" />
    </FormPage>,
  );
}
