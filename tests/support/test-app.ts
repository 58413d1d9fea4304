// Requests to the real service, in this process or through a socket, as browsers and programs send them.

import type { Incoming } from '../../src/platform/http/listener.ts';
import { openListener } from '../../src/platform/http/listener.ts';
import { systemTimers } from '../../src/platform/lib/timers.ts';
import { GOOD_FIELDS } from './good-heartbeat.ts';
import { createInProcessListener } from './in-process-listener.ts';
import { openTestStore } from './store.ts';
import {
  createHeard,
  openTestService,
  PASSWORD,
  type TestService,
  type TestServiceOptions,
} from './test-service.ts';

export { PASSWORD, START } from './test-service.ts';
export const ADDRESS = '203.0.113.7';
export const SALT = 'kept-secret-0123456789';

/** What a test may choose; everything else is as in a fresh installation behind `muster.test`. */
export interface TestAppOptions extends Omit<TestServiceOptions, 'openListener'> {
  /** Whether a listening service answers for loopback names too; it does by default. */
  acceptsLoopback?: boolean;
  /** Called with the port as soon as the service listens. */
  onListening?: (port: number) => void;
}

/** A request as a test writes it. */
export interface Sending {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  cookie?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  /** Whether the length of the body is left unsaid. */
  isChunked?: boolean;
  /** Where it comes from; `ADDRESS` by default. */
  address?: string;
  way?: Way;
}

/** By the fast path where there is one, as a socket has it, or by the routes alone. */
export type Way = 'fast path' | 'routes';

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
  /** Sends a form as a page of the service does. */
  submit(path: string, fields: Readonly<Record<string, string>>, init?: Sending): Promise<Answer>;
  /** The first step of a login. */
  requestToken(): Promise<string>;
  /** Both steps; the fields given replace the right ones. */
  logIn(username: string, fields?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** The service without a socket. */
export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

/** The service on a port of 127.0.0.1. */
export interface ListeningApp extends TestService {
  port: number;
}

/** A request as the listener passes it on, from this peer. */
export function requestFrom(peer: string, init: RequestInit = {}): Incoming {
  const request: Incoming = new Request('http://muster.test/', init);
  request.transport = { requestIP: () => ({ address: peer }) };
  return request;
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

/** Starts the service without a socket: requests are passed to its handlers in this process. */
export async function openTestApp(options: TestAppOptions = {}) {
  const listener = createInProcessListener();
  const service = await openTestService({ ...options, openListener: listener.open });
  const host = new URL(service.baseUrl).host;

  function handle(sent: Request, address = ADDRESS, way: Way = 'fast path'): Promise<Response> {
    return listener.handle(sent, address, way === 'routes');
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

  const browser = (address = ADDRESS): Browser =>
    openBrowser((path, init) => request(path, { address, ...init }), service.baseUrl);

  return {
    ...service,
    request,
    /** Sends a request that the test made itself. */
    handle,
    /** Sends a heartbeat that is right unless the fields say otherwise, and returns the answer's text. */
    async beat(fields?: Readonly<Record<string, string>>, address = ADDRESS): Promise<string> {
      const init = { method: 'POST', body: beatForm(fields), address };
      return (await request('/server/heartbeat/', init)).text;
    },
    browser,
    /** A browser in which this account is logged in, as launchers log in. */
    async loggedIn(name: string, address?: string): Promise<Browser> {
      const opened = browser(address);
      await opened.logIn(name);
      return opened;
    },
  };
}

/** Starts the service on a port, for what only a socket shows. */
export async function openListening(options: TestAppOptions = {}): Promise<ListeningApp> {
  const { acceptsLoopback = true, extraHosts = [], onListening, ...others } = options;
  const service = await openTestService({
    ...others,
    extraHosts: [...extraHosts, ...(acceptsLoopback ? ['localhost', '127.0.0.1', '[::1]'] : [])],
    openListener(given, handlers) {
      const listener = openListener(given, handlers);
      onListening?.(listener.port);
      return listener;
    },
  });
  return { ...service, port: service.httpServer.port };
}

/**
 * Starts the service on a port until it is to load its servers: it answers the health paths alone. Other requests
 * wait for the start, or are refused at once.
 */
export async function openStarting({ areRefused = true } = {}) {
  const store = openTestStore();
  const listening = Promise.withResolvers<number>();
  const mayLoad = Promise.withResolvers<void>();
  const heard = createHeard();
  const started = openListening({
    heard,
    timers: { after: (ms, run) => systemTimers.after(areRefused ? 0 : ms, run) },
    store: {
      ...store,
      servers: {
        ...store.servers,
        async loadServers() {
          await mayLoad.promise;
          return store.servers.loadServers();
        },
      },
    },
    onListening: listening.resolve,
  });
  return {
    port: await listening.promise,
    heard,
    /** Lets the start go on; resolves when everything is answered. */
    finish() {
      areRefused = false;
      mayLoad.resolve();
      return started;
    },
  };
}

function openBrowser(request: Browser['request'], baseUrl: string): Browser {
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
    async requestToken() {
      const state = (await browser.request('/api/login/')).json() as { token: string };
      return state.token;
    },
    async logIn(username, fields = {}) {
      const token = await browser.requestToken();
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
