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
  renderClaimedServerPage,
  renderClaimedServersPage,
} from '../../../views/server/claimed-server-page.tsx';
import { operatorPaths } from '../../../views/server/server-about.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { alsoAnswers, describeAnswer, describeForm, describeOwnerPage } from '../../openapi.ts';
import { formPage, type OwnerRequest, pageRoutes } from '../page.ts';
import { readFields, seeOther } from '../page-form.ts';
import { answerServerGone, serverOf, serverParameter } from './server-page.ts';

export function claimRoutes(context: HttpContext) {
  const { claims } = context.servers;

  function show(requested: OwnerRequest, state: FormState) {
    const { account, site } = requested;
    const { hash, name } = serverOf(context, requested);
    const claim = claims.findClaim(hash);
    const isOwn = claim?.accountId === account.id;
    if (name === '' && !isOwn) return answerServerGone(context, requested, hash);
    const isVerified = account.verifiedAt !== null;
    const page = renderClaimPage({
      ...{ state, hash, isVerified, site: site(operatorPaths.claim(hash)) },
      name: name === '' ? operatorMessages.own.nameless : name,
      owner: claim === undefined ? 'nobody' : isOwn ? 'reader' : 'somebody else',
      code: claims.findCode(account.id, hash),
    });
    return isVerified ? page : answerSitePage(page, 403);
  }

  async function requestCode(requested: OwnerRequest) {
    const { account } = requested;
    const { hash, name } = serverOf(context, requested);
    if (account.verifiedAt !== null && name !== '') await claims.requestCode(account.id, hash);
    // No redirect: another replica, which might answer then, does not know the code in clear.
    return show(requested, EMPTY_FORM);
  }

  return pageRoutes(context, [
    {
      path: '/server/claim/:hash',
      who: 'owner',
      parameter: serverParameter(context),
      detail: describeOwnerPage(
        { operationId: 'getServerClaim', summary: 'Page to claim a server' },
        404,
      ),
      ...formPage({ show, submit: requestCode }),
    },
  ]);
}

const KEPT_LENGTH = 5_000;

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

  function show(requested: OwnerRequest, state: FormState) {
    const { account, site, form, query } = requested;
    const { hash, name } = serverOf(context, requested);
    const claim = claims.findClaim(hash);
    // Everybody but its owner is redirected to where it can be claimed.
    if (claim?.accountId !== account.id) return seeOther(operatorPaths.claim(hash));
    const which = actionIn(form.field('form'));
    return renderClaimedServerPage({
      ...{ site: site(operatorPaths.own(hash)), claim, name, limits: CLAIM_LIMITS },
      place: servers.findServer(hash)?.listing,
      contest: findContest(hash),
      addressCode: publicAddresses.findCode(account.id, hash),
      refused: which && { form: which, state },
      done: (['texts', 'port', 'back'] as const).find((one) => one === query.done),
    });
  }

  /** What each form does; returns where the operator goes on, unless that is the page with what was done. */
  const actions = {
    texts: ({ form, account }: OwnerRequest, hash: string) =>
      claims.changeTexts(account.id, hash, {
        description: form.field('description'),
        links: form.field('links'),
        tags: form.field('tags'),
        country: form.field('country'),
      }),
    port: ({ form, account }: OwnerRequest, hash: string) =>
      claims.changeJoinPort(account.id, hash, form.field('port')),
    back: ({ account }: OwnerRequest, hash: string) => claims.changeJoinPort(account.id, hash, ''),
    async address({ account }: OwnerRequest, hash: string) {
      await publicAddresses.requestCode(account.id, hash);
      return `${operatorPaths.own(hash)}#other-address`;
    },
    async release({ account }: OwnerRequest, hash: string) {
      await claims.releaseClaim(account.id, hash);
      return `/server/play/${hash}/`;
    },
  };

  const actionIn = (text: string) =>
    (['texts', 'port', 'back', 'address', 'release'] as const).find((action) => action === text);

  async function submit(requested: OwnerRequest) {
    const { hash } = serverOf(context, requested);
    const which = actionIn(requested.form.field('form'));
    const isOwn = claims.findClaim(hash)?.accountId === requested.account.id;
    if (!isOwn || which === undefined) return show(requested, EMPTY_FORM);
    const next = await actions[which](requested, hash);
    return seeOther(typeof next === 'string' ? next : `${operatorPaths.own(hash)}?done=${which}`);
  }

  return pageRoutes(context, [
    {
      path: '/server/own/',
      who: 'owner',
      detail: describeOwnerPage({
        operationId: 'getServerOwnList',
        summary: 'Page with the servers claimed by the logged-in account',
      }),
      get({ account, site }) {
        const own = claims.listClaimsOf(account.id).map(({ hash }) => {
          return { hash, name: stripColourCodes(servers.findServer(hash)?.listing.name ?? '') };
        });
        return renderClaimedServersPage({ site: site('/server/own/'), servers: own });
      },
    },
    {
      path: '/server/own/:hash',
      who: 'owner',
      query: ['done'],
      parameter: serverParameter(context),
      detail: describeOwnerPage({
        operationId: 'getServerOwn',
        summary: 'Page to manage a claimed server',
      }),
      ...formPage({
        ...{ show, submit, keptLength: KEPT_LENGTH },
        keep: ({ fields }) => fields('description', 'links', 'tags', 'country', 'port'),
      }),
    },
  ]);
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

  async function show({ request }: { request: Request }): Promise<Response> {
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

  return new Elysia({ name: 'public address' }).post(operatorPaths.address, show, {
    parse: 'none',
    detail: {
      summary: 'Prove control of the public address of a claimed server',
      tags: ['Heartbeat'],
      ...alsoAnswers(400, 403, 409, 413, 429),
      requestBody: describeForm(FormSchema, { code: 'ABCDEFGH23', port: '25565' }),
      responses: describeAnswer({ 'text/plain': SentenceSchema }),
    },
  });
}
