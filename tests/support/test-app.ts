// The real web surface over the real rooms and a real store in memory; time, addresses and probes are ours.

import { type Accounts, createAccounts } from '../../src/accounts/accounts.ts';
import {
  type AccountAdministration,
  createAccountAdministration,
} from '../../src/accounts/administration.ts';
import { serverListFormat } from '../../src/http/api/server-record.ts';
import type { HttpContext } from '../../src/http/context.ts';
import { EXPRESS_PATHS } from '../../src/http/express.ts';
import { createFrontDoor, type FrontDoor, type WebSurface } from '../../src/http/front-door.ts';
import { createHostGuard } from '../../src/http/host-guard.ts';
import { createHttp } from '../../src/http/http.ts';
import { createAddressRanges } from '../../src/lib/address.ts';
import { compress } from '../../src/lib/compress.ts';
import { createPasswordHasher } from '../../src/lib/password-hash.ts';
import { createClientAddress } from '../../src/net/client-address.ts';
import { createServerModeration, type ServerModeration } from '../../src/servers/moderation.ts';
import { openServers, type Servers } from '../../src/servers/servers.ts';
import type { Store } from '../../src/store/open-store.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakeProbe, type FakeProbe } from './fake-probe.ts';
import { createFakeTimers } from './fake-timers.ts';
import { openTestStore } from './store.ts';

export const START = Date.UTC(2026, 0, 1);
export const ADDRESS = '203.0.113.7';
export const PASSWORD = 'correct horse';
export const SALT = 'kept-secret-0123456789';

/** What a test may choose; everything else is as in a fresh installation behind `muster.test`. */
export interface TestAppOptions {
  baseUrl?: string;
  extraHosts?: readonly string[];
  acceptsLoopback?: boolean;
  trustedProxies?: readonly string[];
  serversPerAddress?: number;
  isPortCheckOn?: boolean;
  /** Puts something else in the place of a part, to see what becomes of its failures. */
  alter?(context: HttpContext): HttpContext;
}

/** What the surface told its listeners. */
export interface Heard {
  refused: { ip: string; complaints: readonly string[] }[];
  loggedIn: string[];
  loginFailed: { reason: string; address: string }[];
  unknown: { requestId: string; error: unknown }[];
}

/** A request as a test writes it. */
export interface Sending {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  cookie?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  /** Whether the length of the body is left unsaid. */
  isChunked?: boolean;
  /** Where it comes from; `ADDRESS` unless told otherwise. */
  address?: string;
  way?: Way;
}

/** As the front door would have it answered, the hottest paths apart, or by the routes alone. */
export type Way = 'door' | 'routes';

