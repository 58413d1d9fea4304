// The pages of passkeys: the list of an owner, adding and removing one, and the login with one.
/** @jsxImportSource preact */

import type { TrustedClientPorts } from '../../platform/http/address-limit.ts';
import { loginPath, withNext } from '../../platform/http/next-path.ts';
import {
  describeSite,
  formPage,
  type OwnerRequest,
  type PageRequest,
  type PageRoute,
  pageRoutes,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { openSession } from '../../platform/http/session.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { pauseIfBusy } from '../../platform/lib/timers.ts';
import { formats } from '../../platform/messages/messages.ts';
import type { PageParts } from '../../platform/module/description.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { FormPage, Notice } from '../../platform/views/forms.tsx';
import { LinkLine, LOGIN_PATH } from '../../platform/views/layout.tsx';
import { agoOf, Moment } from '../../platform/views/time.tsx';
import {
  type AccountPagePorts,
  accountNavigation,
  completeLoginOnPage,
  SECURITY_PATH,
} from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import { accountFailures, accountTexts } from '../account/messages.ts';
import { createLoginFailures, type LoginFailurePorts } from '../login/login-parts.tsx';
import { loginMessages } from '../login/messages.ts';
import type { PageLogin } from '../login/page-login.ts';
import { securityMessages } from '../two-factor/messages.ts';
import {
  describeProof,
  type ProofPorts,
  ProvenForm,
  proofOf,
  RECOVERY_PATH,
} from '../two-factor/proof-parts.tsx';
import { passkeyMessages as messages, passkeyFailures } from './messages.ts';
import {
  CeremonyForm,
  OPTIONS_PATH,
  PASSKEY_LOGIN_PATH,
  PASSKEYS_PATH,
  passkeyButton,
  passkeyFactor,
  passkeyForm,
  passkeyScript,
  passkeyStep,
  REMOVE_PATH,
} from './passkey-parts.tsx';
import type { Owner, Passkey } from './passkey-ports.ts';
import {
  passkeyRegistrationRoutes,
  type RegistrationPagePorts,
} from './passkey-registration-page.tsx';
import { failed, MAX_NAME_LENGTH, type Passkeys } from './passkeys.ts';

const NEW_PATH = `${PASSKEYS_PATH}new/`;
const navigation = accountNavigation(SECURITY_PATH);

export type PasskeyPagePorts = AccountPagePorts &
  RegistrationPagePorts &
  LoginFailurePorts &
  TrustedClientPorts &
  ProofPorts & {
    passkeys: Passkeys;
    security: { findFreshCodes(owner: Owner): Promise<readonly string[] | undefined> };
    login: Pick<PageLogin, 'findPendingAccount' | 'enterWithPasskey'>;
  };

/** The routes of passkeys, and what they add to the login and to the security pages. */
export function createParts(context: PasskeyPagePorts, clock: Clock): PageParts {
  const button = passkeyButton(context);
  return {
    ...(button && {
      passkeyButtons: [button],
      passkeySteps: [passkeyStep(context)],
      passkeyForms: [passkeyForm(context)],
    }),
    routes: [passkeyRoutes(context, clock), passkeyRegistrationRoutes(context)],
    furtherFactors: [passkeyFactor(context)],
    scripts: [passkeyScript],
  };
}

/** Routes of `/acc/security/passkeys/` and, where passkeys are offered, of `/acc/login/passkey/`. */
function passkeyRoutes(context: PasskeyPagePorts, clock: Clock) {
  return pageRoutes(context, [
    listPage(context, clock),
    newPage(context),
    removePage(context, clock),
    ...(context.passkeys.isOffered ? loginPages(context) : []),
  ]);
}

/** The owner's passkeys, and the start of a new one. */
function listPage(context: PasskeyPagePorts, clock: Clock): PageRoute<Account> {
  const { passkeys, timers } = context;

  async function showList(requested: OwnerRequest<Account>, failed: FormState) {
    const own = await passkeys.list(requested.account.id);
    const { facts, state } = await describeProof(context, clock, requested, failed);
    const hint = messages.nameHint(MAX_NAME_LENGTH);
    return (
      <FormPage
        site={requested.site()}
        title={messages.title}
        state={state}
        navigation={navigation}
      >
        <LinkLine look="back" href={SECURITY_PATH} label={securityMessages.back} />
        <p>{messages.intro}</p>
        <p class="hint">{messages.second}</p>
        <List own={own} now={facts.now} />
        {!passkeys.isOffered && <Notice kind="warning" text={passkeyFailures.notOffered} />}
        {passkeys.isOffered && (
          <>
            <h2>{messages.add}</h2>
            <ProvenForm
              facts={facts}
              state={state}
              page={PASSKEYS_PATH}
              fields={[{ name: 'name', label: messages.name, hint, maxLength: MAX_NAME_LENGTH }]}
              submit={accountTexts.goOn}
            />
          </>
        )}
      </FormPage>
    );
  }

  return {
    path: PASSKEYS_PATH,
    who: 'owner',
    query: ['sent', 'wait'],
    ...formPage<OwnerRequest<Account>>({
      show: showList,
      async submit(requested) {
        const { proof, caller } = proofOf(requested);
        await passkeys.start(requested.visitor, requested.form.field('name'), proof, caller);
        return seeOther(NEW_PATH);
      },
      keep: ({ fields }) => fields('name'),
      keptLength: MAX_NAME_LENGTH,
      onFailure: (failure) => pauseIfBusy(timers, failure),
    }),
  };
}

/** The step in which the browser makes the new passkey. */
function newPage(context: PasskeyPagePorts): PageRoute<Account> {
  const { passkeys, security } = context;

  async function showNew({ visitor, site }: OwnerRequest<Account>, state: FormState) {
    const setup = await passkeys.findSetup(visitor);
    if (setup === undefined) return seeOther(PASSKEYS_PATH);
    return (
      <FormPage site={site()} title={messages.add} state={state} navigation={navigation}>
        <LinkLine look="back" href={PASSKEYS_PATH} label={messages.title} />
        <p>{messages.createIntro(setup.name)}</p>
        <p class="hint" data-passkey-missing>
          {messages.withoutScripts}
        </p>
        <CeremonyForm
          action={NEW_PATH}
          label={messages.create}
          origin={passkeys.origin}
          ceremony={{ 'data-create': JSON.stringify(setup.options) }}
        />
      </FormPage>
    );
  }

  return {
    path: NEW_PATH,
    who: 'owner',
    page: PASSKEYS_PATH,
    ...formPage<OwnerRequest<Account>>({
      show: showNew,
      async submit({ visitor, account, form, caller }) {
        await passkeys.add(visitor, form.field('credential'), caller());
        noteChange(context, 'passkey added', account);
        const codes = await security.findFreshCodes(visitor);
        return seeOther(codes === undefined ? PASSKEYS_PATH : RECOVERY_PATH);
      },
    }),
  };
}

function removePage(context: PasskeyPagePorts, clock: Clock): PageRoute<Account> {
  const { passkeys, timers } = context;

  async function showRemove(requested: OwnerRequest<Account>, failed: FormState) {
    const own = await passkeys.list(requested.account.id);
    if (own.length === 0) return seeOther(PASSKEYS_PATH);
    const { facts, state } = await describeProof(context, clock, requested, failed);
    const options = own.map(({ id, name }) => ({ value: `${id}`, label: name }));
    const value = requested.query.passkey ?? '';
    return (
      <FormPage
        site={requested.site()}
        title={messages.removeTitle}
        state={state}
        navigation={navigation}
      >
        <LinkLine look="back" href={PASSKEYS_PATH} label={messages.title} />
        <p>{messages.removeHint}</p>
        <ProvenForm
          facts={facts}
          state={state}
          page={REMOVE_PATH}
          fields={[{ name: 'passkey', label: messages.removeWhich, options, value }]}
          submit={messages.remove}
          kind="danger"
        />
      </FormPage>
    );
  }

  return {
    path: REMOVE_PATH,
    who: 'owner',
    page: PASSKEYS_PATH,
    query: ['passkey', 'sent', 'wait'],
    ...formPage<OwnerRequest<Account>>({
      show: showRemove,
      async submit(requested) {
        const { proof, caller } = proofOf(requested);
        const { visitor, account, form } = requested;
        await passkeys.remove(visitor, form.field('passkey'), proof, caller);
        noteChange(context, 'passkey removed', account);
        return seeOther(PASSKEYS_PATH);
      },
      keep: ({ fields }) => fields('passkey'),
      onFailure: (failure) => pauseIfBusy(timers, failure),
    }),
  };
}

function noteChange({ report }: PasskeyPagePorts, change: string, { name: account }: Account) {
  report('account_changed', { change, account });
}

function List({ own, now }: { own: readonly Passkey[]; now: number }) {
  if (own.length === 0) return <p>{messages.none}</p>;
  return (
    <ul class="records">
      {own.map(({ id, name, createdAt, lastUsedAt }) => (
        <li key={id}>
          <p>
            <strong>{name}</strong>
            <span class="hint">
              <Moment at={createdAt} text={messages.created(agoOf(createdAt, now))} />
              {' · '}
              {lastUsedAt === null
                ? messages.neverUsed
                : messages.usedOn(formats.formatDay(lastUsedAt))}
            </span>
          </p>
          <a href={`${REMOVE_PATH}?passkey=${id}`} aria-label={messages.removeOf(name)}>
            {messages.remove}
          </a>
        </li>
      ))}
    </ul>
  );
}

function loginPages(context: PasskeyPagePorts): PageRoute<Account>[] {
  const { passkeys, login } = context;
  const Button = passkeyButton(context);
  const { onFailure, AppealLink } = createLoginFailures(context);

  const isSecond = ({ query, form }: PageRequest<Account>) =>
    (form.field('step') || query.step) === 'second';

  function show(requested: PageRequest<Account>, state: FormState) {
    const { visitor, set, next } = requested;
    openSession(context, visitor, set);
    const { loginPath: _here, ...site } = describeSite(context, visitor, next);
    const step = isSecond(requested) ? 'second' : 'alone';
    const otherWay = step === 'second' ? withNext(`${LOGIN_PATH}code/`, next) : loginPath(next);
    return (
      <FormPage site={site} title={messages.logIn} state={state}>
        <AppealLink requested={requested} />
        <p class="hint" data-passkey-missing>
          {messages.withoutScripts}
        </p>
        {Button && <Button next={next} step={step} isMain />}
        <LinkLine
          href={otherWay}
          label={step === 'second' ? loginMessages.codeTitle : messages.usePassword}
        />
      </FormPage>
    );
  }

  async function submit(requested: PageRequest<Account>): Promise<Response> {
    const { request, visitor, form, caller } = requested;
    if (context.refuseProxy(request) !== undefined) {
      throw new Failure('forbidden', accountFailures.login.unknownSender);
    }
    if (visitor.kind === 'none') throw new Failure('invalid', loginMessages.problems.noCookies);
    const recognised = await passkeys.recognise(form.field('credential'), visitor.value, caller());
    const { account, isUserVerified } = recognised;
    const entered = await login.enterWithPasskey(visitor, account, caller(), isUserVerified);
    if (entered === undefined) throw failed('unverified');
    return completeLoginOnPage(context, entered, requested);
  }

  return [
    {
      path: PASSKEY_LOGIN_PATH,
      who: 'anybody',
      query: ['next', 'step'],
      ...formPage<PageRequest<Account>>({
        show,
        submit,
        onFailure,
      }),
    },
    {
      path: OPTIONS_PATH,
      who: 'visitor',
      query: ['step'],
      isForForm: true,
      async get(requested) {
        const { visitor, sessionValue, caller } = requested;
        const isOwner = requested.query.step === 'owner';
        const pending = isSecond(requested) && (await login.findPendingAccount(visitor, caller()));
        const account = (isOwner ? requested.account : pending) || undefined;
        const options = await passkeys.describeUse(sessionValue, account, isOwner);
        return Response.json(options, { headers: { 'cache-control': 'private, no-store' } });
      },
    },
  ];
}
