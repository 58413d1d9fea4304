// Sends a service an HTTP request over a plain socket, to find out whether it runs and what is in between.

import { X509Certificate } from 'node:crypto';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureVersion, type TLSSocket } from 'node:tls';
import type { ListenAddress } from '../config/addresses.ts';
import type { PlatformSettings } from '../config/settings.ts';
import { Failure, readOr } from '../lib/failure.ts';
import { toLookupFunction } from '../lib/name-lookup.ts';
import { findNamedAddresses } from '../lib/outgoing-request.ts';
import type { HealthReport } from '../ops/readiness.ts';

export type { HealthReport };

export type ServiceAddress = Pick<PlatformSettings, 'listen' | 'tls'>;

/** Throws `invalid` if the port is 0, which only the service knows. */
export function requirePort({ listen }: ServiceAddress): void {
  if (listen.port !== 0) return;
  throw new Failure(
    'invalid',
    'The setting listen has port 0, so the system chose a port that only the service knows. Set a port.',
  );
}

export interface Target {
  /** Name or address; IPv6 without brackets. */
  host: string;
  port: number;
  isTls: boolean;
}

export interface TlsFacts {
  version: string;
  certificate: X509Certificate | undefined;
  /** Why the certificate chain is not trusted, as the system names it; `undefined` if it is. */
  problem: string | undefined;
}

export interface ServiceAnswer {
  status: number;
  /** Headers by lower-case name. */
  headers: ReadonlyMap<string, string>;
  body: string;
  localPort: number;
}

const MAX_ANSWER_LENGTH = 65_536;

interface ConnectOptions {
  timeoutMs: number;
  versions?: { minVersion?: SecureVersion; maxVersion?: SecureVersion };
}

function openSocket(
  { host, port, isTls }: Target,
  { timeoutMs, versions }: ConnectOptions,
): Socket | TLSSocket {
  const lookup = toLookupFunction(findNamedAddresses);
  const socket = isTls
    ? connectTls({
        host,
        port,
        lookup,
        ...versions,
        ALPNProtocols: ['http/1.1'],
        // The doctor checks and reports problems of the certificate separately.
        rejectUnauthorized: false,
        ...(isIP(host) === 0 ? { servername: host } : {}),
      })
    : connect({ host, port, lookup });
  const timer = setTimeout(() => {
    socket.destroy(Object.assign(new Error('It took too long.'), { code: 'ETIMEDOUT' }));
  }, timeoutMs);
  socket.on('close', () => clearTimeout(timer));
  return socket;
}

/** Sends GET over a socket, since `fetch` would use a proxy. Resolves at `isEnough` or the end. Throws system errors. */
export function sendRequest(
  target: Target,
  path: string,
  options: ConnectOptions & {
    headers?: Readonly<Record<string, string>>;
    isEnough?: (body: string) => boolean;
  },
): Promise<ServiceAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ServiceAnswer>();
  const socket = openSocket(target, options);
  const headers = { host: 'localhost', connection: 'close', ...options.headers };
  let text = '';
  let localPort = 0;
  let failure: unknown = Object.assign(new Error('There is no answer.'), { code: 'ECONNRESET' });
  socket.setEncoding('utf8');
  socket.on(target.isTls ? 'secureConnect' : 'connect', () => {
    localPort = socket.localPort ?? 0;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  });
  socket.on('data', (chunk) => {
    text += chunk;
    const isLong = text.length > MAX_ANSWER_LENGTH;
    if (isLong || options.isEnough?.(splitAnswer(text)?.body ?? '')) socket.destroy();
  });
  socket.on('error', (error) => {
    failure = error;
    socket.destroy();
  });
  socket.on('close', () => {
    const answer = splitAnswer(text);
    if (answer === undefined) reject(failure);
    else resolve({ ...answer, localPort });
  });
  return promise;
}

function splitAnswer(text: string): Omit<ServiceAnswer, 'localPort'> | undefined {
  const [, status, head = '', body = ''] =
    /^HTTP\/1\.[01] (\d{3})\b[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n(.*)$/s.exec(text) ?? [];
  if (status === undefined) return undefined;
  const headers = head.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(status), headers: new Map(headers), body };
}

export function inspectTls(target: Target, options: ConnectOptions): Promise<TlsFacts> {
  const { promise, resolve, reject } = Promise.withResolvers<TlsFacts>();
  const socket = openSocket({ ...target, isTls: true }, options) as TLSSocket;
  socket.on('secureConnect', () => {
    const { raw } = socket.getPeerCertificate();
    const problem: unknown = socket.authorizationError;
    resolve({
      version: socket.getProtocol() ?? '',
      certificate: raw === undefined ? undefined : new X509Certificate(raw),
      problem: problem ? String((problem as { code?: unknown }).code ?? problem) : undefined,
    });
    socket.destroy();
  });
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('The connection was closed.')));
  return promise;
}

/** The addresses of this machine at which the service is reached. */
function listLocalAddresses({ hostname }: ListenAddress): string[] {
  if (hostname === '::') return ['127.0.0.1', '::1'];
  return [hostname === '0.0.0.0' ? '127.0.0.1' : hostname];
}

/** The first answer to GET `path`; `undefined` if the service cannot be reached in time. */
export async function requestService(
  { listen, tls }: ServiceAddress,
  path: string,
  timeoutMs: number,
): Promise<ServiceAnswer | undefined> {
  for (const host of listLocalAddresses(listen)) {
    try {
      return await sendRequest({ host, port: listen.port, isTls: tls !== undefined }, path, {
        timeoutMs,
      });
    } catch {
      // Nothing answers there, so try the next address.
    }
  }
  return undefined;
}

/** The report of /readyz; `undefined` for any other text, such as the page of another program. */
export function readHealthReport(body: string): HealthReport | undefined {
  const report = readOr(() => JSON.parse(body), undefined);
  return typeof report?.checks === 'object' && report.checks !== null ? report : undefined;
}

export function listProblems({ checks }: HealthReport): string[] {
  return Object.entries(checks)
    .filter(([, { status }]) => status !== 'ok')
    .map(([name, { message }]) => `${name}: ${message}`);
}
