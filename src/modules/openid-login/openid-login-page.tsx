// The pages of logins with an OpenID provider: the link of an owner, the way to the provider, and the way back.
/** @jsxImportSource preact */

import type { TrustedClientPorts } from '../../platform/http/address-limit.ts';
import { answerSitePage } from '../../platform/http/html.ts';
import { loginPath, parseNextPath, withNext } from '../../platform/http/next-path.ts';
import {
  describeSite,
  formPage,
  type OwnerRequest,
  type PageRequest,
  type PageRoute,
  pageRoutes,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { pauseIfBusy } from '../../platform/lib/timers.ts';
import { labels } from '../../platform/messages/messages.ts';
import type { PageParts } from '../../platform/module/description.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { FormPage, Notice } from '../../platform/views/forms.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import { agoOf, Moment } from '../../platform/views/time.tsx';
import {
  type AccountPagePorts,
  accountNavigation,
  SECURITY_PATH,
} from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import { accountFailures } from '../account/messages.ts';
import { answerLogin, createLoginFailures, type LoginFailurePorts } from '../login/login-parts.tsx';
import type { PageLogin } from '../login/page-login.ts';
import { securityMessages } from '../two-factor/messages.ts';
import {
  describeProof,
  type ProofFacts,
  type ProofPorts,
  ProvenForm,
  proofOf,
} from '../two-factor/proof-parts.tsx';
import { openIdMessages as messages } from './messages.ts';
import type { OpenIdLogin } from './openid-login.ts';
import {
  OPENID_LOGIN_PATH,
  OPENID_PATH,
  providerButton,
  providerLine,
} from './openid-login-parts.tsx';
import { CALLBACK_PATH, type Change, type OpenIdLink } from './openid-login-ports.ts';

const START_PATH = `${OPENID_PATH}start/`;
const REMOVE_PATH = `${OPENID_PATH}remove/`;

export type OpenIdPagePorts = AccountPagePorts &
  TrustedClientPorts &
  ProofPorts &
  LoginFailurePorts & { openIdLogin: OpenIdLogin; login: Pick<PageLogin, 'enterAccount'> };

/** Routes of `/acc/login/openid/` and `/acc/security/openid/`, and what other pages show. */
export function createParts(context: OpenIdPagePorts, clock: Clock): PageParts {
  const { providerName } = context.openIdLogin;
  return {
    routes: [pageRoutes(context, [...linkPages(context, clock), ...loginPages(context)])],
    providerButtons: [providerButton(providerName)],
    otherLogins: [providerLine(providerName)],
  };
}

/** The owner's link: making it, and removing it. */
function linkPages(context: OpenIdPagePorts, clock: Clock): PageRoute<Account>[] {
  const { openIdLogin, timers } = context;

  async function show(requested: OwnerRequest<Account>, failed: FormState) {
    const { visitor } = requested;
    const link = await openIdLogin.findLink(visitor);
    const isProven = link === undefined && (await openIdLogin.isProven(visitor));
    const { facts, state } = await describeProof(context, clock, requested, failed);
    const shown = { name: openIdLogin.providerName, facts, state };
    return (
      <FormPage
        site={requested.site()}
        title={messages.logIn(shown.name)}
        state={state}
        navigation={accountNavigation(SECURITY_PATH)}
      >
        <LinkLine look="back" href={SECURITY_PATH} label={securityMessages.back} />
        {link !== undefined && <Linked {...shown} link={link} />}
        {link === undefined && (isProven ? <Proven {...shown} /> : <NotLinked {...shown} />)}
      </FormPage>
    );
  }

  /** A form with proof, which leads back to the page. */
  const form = (change: OpenIdLogin['prove']) => ({
    who: 'owner' as const,
    page: OPENID_PATH,
    query: ['sent', 'wait'],
    ...formPage<OwnerRequest<Account>>({
      show,
      async submit(requested) {
        const { proof, caller } = proofOf(requested);
        await change(requested.visitor, proof, caller);
        return seeOther(OPENID_PATH);
      },
      onFailure: (failure) => pauseIfBusy(timers, failure),
    }),
  });

  const removing = form(async (owner, proof, caller) => {
    await openIdLogin.remove(owner, proof, caller);
    noteChange(context, 'unlinked', owner.account);
  });
  return [
    { path: OPENID_PATH, ...form(openIdLogin.prove) },
    { path: REMOVE_PATH, ...removing },
    {
      path: START_PATH,
      who: 'owner',
      page: OPENID_PATH,
      // A link, because browsers let no form of this site lead to another one.
      get: formPage<OwnerRequest<Account>>({
        show,
        submit: async ({ visitor }) =>
          seeOther((await openIdLogin.startLink(visitor)) ?? OPENID_PATH),
      }).post,
    },
  ];
}

function noteChange({ report }: OpenIdPagePorts, change: Change, account: Account | undefined) {
  report('account_changed', { change: `login provider ${change}`, account: account?.name });
}

interface Facts {
  name: string;
  facts: ProofFacts;
  state: FormState;
}

function NotLinked({ name, facts, state }: Facts) {
  return (
    <>
      <p>{messages.intro(name)}</p>
      <ProvenForm facts={facts} state={state} page={OPENID_PATH} submit={messages.link} />
    </>
  );
}

const Proven = ({ name }: Facts) => (
  <>
    <p>{messages.proven(name)}</p>
    <LinkLine look="button play big" href={START_PATH} label={messages.goOn(name)} />
  </>
);

function Linked({ name, facts, state, link }: Facts & { link: OpenIdLink }) {
  const { issuer, linkedAt } = link;
  return (
    <>
      <p>
        <strong>{messages.linked(new URL(issuer).host)}</strong>
        {' · '}
        <Moment at={linkedAt} text={agoOf(linkedAt, facts.now)} />
      </p>
      <p class="hint">{messages.unlinkHint(name)}</p>
      <ProvenForm
        facts={facts}
        state={state}
        page={OPENID_PATH}
        action={REMOVE_PATH}
        submit={messages.unlink}
        kind="danger"
      />
    </>
  );
}

/** The way to the provider, and the way back. */
function loginPages(context: OpenIdPagePorts): PageRoute<Account>[] {
  const { openIdLogin } = context;
  const { providerName: name } = openIdLogin;
  const { onFailure, AppealLink } = createLoginFailures(context);

  function frame({ visitor, next }: PageRequest<Account>) {
    const { loginPath: _here, ...site } = describeSite(context, visitor, next);
    return { site, title: messages.logIn(name) };
  }

  function showFailure(requested: PageRequest<Account>, state: FormState) {
    const { account, next } = requested;
    const isOwner = account !== undefined;
    const again = isOwner ? OPENID_PATH : withNext(OPENID_LOGIN_PATH, next);
    const byPassword = isOwner ? undefined : loginPath(next);
    return (
      <FormPage {...frame(requested)} state={state}>
        <AppealLink requested={requested} />
        <LinkLine look="button quiet" href={byPassword} label={messages.usePassword} />
        <LinkLine href={again} label={messages.again} />
      </FormPage>
    );
  }

  function showUnlinked(requested: PageRequest<Account>): Response {
    const { site, title } = frame(requested);
    const page = (
      <FormPage site={site} title={title}>
        <Notice kind="warning" text={messages.unlinked(name)} />
        <p>{messages.unlinkedHint}</p>
        <LinkLine look="button play big" href={loginPath(OPENID_PATH)} label={messages.toLink} />
        <LinkLine href={site.registerPath} label={labels.createAnAccount} />
      </FormPage>
    );
    return answerSitePage(page, 403);
  }

  async function receive(requested: PageRequest<Account>): Promise<Response> {
    const { request, visitor, caller } = requested;
    if (context.refuseProxy(request) !== undefined) {
      throw new Failure('forbidden', accountFailures.login.unknownSender);
    }
    const answer = new URL(request.url, context.baseUrl).searchParams;
    const received = await openIdLogin.receive(visitor, answer, caller());
    if (received === 'linked') {
      noteChange(context, 'linked', requested.account);
      return seeOther(OPENID_PATH);
    }
    if (received === 'unlinked') return showUnlinked(requested);
    const outcome = await context.login.enterAccount(visitor, received.account, caller());
    return answerLogin(context, outcome, { ...requested, next: parseNextPath(received.next) });
  }

  /** A page without a form that shows a failure with the ways on. */
  const answering = (submit: (requested: PageRequest<Account>) => Promise<Response>) =>
    formPage<PageRequest<Account>>({ show: showFailure, submit, onFailure }).post;

  return [
    {
      path: OPENID_LOGIN_PATH,
      who: 'visitor',
      query: ['next'],
      get: answering(async ({ sessionValue, next }) =>
        seeOther(await openIdLogin.startLogin(sessionValue, next)),
      ),
    },
    { path: CALLBACK_PATH, who: 'anybody', get: answering(receive) },
  ];
}
