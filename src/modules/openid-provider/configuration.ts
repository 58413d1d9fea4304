// How the library of the protocol is set up: its paths, lifetimes and features, and what programs learn about players.

import { HOUR_MS } from '../../platform/lib/clock.ts';
import type { Account } from '../account/index.ts';
import type { Adapter } from './adapter.ts';
import { SCOPES } from './openid-ports.ts';

const BASE = '/oidc/';
export const DISCOVERY_PATH = '/.well-known/openid-configuration';
/** Where a request waits for the player. Its id follows. */
export const CONTINUE_PATH = `${BASE}continue/`;

export const PATHS = {
  authorization: `${BASE}authorize`,
  token: `${BASE}token`,
  userinfo: `${BASE}userinfo`,
  jwks: `${BASE}jwks`,
  revocation: `${BASE}revoke`,
  end_session: `${BASE}logout`,
} as const;

/** The longest URL of a request that a person brings. */
export const MAX_URL_LENGTH = 4_000;

const CODE_SECONDS = 60;
const HOUR_SECONDS = HOUR_MS / 1_000;
const REQUEST_SECONDS = 30 * 60;
/** From its last use: each use replaces the token. */
const REFRESH_SECONDS = 30 * 24 * HOUR_SECONDS;

/** The library's context of a request, as far as it is used here. */
export interface ProtocolContext {
  body: unknown;
  type: string;
  req: { shown?: Shown };
  oidc: {
    client?: LibraryClient;
    session: { accountId?: string; state?: { secret: string } };
    params: Record<string, string | undefined>;
    result?: { consent?: object };
    requestParamOIDCScopes: ReadonlySet<string>;
    promptPending(name: string): boolean;
    route: string;
  };
}

interface LibraryClient {
  clientId: string;
  clientName?: string;
  clientAuthMethod: string;
  redirectUris: readonly string[];
  grantTypeAllowed(type: string): boolean;
}

/** What the library wants to show to a person, for a page of the site. */
export type Shown =
  | { kind: 'refusal'; error: string; description: string; client: string | undefined }
  | { kind: 'logout'; secret: string; client: string | undefined }
  | { kind: 'logged out' };

/** A login that the library stores. */
interface LibraryGrant {
  addOIDCScope(scopes: ReadonlySet<string>): void;
  save(): Promise<string>;
}

interface ConfigurationPorts {
  adapter(kind: string): Partial<Adapter>;
  keys: readonly { privateKey: string }[];
  isAllowed(accountId: number, clientId: string, scopes: readonly string[]): Promise<boolean>;
  findAccount(id: number): Promise<Account | undefined>;
  createGrant(facts: { accountId: string; clientId: string }): LibraryGrant;
  /** The addresses of a player's page and picture, where the site has them. */
  profileOf(name: string): { profile?: string; picture?: string };
}

const FEATURES_OFF = [
  'devInteractions',
  'dPoP',
  'pushedAuthorizationRequests',
  'resourceIndicators',
];

export function createConfiguration(ports: ConfigurationPorts) {
  return {
    adapter: ports.adapter,
    jwks: { keys: ports.keys.map(({ privateKey }) => JSON.parse(privateKey)) },
    routes: PATHS,
    responseTypes: ['code'],
    scopes: ['openid', ...SCOPES],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'profile', 'picture'],
      email: ['email', 'email_verified'],
    },
    // Many programs read names only from the ID token.
    conformIdTokenClaims: false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    pkce: { required: () => true },
    features: {
      ...Object.fromEntries(FEATURES_OFF.map((name) => [name, { enabled: false }])),
      revocation: { enabled: true, allowedPolicy: isOwnToken },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: askForLogout,
        postLogoutSuccessSource: (ctx: ProtocolContext) => show(ctx, { kind: 'logged out' }),
      },
    },
    interactions: {
      url: (_ctx: ProtocolContext, { uid }: { uid: string }) => `${CONTINUE_PATH}${uid}/`,
    },
    ttl: {
      AuthorizationCode: CODE_SECONDS,
      AccessToken: HOUR_SECONDS,
      IdToken: HOUR_SECONDS,
      RefreshToken: REFRESH_SECONDS,
      Grant: HOUR_SECONDS,
      Session: HOUR_SECONDS,
      Interaction: REQUEST_SECONDS,
    },
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    clientBasedCORS: isOriginOf,
    renderError: showRefusal,
    loadExistingGrant: (ctx: ProtocolContext) => beginLogin(ports, ctx),
    findAccount: (_ctx: ProtocolContext, id: string) => describeAccount(ports, id),
  };
}

const nameOf = ({ oidc: { client } }: ProtocolContext) => client?.clientName;

function show(ctx: ProtocolContext, shown: Shown): void {
  ctx.req.shown = shown;
  ctx.body = '';
}

function showRefusal(
  ctx: ProtocolContext,
  { error, error_description: description = '' }: { error: string; error_description?: string },
): void {
  show(ctx, { kind: 'refusal', error, description, client: nameOf(ctx) });
}

function askForLogout(ctx: ProtocolContext): void {
  const { secret = '' } = ctx.oidc.session.state ?? {};
  show(ctx, { kind: 'logout', secret, client: nameOf(ctx) });
}

const isOwnToken = (
  _ctx: ProtocolContext,
  client: LibraryClient,
  token: { clientId: string },
): boolean => token.clientId === client.clientId;

/** Scripts of a page may only speak for a program without a secret, and from where it receives players. */
function isOriginOf({ oidc }: ProtocolContext, origin: string, client: LibraryClient): boolean {
  const isForScripts = oidc.route === 'userinfo' || client.clientAuthMethod === 'none';
  return isForScripts && client.redirectUris.some((uri) => URL.parse(uri)?.origin === origin);
}

/** Begins a login if the player has allowed what the program asks for. Otherwise the library asks the player. */
async function beginLogin(ports: ConfigurationPorts, { oidc }: ProtocolContext) {
  const { session, client, requestParamOIDCScopes: scopes } = oidc;
  const { accountId } = session;
  if (accountId === undefined || client === undefined) return undefined;
  if (oidc.promptPending('consent') || oidc.promptPending('login')) return undefined;
  const { clientId } = client;
  if (!(await ports.isAllowed(Number(accountId), clientId, [...scopes]))) return undefined;
  const grant = ports.createGrant({ accountId, clientId });
  grant.addOIDCScope(scopes);
  await grant.save();
  return grant;
}

/** The id of an account is never given to another one, so it is the name for programs. */
async function describeAccount({ findAccount, profileOf }: ConfigurationPorts, id: string) {
  const account = await findAccount(Number(id));
  if (account === undefined) return undefined;
  const { name, email, emailConfirmedAt } = account;
  const isConfirmed = emailConfirmedAt !== null;
  return {
    accountId: id,
    claims: () => ({
      sub: id,
      name,
      preferred_username: name,
      ...profileOf(name),
      // Nobody may enter a program by typing another person's address here.
      ...(isConfirmed && { email }),
      email_verified: isConfirmed,
    }),
  };
}
