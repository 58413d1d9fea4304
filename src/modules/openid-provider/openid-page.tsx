// The pages of single sign-on: where players come from a program, allow it, go on, and log out.
/** @jsxImportSource preact */

import { createAddressLimit } from '../../platform/http/address-limit.ts';
import { answerSitePage } from '../../platform/http/html.ts';
import { loginPath } from '../../platform/http/next-path.ts';
import {
  describeSite,
  type OwnerRequest,
  type PageRequest,
  pageRoutes,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { matching } from '../../platform/http/parameters.ts';
import { pathOf } from '../../platform/http/path.ts';
import { pagePolicy } from '../../platform/http/security-headers.ts';
import { findVisitor, openSession } from '../../platform/http/session.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { labels } from '../../platform/messages/messages.ts';
import { Form, FormPage, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine, type Site } from '../../platform/views/layout.tsx';
import type { AccountPagePorts } from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import type { Visitor } from '../sessions/index.ts';
import { CONTINUE_PATH, MAX_URL_LENGTH, PATHS, type Shown } from './configuration.ts';
import { openidFailures as failures, openidMessages as messages } from './messages.ts';
import { CONFIRM_PATH, type Openid } from './openid.ts';

export type OpenidPagePorts = Omit<AccountPagePorts, 'login'> & {
  openid: Openid;
  login: { logOut(visitor: Visitor): Promise<void> };
};

type Requested = PageRequest<Account>;
type Owned = OwnerRequest<Account>;

const BUDGET = { refill: 1, everyMs: 1_000, capacity: 60 };
const REQUEST_ID = matching(/^[\w-]{21,64}$/, { description: 'The id of a login to a program.' });

/** Routes of `/oidc/` for people. */
export function openidRoutes(context: OpenidPagePorts, clock: Clock) {
  const { openid } = context;
  const spend = createAddressLimit(context, clock, BUDGET, failures.tooManyRequests);
  const parameter = { schema: REQUEST_ID, otherwise: (requested: Requested) => expired(requested) };

  async function authorize(requested: Requested) {
    const { request, visitor } = requested;
    spend(request);
    if (request.url.length > MAX_URL_LENGTH) throw new Failure('invalid', failures.tooLong);
    const session = await openid.describeSession(visitor);
    if (mayWait(requested)) await openid.admit(session?.accountId, context.addressOf(request));
    const { answer, shown } = await openid.exchange({ request, session, isForPerson: true });
    return shown === undefined ? answer : showRefusal(requested, shown);
  }

  /** Goes on with a request once it is answered. Until then, each attempt would begin another one. */
  async function goOnAuthorizing(requested: Requested) {
    const { request: id = '' } = requested.params;
    const waiting = await openid.findRequest(id);
    if (waiting === undefined) return expired(requested);
    return waiting.isAnswered ? authorize(requested) : seeOther(`${CONTINUE_PATH}${id}/`);
  }

  /** Finds the visitor of an `unseen` page. */
  const seeing =
    (show: (requested: Requested) => Response | Promise<Response>) =>
    async (requested: Requested) => {
      const visitor = await findVisitor(context, requested.request);
      const site = (path?: string) => describeSite(context, visitor, path);
      return show({ ...requested, visitor, site });
    };

  return pageRoutes(context, [
    // What a player has to read first waits for the next page: the way back from there would be too long.
    { path: `${PATHS.authorization}/`, who: 'unseen', get: seeing(authorize) },
    {
      path: `${PATHS.authorization}/:request/`,
      who: 'unseen',
      parameter: { ...parameter, otherwise: seeing(expired) },
      get: seeing(goOnAuthorizing),
    },
    {
      path: `${CONTINUE_PATH}:request/`,
      who: 'owner',
      parameter,
      ...createContinuePage(context),
    },
    ...createLogoutPages(context, spend),
  ]);
}

/** Whether this is a new request that a player may have to answer. Others are answered at once. */
const mayWait = ({ request, params }: Requested): boolean =>
  params.request === undefined && URL.parse(request.url)?.searchParams.get('prompt') !== 'none';

/** The page where a request waits for its player. */
function createContinuePage({ openid, login, ...context }: OpenidPagePorts) {
  /** Lets the library go on with the player's answer. */
  async function resume(
    { site }: Owned,
    waiting: Waiting,
    result: object,
    login?: Awaited<ReturnType<Openid['describeSession']>>,
  ) {
    const { id, client } = waiting;
    await openid.answerRequest(id, result, login);
    return goOn(site(), client.name, `${PATHS.authorization}/${id}`);
  }

  async function get(requested: Owned) {
    const { account, visitor, site, params } = requested;
    const waiting = await openid.findRequest(params.request ?? '');
    if (waiting === undefined) return expired(requested);
    const { name } = waiting.client;
    if (account.verifiedAt === null) {
      return (
        <FormPage site={site()} title={messages.title(name)}>
          <Notice kind="warning" text={messages.unverified(name)} />
          <LinkLine
            look="button play"
            href={site(pathOf(requested.request)).verifyPath}
            label={labels.howToVerify}
          />
        </FormPage>
      );
    }
    const session = await openid.describeSession(visitor);
    if (session === undefined) return expired(requested);
    if (waiting.prompt === 'consent') {
      if (waiting.digest !== session.digest) return expired(requested);
      const page = <ConsentPage site={site()} account={account} waiting={waiting} />;
      return answerSitePage(page, 200, pagePolicy(), true);
    }
    if (waiting.needsNewLogin && session.createdAt < waiting.createdAt) {
      return <AgainPage site={site()} waiting={waiting} />;
    }
    return resume(requested, waiting, {}, session);
  }

  async function post(requested: Owned) {
    const { account, visitor, set, form, caller, request, params } = requested;
    const waiting = await openid.findRequest(params.request ?? '');
    if (waiting === undefined) return expired(requested);
    const action = form.field('do');
    if (action === 'again') {
      await login.logOut(visitor);
      openSession(context, { kind: 'none' }, set);
      return seeOther(loginPath(pathOf(request)));
    }
    const session = await openid.describeSession(visitor);
    const isAsked = waiting.prompt === 'consent' && waiting.digest === session?.digest;
    if (!isAsked) return expired(requested);
    if (action !== 'allow') return resume(requested, waiting, { error: 'access_denied' });
    await openid.grants.allow(account, waiting.client, waiting.scopes, caller());
    return resume(requested, waiting, { consent: {} });
  }

  return { get, post };
}

type Waiting = NonNullable<Awaited<ReturnType<Openid['findRequest']>>>;

function ConsentPage(properties: { site: Site; account: Account; waiting: Waiting }) {
  const { site, account, waiting } = properties;
  const { client, scopes, host } = waiting;
  const { name, email, emailConfirmedAt } = account;
  const learned = messages.scopes;
  return (
    <FormPage site={site} title={messages.title(client.name)}>
      <p>{messages.wants(client.name, host)}</p>
      <ul>
        <li>{learned.openid}</li>
        {scopes.includes('profile') && <li>{learned.profile(name)}</li>}
        {scopes.includes('email') && (
          <li>{emailConfirmedAt === null ? learned.noEmail : learned.email(email)}</li>
        )}
      </ul>
      {scopes.includes('offline_access') && <p>{learned.offline_access}</p>}
      <p class="hint">{messages.never(client.name)}</p>
      <Form action={`${CONTINUE_PATH}${waiting.id}/`}>
        <div class="buttons row">
          <SubmitButton label={messages.allow} name="do" value="allow" />
          <SubmitButton label={messages.cancel} kind="quiet" name="do" value="deny" />
        </div>
      </Form>
    </FormPage>
  );
}

function AgainPage({ site, waiting: { id, client } }: { site: Site; waiting: Waiting }) {
  return (
    <FormPage site={site} title={messages.title(client.name)}>
      <p>{messages.again(client.name)}</p>
      <Form action={`${CONTINUE_PATH}${id}/`} hidden={{ do: 'again' }}>
        <SubmitButton label={messages.logInAgain} />
      </Form>
    </FormPage>
  );
}

/**
 * A page that leads on by itself. Chromium would refuse a redirect to another site after a form of this site, because
 * pages allow forms only to this site.
 */
function goOn(site: Site, client: string, path: string): Response {
  const answer = answerSitePage(
    <FormPage site={site} title={messages.goOn(client)}>
      <p>{messages.goingOn}</p>
      <LinkLine look="button play" href={path} label={messages.goOn(client)} />
    </FormPage>,
  );
  answer.headers.set('refresh', `0; url=${path}`);
  return answer;
}

/** The logout that a program asks for, and its question. */
function createLogoutPages(
  { openid, login, ...context }: OpenidPagePorts,
  spend: (request: Request) => void,
) {
  async function ask(requested: Requested) {
    const { request, visitor, site } = requested;
    spend(request);
    const session = (await openid.describeSession(visitor)) ?? openid.describeNobody();
    const { shown } = await openid.exchange({ request, session, isForPerson: true });
    if (shown?.kind === 'refusal') return showRefusal(requested, shown);
    if (shown?.kind !== 'logout')
      return confirm(requested, session, await openid.findLogout(session));
    const { client, secret } = shown;
    return (
      <FormPage site={site()} title={messages.logoutTitle}>
        <p>{client === undefined ? messages.logoutAskAny : messages.logoutAsk(client)}</p>
        <Form action={`${CONFIRM_PATH}/`} hidden={{ xsrf: secret }}>
          <div class="buttons row">
            <SubmitButton label={messages.logoutTitle} name="logout" value="yes" />
            <SubmitButton label={messages.stay} kind="quiet" name="logout" value="" />
          </div>
        </Form>
      </FormPage>
    );
  }

  /** Ends the session if the person wants that, and leads back to the program. */
  async function confirm(
    requested: Requested,
    session: Parameters<Openid['findLogout']>[0],
    { xsrf, logout }: { xsrf: string; logout: string },
  ) {
    const { request, visitor, site, set } = requested;
    const body = `${new URLSearchParams({ xsrf, ...(logout !== '' && { logout }) })}`;
    const path = CONFIRM_PATH;
    const { answer, shown } = await openid.exchange({
      request,
      path,
      body,
      session,
      isForPerson: true,
    });
    if (shown !== undefined) return showRefusal(requested, shown);
    await openid.endLogout(session);
    // Whoever the library does not know was not asked.
    if (logout !== '' && session.accountId !== undefined && visitor.kind === 'account') {
      await login.logOut(visitor);
      openSession(context, { kind: 'none' }, set);
    }
    const location = answer.headers.get('location') ?? '';
    const isOwn = URL.parse(location)?.pathname === `${PATHS.end_session}/success`;
    return isOwn ? seeOther('/') : goOn(site(), messages.application, location);
  }

  return [
    { path: `${PATHS.end_session}/`, who: 'anybody' as const, get: ask },
    {
      path: `${CONFIRM_PATH}/`,
      who: 'anybody' as const,
      async post(requested: Requested) {
        const session = await openid.describeSession(requested.visitor);
        const { xsrf = '', logout = '' } = requested.form.fields('xsrf', 'logout');
        return confirm(requested, session ?? openid.describeNobody(), { xsrf, logout });
      },
    },
  ];
}

const REFUSALS: Readonly<Record<string, 'client' | 'redirect' | 'expired'>> = {
  invalid_client: 'client',
  invalid_redirect_uri: 'redirect',
};

function showRefusal({ site }: Requested, shown: Shown): Response {
  const { error, description } = shown.kind === 'refusal' ? shown : { error: '', description: '' };
  const isExpired = /expired|not found$|mismatch$/.test(description) && error === 'invalid_request';
  const reason = isExpired ? 'expired' : (REFUSALS[error] ?? 'other');
  return answerSitePage(
    <FormPage site={site()} title={messages.refused}>
      <Notice kind="danger" text={messages.refusals[reason]} />
      {reason === 'other' && <p class="hint">{messages.details(`${error}: ${description}`)}</p>}
    </FormPage>,
    400,
  );
}

const expired = (requested: Requested) =>
  showRefusal(requested, {
    kind: 'refusal',
    error: 'invalid_request',
    description: 'expired',
    client: undefined,
  });
