// The page of the reader's own account, and the pages that change it.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { AddressState } from '../../accounts/registration/registration.ts';
import { accountMessages, formats, operatorMessages } from '../../messages/messages.ts';
import { accountPath } from '../../messages/paths.ts';
import { FormPage, type FormState, Notice } from '../forms.tsx';
import { Fact, LinkLine, renderDocument, type Site } from '../layout.tsx';
import { EmailField, NewPasswordField, type ProofFacts, ProvenForm } from './account-parts.tsx';

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
  const pages = ['security', 'password', 'email', 'export', 'delete'] as const;
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
          <Day at={registeredAt} />
        </Fact>
        {rules.agreedAt !== undefined && (
          <Fact name={rulesMessages.agreed}>
            <Day at={rules.agreedAt} />
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
        {pages.map((page) => (
          <Way
            key={page}
            href={accountPath(page)}
            label={messages[page]}
            hint={messages[`${page}Hint`]}
            isDanger={page === 'delete'}
          />
        ))}
      </ul>
    </FormPage>,
  );
}

function Day({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formats.formatDay(at)}</time>;
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
  security: ProofFacts;
  state: FormState;
}

/** A page with a form that its owner alone may send, and a link back. */
function renderOwnerForm(
  { site, security, state }: FormFacts,
  form: Omit<Parameters<typeof ProvenForm>[0], 'facts' | 'state'> & {
    title: string;
    intro: ComponentChildren;
  },
): string {
  const { title, intro, ...rest } = form;
  return renderDocument(
    <FormPage site={site} title={title} state={state}>
      {intro}
      <ProvenForm facts={security} state={state} {...rest} />
      <LinkLine href={accountPath('account')} label={accountMessages.toAccount} />
    </FormPage>,
  );
}

export function renderPasswordPage(facts: FormFacts): string {
  const { change, home } = accountMessages;
  return renderOwnerForm(facts, {
    title: home.password,
    intro: <p>{change.passwordIntro}</p>,
    page: accountPath('password'),
    submit: home.password,
    newPassword: <NewPasswordField state={facts.state} />,
  });
}

export function renderEmailPage(facts: FormFacts & { email: string; canMail: boolean }): string {
  const messages = accountMessages.change;
  return renderOwnerForm(facts, {
    title: accountMessages.home.email,
    intro: (
      <>
        <p>{messages.emailIntro(facts.email)}</p>
        <p>{facts.canMail ? messages.emailNext : messages.emailAtOnce}</p>
      </>
    ),
    page: accountPath('email'),
    submit: accountMessages.home.email,
    children: <EmailField label={messages.newEmail} state={facts.state} />,
  });
}

export function renderExportPage(facts: FormFacts): string {
  const { intro, submit } = accountMessages.copy;
  return renderOwnerForm(facts, {
    ...{ title: accountMessages.home.export, intro: <p>{intro}</p>, submit },
    page: accountPath('export'),
  });
}

export function renderDeletePage(
  facts: FormFacts & { name: string; reservedDays: number },
): string {
  const { intro, reserved } = accountMessages.leave;
  const title = accountMessages.home.delete;
  return renderOwnerForm(facts, {
    ...{ title, submit: title, page: accountPath('delete'), kind: 'danger' },
    intro: (
      <Notice kind="danger">
        <p>{intro(facts.name)}</p>
        <p>{reserved(facts.reservedDays)}</p>
      </Notice>
    ),
  });
}
