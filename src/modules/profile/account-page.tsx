// The pages of an owner's account: overview, password, address, copy of the data, rules, and deletion.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { loginPath } from '../../platform/http/next-path.ts';
import {
  formPage,
  type OwnerRequest,
  type PageRequest,
  pageRoutes,
  readPart,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { matching } from '../../platform/http/parameters.ts';
import { openSession } from '../../platform/http/session.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { hasPassword } from '../../platform/lib/password-hashing.ts';
import { formats, labels, messages } from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { Form, FormPage, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import {
  accountNavigation,
  emailField,
  enter,
  newPasswordField,
  note,
  SettingLine,
  toAccount,
  toForgot,
  toList,
} from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import { accountTexts } from '../account/messages.ts';
import { securityMessages } from '../two-factor/messages.ts';
import { describeProof, needsCode, ProvenForm, proofOf } from '../two-factor/proof-parts.tsx';
import { accountMessages } from './messages.ts';
import {
  AgreementFields,
  leadToDone,
  type ProfilePorts,
  readAgreedRules,
  showNotice,
} from './profile-parts.tsx';

const { home, rules, change, copy, leave } = accountMessages;
const { sections } = accountTexts;
const titleOf = (page: 'password' | 'email' | 'export' | 'delete') =>
  page === 'password' || page === 'email' ? home[page] : sections[page];

/** The parts that differ between the pages whose form only the owner may send. */
interface OwnerForm {
  intro(requested: OwnerRequest<Account>): ComponentChildren;
  /** The text of the button when it differs from the title. Read for each page, in the page's language. */
  label?(): string;
  isDanger?: boolean;
  fields?(): Pick<Parameters<typeof ProvenForm>[0], 'fields' | 'newPassword'>;
  submit(requested: OwnerRequest<Account>): Promise<Response>;
}

/** What another module adds to the overview of an account. */
type HomePart = (account: Account) => Promise<ComponentChildren>;

interface HomeParts {
  homeParts?: readonly HomePart[];
}

declare module '../../platform/module/description.ts' {
  interface PageParts extends HomeParts {}
}

type HomePorts = ProfilePorts & { parts: HomeParts };

/** The overview of an account, with a link to each thing that its owner can change. */
function createHome(context: HomePorts) {
  const { profile, security, parts } = context;
  const { agreement, address } = profile;
  const showParts = (account: Account) =>
    readPart(context, 'account', () =>
      Promise.all((parts.homeParts ?? []).map((part) => part(account))),
    );
  return async ({ account, visitor, site }: OwnerRequest<Account>) => {
    const isVerified = account.verifiedAt !== null;
    const agreedAt = account.rulesAgreedAt ?? undefined;
    const { email, isConfirmed, pending } = await address.describe(account);
    const factors = await security.describe(visitor);
    return (
      <FormPage
        site={site()}
        title={sections.title}
        navigation={accountNavigation(accountPath('account'))}
      >
        {!isVerified && (
          <Notice kind="warning" title={labels.notVerified}>
            <p>{accountMessages.verify.keptUnverified}</p>
            <LinkLine href={accountPath('verify')} label={labels.howToVerify} />
          </Notice>
        )}
        {agreement.findDue(account) !== undefined && (
          <Notice kind="information" title={agreedAt === undefined ? rules.due : rules.dueAgain}>
            <LinkLine
              href={`${accountPath('rules')}?next=${accountPath('account')}`}
              label={rules.goThere}
            />
          </Notice>
        )}
        {await showParts(account)}
        <ul class="records">
          <SettingLine
            label={account.name}
            state={
              <>
                {labels.registered} <Day at={account.registeredAt} /> ·{' '}
                {isVerified ? labels.verified : labels.notVerified}
              </>
            }
          />
          <SettingLine
            label={labels.emailAddress}
            state={`${email} (${isConfirmed ? home.confirmed : home.unconfirmed})`}
          >
            {pending !== undefined && <a href={accountPath('verify')}>{home.pending(pending)}</a>}
            <a href={accountPath('email')}>{home.email}</a>
          </SettingLine>
          <SettingLine
            label={labels.password}
            state={factors.hasPassword ? home.passwordHint : securityMessages.passwordNone}
          >
            <a href={accountPath('password')}>
              {factors.hasPassword ? home.password : securityMessages.setPassword}
            </a>
          </SettingLine>
          <SettingLine label={labels.twoFactor} state={needsCode(factors) ? home.on : home.off}>
            <a href={accountPath('security')}>{home.change}</a>
          </SettingLine>
          {agreedAt !== undefined && (
            <SettingLine label={rules.agreed} state={<Day at={agreedAt} />} />
          )}
          <SettingLine
            label={<a href={accountPath('ownServer')}>{sections.servers}</a>}
            state={home.serversHint}
          />
          <SettingLine
            label={<a href={accountPath('favourites')}>{sections.favourites}</a>}
            state={home.favouritesHint}
          />
        </ul>
      </FormPage>
    );
  };
}

/** What owners do by a form that asks for their password. */
function createOwnerForms(context: ProfilePorts) {
  const { registration, report } = context;
  const { own, address } = context.profile;
  return {
    password: {
      intro: ({ account }: OwnerRequest<Account>) => (
        <p>{hasPassword(account) ? change.passwordIntro : change.passwordFirst}</p>
      ),
      fields: () => ({ newPassword: [newPasswordField()] }),
      async submit(requested: OwnerRequest<Account>) {
        const { proof, caller } = proofOf(requested);
        const typed = { ...proof, newPassword: requested.form.field('new_password') };
        const account = await own.changePassword(requested.account, typed, caller);
        await note(context, requested, account, 'password changed');
        await enter(context, account, requested);
        return leadToDone('password');
      },
    },
    email: {
      intro: ({ account }: OwnerRequest<Account>) => (
        <>
          <p>{change.emailIntro(account.email)}</p>
          <p>{registration.canMail ? change.emailNext : change.emailAtOnce}</p>
        </>
      ),
      fields: () => ({ fields: [emailField(change.newEmail)] }),
      async submit(requested: OwnerRequest<Account>) {
        const { account, form } = requested;
        const { proof, caller } = proofOf(requested);
        const typed = { ...proof, email: form.field('email') };
        const { isDone } = await address.change(account, typed, caller);
        report('account_changed', { change: 'another address asked for', account: account.name });
        return seeOther(accountPath(isDone ? 'account' : 'verify'));
      },
    },
    export: {
      intro: () => <p>{copy.intro}</p>,
      label: () => copy.submit,
      async submit(requested: OwnerRequest<Account>) {
        const { account } = requested;
        const { proof, caller } = proofOf(requested);
        const everything = await own.readEverything(account, proof, caller);
        report('account_changed', { change: 'copy handed out', account: account.name });
        return new Response(JSON.stringify(everything, null, 2), {
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'content-disposition': `attachment; filename="muster-${account.name}.json"`,
            'cache-control': 'private, no-store',
          },
        });
      },
    },
    delete: {
      intro: ({ account }: OwnerRequest<Account>) => (
        <Notice kind="danger">
          <p>{leave.intro(account.name)}</p>
          <p>{leave.reserved(registration.rules.nameReservedDays)}</p>
        </Notice>
      ),
      isDanger: true,
      async submit(requested: OwnerRequest<Account>) {
        const { proof, caller } = proofOf(requested);
        await own.remove(requested.account, proof, caller);
        report('account_deleted');
        openSession(context, { kind: 'none' }, requested.set);
        return leadToDone('deleted');
      },
    },
  } satisfies Record<string, OwnerForm>;
}

/** The page after an action, which says what was done. */
function showDone(requested: PageRequest) {
  const { params, next, visitor } = requested;
  const done = Object.entries(accountMessages.done).find(([name]) => name === params.what)?.[1];
  if (done === undefined) return seeOther(accountPath('account'));
  const isLoggedIn = visitor.kind === 'account';
  const links = [
    ...(isLoggedIn && next !== '/' ? [{ href: next, label: accountTexts.goOn }] : []),
    isLoggedIn
      ? toAccount(accountMessages.toAccount)
      : { href: loginPath(next), label: messages.logIn },
    toList(),
    ...(params.what === 'undone' ? [toForgot()] : []),
  ];
  const { title, text } = done;
  return showNotice(requested, { kind: 'success', title, texts: [text], links });
}

/** Routes of `/acc/`, `/acc/password/`, `/acc/email/`, `/acc/export/`, `/acc/delete/`, `/acc/rules/` and `/acc/done/<what>/`. */
export function accountHomeRoutes(context: HomePorts, clock: Clock) {
  const { agreement } = context.profile;
  const { report } = context;
  const showHome = createHome(context);
  const forms = createOwnerForms(context);

  /** Shows a page with its form. With a second factor, the form needs a code. */
  async function showForm(
    page: keyof typeof forms,
    requested: OwnerRequest<Account>,
    failed: FormState,
  ) {
    const { intro, label, isDanger = false, fields }: OwnerForm = forms[page];
    const { facts, state } = await describeProof(context, clock, requested, failed);
    const isFirst = page === 'password' && !facts.hasPassword;
    const title = isFirst ? securityMessages.setPassword : titleOf(page);
    return (
      <FormPage
        site={requested.site()}
        title={title}
        state={state}
        navigation={accountNavigation(accountPath(page))}
      >
        {intro(requested)}
        <ProvenForm
          facts={facts}
          state={state}
          page={accountPath(page)}
          submit={label?.() ?? title}
          kind={isDanger ? 'danger' : 'main'}
          {...fields?.()}
        />
      </FormPage>
    );
  }

  function showRules({ account, next, site }: OwnerRequest<Account>, state: FormState) {
    const version = agreement.findDue(account);
    if (version === undefined) return seeOther(next);
    const agreedAt = account.rulesAgreedAt ?? undefined;
    return (
      <FormPage site={site()} title={rules.title} state={state}>
        <p>{agreedAt === undefined ? rules.first : rules.changed(agreedAt)}</p>
        <Form action={accountPath('rules')} hidden={{ next }}>
          <AgreementFields version={version} state={state} />
          <SubmitButton label={labels.createAccount} />
        </Form>
        <LinkLine href={next} label={rules.later} />
        <p class="hint">{rules.laterHint}</p>
      </FormPage>
    );
  }

  /** Notes the answer. Nothing depends on it: the next login asks whoever does not agree again. */
  async function agree({ account, form, next }: OwnerRequest<Account>): Promise<Response> {
    await agreement.agree(account, readAgreedRules(form));
    report('account_changed', { change: 'rules agreed to', account: account.name });
    return seeOther(next);
  }

  return pageRoutes(context, [
    {
      path: accountPath('account'),
      who: 'owner',
      get: showHome,
    },
    {
      path: `${accountPath('account')}done/:what`,
      who: 'visitor',
      query: ['next'],
      parameter: {
        schema: matching(new RegExp(`^(?:${Object.keys(accountMessages.done).join('|')})$`), {
          description: 'What was done.',
        }),
        otherwise: showDone,
      },
      get: showDone,
    },
    {
      path: accountPath('rules'),
      who: 'owner',
      query: ['next'],
      ...formPage({ show: showRules, submit: agree }),
    },
    ...(['password', 'email', 'export', 'delete'] as const).map((page) => ({
      path: accountPath(page),
      who: 'owner' as const,
      query: ['sent', 'wait'],
      ...formPage<OwnerRequest<Account>>({
        show: (requested, state) => showForm(page, requested, state),
        submit: forms[page].submit,
        keep: ({ fields }) => (page === 'email' ? fields('email') : {}),
      }),
    })),
  ]);
}

function Day({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formats.formatDay(at)}</time>;
}
