// The pages of the login and its second step, and the logout button.
/** @jsxImportSource preact */

import type { ComponentChildren, VNode } from 'preact';
import type { TrustedClientPorts } from '../../platform/http/address-limit.ts';
import { readCookie } from '../../platform/http/cookies.ts';
import { answerSitePage } from '../../platform/http/html.ts';
import { loginPath, withNext } from '../../platform/http/next-path.ts';
import { describeSite, formPage, type PageRequest, pageRoutes } from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { isWithoutCookies, openSession } from '../../platform/http/session.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import type { Timers } from '../../platform/lib/timers.ts';
import { labels, messages } from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import {
  FieldsForm,
  Form,
  FormPage,
  Help,
  LaterButton,
  Notice,
} from '../../platform/views/forms.tsx';
import {
  LinkLine,
  LOGIN_PATH,
  LOGOUT_PATH,
  LogoutForm,
  type Site,
} from '../../platform/views/layout.tsx';
import { Paragraph } from '../../platform/views/parts.tsx';
import {
  type AccountPagePorts,
  codeField,
  completeLoginOnPage,
  currentPasswordField,
  nameField,
  SECURITY_PATH,
} from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import { accountFailures, accountTexts } from '../account/messages.ts';
import type { Visitor } from '../sessions/index.ts';
import { startMessages } from '../start/messages.ts';
import { twoFactorFailures } from '../two-factor/messages.ts';
import { RECOVERED_PATH } from '../two-factor/proof-parts.tsx';
import type { Report } from './events.ts';
import {
  answerLogin,
  createLoginFailures,
  LOGIN_CODE_PATH,
  type LoginFailurePorts,
} from './login-parts.tsx';
import { loginMessages as texts } from './messages.ts';
import type { CodeStep, PageLogin } from './page-login.ts';

const { play } = startMessages;
const LOGIN_CODE_SEND_PATH = `${LOGIN_CODE_PATH}send/`;

/** The longest name that the form shows again; a longer one was no name. */
const KEPT_LENGTH = 100;

/** The field of a recovery code, which has more digits than other codes. */
const RECOVERY_FIELD = { name: 'login_code', digits: undefined };

function loginCodePath(next: string, isRecovery = false): string {
  const path =
    next === '/' ? LOGIN_CODE_PATH : `${LOGIN_CODE_PATH}?next=${encodeURIComponent(next)}`;
  return isRecovery ? `${path}${next === '/' ? '?' : '&'}recovery` : path;
}

type LoginPagePorts = AccountPagePorts &
  LoginFailurePorts &
  TrustedClientPorts & {
    report: Report;
    login: Pick<PageLogin, 'logIn' | 'findCodeStep' | 'enterCode' | 'mailLoginCode'> & {
      logOut(visitor: Visitor): Promise<void>;
    };
    timers: Timers;
    parts: LoginParts;
  };

interface LoginParts {
  /** The login with a passkey, where it is offered. */
  passkeyButtons?: readonly PasskeyButton[] | undefined;
  /** The login with another provider, where there is one. Each continues to `next`. */
  providerButtons?: readonly ((properties: { next: string }) => VNode)[];
}

declare module '../../platform/module/description.ts' {
  interface PageParts extends LoginParts {}
}

/** A button that logs in, alone or as the second step, and continues to `next`. Hidden without scripts. */
type PasskeyButton = (properties: { next: string; step: 'alone' | 'second' }) => VNode;

/** The page frame without links to the login and registration. */
function siteOf(context: LoginPagePorts, next: string, visitor: Visitor = { kind: 'none' }) {
  const { loginPath: _here, ...site } = describeSite(context, visitor, next);
  return site;
}

