// The pages where operators claim servers and manage them, and where a machine shows that it has the address of one.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Clock } from '../../../lib/clock.ts';
import { stripColourCodes } from '../../../lib/colour-codes.ts';
import { Failure } from '../../../lib/failure.ts';
import { operatorMessages } from '../../../messages/messages.ts';
import { CLAIM_LIMITS } from '../../../servers/claims/claims.ts';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import { renderClaimPage } from '../../../views/server/claim-page.tsx';
import {
  type ClaimedServerPage,
  type PageForm,
  renderClaimedServerPage,
  renderClaimedServersPage,
} from '../../../views/server/claimed-server-page.tsx';
import { operatorPaths } from '../../../views/server/server-about.tsx';
import type { HttpContext } from '../../context.ts';
import { findVisitor } from '../../cookies.ts';
import { answerSitePage } from '../../html.ts';
import {
  alsoAnswers,
  describeAnswer,
  describeForm,
  describeOwnerPage,
  HIDDEN_FORM,
} from '../../openapi.ts';
import { queryParameters } from '../../parameters.ts';
import { answerForm, type PageForm as Form, readFields, seeOther } from './page-form.ts';
import { requireAccount } from './require-account.ts';
import {
  type AtServer,
  answerServerGone,
  forServerForm,
  forServerPage,
  serverParameter,
} from './server-page.ts';
import { describeSite } from './site.ts';

const PREFIX = '/server/claim/';

/** Routes of `/server/claim/<hash>/`. */
export function claimRoutes(context: HttpContext) {
  const { claims } = context.servers;

  function show(at: AtServer, status = 200, state: FormState = EMPTY_FORM): Response {
    const { request, visitor, account, hash, name, isVerified } = at;
    const claim = claims.findClaim(hash);
    const isOwn = claim?.accountId === account.id;
    if (name === '' && !isOwn) return answerServerGone(context, request, at);
    const page = renderClaimPage({
      ...{ state, hash, isVerified },
      site: describeSite(context, visitor, operatorPaths.claim(hash)),
      name: name === '' ? operatorMessages.own.nameless : name,
      owner: claim === undefined ? 'nobody' : isOwn ? 'reader' : 'somebody else',
      code: claims.findCode(account.id, hash),
    });
    return answerSitePage(page, isVerified ? status : 403);
  }

  function requestCode(at: AtServer): Response | Promise<Response> {
    if (!at.isVerified || at.name === '') return show(at);
    return answerForm(
      async () => {
        await claims.requestCode(at.account.id, at.hash);
        // No redirect: another replica, which might answer then, does not know the code in clear.
        return show(at);
      },
      { show: (state, status) => show(at, status, state) },
    );
  }

  const path = `${PREFIX}:hash` as const;
  const atServer = serverParameter(context);
  return new Elysia({ name: 'claim' })
    .get(
      path,
      forServerPage(context, (at) => show(at)),
      {
        ...atServer,
        detail: describeOwnerPage(
          {
            operationId: 'getServerClaim',
            summary: 'Page to claim a server',
          },
          404,
        ),
      },
    )
    .post(path, forServerForm(context, requestCode), {
      ...atServer,
      ...HIDDEN_FORM,
    });
}

const OWN_PREFIX = '/server/own/';
/** Longest text that is shown again. */
const KEPT_LENGTH = 5_000;
const FIELDS = ['description', 'links', 'tags', 'country', 'port'] as const;

