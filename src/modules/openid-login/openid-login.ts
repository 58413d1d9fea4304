// Logins with an OpenID provider: owners link their accounts to theirs at the provider, and log in with it.

import { createHmac } from 'node:crypto';
import { groupOfAddress } from '../../platform/lib/address.ts';
import { type Clock, MINUTE_MS } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { createSignedTokens, openSessionStates } from '../../platform/lib/shared-states.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import type { Caller } from '../../platform/lib/visitor.ts';
import {
  type AccountStore,
  accountSuspended,
  createAttempts,
  type GuessOutcome,
  LOG_BOUNDS,
  LoginFailure,
  notifyOwner,
  toLogEntry,
} from '../account/index.ts';
import type { Devices, Visitor } from '../sessions/index.ts';
import type { OwnerProof, Proof } from '../two-factor/index.ts';
import { openIdFailures as failures } from './messages.ts';
import type { OpenIdEmail } from './openid-login-emails.ts';
import type {
  Change,
  Identity,
  LinkNotes,
  LoginSecrets,
  OpenIdLinkStore,
  OpenIdProvider,
  Owner,
} from './openid-login-ports.ts';

const LOGIN_MS = 10 * MINUTE_MS;
/** In place of the path to go on to. */
const LINK = 'link';

const ATTEMPTS = {
  kind: 'logins with a provider from an address',
  limit: 30,
  rightLimit: 100,
  windowMs: 5 * MINUTE_MS,
  keysAtMost: 10_000,
};

interface OpenIdLoginParts {
  openIdLinks: OpenIdLinkStore;
  accounts: AccountStore;
  ownerProof: Pick<OwnerProof, 'require'>;
  devices: Pick<Devices, 'describe'>;
  provider: OpenIdProvider;
  states: SharedStates;
  clock: Clock;
}

export function createOpenIdLogin(parts: OpenIdLoginParts) {
  const requests = createRequests(parts);
  const { add, ...links } = createLinks(parts, requests);
  return {
    providerName: parts.provider.name,
    startLogin: requests.start,
    ...links,
    receive: createReceiver(parts, requests, add),
  };
}

export type OpenIdLogin = ReturnType<typeof createOpenIdLogin>;

type Requests = ReturnType<typeof createRequests>;

/** Requests to the provider. Each belongs to one session, and its answer is accepted once, within ten minutes. */
function createRequests({ provider, states, clock }: OpenIdLoginParts) {
  const purpose = { purpose: 'logins with a provider', lifetimeMs: LOGIN_MS };
  const tokens = createSignedTokens({ clock, states }, purpose);
  const key = states.signingKey('secrets of logins with a provider');

  /** Made from the session and the state, so that no request takes memory, and nobody can change `next`. */
  function secretsOf(sessionValue: string, state: string): LoginSecrets {
    const make = (name: string) =>
      createHmac('sha256', key).update(`${name} ${sessionValue} ${state}`).digest('base64url');
    return { state, nonce: make('nonce'), codeVerifier: make('code verifier') };
  }

  return {
    /** The URL at the provider that starts a login, which continues to `next`, or a link. Throws `unavailable`. */
    start(sessionValue: string, next: string | typeof LINK): Promise<string> {
      const state = `${tokens.issue(sessionValue)}.${Buffer.from(next).toString('base64url')}`;
      return provider.describeRequest(secretsOf(sessionValue, state));
    },

    /** Spends a state. Throws `invalid` unless this session started a request with it. */
    async spend(sessionValue: string, state: string) {
      const [token = '', next = ''] = state.split('.');
      if (!(await tokens.spend(sessionValue, token))) throw stale();
      const secrets = secretsOf(sessionValue, state);
      return { next: Buffer.from(next, 'base64url').toString(), secrets };
    },
  };
}