/** The second step of a login, which takes a code. */
function createCodeStep(context: LoginPagePorts, clock: Clock) {
  const { login, parts } = context;

  /** Whether the page asks for a recovery code, which does not fit the field of other codes. */
  const isRecovery = ({ query, form }: PageRequest<Account>) =>
    query.recovery !== undefined || form.field('recovery') !== '';

  const findStep = ({ visitor, caller }: PageRequest<Account>) =>
    login.findCodeStep(visitor, caller());

  const waitSecondsOf = (step: CodeStep) =>
    Math.max(0, Math.ceil((step.nextMailAt - clock.now()) / 1_000));

  /** Shows the page of the second step while the login waits for it. */
  async function showCode(requested: PageRequest<Account>, state: FormState) {
    const { next } = requested;
    const step = await findStep(requested);
    if (step === undefined) {
      return state.problems.length > 0 ? startOver(requested) : seeOther(loginPath(next));
    }
    const byRecovery = isRecovery(requested) || hasOnlyRecovery(step);
    return (
      <CodePage
        passkeyButtons={parts.passkeyButtons}
        site={siteOf(context, next)}
        next={next}
        state={state}
        step={step}
        waitSeconds={waitSecondsOf(step)}
        byRecovery={byRecovery}
      />
    );
  }

  /** Starts the login again. The answer does not reveal whether a login was waiting. */
  function startOver({ visitor, set, next }: PageRequest<Account>): Response {
    // The form was sent again after a correct code, for example with the back button.
    if (visitor.kind === 'account') return seeOther(next);
    openSession(context, visitor, set);
    const state = { values: {}, problems: [{ message: texts.problems.loginGone }] };
    return answerSitePage(
      <LoginPage parts={context.parts} site={siteOf(context, next)} next={next} state={state} />,
      400,
    );
  }

  async function enter(requested: PageRequest<Account>): Promise<Response> {
    const { visitor, form, caller } = requested;
    const entered = await login.enterCode(visitor, form.field('login_code'), caller());
    if (entered === undefined) return startOver(requested);
    const answer = completeLoginOnPage(context, entered, requested);
    if (!entered.isRecovered) return answer;
    return seeOther(withNext(RECOVERED_PATH, answer.headers.get('location') ?? '/'));
  }

  async function send(requested: PageRequest<Account>): Promise<Response> {
    const { visitor, caller, next } = requested;
    const step = await findStep(requested);
    if (step === undefined) return startOver(requested);
    const waitSeconds = waitSecondsOf(step);
    if (step.mail === 'open' && waitSeconds > 0) {
      const message = twoFactorFailures.codeTooSoon(waitSeconds);
      throw new Failure('rate_limited', message, { retryAfterSeconds: waitSeconds });
    }
    await login.mailLoginCode(visitor, caller());
    return seeOther(loginCodePath(next));
  }

  return { showCode, enter, send };
}

