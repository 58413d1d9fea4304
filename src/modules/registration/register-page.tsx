// The pages that create accounts: the registration, and the first administrator.
/** @jsxImportSource preact */

import type { VNode } from 'preact';
import { loginPath } from '../../platform/http/next-path.ts';
import {
  formPage,
  type PageRequest,
  type PageRoute,
  pageRoutes,
} from '../../platform/http/page.ts';
import { type PageForm, seeOther } from '../../platform/http/page-form.ts';
import type { SiteIdentity } from '../../platform/lib/site-facts.ts';
import { labels, messages } from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import { type FieldOf, Fields, type FormState, TYPED } from '../../platform/views/form-fields.tsx';
import { Form, FormPage, Help, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine, type Site } from '../../platform/views/layout.tsx';
import { Items } from '../../platform/views/parts.tsx';
import { ADMIN_PATH } from '../../platform/views/staff-paths.ts';
import {
  type AccountPagePorts,
  enter,
  identityFields,
  note,
  ProofOfWork,
  tokenParameter,
  toList,
} from '../account/account-parts.tsx';
import type { Account, RegistrationRules } from '../account/index.ts';
import { accountMessages } from '../profile/messages.ts';
import {
  AgreementFields,
  answerDeadLink,
  readAgreedRules,
  showNotice,
} from '../profile/profile-parts.tsx';
import { SOONEST_MS } from './early-forms.ts';
import type { Report } from './events.ts';
import type { createFirstAdministrator } from './first-administrator.ts';
import type { RegistrationLimits } from './registration-limits.ts';
import { noteNew, pathAfter } from './registration-parts.tsx';
import type { SignUp } from './sign-up.ts';

const { register: texts, first } = accountMessages;
/** The browser holds the form back a little longer than the server's minimum. */
const HELD_BACK_MS = SOONEST_MS + 200;

interface RegistrationParts {
  /** The registration with a passkey in place of a password, where passkeys are offered. */
  passkeySteps?: readonly { path: string; Button: () => VNode }[];
}

declare module '../../platform/module/description.ts' {
  interface PageParts extends RegistrationParts {}
}

type RegisterPagePorts = AccountPagePorts & {
  report: Report;
  parts: RegistrationParts;
  site: { identity(): SiteIdentity };
  registration: {
    rules: RegistrationRules;
    signUp: SignUp;
    firstAdministrator: ReturnType<typeof createFirstAdministrator>;
    openForm: RegistrationLimits['openForm'];
  };
};

/** Routes of `/acc/register/` and `/acc/first-administrator/<token>/`. */
export const registerRoutes = (context: RegisterPagePorts) =>
  pageRoutes(context, [registerRoute(context), firstAdministratorRoute(context)]);

/** The values shown again. Rules that changed meanwhile need a new agreement. */
function keep({ site }: RegisterPagePorts, form: PageForm) {
  const agreed = readAgreedRules(form);
  const agree = agreed !== '' && agreed === rulesVersion(site) ? 'yes' : '';
  return { ...form.fields('name', 'email', 'invite'), agree };
}

const readIdentity = (form: PageForm) => ({
  name: form.field('name'),
  email: form.field('email'),
  password: form.field('password'),
  agreedRules: readAgreedRules(form),
});

const rulesVersion = (site: RegisterPagePorts['site']) => site.identity().rules?.version;

const inviteField = (): FieldOf => {
  const { invite: label, inviteHint: hint } = texts;
  return { name: 'invite', label, hint, autocomplete: 'off', ...TYPED };
};

