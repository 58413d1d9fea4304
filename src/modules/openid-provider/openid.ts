// Single sign-on as pages and programs use it: requests that wait for a player, sessions, and the library behind both.

import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { createNetworkBudget } from '../../platform/lib/network-budget.ts';
import type { SharedStates } from '../../platform/lib/state-ports.ts';
import { createTokenBuckets } from '../../platform/lib/token-buckets.ts';
import type { AccountSessions, Visitor } from '../sessions/index.ts';
import { logoutKeyOf, type OpenidRequests, type SessionFacts } from './adapter.ts';
import type { OpenidClients } from './clients.ts';
import { PATHS, type Shown } from './configuration.ts';
import type { Report } from './events.ts';
import type { OpenidGrants } from './grants.ts';
import { openidFailures as failures } from './messages.ts';
import type { Client, OpenidClientStore } from './openid-ports.ts';

/** New requests of people who are not logged in: fewer than can wait at once, so that nobody pushes out the others. */
const BEGUN = {
  kind: 'logins to other programs',
  ofAddress: { refill: 1, everyMs: 10_000, capacity: 30 },
  ofAll: { refill: 1, everyMs: 1_000, capacity: 2_500 },
};

/** A request for the library. */
export interface Asked {
  request: Request;
  /** The path and query, if not those of the request. */
  path?: string;
  /** The fields of a form. */
  body?: string;
  session?: SessionFacts | undefined;
  /** Whether a person waits for a page. */
  isForPerson?: boolean;
}

/** Lets the library answer a request: with its own answer, and what it wants to show to a person. */
export type Exchange = (asked: Asked) => Promise<{ answer: Response; shown: Shown | undefined }>;

export type Openid = ReturnType<typeof createOpenid>;

export function createOpenid(ports: {
  clients: OpenidClients;
  grants: OpenidGrants;
  openidClients: Pick<OpenidClientStore, 'findClient'>;
  accountSessions: Pick<AccountSessions, 'list' | 'handleOf'>;
  requests: OpenidRequests;
  exchange: Exchange;
  clock: Clock;
  states: SharedStates;
  report: Report;
  /** The library's clock, in seconds. */
  secondsNow(): number;
}) {
  const { clients, grants, openidClients, accountSessions, requests, exchange, clock } = ports;

  const ofNobody = createNetworkBudget(ports, BEGUN);
  const ofAccount = createTokenBuckets(clock, BEGUN.ofAddress);

  /** Who logged in, and when. */
  const describeLogin = ({ accountId, age }: SessionFacts) => ({
    accountId: `${accountId}`,
    ts: ports.secondsNow() - age,
  });

  /** A request that waits, and the program that sent it. */
  async function findRequest(id: string) {
    const waiting = await requests.find(id);
    const { params, prompt, session } = (waiting?.payload ?? {}) as {
      params?: { client_id?: string; scope?: string; redirect_uri?: string };
      prompt?: { name: string; reasons: readonly string[] };
      session?: { uid: string };
    };
    if (waiting === undefined || prompt === undefined) return undefined;
    const client: Client | undefined = await openidClients.findClient(params?.client_id ?? '');
    if (client === undefined || !client.isActive) return undefined;
    return {
      id,
      client,
      scopes: params?.scope?.split(' ') ?? [],
      /** Where the player returns to. */
      host: URL.parse(params?.redirect_uri ?? '')?.host ?? '',
      prompt: prompt.name,
      /** The session whose player is asked. */
      digest: session?.uid,
      needsNewLogin: prompt.reasons.some((reason) => reason !== 'no_session'),
      createdAt: waiting.createdAt,
      isAnswered: waiting.payload.result !== undefined,
    };
  }

  return {
    clients,
    grants,
    exchange,
    findRequest,

    /** Counts a request that may have to wait for its player. Throws `rate_limited`. */
    async admit(accountId: number | undefined, address: string): Promise<void> {
      const retryAfterSeconds =
        accountId === undefined ? await ofNobody.spend(address) : ofAccount.spend(`${accountId}`);
      if (retryAfterSeconds === 0) return;
      const message = failures.tooManyRequests(retryAfterSeconds);
      throw new Failure('rate_limited', message, { retryAfterSeconds });
    },

    /**
     * Keeps the player's answer until the library reads it. A new login binds the request to the new session. Does
     * nothing if the request is gone.
     */
    async answerRequest(id: string, answer: object, login?: SessionFacts): Promise<void> {
      const waiting = await requests.find(id);
      if (waiting === undefined) return;
      const { payload } = waiting;
      const earlier = 'error' in answer ? {} : (payload.lastSubmission ?? {});
      const result = { ...earlier, ...answer, ...(login && { login: describeLogin(login) }) };
      const session = login && { accountId: `${login.accountId}`, uid: login.digest };
      const answered = { ...payload, ...(session && { session }), result };
      await requests.put(id, answered, ANSWERED_SECONDS);
    },

    /** The session of a verified player; `undefined` for everybody else. */
    async describeSession(visitor: Visitor) {
      if (visitor.kind !== 'account' || visitor.account.verifiedAt === null) return undefined;
      const { value, account } = visitor;
      const handle = accountSessions.handleOf(value);
      const sessions = await accountSessions.list(account.id);
      const found = sessions.find((session) => session.handle === handle);
      if (found === undefined) return undefined;
      const { createdAt } = found;
      const age = Math.max(0, Math.floor((clock.now() - createdAt) / 1_000));
      const digest = sha256Hex(`openid ${value}`).slice(0, 32);
      return { digest, accountId: account.id as number | undefined, age, createdAt };
    },

    /** A session for somebody who is not logged in, and whom a program wants to log out. */
    describeNobody: () => ({ digest: crypto.randomUUID(), accountId: undefined, age: 0 }),

    /** The fields that confirm a logout which needs no question. */
    async findLogout({ digest }: SessionFacts) {
      const state = (await requests.find(logoutKeyOf(digest)))?.payload;
      return { xsrf: `${state?.secret}`, logout: 'yes' };
    },

    /** Forgets a logout that was confirmed. */
    endLogout: ({ digest }: SessionFacts) => requests.drop(logoutKeyOf(digest)),
  };
}

const ANSWERED_SECONDS = 60;

/** The path under which the library takes the answer to its question about a logout. */
export const CONFIRM_PATH = `${PATHS.end_session}/confirm`;