/** Routes of `/acc/enter/`, `/acc/login/`, `/acc/login/code/` and `/acc/logout/`. */
export function loginPageRoutes(context: LoginPagePorts, clock: Clock) {
  const { login, report } = context;
  const { onFailure, AppealLink } = createLoginFailures(context);

  function show(requested: PageRequest<Account>, state: FormState) {
    const { set, visitor, next } = requested;
    const site = siteOf(context, next, visitor);
    openSession(context, visitor, set);
    const isFailed = state.problems.length > 0;
    if (isFailed || visitor.kind !== 'account') {
      return (
        <LoginPage parts={context.parts} site={site} next={next} state={state}>
          <AppealLink requested={requested} />
        </LoginPage>
      );
    }
    return <LoggedInPage site={site} next={next} account={visitor.account} />;
  }

  async function logIn(requested: PageRequest<Account>): Promise<Response> {
    const { request, form, visitor, caller } = requested;
    if (context.refuseProxy(request) !== undefined) {
      throw new Failure('forbidden', accountFailures.login.unknownSender);
    }
    if (isWithoutCookies(request)) {
      // Does not check the password: without cookies, the owner would be a stranger again on the next page.
      throw new Failure('invalid', texts.problems.noCookies);
    }
    const typed = { username: form.field('username'), password: form.field('password') };
    const outcome = await login.logIn(visitor, typed, caller());
    return answerLogin(context, outcome, requested);
  }

  async function logOut({ set, visitor }: PageRequest<Account>): Promise<Response> {
    await login.logOut(visitor);
    if (visitor.kind === 'account') report('account_logged_out', { account: visitor.account.name });
    openSession(context, { kind: 'none' }, set);
    return seeOther('/');
  }

  const { showCode, enter, send } = createCodeStep(context, clock);

  /** Leads to the login when this browser has logged in before, and otherwise to the registration. */
  function leadIn({ request, visitor, next, site }: PageRequest<Account>): Response {
    if (visitor.kind === 'account') return seeOther(next);
    const isKnown = readCookie(request, 'device') !== '';
    return seeOther((isKnown ? undefined : site(next).registerPath) ?? loginPath(next));
  }

  return pageRoutes(context, [
    { path: accountPath('enter'), who: 'anybody', query: ['next'], get: leadIn },
    {
      path: LOGIN_PATH,
      who: 'anybody',
      query: ['next'],
      ...formPage({
        show,
        submit: logIn,
        onFailure,
        keptLength: KEPT_LENGTH,
        keep: (form) => ({ username: form.field('username').trim() }),
      }),
    },
    { path: LOGOUT_PATH, who: 'anybody', post: logOut },
    {
      path: LOGIN_CODE_PATH,
      who: 'anybody',
      query: ['next', 'recovery'],
      ...formPage({ show: showCode, submit: enter, onFailure }),
    },
    {
      path: LOGIN_CODE_SEND_PATH,
      who: 'anybody',
      post: formPage({ show: showCode, submit: send }).post,
    },
  ]);
}

/** The page of the login for somebody who is logged in already. */
function LoggedInPage({ site, next, account }: { site: Site; next: string; account: Account }) {
  return (
    <FormPage site={site} title={texts.inTitle}>
      <p>{texts.inAs(account.name)}</p>
      {account.verifiedAt === null && (
        <Notice kind="warning" title={labels.accountNotVerified}>
          <p>{texts.unverified}</p>
          <LinkLine href={site.verifyPath} label={labels.howToVerify} />
        </Notice>
      )}
      <LinkLine look="button play" href={next} label={accountTexts.goOn} />
      <LinkLine href={SECURITY_PATH} label={texts.toSecurity} />
      <p class="hint">{texts.outHint}</p>
      <LogoutForm />
    </FormPage>
  );
}

function LoginPage(properties: {
  parts: LoginParts;
  site: Site;
  next: string;
  state: FormState;
  children?: ComponentChildren;
}) {
  const { site, next, state, children, parts } = properties;
  const { passkeyButtons: [PasskeyButton] = [], providerButtons: [ProviderButton] = [] } = parts;
  const { registerPath } = site;
  const offersPasskeys = PasskeyButton && { autocomplete: 'username webauthn' };
  return (
    <FormPage
      site={site}
      title={messages.logIn}
      state={state}
      aside={
        <Help
          title={texts.noAccount}
          text={registerPath === undefined ? play.accountClosed : texts.accountWhy}
          look="button quiet"
          href={registerPath}
          label={labels.createAnAccount}
        />
      }
    >
      {children}
      <p>{texts.intro}</p>
      <FieldsForm
        action={LOGIN_PATH}
        hidden={{ next }}
        fields={[
          { ...nameField('username', labels.name, texts.nameHint), ...offersPasskeys },
          currentPasswordField(labels.password),
        ]}
        state={state}
        submit={messages.logIn}
      />
      {PasskeyButton && <PasskeyButton next={next} step="alone" />}
      {ProviderButton && <ProviderButton next={next} />}
      <LinkLine href={accountPath('forgot')} label={accountTexts.forgot} />
    </FormPage>
  );
}

