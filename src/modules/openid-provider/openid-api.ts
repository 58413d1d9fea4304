// What programs call for single sign-on: discovery, keys, tokens, facts about a player, and the end of tokens.

import { Elysia } from 'elysia';
import { createAddressLimit } from '../../platform/http/address-limit.ts';
import { withRetryAfter } from '../../platform/http/errors.ts';
import { readBody } from '../../platform/http/form.ts';
import { HIDDEN_FORM } from '../../platform/http/openapi.ts';
import type { PagePorts } from '../../platform/http/page.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import type { Account } from '../account/index.ts';
import { DISCOVERY_PATH, PATHS } from './configuration.ts';
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
    try {
      spend(request);
    } catch (error) {
      if (error instanceof Failure) return refuse(error);
      throw error;
    }
    const body = request.method === 'POST' ? await readBody(request) : '';
    return (await openid.exchange({ request, body })).answer;
  }

  for (const [method, path] of ENDPOINTS) app.route(method, path, answer, HIDDEN_FORM);
  const preflight = new Set<string>(ENDPOINTS.map(([, path]) => path));
  for (const path of preflight) app.options(path, answer, HIDDEN_FORM);
  return app;
}

function refuse(failure: Failure): Response {
  const error = { error: 'temporarily_unavailable', error_description: failure.message };
  const headers = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' };
  return withRetryAfter(Response.json(error, { status: 429, headers }), failure);
}