function registerRoute(context: RegisterPagePorts): PageRoute<Account> {
  const { registration, report, parts } = context;
  const [passkeyStep] = parts.passkeySteps ?? [];
  const { rules, signUp } = registration;

  async function showForm(requested: PageRequest<Account>, state: FormState) {
    const { visitor, next, sessionValue, form } = requested;
    const isFailed = state.problems.length > 0;
    const onwards = next === '/' ? accountPath('account') : next;
    if (!isFailed && visitor.kind === 'account') return seeOther(onwards);
    if (!isFailed && rules.registration === 'closed') {
      const links = [{ href: loginPath(next), label: messages.logIn }, toList()];
      const notice = { title: texts.closedTitle, texts: [texts.closed], links };
      return showNotice(requested, { kind: 'information', ...notice });
    }
    const challenge = isFailed ? form.field('challenge') : undefined;
    const registrationCheck = registration.openForm(sessionValue, challenge);
    const isKept =
      isFailed && (await signUp.hasPassword(sessionValue, registrationCheck.challenge));
    // A reader with an account also continues to this page after the login.
    const { registerPath: _here, ...site } = requested.site(onwards);
    return (
      <FormPage
        site={site}
        title={messages.register}
        state={state}
        aside={<Onwards site={site} verification={rules.verification} />}
      >
        <Form action={accountPath('register')} hidden={{ next }}>
          <ProofOfWork registrationCheck={registrationCheck} soonestMs={HELD_BACK_MS} />
          <div class="hidden-label" aria-hidden="true">
            <label>
              {texts.trap}
              <input name="website" type="text" tabIndex={-1} autocomplete="off" />
            </label>
          </div>
          <Fields
            fields={[rules.registration === 'invite' && inviteField(), ...identityFields(isKept)]}
            state={state}
          />
          <AgreementFields version={rulesVersion(context.site)} state={state} />
          <SubmitButton label={messages.register} />
          {passkeyStep && <passkeyStep.Button />}
        </Form>
      </FormPage>
    );
  }

  async function register(requested: PageRequest<Account>): Promise<Response> {
    const { request, form, next, sessionValue } = requested;
    const sent = {
      ...readIdentity(form),
      invite: form.field('invite'),
      challenge: form.field('challenge'),
      proof: form.field('proof'),
      trap: form.field('website'),
    };
    const address = context.addressOf(request);
    const sender = { sessionValue, address, next: next === '/' ? '' : next };
    if (passkeyStep !== undefined && form.field('way') === 'passkey') {
      await signUp.begin(sent, sender);
      return seeOther(passkeyStep.path);
    }
    const account = await signUp.register(sent, sender);
    await noteNew(context, account, requested);
    await enter(context, account, requested);
    return seeOther(pathAfter(account, next));
  }

  return {
    path: accountPath('register'),
    who: 'visitor',
    query: ['next'],
    ...formPage({
      show: showForm,
      submit: register,
      keep: (form) => keep(context, form),
      onFailure(failure, { request }) {
        const fields = [failure, ...failure.others].map(({ field = 'form' }) => field);
        report('registration_refused', { fields, address: context.addressOf(request) });
      },
    }),
  };
}

/** The page behind the link that the start printed. */
function firstAdministratorRoute(context: RegisterPagePorts): PageRoute<Account> {
  const { firstAdministrator } = context.registration;

  const answerDead = (requested: PageRequest<Account>) =>
    answerDeadLink(requested, accountMessages.links.deadFirst, toList());

  async function showFirst(requested: PageRequest<Account>, state: FormState) {
    const { token = '' } = requested.params;
    const isFailed = state.problems.length > 0;
    if (!isFailed && !(await firstAdministrator.isGood(token))) return answerDead(requested);
    return (
      <FormPage
        site={requested.site()}
        title={first.title}
        state={state}
        aside={<Help title={texts.next} text={first.next} />}
      >
        <p>{first.intro}</p>
        <Form action={accountPath('firstAdministrator', token)}>
          <Fields fields={identityFields()} state={state} />
          <AgreementFields version={rulesVersion(context.site)} state={state} />
          <SubmitButton label={labels.createAccount} />
        </Form>
      </FormPage>
    );
  }

  async function claim(requested: PageRequest<Account>): Promise<Response> {
    const { form, params } = requested;
    const account = await firstAdministrator.claim(params.token ?? '', readIdentity(form));
    if (account === undefined) return answerDead(requested);
    context.report('first_administrator_made', { account: account.name });
    await note(context, requested, account, 'registered');
    await enter(context, account, requested);
    return seeOther(ADMIN_PATH);
  }

  return {
    path: `${accountPath('firstAdministrator')}:token`,
    who: 'visitor',
    parameter: tokenParameter(answerDead),
    ...formPage({ show: showFirst, submit: claim, keep: (form) => keep(context, form) }),
  };
}

/** What follows the registration, and the way for people who have an account. */
function Onwards(properties: { site: Site; verification: RegistrationRules['verification'] }) {
  const { site, verification } = properties;
  const step = verification === 'automatic' ? [] : [texts.verification[verification]];
  return (
    <>
      <h2>{texts.next}</h2>
      <ol>
        <Items texts={[...step, texts.play]} />
      </ol>
      {site.loginPath !== undefined && (
        <>
          <h2>{texts.haveOne}</h2>
          <LinkLine look="button quiet" href={site.loginPath} label={messages.logIn} />
        </>
      )}
    </>
  );
}