type CodePageProperties = Pick<LoginParts, 'passkeyButtons'> & {
  site: Site;
  next: string;
  state: FormState;
  step: CodeStep;
  /** The time until another code may be mailed. */
  waitSeconds: number;
  byRecovery: boolean;
};

function CodePage(properties: CodePageProperties) {
  const { site, next, state, step, byRecovery, passkeyButtons: [PasskeyButton] = [] } = properties;
  const { accountName, mail, reason, hasApp, hasPasskey, isMailed } = step;
  const isPasskeyAsked = hasPasskey && PasskeyButton !== undefined;
  const field = byRecovery
    ? codeField(texts.codeFromRecovery, { ...RECOVERY_FIELD, label: texts.recoveryCode })
    : codeField(describeCode(step), { name: 'login_code', label: texts.code, digits: 'alone' });
  return (
    <FormPage
      site={site}
      title={byRecovery ? texts.recoveryTitle : texts.codeTitle}
      state={state}
      aside={<CodeAside {...properties} />}
    >
      <p>{reason === 'own' ? texts.codeOwn(accountName) : texts.codeDevice(accountName)}</p>
      {isPasskeyAsked && <PasskeyButton next={next} step="second" />}
      {mail === 'closed' && !hasApp && !isPasskeyAsked && (
        <Notice kind="warning" title={texts.mailClosedTitle} text={texts.mailClosed} />
      )}
      {mail === 'open' && isMailed && !byRecovery && <Mailed {...step} />}
      <FieldsForm
        action={LOGIN_CODE_PATH}
        hidden={{ next, ...(byRecovery ? { recovery: 'yes' } : {}) }}
        fields={[field]}
        state={state}
        submit={messages.logIn}
        kind={isPasskeyAsked ? 'quiet' : 'main'}
      />
    </FormPage>
  );
}

/** What helps when the code is missing. */
function CodeAside({ next, step, waitSeconds, byRecovery }: CodePageProperties) {
  return (
    <>
      <h2>{texts.noCode}</h2>
      {step.mail === 'open' && (
        <Form action={LOGIN_CODE_SEND_PATH} hidden={{ next }}>
          <LaterButton
            ms={waitSeconds * 1_000}
            sentence={texts.codeNextIn}
            done={texts.codeNextNow}
            label={step.isMailed ? texts.codeSendAgain : labels.emailCode}
          />
        </Form>
      )}
      {!hasOnlyRecovery(step) && hasRecovery(step) && (
        <LinkLine
          href={loginCodePath(next, !byRecovery)}
          label={byRecovery ? texts.useCode : texts.useRecovery}
        />
      )}
      <Paragraph class="hint" text={describeWayOut(step)} />
      <LinkLine href={LOGIN_PATH} label={texts.startOver} />
    </>
  );
}

function Mailed(step: CodeStep) {
  if (!step.isStuck) return <p>{texts.codeMailed}</p>;
  return (
    <Notice
      kind="warning"
      title={texts.codeStuckTitle}
      text={hasRecovery(step) ? texts.codeStuckUseOther : texts.codeStuck}
    />
  );
}

/** Whether a recovery code is accepted. A login that needs a code only because of its device accepts none. */
const hasRecovery = ({ hasApp, reason }: CodeStep) => hasApp || reason === 'own';

const hasOnlyRecovery = ({ hasApp, mail }: CodeStep) => mail === 'closed' && !hasApp;

function describeWayOut({ hasApp, reason }: CodeStep): string {
  if (reason === 'device' && !hasApp) return texts.codeLostDevice;
  return hasApp ? texts.codeLostApp : texts.codeLost;
}

function describeCode({ hasApp, mail, isMailed }: CodeStep): string {
  if (!hasApp) return texts.codeFromEmail;
  return mail === 'open' && isMailed ? texts.codeFromAny : texts.codeFromApp;
}
