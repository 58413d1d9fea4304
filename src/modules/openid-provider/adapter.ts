// Where the library of the protocol keeps its data: clients, logins and tokens in the database, requests that wait for a
// player in the shared states, and sessions nowhere, because they are those of the site.

import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import type { Client, OpenidClientStore, OpenidGrantStore, TokenKind } from './openid-ports.ts';

/** The library's form of a stored thing. */
export type Payload = Record<string, unknown> & {
  jti?: string;
  accountId?: string;
  clientId?: string;
  grantId?: string;
};

/** The storage that the library asks for, one for each kind of thing. */
export interface Adapter {
  upsert(id: string, payload: Payload, expiresInSeconds: number): Promise<void>;
  find(id: string): Promise<Payload | undefined>;
  findByUid(uid: string): Promise<Payload | undefined>;
  consume(id: string): Promise<void>;
  destroy(id: string): Promise<void>;
  revokeByGrantId(grantId: string): Promise<void>;
}

/** Requests that wait for a player at once. Beyond that, the oldest are forgotten. `openid.ts` admits fewer. */
const MAX_WAITING = 5_000;
const MAX_GRANTS = 50;
/** Tokens of one kind that a login keeps. Used refresh tokens are among them, to notice when one is used again. */
const MAX_TOKENS = 30;
const LASTING_SECONDS = 3_600;

interface AdapterPorts {
  openidClients: Pick<OpenidClientStore, 'findClient'>;
  openidGrants: OpenidGrantStore;
  states: SharedStates;
  clock: Clock;
  /** The library's refusal of a code or token. */
  refuse(reason: string): Error;
  /** The library's clock, which is that of the system, in seconds. */
  secondsNow(): number;
}

/** What is kept about a request that waits for a player. */
interface Waiting {
  payload: Payload;
  /** The beginning of the request, in milliseconds since the Unix epoch. */
  createdAt: number;
}

export type OpenidRequests = ReturnType<typeof openRequests>;

/** The requests that wait for a player. */
export function openRequests({ states, clock }: Pick<AdapterPorts, 'states' | 'clock'>) {
  const kept = states.open<Waiting>('openid requests', { most: MAX_WAITING });
  return {
    put: (id: string, payload: Payload, seconds: number) =>
      kept.update(sha256Hex(id), (waiting, now) => ({
        result: undefined,
        next: {
          state: { payload, createdAt: waiting?.createdAt ?? clock.now() },
          until: now + seconds * 1_000,
        },
      })),
    find: (id: string) => kept.look(sha256Hex(id), (waiting) => waiting),
    drop: (id: string) =>
      kept.update(sha256Hex(id), () => ({ result: undefined, next: 'removed' as const })),
  };
}

/** Creates the storage for each kind of thing, by the library's name for it. */
export function createAdapters(ports: AdapterPorts, requests: OpenidRequests) {
  const tokens = createTokenAdapter(ports);
  const adapters: Record<string, Partial<Adapter>> = {
    Client: { find: async (id) => describeClient(await ports.openidClients.findClient(id)) },
    Grant: createGrantAdapter(ports),
    Interaction: createRequestAdapter(requests),
    Session: createSessionAdapter(ports, requests),
    AuthorizationCode: tokens('AuthorizationCode'),
    AccessToken: tokens('AccessToken'),
    RefreshToken: tokens('RefreshToken'),
  };
  return (kind: string): Partial<Adapter> => adapters[kind] ?? {};
}

/** A deactivated client is none. The library compares the digest of a secret (`open.ts`). */
function describeClient(client: Client | undefined): Payload | undefined {
  if (client === undefined || !client.isActive) return undefined;
  const { clientId, name, redirectUris, logoutUris, secretHash } = client;
  const isPublic = secretHash === null;
  return {
    client_id: clientId,
    client_name: name,
    redirect_uris: redirectUris,
    post_logout_redirect_uris: logoutUris,
    grant_types: ['authorization_code', 'refresh_token'],
    ...(isPublic ? { token_endpoint_auth_method: 'none' } : { client_secret: secretHash }),
  };
}

