// Opens the login with an OpenID provider, with the package that speaks its protocol and the requests that it sends.

import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { type Clock, HOUR_MS } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { type Found, warning } from '../../platform/lib/finding.ts';
import { readAnswer, sendRequest } from '../../platform/lib/outgoing-request.ts';
import type { Report } from './events.ts';
import { openIdFailures as failures, openIdFindings as findings } from './messages.ts';
import { createOpenIdLogin, failed } from './openid-login.ts';
import { CALLBACK_PATH, type OpenIdProvider } from './openid-login-ports.ts';
import type { OpenIdLoginSettings } from './settings.ts';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 256 * 1024;
const FRESH_MS = HOUR_MS;
const CLOCK_TOLERANCE_SECONDS = 60;
const RETRY_AFTER_SECONDS = 30;
/** The longest that the standard allows. */
const MAX_SUBJECT_LENGTH = 255;

const [BASIC, POST] = ['client_secret_basic', 'client_secret_post'];
const BROKEN = 'unusable answer';
/** What the standards call a refusal. A browser may bring any other text. */
const REFUSAL =
  /^(invalid_(request|client|grant|scope)|unauthorized_client|access_denied|unsupported_(response|grant)_type|server_error|temporarily_unavailable|(login|consent|interaction)_required)$/;

/** Loaded on first use, so that it costs nothing without a provider. */
const load = () => import('openid-client');

interface ProviderPorts {
  baseUrl: string;
  clock: Clock;
  report: Report;
}

export type OpenIdLoginPorts = Omit<Parameters<typeof createOpenIdLogin>[0], 'provider'> &
  ProviderPorts & { settings: OpenIdLoginSettings };

/** Opens the login. The settings name a provider, and the ID of this site there. */
export function openOpenIdLogin(ports: OpenIdLoginPorts) {
  const { oidcLogin: issuer = '', oidcLoginClientId: clientId = '', ...others } = ports.settings;
  const name = others.oidcLoginName ?? new URL(issuer).host;
  const client = { issuer, clientId, secret: others.oidcLoginClientSecret };
  return createOpenIdLogin({ ...ports, provider: createProvider(ports, name, client) });
}

/** This site at the provider. */
interface Client {
  issuer: string;
  clientId: string;
  secret?: string | undefined;
  /** How long each request to the provider may take. */
  timeoutMs?: number | undefined;
}

/** Creates the port. `name` is the provider's name on pages. */
export function createProvider(
  { baseUrl, clock, report }: ProviderPorts,
  name: string,
  client: Client,
): OpenIdProvider {
  const redirectUri = `${baseUrl}${CALLBACK_PATH}`;
  let known: { at: number; configuration: Promise<Configuration> } | undefined;

  /** What the provider says about itself. Requests at the same time share one look, and a failed look is not kept. */
  function findConfiguration(): Promise<Configuration> {
    const now = clock.now();
    if (known !== undefined && Math.abs(now - known.at) < FRESH_MS) return known.configuration;
    const configuration = discover(client);
    known = { at: now, configuration };
    configuration.catch(() => {
      if (known?.configuration === configuration) known = undefined;
    });
    return configuration;
  }

  /** Throws the failure for people in place of an error of the package, and logs its code. */
  async function asking<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      const problem = describeProblem(error);
      // The owner has changed their mind, or a browser brought a wrong code.
      const isOrdinary = problem === 'access_denied' || problem === 'invalid_grant';
      if (!isOrdinary) report('openid_login_failed', { problem });
      if (!isUnanswered(error)) throw failed('refused', failures.refused(name));
      const details = { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error };
      throw new Failure('unavailable', () => failures.silent(name), details);
    }
  }

  return {
    name,
    describeRequest: ({ state, nonce, codeVerifier }) =>
      asking(async () => {
        const configuration = await findConfiguration();
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load();
        return buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid',
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        }).href;
      }),

    readIdentity: (answer, { state, nonce, codeVerifier }) =>
      asking(async () => {
        const configuration = await findConfiguration();
        const { authorizationCodeGrant } = await load();
        const tokens = await authorizationCodeGrant(
          configuration,
          new URL(`${redirectUri}?${answer}`),
          { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier },
        );
        const { iss, sub } = tokens.claims() ?? {};
        if (iss === undefined || sub === undefined || !isSubject(sub)) throw new Error(BROKEN);
        return { issuer: iss, subject: sub };
      }),
  };
}

/** Whether it names one person. Stores cannot tell texts apart that are not well-formed. */
const isSubject = (text: string): boolean =>
  text !== '' && text.length <= MAX_SUBJECT_LENGTH && text.isWellFormed();

/** Reads what the provider says about itself. Throws `Unanswered`. */
async function discover(found: Client): Promise<Configuration> {
  const { issuer, clientId, secret, timeoutMs = TIMEOUT_MS } = found;
  const client = await load();
  const chooseSecret: ClientAuth = (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = [BASIC] } = server;
    const isPost = methods.includes(POST) && !methods.includes(BASIC);
    const make = isPost ? client.ClientSecretPost : client.ClientSecretBasic;
    make(secret)(server, ...request);
  };
  // Without the signature, only the connection would vouch for an ID token.
  const execute = [client.enableNonRepudiationChecks];
  // The settings allow http on this machine only.
  if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests);
  try {
    return await client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      secret === undefined ? client.None() : chooseSecret,
      { [client.customFetch]: sendWithin, timeout: timeoutMs / 1_000, execute },
    );
  } catch (error) {
    throw new Unanswered(BROKEN, { cause: error });
  }
}

/** Checks that the provider answers. It never prevents a start. */
export async function checkProvider(issuer: string, timeoutMs?: number): Promise<Found> {
  try {
    await discover({ issuer, clientId: 'check', timeoutMs });
    return () => findings.answers(issuer);
  } catch (error) {
    return warning(() => findings.silent(issuer, describeProblem(error)));
  }
}

/** The provider does not answer as one. */
class Unanswered extends Error {
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof Unanswered || (error instanceof Error && isUnanswered(error.cause));

/** The code of the first cause, such as `ECONNREFUSED` or `invalid_client`: no text that somebody else wrote. */
function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return BROKEN;
  const { error: refusal, cause, code, name } = error as Error & Record<'error' | 'code', unknown>;
  if (typeof refusal === 'string') return REFUSAL.test(refusal) ? refusal : BROKEN;
  if (cause instanceof Error) return describeProblem(cause);
  return typeof code === 'string' ? code : name;
}

/** Sends a request of the package, whose signal limits the time. Throws if the answer is too long. */
const sendWithin: CustomFetch = async (url, { method, headers, body, signal }) => {
  const end = new AbortController();
  const ends = [end.signal, ...(signal ? [signal] : [])];
  try {
    const text = body === null || body === undefined ? undefined : String(body);
    const answer = await sendRequest(new URL(url), {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: {
        ...headers,
        ...(text !== undefined && { 'content-length': `${Buffer.byteLength(text)}` }),
      },
      signal: AbortSignal.any(ends),
      ...(text !== undefined && { body: text }),
    });
    const { statusCode: status = 0 } = answer;
    if (status >= 500) throw new Unanswered(`status ${status}`);
    const bytes = await readAnswer(answer, MAX_BYTES);
    if (bytes === undefined) throw new Unanswered('too long');
    return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), {
      status,
      headers: { 'content-type': answer.headers['content-type'] ?? '' },
    });
  } catch (error) {
    throw new Unanswered(BROKEN, { cause: error });
  } finally {
    end.abort();
  }
};
