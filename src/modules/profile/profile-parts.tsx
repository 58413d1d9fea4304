// Parts of account pages: the agreement to the rules, notices, and links that are no longer valid.

import type { VNode } from 'preact';
import { answerSitePage } from '../../platform/http/html.ts';
import { withNext } from '../../platform/http/next-path.ts';
import type { PageRequest } from '../../platform/http/page.ts';
import { type PageForm, seeOther } from '../../platform/http/page-form.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import { Fields, type FormState, HiddenField } from '../../platform/views/form-fields.tsx';
import { FormPage, Notice } from '../../platform/views/forms.tsx';
import { LinkLine, RULES_PATH } from '../../platform/views/layout.tsx';
import { Paragraph } from '../../platform/views/parts.tsx';
import type { AccountPagePorts } from '../account/account-parts.tsx';
import type { RegistrationRules } from '../account/index.ts';
import type { ProofPorts } from '../two-factor/proof-parts.tsx';
import type { AccountSettings } from './account-settings.ts';
import type { AddressChange } from './address-change.ts';
import type { Inbox } from './mail-hosts.ts';
import { accountMessages } from './messages.ts';
import type { Recovery } from './recovery.ts';
import type { RulesAgreement } from './rules-agreement.ts';

/** @jsxImportSource preact */

/** The ports of the account pages. */
export type ProfilePorts = AccountPagePorts &
  ProofPorts & {
    registration: {
      readonly canMail: boolean;
      rules: RegistrationRules;
    };
    profile: {
      own: AccountSettings;
      address: AddressChange;
      agreement: RulesAgreement;
      recovery: Recovery;
    };
  };

/** Renders a page with one message. */
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

/** Redirects to the page that tells what was done and leads on to `next`. */
export function leadToDone(what: keyof typeof accountMessages.done, next = '/'): Response {
  return seeOther(withNext(`${accountPath('account')}done/${what}/`, next));
}

/** A link to the inbox of an email address; renders nothing for an unknown provider. */
export function InboxLink({ inbox }: { inbox: Inbox | undefined }) {
  if (inbox === undefined) return null;
  return (
    <p>
      <a class="button quiet" href={inbox.url} target="_blank" rel="noopener noreferrer">
        {accountMessages.openInbox(inbox.name)}
      </a>
    </p>
  );
}

/** The version of the rules that a form agrees to; empty without a tick. */
export function readAgreedRules(form: PageForm): string {
  return form.field('agree') === 'yes' ? form.field('rules') : '';
}

/** A link to the rules, if any, and a box to tick. The form sends the version that the page showed. */
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
      <Fields
        fields={[{ name: 'agree', label: messages.agree, isChecked: false, isRequired: true }]}
        state={state}
      />
    </>
  );
}
