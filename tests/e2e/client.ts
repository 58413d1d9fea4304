// A polite client of the binary, which only requests through a socket reach: keeps its session and can speak for any address.

import type { RunningMuster } from '../support/binary.ts';
import { eventually } from '../support/eventually.ts';
import { GOOD_FIELDS } from '../support/good-heartbeat.ts';
import type { ListedRecord } from '../support/listed-record.ts';
import {
  buildRequest,
  exchangeOnce,
  type HeaderLine,
  type RawResponse,
} from '../support/raw-http.ts';

export { eventually };

/** The answer of `/api/login`. */
export interface LoginState {
  username: string | null;
  authenticated: boolean;
  token: string;
  errors: string[];
  errorcount: number;
}

/** For a test whose point is a bound of time: what else the machine does may spoil one try. */
export const BUSY_MACHINE = { retry: 2 };

/** Fields of a form or query: in order, repeats allowed. */
export type Fields = Readonly<Record<string, string>>;

let lastAddress = 0;

/** An address that no other test of this process used, out of the range reserved for benchmarks. */
export function nextAddress(): string {
  lastAddress += 1;
  return `198.18.${lastAddress >> 8}.${lastAddress & 255}`;
}

/** What one kind of caller sends. */
export interface ClientOptions {
  /** Sent as `X-Forwarded-For`; believed only where the service trusts the test's own address. */
  address?: string;
  host?: string;
}

/** One caller: remembers the session cookie that it was given, as a launcher does. */
export class Client {
  /** Value of the session cookie. */
  session: string | undefined;
  readonly port: number;
  readonly host: string;
  readonly address: string | undefined;

  constructor(service: { port: number }, options: ClientOptions = {}) {
    this.port = service.port;
    this.host = options.host ?? `127.0.0.1:${service.port}`;
    this.address = options.address;
  }

  /** Sends one request on a connection of its own. */
  async send(
    method: string,
    target: string,
    headers: readonly HeaderLine[] = [],
    body?: string | Buffer,
  ): Promise<RawResponse> {
    const own: HeaderLine[] = [['Host', this.host]];
    if (this.address !== undefined) own.push(['X-Forwarded-For', this.address]);
    if (this.session !== undefined) own.push(['Cookie', `session=${this.session}`]);
    const parts = { method, target, headers: [...own, ...headers] };
    const request = buildRequest(body === undefined ? parts : { ...parts, body });
    const answer = await exchangeOnce(this.port, request, {
      isHead: method === 'HEAD',
      timeoutMs: 60_000,
    });
    this.session = sessionOf(answer) ?? this.session;
    return answer;
  }

  /** GET. */
  get(target: string, headers: readonly HeaderLine[] = []): Promise<RawResponse> {
    return this.send('GET', target, headers);
  }

  /** POST of a form; a string goes out as it is. */
  post(
    target: string,
    form: string | Fields,
    headers: readonly HeaderLine[] = [],
  ): Promise<RawResponse> {
    const body = typeof form === 'string' ? form : encodeForm(form);
    const type: HeaderLine = ['Content-Type', 'application/x-www-form-urlencoded'];
    return this.send('POST', target, [type, ...headers], body);
  }

  /** POST of a form as a browser sends it from one of the service's own pages. */
  async submit(target: string, form: Fields): Promise<RawResponse> {
    // The form of a login stands on a page, which gave the browser its session.
    if (target === '/acc/login/' && this.session === undefined) await this.get(target);
    const headers: HeaderLine[] = [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['Origin', `http://${this.host}`],
      ['Sec-Fetch-Site', 'same-origin'],
    ];
    return this.send('POST', target, headers, encodeForm(form));
  }

  /** Opens the form of a registration; what it returns sends it, filled in. */
  async openRegistration(fields: Fields): Promise<() => Promise<RawResponse>> {
    const { text } = await this.get('/acc/register/');
    const challenge = /name="challenge" value="([^"]+)"/.exec(text)?.[1] ?? '';
    return () => this.submit('/acc/register/', { ...fields, challenge });
  }

  /** The first step of a login. */
  async openLogin(): Promise<LoginState> {
    return (await this.get('/api/login')).json<LoginState>();
  }

  /** Both steps of a login. */
  async login(username: string, password: string): Promise<LoginState> {
    const { token } = await this.openLogin();
    return this.submitLogin({ username, password, token });
  }

  /** The second step of a login alone, as a launcher, which is answered with sentences too. */
  async submitLogin(form: Fields): Promise<LoginState> {
    const launcher: HeaderLine = ['User-Agent', 'ClassiCube/1.3.8'];
    return (await this.post('/api/login', form, [launcher])).json<LoginState>();
  }

  /** The records of the public list. */
  async list(): Promise<ListedRecord[]> {
    return readRecords(await this.get('/api/servers'));
  }

  /** The records of a lookup. */
  async lookup(...hashes: readonly string[]): Promise<ListedRecord[]> {
    return readRecords(await this.get(`/api/server/${hashes.join(',')}`));
  }

  /** Sends a heartbeat; fields given replace those of an ordinary one, `undefined` leaves one out. */
  beat(fields: Readonly<Record<string, string | undefined>> = {}): Promise<RawResponse> {
    return this.post('/server/heartbeat', beatForm(fields));
  }

  /** Sends a heartbeat that must be accepted and returns the hash of its play URL. */
  async mustBeat(fields: Readonly<Record<string, string | undefined>> = {}): Promise<string> {
    const answer = await this.beat(fields);
    const hash = /\/server\/play\/([0-9a-f]{32})\/$/.exec(answer.text)?.[1];
    if (answer.status !== 200 || hash === undefined) {
      throw new Error(`The heartbeat was refused: ${answer.status} ${answer.text}`);
    }
    return hash;
  }
}

/** The form of an ordinary heartbeat with some fields replaced or, where `undefined`, left out. */
export function beatForm(fields: Readonly<Record<string, string | undefined>> = {}): string {
  const all = {
    ...GOOD_FIELDS,
    software: 'Test 1.0',
    ...fields,
  };
  const kept = Object.entries(all).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return encodeForm(Object.fromEntries(kept));
}

/** Fields as a form, in UTF-8. */
function encodeForm(fields: Fields): string {
  return new URLSearchParams(fields).toString();
}

/** The value of the session cookie that an answer sets, if it sets one. */
export function sessionOf(answer: RawResponse): string | undefined {
  for (const cookie of answer.headersNamed('set-cookie')) {
    const match = /^session=([^;]*)/.exec(cookie);
    if (match) return match[1];
  }
  return undefined;
}

/** The records of a list; throws unless the answer is one. */
export function readRecords(answer: RawResponse): ListedRecord[] {
  if (answer.status !== 200) throw new Error(`Status ${answer.status}: ${answer.text}`);
  return answer.json<{ servers: ListedRecord[] }>().servers;
}

/** Makes a verified account through the command line (or what `flags` say). */
export async function createAccount(
  muster: RunningMuster,
  name: string,
  password = 'correct horse',
  flags: readonly string[] = [],
): Promise<void> {
  const email = `${name.toLowerCase()}@example.org`;
  await muster.mustRun(
    ['account', 'create', name, '--email', email, ...flags, '--password-stdin'],
    { stdin: `${password}\n` },
  );
}