/** An answer that was read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
  json(): unknown;
}

/** A visitor who keeps the session cookie as a browser does. */
export interface Browser {
  /** The `session` value of the latest answer that set one. */
  session: string | undefined;
  request(path: string, init?: Sending): Promise<Answer>;
  /** The first step of a login. */
  askToken(): Promise<string>;
  /** Both steps; the fields given replace the right ones. */
  logIn(username: string, fields?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** The parts that both kinds of test app are made of. */
interface Rooms extends AsyncDisposable {
  store: Store;
  servers: Servers;
  accounts: Accounts;
  administration: AccountAdministration;
  moderation: ServerModeration;
  heard: Heard;
  /** Finds every port open unless told otherwise. */
  probe: FakeProbe;
  baseUrl: string;
  /** Turns the clock, runs what falls due on the way, and waits until the list is ready in every encoding. */
  advance(ms: number): Promise<void>;
  /** Sets the clock forward and runs nothing. */
  skip(ms: number): void;
  now(): number;
  register(name: string, options?: { isVerified?: boolean }): Promise<void>;
  createSurface(from: Pick<HttpContext, 'addressOf' | 'standsFor'>): WebSurface;
}

export interface TestApp extends Omit<Rooms, 'createSurface'> {
  /** Hands a request to the surface, past the front door and its guard. */
  request(path: string, init?: Sending): Promise<Answer>;
  /** The same for a request that the test made itself. */
  handle(sent: Request, address?: string, way?: Way): Promise<Response>;
  /** Sends a heartbeat that is right unless the fields say otherwise, and returns the answer's text. */
  beat(fields?: Readonly<Record<string, string>>, address?: string): Promise<string>;
  browser(address?: string): Browser;
}

/** A test app behind the real front door on a port of 127.0.0.1. */
export interface ListeningApp extends Omit<Rooms, 'createSurface'> {
  port: number;
  door: FrontDoor;
  /** Opens the door, which `isClosed: true` left shut. */
  open(): void;
}

/** The body of a heartbeat that is right unless the fields say otherwise. */
export function beatForm(fields: Readonly<Record<string, string>> = {}): string {
  return new URLSearchParams({
    name: 'Alpha',
    port: '25565',
    users: '3',
    max: '20',
    public: 'true',
    salt: SALT,
    software: 'MCGalaxy 1.9.5.3',
    ...fields,
  }).toString();
}

/** Opens the app; requests are handed to its surface in this process. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { createSurface, ...rooms } = await openRooms(options);
  const addresses = new WeakMap<Request, string>();
  const addressOf = (request: Request) => addresses.get(request) ?? 'nowhere';
  const surface = createSurface({
    addressOf,
    standsFor: (rewritten, arrived) => addresses.set(rewritten, addressOf(arrived)),
  });
  const host = new URL(rooms.baseUrl).host;

  async function handle(sent: Request, address = ADDRESS, way: Way = 'door'): Promise<Response> {
    addresses.set(sent, address);
    const path = new URL(sent.url).pathname.replace(/\/$/, '');
    const express = way === 'door' ? surface.express[path] : undefined;
    return (express ?? surface.handle)(sent);
  }

  async function request(path: string, init: Sending = {}): Promise<Answer> {
    const { address, cookie, method = 'GET', body } = init;
    const headers: Record<string, string> = { host };
    if (cookie !== undefined) headers.cookie = cookie;
    if (body !== undefined && init.isChunked) headers['transfer-encoding'] = 'chunked';
    else if (body !== undefined) headers['content-length'] = `${Buffer.byteLength(body)}`;
    Object.assign(headers, init.headers);
    // Behind a proxy too, the socket speaks plain http.
    const sent = new Request(`http://${host}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return readAnswer(await handle(sent, address, init.way));
  }

  return {
    ...rooms,
    request,
    handle,
    async beat(fields, address = ADDRESS) {
      const init = { method: 'POST', body: beatForm(fields), address };
      return (await request('/server/heartbeat/', init)).text;
    },
    browser: (address = ADDRESS) =>
      openBrowser((path, init) => request(path, { address, ...init })),
  };
}

/** Opens the app behind the real front door, for what only a socket shows. */
export async function openListening(
  options: TestAppOptions & { isClosed?: boolean } = {},
): Promise<ListeningApp> {
  const { createSurface, ...rooms } = await openRooms(options);
  const { extraHosts = [], acceptsLoopback = true, trustedProxies = [] } = options;
  const door = createFrontDoor({
    listen: { hostname: '127.0.0.1', port: 0 },
    expressPaths: EXPRESS_PATHS,
    createGuard: () => ({
      guard: createHostGuard({ baseUrl: rooms.baseUrl, extraHosts, acceptsLoopback }),
      baseUrl: rooms.baseUrl,
    }),
    onError: (error) => rooms.heard.unknown.push({ requestId: 'transport', error }),
  });
  const findAddress = createClientAddress(createAddressRanges(trustedProxies));
  const surface = createSurface({
    addressOf: (request) =>
      findAddress(door.peerOf(request), request.headers.get('x-forwarded-for')),
    standsFor: door.standsFor,
  });
  const open = () => door.open(surface);
  if (!options.isClosed) open();
  return {
    ...rooms,
    port: door.port,
    door,
    open,
    async [Symbol.asyncDispose]() {
      await door.close();
      await rooms[Symbol.asyncDispose]();
    },
  };
}

async function openRooms(options: TestAppOptions): Promise<Rooms> {
  const { baseUrl = 'http://muster.test', alter = (context) => context } = options;
  const store = openTestStore();
  const clock = createFakeClock(START);
  const timers = createFakeTimers(clock);
  const probe = createFakeProbe(true);
  const heard: Heard = { refused: [], loggedIn: [], loginFailed: [], unknown: [] };
  const fail = (error: unknown) => {
    throw error;
  };
  const servers = await openServers({
    clock,
    timers,
    store: store.servers,
    moderation: store.moderation,
    countries: { findCountry: () => 'NL' },
    probe,
    format: serverListFormat,
    compress,
    serversPerAddress: options.serversPerAddress ?? 10,
    staleAfterMs: 180_000,
    isPortCheckOn: options.isPortCheckOn ?? true,
    portCheckExempt: createAddressRanges([]),
    events: {
      appeared() {},
      left() {},
      unreachable() {},
      batchFailed: fail,
      batchRecovered() {},
      listFailed: fail,
    },
  });
  // The real algorithm at the lowest price.
  const passwords = createPasswordHasher({ memoryKib: 8, iterations: 1 });
  const ports = { accounts: store.accounts, sessions: store.sessions, clock, passwords };
  const accounts = createAccounts(ports);
  const administration = createAccountAdministration(ports);

  return {
    store,
    servers,
    accounts,
    administration,
    moderation: createServerModeration({ ...store, clock, staleAfterMs: 180_000 }),
    heard,
    probe,
    baseUrl,
    now: clock.now,
    skip: clock.advance,
    async advance(ms) {
      await timers.turn(ms);
      await servers.list.settled();
    },
    async register(name, { isVerified = true } = {}) {
      const email = `${name}@example.net`;
      await administration.createAccount({
        ...{ name, email, password: PASSWORD, isAdmin: false, isVerified },
      });
    },
    createSurface: (from) =>
      createHttp(
        alter({
          baseUrl,
          servers,
          accounts,
          ...from,
          events: {
            heartbeatRefused: (ip, complaints) => heard.refused.push({ ip, complaints }),
            loggedIn: (name) => heard.loggedIn.push(name),
            loginFailed: (reason, address) => heard.loginFailed.push({ reason, address }),
            unknownError: (requestId, error) => heard.unknown.push({ requestId, error }),
          },
        }),
        clock,
      ),
    async [Symbol.asyncDispose]() {
      await servers.stop();
      store[Symbol.dispose]();
    },
  };
}

function openBrowser(request: TestApp['request']): Browser {
  const browser: Browser = {
    session: undefined,
    async request(path, init = {}) {
      const cookie = browser.session === undefined ? {} : { cookie: `session=${browser.session}` };
      const answer = await request(path, { ...cookie, ...init });
      const [set] = answer.headers.getSetCookie();
      if (set !== undefined) browser.session = /^session=([^;]*)/.exec(set)?.[1];
      return answer;
    },
    async askToken() {
      const state = (await browser.request('/api/login/')).json() as { token: string };
      return state.token;
    },
    async logIn(username, fields = {}) {
      const token = await browser.askToken();
      const form = new URLSearchParams({ username, password: PASSWORD, token, ...fields });
      return browser.request('/api/login/', { method: 'POST', body: form.toString() });
    },
  };
  return browser;
}

async function readAnswer(response: Response): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const { status, headers } = response;
  return { status, headers, bytes, text, json: () => JSON.parse(text) };
}