function createGrantAdapter({ openidGrants: store, clock, refuse }: AdapterPorts) {
  return {
    async upsert(id: string, { accountId, clientId, openid }: Payload) {
      const scopes = (openid as { scope?: string } | undefined)?.scope?.split(' ') ?? [];
      const expiresAt = clock.now() + LASTING_SECONDS * 1_000;
      const grant = { uid: id, scopes, expiresAt };
      const isAdded = await store.addGrant(Number(accountId), `${clientId}`, grant, MAX_GRANTS);
      if (!isAdded) throw refuse('consent was revoked');
    },
    async find(id: string): Promise<Payload | undefined> {
      const found = await store.findGrant(id, clock.now());
      if (found === undefined) return undefined;
      const { accountId, clientId, scopes } = found;
      const openid = { scope: scopes.join(' ') };
      return { jti: id, kind: 'Grant', accountId: `${accountId}`, clientId, openid };
    },
    destroy: (id: string) => store.removeGrant(id),
  };
}

function createTokenAdapter({ openidGrants: store, clock, refuse }: AdapterPorts) {
  return (kind: TokenKind) => ({
    async upsert(id: string, payload: Payload, seconds: number) {
      const { jti: _, ...others } = payload;
      const now = clock.now();
      const token = {
        kind,
        idHash: sha256Hex(id),
        grantUid: `${payload.grantId}`,
        payload: JSON.stringify(others),
        expiresAt: now + seconds * 1_000,
      };
      if (!(await store.addToken(token, MAX_TOKENS, now))) throw refuse('grant not found');
    },
    async find(id: string): Promise<Payload | undefined> {
      const found = await store.findToken(sha256Hex(id), kind, clock.now());
      if (found === undefined) return undefined;
      const { payload, consumedAt } = found;
      const consumed = consumedAt === null ? undefined : Math.floor(consumedAt / 1_000);
      return { ...JSON.parse(payload), jti: id, ...(consumed && { consumed }) };
    },
    /** The library looks whether it was used and then calls this, so two requests at once may both get here. */
    async consume(id: string) {
      if (await store.consumeToken(sha256Hex(id), clock.now())) return;
      const twice = await this.find(id);
      if (twice?.grantId !== undefined) await store.removeGrant(twice.grantId);
      throw refuse('it was already used');
    },
    destroy: (id: string) => store.removeToken(sha256Hex(id)),
    revokeByGrantId: store.removeTokensOf,
  });
}

function createRequestAdapter(requests: OpenidRequests) {
  return {
    upsert: (id: string, payload: Payload, seconds: number) => requests.put(id, payload, seconds),
    find: async (id: string) => (await requests.find(id))?.payload,
    destroy: requests.drop,
  };
}

/** A session of the site, as the library sees it. */
export interface SessionFacts {
  /** Differs for each session of the site, and does not reveal its value. */
  digest: string;
  /** `undefined` for somebody who is not logged in. */
  accountId: number | undefined;
  /** Seconds since the login. */
  age: number;
}

const SESSION = /^([\w-]{1,64})(?:\.(\d{1,15})\.(\d{1,12}))?$/;

/**
 * The id of a session in the library, which holds all of it. Only this service sets it: browsers' cookies do not reach
 * the library.
 */
export const sessionIdOf = ({ digest, accountId, age }: SessionFacts) =>
  accountId === undefined ? digest : `${digest}.${accountId}.${age}`;

/** Under which the state of a logout waits for its form. */
export const logoutKeyOf = (digest: string) => `logout ${digest}`;

/** Keeps only what a logout page leaves for its form. */
function createSessionAdapter({ secondsNow }: AdapterPorts, requests: OpenidRequests) {
  async function find(id: string): Promise<Payload | undefined> {
    const [, digest = '', accountId, age] = SESSION.exec(id) ?? [];
    if (digest === '') return undefined;
    const state = (await requests.find(logoutKeyOf(digest)))?.payload;
    const loggedIn = { accountId, loginTs: secondsNow() - Number(age) };
    return {
      jti: id,
      uid: digest,
      kind: 'Session',
      iat: secondsNow(),
      exp: secondsNow() + LASTING_SECONDS,
      ...(accountId !== undefined && loggedIn),
      ...(state && { state }),
    };
  }
  return {
    find,
    findByUid: find,
    async upsert(_id: string, { uid, state }: Payload) {
      if (state === undefined) return;
      await requests.put(logoutKeyOf(`${uid}`), state as Payload, LASTING_SECONDS);
    },
    destroy: async () => {},
  };
}
