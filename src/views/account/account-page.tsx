// The page of the reader's own account, and the pages that change it.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { AddressState } from '../../accounts/registration/registration.ts';
import { accountMessages, formats, operatorMessages } from '../../messages/messages.ts';
import { accountPath } from '../../messages/paths.ts';
import { TextField } from '../form-fields.tsx';
import { Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { Fact, LinkLine, renderDocument, type Site } from '../layout.tsx';
import { CurrentPasswordField, NewPasswordField } from './account-parts.tsx';
import {
  type ChangeFacts,
  CodeByMail,
  CodeField,
  type Factors,
  needsCode,
} from './second-factor-pages.tsx';

/** Name, address and state of the account, with links to everything that can be changed. */
export function renderAccountPage(facts: {
  site: Site;
  name: string;
  registeredAt: number;
  isVerified: boolean;
  address: AddressState;
  /** When the reader agreed to rules of the site, and whether other ones wait to be agreed to. */
  rules: { agreedAt: number | undefined; areDue: boolean };
}): string {
  const { home: messages, rules: rulesMessages } = accountMessages;
  const { site, name, registeredAt, isVerified, address, rules } = facts;
  const { email, isConfirmed, pending } = address;
  const ways = [
    ['security', messages.security, messages.securityHint],
    ['password', messages.password, messages.passwordHint],
    ['email', messages.email, messages.emailHint],
    ['export', messages.export, messages.exportHint],
  ] as const;
  return renderDocument(
    <FormPage site={site} title={messages.title}>
      {!isVerified && (
        <Notice kind="warning" title={messages.unverified}>
          <p>{accountMessages.verify.keptUnverified}</p>
          <LinkLine href={accountPath('verify')} label={messages.confirmNow} />
        </Notice>
      )}
      {rules.areDue && (
        <Notice
          kind="information"
          title={rules.agreedAt === undefined ? rulesMessages.due : rulesMessages.dueAgain}
        >
          <LinkLine
            href={`${accountPath('rules')}?next=${accountPath('account')}`}
            label={rulesMessages.goThere}
          />
        </Notice>
      )}
      <dl class="facts">
        <Fact name={accountMessages.name}>{name}</Fact>
        <Fact name={accountMessages.email}>
          {email} ({isConfirmed ? messages.confirmed : messages.unconfirmed})
        </Fact>
        <Fact name={messages.verified}>{isVerified ? messages.yes : messages.no}</Fact>
        <Fact name={messages.registered}>
          <time dateTime={new Date(registeredAt).toISOString()}>
            {formats.formatDay(registeredAt)}
          </time>
        </Fact>
        {rules.agreedAt !== undefined && (
          <Fact name={rulesMessages.agreed}>
            <time dateTime={new Date(rules.agreedAt).toISOString()}>
              {formats.formatDay(rules.agreedAt)}
            </time>
          </Fact>
        )}
      </dl>
      {pending !== undefined && (
        <LinkLine href={accountPath('verify')} label={messages.pending(pending)} />
      )}
      <ul class="records">
        <Way
          href="/server/own/"
          label={operatorMessages.own.listTitle}
          hint={messages.serversHint}
        />
        {ways.map(([page, label, hint]) => (
          <Way key={page} href={accountPath(page)} label={label} hint={hint} />
        ))}
        <Way
          href={accountPath('delete')}
          label={messages.delete}
          hint={messages.deleteHint}
          isDanger
        />
      </ul>
    </FormPage>,
  );
}

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

interface FormFacts {
  site: Site;
  /** The account's second factors: with one, a code is required too. */
  security: Factors & Pick<ChangeFacts, 'isCodeSent' | 'nextMailAt' | 'now'>;
  state: FormState;
}

/** A page with a form that ends with the proof that its owner sends it, and links back. */
function OwnerForm(properties: {
  facts: FormFacts;
  page: 'password' | 'email' | 'export' | 'delete';
  submit: string;
  kind?: 'main' | 'danger';
  children?: ComponentChildren;
  after?: ComponentChildren;
}) {
  const { facts, page, submit, kind = 'main', children, after } = properties;
  const { security, state } = facts;
  const path = accountPath(page);
  return (
    <>
      <Form action={path}>
        {children}
        <CurrentPasswordField state={state} />
        {after}
        {needsCode(security) && <CodeField state={state} />}
        <SubmitButton label={submit} kind={kind} />
      </Form>
      <CodeByMail facts={security} path={path} />
      <LinkLine href={accountPath('account')} label={accountMessages.toAccount} />
    </>
  );
}

export function renderPasswordPage(facts: FormFacts): string {
  const messages = accountMessages.change;
  const { site, state } = facts;
  return renderDocument(
    <FormPage site={site} title={messages.passwordTitle} state={state}>
      <p>{messages.passwordIntro}</p>
      <OwnerForm
        facts={facts}
        page="password"
        submit={messages.passwordSubmit}
        after={<NewPasswordField state={state} />}
      />
    </FormPage>,
  );
}

export function renderEmailPage(facts: FormFacts & { email: string; canMail: boolean }): string {
  const messages = accountMessages.change;
  const { site, email, canMail, state } = facts;
  return renderDocument(
    <FormPage site={site} title={messages.emailTitle} state={state}>
      <p>{messages.emailIntro(email)}</p>
      <p>{canMail ? messages.emailNext : messages.emailAtOnce}</p>
      <OwnerForm facts={facts} page="email" submit={messages.emailSubmit}>
        <TextField
          name="email"
          type="email"
          label={messages.newEmail}
          state={state}
          autocomplete="email"
          isLiteral
          isRequired
        />
      </OwnerForm>
    </FormPage>,
  );
}

export function renderExportPage(facts: FormFacts): string {
  const messages = accountMessages.copy;
  return renderDocument(
    <FormPage site={facts.site} title={messages.title} state={facts.state}>
      <p>{messages.intro}</p>
      <OwnerForm facts={facts} page="export" submit={messages.submit} />
    </FormPage>,
  );
}

export function renderDeletePage(
  facts: FormFacts & { name: string; reservedDays: number },
): string {
  const messages = accountMessages.leave;
  const { site, name, reservedDays, state } = facts;
  return renderDocument(
    <FormPage site={site} title={messages.title} state={state}>
      <Notice kind="danger">
        <p>{messages.intro(name)}</p>
        <p>{messages.reserved(reservedDays)}</p>
      </Notice>
      <OwnerForm facts={facts} page="delete" submit={messages.submit} kind="danger" />
    </FormPage>,
  );
}