/** The link of an owner. */
function createLinks(parts: OpenIdLoginParts, requests: Requests) {
  const { openIdLinks, ownerProof, states } = parts;
  const bounds = { most: 10_000, lifetimeMs: LOGIN_MS };
  const proven = openSessionStates(states, 'owners who link a provider', bounds);
  const notes = createNotes(parts);

  return {
    findLink: ({ account }: Owner) => openIdLinks.findLink(account.id),
    isProven: async ({ value }: Owner) => (await proven.find(value)) !== undefined,

    /** The owner proves who they are. In this session, the link must follow within ten minutes. */
    async prove(owner: Owner, proof: Proof, caller: Caller): Promise<void> {
      const link = await openIdLinks.findLink(owner.account.id);
      if (link !== undefined) throw new Failure('conflict', failures.outdated);
      await ownerProof.require(owner.account, proof, caller);
      await proven.put(owner.value, {});
    },

    /** The URL at the provider that starts a link; `undefined` without proof. Throws `unavailable`. */
    async startLink({ value }: Owner): Promise<string | undefined> {
      return (await proven.find(value)) && requests.start(value, LINK);
    },

    /** Links the account. One proof is for one link. */
    async add(owner: Owner, identity: Identity, caller: Caller): Promise<void> {
      if (!(await proven.drop(owner.value))) throw stale();
      const { id: accountId } = owner.account;
      const link = { accountId, ...identity, linkedAt: parts.clock.now() };
      const outcome = await openIdLinks.addLink(link, notes(owner, 'linked', caller));
      if (outcome === 'refused') throw new Failure('conflict', failures.outdated);
      if (outcome === 'taken') throw new Failure('conflict', failures.taken(parts.provider.name));
    },

    /** Does nothing if the account has no link. Every account has a password or a passkey, so this locks nobody out. */
    async remove(owner: Owner, proof: Proof, caller: Caller): Promise<void> {
      await ownerProof.require(owner.account, proof, caller);
      await openIdLinks.removeLink(owner.account.id, notes(owner, 'unlinked', caller));
    },
  };
}

function createNotes({ devices, provider, clock }: OpenIdLoginParts) {
  return ({ account }: Owner, change: Change, caller: Caller): LinkNotes => {
    const at = clock.now();
    const { name } = provider;
    const facts = { ...devices.describe(caller), detail: name };
    const detail = `${change} ${name}`;
    return {
      entry: toLogEntry(at, `login provider ${change}`, facts),
      bounds: LOG_BOUNDS,
      emailJobs: notifyOwner<OpenIdEmail['kind']>(account, 'login provider changed', at, {
        detail,
      }),
    };
  };
}

/** Takes the answers of the provider, which the browser brings. */
function createReceiver(
  { openIdLinks, accounts, provider, states }: OpenIdLoginParts,
  requests: Requests,
  addLink: (owner: Owner, identity: Identity, caller: Caller) => Promise<void>,
) {
  const attempts = createAttempts(states, ATTEMPTS);

  async function read(visitor: Visitor, answer: URLSearchParams, caller: Caller) {
    if (visitor.kind === 'none') throw stale();
    const { next, secrets } = await requests.spend(visitor.value, answer.get('state') ?? '');
    const identity = await provider.readIdentity(answer, secrets);
    if (next === LINK) {
      if (visitor.kind !== 'account') throw stale();
      await addLink(visitor, identity, caller);
      return 'linked';
    }
    const id = await openIdLinks.findLinkedAccount(identity);
    const account = id === undefined ? undefined : await accounts.findAccountById(id);
    if (account === undefined) return 'unlinked';
    if (account.suspendedAt !== null) throw accountSuspended(account);
    return { account, next };
  }

  /** Returns the account to log in and where to go on. Throws `LoginFailure` and `Failure`. */
  return async (visitor: Visitor, answer: URLSearchParams, caller: Caller) => {
    const end = await attempts.begin(groupOfAddress(caller.address));
    let counts: GuessOutcome = 'right';
    try {
      return await read(visitor, answer, caller);
    } catch (error) {
      counts = countOf(error);
      throw error;
    } finally {
      await end(counts);
    }
  };
}

/** How a failure counts as a guess. An identity that the provider confirmed is none. */
function countOf(error: unknown): GuessOutcome {
  if (!(error instanceof Failure) || error.kind === 'unavailable') return 'neither';
  return error.kind === 'invalid' ? 'wrong' : 'right';
}

const stale = () => failed('stale', failures.stale);

/** A failed login with the provider. Launchers never see it. */
export const failed = (reason: 'stale' | 'refused', page: string) =>
  new LoginFailure('invalid', { page, launcher: `provider ${reason}` });