/** Routes of `/server/own/` and `/server/own/<hash>/`. */
export function claimedServerRoutes(context: HttpContext, clock: Clock) {
  const { servers } = context;
  const { claims, publicAddresses, operatorReports } = servers;

  function findContest(hash: string): ClaimedServerPage['contest'] {
    const listing = servers.findServer(hash)?.listing;
    const contest = listing && operatorReports.findContest(listing.ip, listing.port);
    if (contest === undefined) return undefined;
    return { name: contest.name, agoSeconds: (clock.now() - contest.lastAt) / 1_000 };
  }

  function show(
    { visitor, account, hash, name }: AtServer,
    {
      status = 200,
      ...described
    }: Partial<Pick<ClaimedServerPage, 'refused' | 'done'>> & {
      status?: number;
    },
  ): Response {
    const claim = claims.findClaim(hash);
    // Everybody but its owner is redirected to where it can be claimed.
    if (claim?.accountId !== account.id) return seeOther(operatorPaths.claim(hash));
    const listing = servers.findServer(hash)?.listing;
    const site = describeSite(context, visitor, operatorPaths.own(hash));
    const page = renderClaimedServerPage({
      ...{ site, claim, name, place: listing, limits: CLAIM_LIMITS },
      contest: findContest(hash),
      addressCode: publicAddresses.findCode(account.id, hash),
      ...{ refused: undefined, done: undefined, ...described },
    });
    return answerSitePage(page, status);
  }

  /** Does what one of the forms requests; returns where the operator goes on. */
  async function submit({ account, hash }: AtServer, which: PageForm, form: Form): Promise<string> {
    const own = operatorPaths.own(hash);
    switch (which) {
      case 'texts':
        await claims.changeTexts(account.id, hash, {
          description: form.field('description'),
          links: form.field('links'),
          tags: form.field('tags'),
          country: form.field('country'),
        });
        return `${own}?done=${which}`;
      case 'port':
        await claims.changeJoinPort(account.id, hash, form.field('port'));
        return `${own}?done=${which}`;
      case 'back':
        await claims.changeJoinPort(account.id, hash, '');
        return `${own}?done=${which}`;
      case 'address':
        await publicAddresses.requestCode(account.id, hash);
        return `${own}#other-address`;
      case 'release':
        await claims.releaseClaim(account.id, hash);
        return `/server/play/${hash}/`;
    }
  }

  function change(at: AtServer, form: Form): Response | Promise<Response> {
    const isOwn = claims.findClaim(at.hash)?.accountId === at.account.id;
    const which = parseForm(form.field('form'));
    if (!isOwn || which === undefined) return show(at, {});
    return answerForm(async () => seeOther(await submit(at, which, form)), {
      values: Object.fromEntries(FIELDS.map((name) => [name, form.field(name)])),
      keptLength: KEPT_LENGTH,
      show: (state, status) => show(at, { status, refused: { form: which, state } }),
    });
  }

  const showOne = forServerPage(context, (at, { done }) =>
    show(at, { done: (['texts', 'port', 'back'] as const).find((one) => one === done) }),
  );

  async function showAll(request: Request): Promise<Response> {
    const visitor = await findVisitor(context, request);
    const logged = requireAccount(visitor, request);
    if (logged instanceof Response) return logged;
    const own = claims.listClaimsOf(logged.account.id).map(({ hash }) => {
      return { hash, name: stripColourCodes(servers.findServer(hash)?.listing.name ?? '') };
    });
    const site = describeSite(context, visitor, OWN_PREFIX);
    return answerSitePage(renderClaimedServersPage({ site, servers: own }));
  }

  const path = `${OWN_PREFIX}:hash` as const;
  const atServer = serverParameter(context);
  const done = queryParameters('done');
  return new Elysia({ name: 'own server' })
    .get('/server/own', ({ request }) => showAll(request), {
      detail: describeOwnerPage({
        operationId: 'getServerOwnList',
        summary: 'Page with the servers claimed by the logged-in account',
      }),
    })
    .get(path, showOne, {
      ...atServer,
      ...done,
      transform: [atServer.transform, done.transform],
      detail: describeOwnerPage({
        operationId: 'getServerOwn',
        summary: 'Page to manage a claimed server',
      }),
    })
    .post(path, forServerForm(context, change), {
      ...atServer,
      ...HIDDEN_FORM,
    });
}

function parseForm(text: string): PageForm | undefined {
  return (['texts', 'port', 'back', 'address', 'release'] as const).find((form) => form === text);
}

const messages = operatorMessages.address;

const FormSchema = Type.Object({
  code: Type.String({ description: 'The code that the page of the server shows to its operator.' }),
  port: Type.String({ description: 'The port that players join on, 1 to 65535.' }),
});
const SentenceSchema = Type.String({ description: 'The result, as a sentence.' });

/** Route of `/server/address`, for programs such as curl: what it answers is plain text. */
export function publicAddressRoutes(context: HttpContext) {
  const { publicAddresses } = context.servers;

  async function show(request: Request): Promise<Response> {
    const { headers } = request;
    // A page anywhere could have its reader's browser send this, and take the reader's address.
    if (headers.has('origin') || headers.has('sec-fetch-site')) {
      throw new Failure('forbidden', messages.fromBrowser);
    }
    const form = await readFields(request, { notAForm: messages.notAForm, mayBeEmpty: false });
    const typed = { code: form.field('code'), port: form.field('port') };
    const { ip, port } = await publicAddresses.show(typed, context.addressOf(request));
    return new Response(`${messages.done(ip, port)}\n`, {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    });
  }

  return new Elysia({ name: 'public address' }).post(
    operatorPaths.address,
    ({ request }) => show(request),
    {
      parse: 'none',
      detail: {
        summary: 'Prove control of the public address of a claimed server',
        tags: ['Heartbeat'],
        ...alsoAnswers(400, 403, 409, 413, 429),
        requestBody: describeForm(FormSchema, { code: 'ABCDEFGH23', port: '25565' }),
        responses: describeAnswer({ 'text/plain': SentenceSchema }),
      },
    },
  );
}
