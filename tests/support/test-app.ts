// The real web surface over the real rooms, asked in this process or through the real front door.

import { FAST_PATHS } from '../../src/http/fast-path.ts';
import { createHostGuard } from '../../src/http/host-guard.ts';
import { createHttpServer, type HttpServer } from '../../src/http/http-server.ts';
import { createRequestAddress } from '../../src/net/client-address.ts';
import type { MadeCertificate } from './certificates.ts';
import { GOOD_FIELDS } from './good-heartbeat.ts';
import { openRooms, PASSWORD, type Rooms, type RoomsOptions } from './rooms.ts';

export { PASSWORD, START } from './rooms.ts';
export const ADDRESS = '203.0.113.7';
export const SALT = 'kept-secret-0123456789';

/** What a test may choose; everything else is as in a fresh installation behind `muster.test`. */
export interface TestAppOptions extends RoomsOptions {
  /** Listens with TLS. */
  tls?: MadeCertificate;
  extraHosts?: readonly string[];
  acceptsLoopback?: boolean;
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
  /** The `device` value of the latest answer that set one. */
  device: string | undefined;
  request(path: string, init?: Sending): Promise<Answer>;
  /** Sends a form as a page of the house does. */
  submit(path: string, fields: Readonly<Record<string, string>>, init?: Sending): Promise<Answer>;
  /** The first step of a login. */
  askToken(): Promise<string>;
  /** Both steps; the fields given replace the right ones. */
  logIn(username: string, fields?: Readonly<Record<string, string>>): Promise<Answer>;
}

export interface TestApp extends Omit<Rooms, 'createSurface'> {
  /** Paths of all routes. */
  paths: readonly string[];
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
  door: HttpServer;
  /** Paths of all routes. */
  paths: readonly string[];
  /** Opens the door, which `isClosed: true` left shut. */
  open(): void;
}

/** The body of a heartbeat that is right unless the fields say otherwise. */
export function beatForm(fields: Readonly<Record<string, string>> = {}): string {
  return new URLSearchParams({
    ...GOOD_FIELDS,
    name: 'Alpha',
    salt: SALT,
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
    alias: (rewritten, arrived) => addresses.set(rewritten, addressOf(arrived)),
  });
  const host = new URL(rooms.baseUrl).host;

  async function handle(sent: Request, address = ADDRESS, way: Way = 'door'): Promise<Response> {
    addresses.set(sent, address);
    const path = new URL(sent.url).pathname.replace(/\/$/, '');
    const fastPath = way === 'door' ? surface.fastPath[path] : undefined;
    return (fastPath ?? surface.handle)(sent);
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
    paths: surface.paths,
    request,
    handle,
    async beat(fields, address = ADDRESS) {
      const init = { method: 'POST', body: beatForm(fields), address };
      return (await request('/server/heartbeat/', init)).text;
    },
    browser: (address = ADDRESS) =>
      openBrowser((path, init) => request(path, { address, ...init }), rooms.baseUrl),
  };
}

/** Opens the app behind the real front door, for what only a socket shows. */
export async function openListening(
  options: TestAppOptions & { isClosed?: boolean } = {},
): Promise<ListeningApp> {
  const { createSurface, ...rooms } = await openRooms(options);
  const { extraHosts = [], acceptsLoopback = true, trustedProxies = [] } = options;
  const door = createHttpServer({
    socket: { listen: { hostname: '127.0.0.1', port: 0 }, tls: options.tls },
    fastPaths: FAST_PATHS,
    readiness: rooms.readiness,
    messageBytes: 65_536,
    createHostGuard: () => ({
      guard: createHostGuard({ baseUrl: rooms.baseUrl, extraHosts, acceptsLoopback }),
      baseUrl: rooms.baseUrl,
    }),
    onError: (error) => rooms.heard.unknown.push({ requestId: 'transport', error }),
    onFailed: (failed) => rooms.heard.failed.push(failed),
  });
  const surface = createSurface({
    addressOf: createRequestAddress(trustedProxies, door.peerOf),
    alias: door.alias,
    peerOf: door.peerOf,
    noteCause: door.noteCause,
  });
  const open = () => door.open(surface);
  if (!options.isClosed) open();
  return {
    ...rooms,
    port: door.port,
    door,
    paths: surface.paths,
    open,
    async [Symbol.asyncDispose]() {
      await door.close();
      await rooms[Symbol.asyncDispose]();
    },
  };
}

function openBrowser(request: TestApp['request'], baseUrl: string): Browser {
  const browser: Browser = {
    session: undefined,
    device: undefined,
    async request(path, init = {}) {
      // The form stands on a page, which gave the browser its session.
      const isLogin = init.method === 'POST' && path === '/acc/login/';
      if (isLogin && browser.session === undefined && init.cookie === undefined) {
        await browser.request(path);
      }
      const { session, device } = browser;
      const cookies = [
        ...(session === undefined ? [] : [`session=${session}`]),
        ...(device === undefined || !path.startsWith('/acc/') ? [] : [`device=${device}`]),
      ];
      const cookie = cookies.length === 0 ? {} : { cookie: cookies.join('; ') };
      const answer = await request(path, { ...cookie, ...init });
      const [set, second] = answer.headers.getSetCookie();
      if (set !== undefined) browser.session = /^session=([^;]*)/.exec(set)?.[1];
      if (second !== undefined) browser.device = /^device=([^;]*)/.exec(second)?.[1];
      return answer;
    },
    submit(path, fields, init = {}) {
      const { origin } = new URL(baseUrl);
      const own = { origin, 'sec-fetch-site': 'same-origin' };
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return browser.request(path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        ...init,
        headers: { ...own, ...type, ...init.headers },
      });
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
