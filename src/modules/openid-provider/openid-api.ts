// What programs call for single sign-on: discovery, keys, tokens, facts about a player, and the end of tokens. Also the
// forms with which their pages begin a login or a logout.

import { Elysia } from 'elysia';
import { createAddressLimit } from '../../platform/http/address-limit.ts';
import { readBody } from '../../platform/http/form.ts';
import { HIDDEN_FORM } from '../../platform/http/openapi.ts';
import type { PagePorts } from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import type { Account } from '../account/index.ts';
import { DISCOVERY_PATH, MAX_URL_LENGTH, PATHS } from './configuration.ts';
import { openidFailures as failures } from './messages.ts';
import type { Openid } from './openid.ts';

/** A program sends the requests of all its players from one address. */
const BUDGET = { refill: 10, everyMs: 1_000, capacity: 300 };

const ENDPOINTS = [
  ['GET', DISCOVERY_PATH],
  ['GET', PATHS.jwks],
  ['POST', PATHS.token],
  ['GET', PATHS.userinfo],
  ['POST', PATHS.userinfo],
  ['POST', PATHS.revocation],
] as const;

/** Routes of `/oidc/` for programs. */
export function openidApiRoutes(
  context: PagePorts<Account> & { openid: Pick<Openid, 'exchange'> },
  clock: Clock,
) {
  const { openid } = context;
  const app = new Elysia({ name: 'single sign-on' });
  const spend = createAddressLimit(context, clock, BUDGET, failures.tooManyRequests);

  async function answer({ request }: { request: Request }): Promise<Response> {
    spend(request);
    const body = request.method === 'POST' ? await readBody(request) : '';
    return (await openid.exchange({ request, body })).answer;
  }

  /** Leads a form to the same request as a link, since browsers send no session with a form of another site. */
  async function leadToLink(path: string, request: Request): Promise<Response> {
    spend(request);
    const location = `${path}?${new URLSearchParams(await readBody(request))}`;
    if (location.length > MAX_URL_LENGTH) throw new Failure('invalid', failures.tooLong);
    return seeOther(location);
  }

  for (const [method, path] of ENDPOINTS) app.route(method, path, answer, HIDDEN_FORM);
  const preflight = new Set<string>(ENDPOINTS.map(([, path]) => path));
  for (const path of preflight) app.options(path, answer, HIDDEN_FORM);
  for (const path of [PATHS.authorization, PATHS.end_session]) {
    app.post(path, ({ request }) => leadToLink(path, request), HIDDEN_FORM);
  }
  return app;
}
