// What the pages of accounts share: sessions, log notes, form fields, proof of ownership, and pages with one message.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { loginPath, withNext } from '../../platform/http/next-path.ts';
import type { PagePorts, PageRequest } from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { TOKEN } from '../../platform/http/parameters.ts';
import { type Entered, giveLogin } from '../../platform/http/session.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import {
  labels,
  messages as pageMessages,
  staffMessages,
} from '../../platform/messages/messages.ts';
import { type AccountPage, accountPath } from '../../platform/messages/paths.ts';
import { type FieldOf, HiddenField, TYPED } from '../../platform/views/form-fields.tsx';
import type { Site } from '../../platform/views/layout.tsx';
import type { Navigation } from '../../platform/views/side-navigation.tsx';
import { ADMIN_PATH } from '../../platform/views/staff-paths.ts';
import type { AccountEvent } from './account-log-ports.ts';
import type { Account } from './account-ports.ts';
import type { Report } from './events.ts';
import { accountTexts } from './messages.ts';
import type { RegistrationCheckForm } from './proof-of-work.ts';

export const SECURITY_PATH = accountPath('security');
export const SEND_CODE_PATH = `${SECURITY_PATH}send-code/`;
export const SESSIONS_PATH = `${SECURITY_PATH}sessions/`;
export const ACTIVITY_PATH = `${SECURITY_PATH}activity/`;

/** The navigation beside the pages of an account. `current` is the path of the open one. */
export const accountNavigation = (current: string) => (site: Pick<Site, 'accountLinks'>) => {
  const { sections } = accountTexts;
  const { accountLinks = [] } = site;
  const link = (path: string, label: string, anchors?: string) => ({ path, label, anchors });
  const to = (page: AccountPage, label: string) => link(accountPath(page), label);
  const linksIn = (wanted: 'security' | 'servers' | undefined) =>
    accountLinks.flatMap(({ href, label, group }) => (group === wanted ? link(href, label) : []));
  const groups = [
    {
      links: [
        to('account', sections.overview),
        to('email', labels.emailAddress),
        to('password', labels.password),
        ...linksIn(undefined),
      ],
    },
    {
      title: sections.security,
      links: [
        to('security', labels.twoFactor),
        link(SESSIONS_PATH, sections.sessions, 'sessions'),
        link(ACTIVITY_PATH, sections.activity, 'log'),
        ...linksIn('security'),
      ],
    },
    {
      title: staffMessages.groups.servers,
      links: [
        to('ownServer', sections.servers),
        to('favourites', sections.favourites),
        ...linksIn('servers'),
      ],
    },
    {
      title: sections.data,
      links: [to('export', sections.export), to('delete', sections.delete)],
    },
  ];
  return { label: sections.title, current, groups } satisfies Navigation;
};

/** A line of an overview: what it is, its state, and the link or button that changes it. */
export function SettingLine(properties: {
  label: ComponentChildren;
  state: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { label, state, children } = properties;
  return (
    <li>
      <p>
        <strong>{label}</strong>
        <span class="hint">{state}</span>
      </p>
      {children}
    </li>
  );
}

export const toList = () => ({ href: '/', label: pageMessages.failure.toTheList });
export const toAccount = (label: string) => ({ href: accountPath('account'), label });
export const toForgot = () => ({
  href: accountPath('forgot'),
  label: accountTexts.forgot,
});

/** The ports of pages that start, end and log the logins of accounts. */
export interface AccountPagePorts extends PagePorts<Account> {
  report: Report;
  login: {
    startSession(
      visitor: PageRequest['visitor'],
      account: Account,
      caller: Caller,
    ): Promise<Entered<Account> | undefined>;
    noteEvent(accountId: number, event: AccountEvent, caller: Caller): Promise<void>;
  };
  profile: {
    agreement: { findDue(account: Account): string | undefined };
  };
}

/** Logs the visitor in to an account that was just created, or whose password was just set. */
export async function enter(
  context: AccountPagePorts,
  account: Account,
  { visitor, set, caller }: PageRequest<Account>,
): Promise<void> {
  const entered = await context.login.startSession(visitor, account, caller());
  if (entered !== undefined) giveLogin(context, entered, set);
}

/** Notes an action of the owner in the service's log and in the account's own. */
export async function note(
  context: AccountPagePorts,
  { caller }: Pick<PageRequest, 'caller'>,
  { id, name }: Pick<Account, 'id' | 'name'>,
  event: AccountEvent,
): Promise<void> {
  context.report('account_changed', { change: event, account: name });
  await context.login.noteEvent(id, event, caller());
}

/**
 * Completes a login on a page and redirects to its destination. An unverified account first sees what is missing, and
 * an owner who has not agreed to the present rules is asked to agree.
 */
export function completeLoginOnPage(
  context: AccountPagePorts,
  entered: Entered<Account>,
  { next, set }: PageRequest,
): Response {
  giveLogin(context, entered, set);
  const { account, isFirst } = entered;
  if (account.verifiedAt === null) return seeOther(loginPath(next));
  // A new administrator sees first what the site still lacks.
  if (isFirst && account.role === 'administrator' && next === '/') return seeOther(ADMIN_PATH);
  const areRulesDue = context.profile.agreement.findDue(account) !== undefined;
  return seeOther(areRulesDue ? withNext(accountPath('rules'), next) : next);
}

/** The parameter `:token` of the page behind a link. Text that is not a token acts like an expired link. */
export const tokenParameter = (otherwise: (requested: PageRequest<Account>) => Response) => ({
  schema: TOKEN,
  otherwise,
});

/** The field for an account's name. */
export const nameField = (name: string, label: string, hint?: string): FieldOf => {
  return { name, label, hint, autocomplete: 'username', ...TYPED };
};

export const emailField = (label: string, facts: Pick<FieldOf, 'hint' | 'value'> = {}): FieldOf => {
  return { name: 'email', label, type: 'email', autocomplete: 'email', ...TYPED, ...facts };
};

/** The field for a code that was sent or computed, or for a recovery code. All of them have only digits. */
export const codeField = (hint: string, facts: Partial<FieldOf> = {}): FieldOf => ({
  name: 'code',
  label: labels.code,
  hint,
  autocomplete: 'one-time-code',
  inputMode: 'numeric',
  digits: 'beside',
  ...TYPED,
  ...facts,
});

export const currentPasswordField = (label: string, hint?: string): FieldOf => {
  return { name: 'password', label, hint, type: 'password', autocomplete: 'current-password' };
};

export const newPasswordField = (): FieldOf => {
  const { newPassword: label, passwordHint: hint } = accountTexts;
  return { name: 'new_password', label, hint, type: 'password' };
};

/** The fields for name, email address and password. If `isKept`, the password need not be typed again. */
export function identityFields(isKept = false): FieldOf[] {
  const { nameHint, emailHint, passwordHint, passwordKept } = accountTexts;
  const hint = isKept ? passwordKept : passwordHint;
  return [
    nameField('name', labels.name, nameHint),
    emailField(labels.emailAddress, { hint: emailHint }),
    { name: 'password', label: labels.password, hint, type: 'password', isRequired: !isKept },
  ];
}

/**
 * The challenge, the field for the result that the browser computes while people type, and a way for people without
 * scripts. The browser sends the form at the earliest after `soonestMs`.
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
            data-working={accountTexts.checking}
          />
          <p class="hint" data-without-proof>
            {accountTexts.withoutScripts(waitWithoutProofMs)}
          </p>
        </>
      )}
    </>
  );
}
