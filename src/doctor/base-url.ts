// Checks the base URL from outside, as clients reach it: its name, this very service behind it, the proxy between, TLS.

import { isIP } from 'node:net';
import type { Settings } from '../config/settings.ts';
import { createAddressRanges, normaliseIp } from '../lib/address.ts';
import { codeOf } from '../lib/failure.ts';
import { type Found, failed, skipped, warning } from '../lib/finding.ts';
import { findNamedAddresses } from '../lib/outgoing-request.ts';
import {
  DOCTOR_HEADER,
  DOCTOR_PATH,
  makeDoctorToken,
  proveService,
  type ServiceReport,
} from '../ops/service-proof.ts';
import {
  inspectTls,
  requestService,
  type ServiceAnswer,
  sendRequest,
  type Target,
} from './service-request.ts';

const TIMEOUT_MS = 5_000;
const DAY_MS = 24 * 3_600_000;
/** Certificates for 90 days are renewed with 30 left. */
const SOON_MS = 14 * DAY_MS;

export interface HostAddresses {
  ipv4: string[];
  ipv6: string[];
}

/** Looks a name up. Throws an error with a code, such as `ENOTFOUND`, or `ETIMEOUT` after five seconds. */
export async function findAddresses(host: string): Promise<HostAddresses> {
  const all = await findNamedAddresses(host);
  const of = (family: number) => all.filter((it) => it.family === family).map((it) => it.address);
  return { ipv4: of(4), ipv6: of(6) };
}

export function targetOf(baseUrl: string): Target & { authority: string } {
  const { protocol, hostname, port, host } = new URL(baseUrl);
  const isTls = protocol === 'https:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    isTls,
    authority: host,
  };
}

export async function checkBaseUrl({ baseUrl, isBaseUrlConfigured }: Settings): Promise<Found> {
  if (!isBaseUrlConfigured) {
    return warning(
      'base_url is not set, so only this machine can use the service.',
      'Set base_url to the address that people open, such as https://play.example.net.',
    );
  }
  const { host } = targetOf(baseUrl);
  if (isIP(host) !== 0) return `${baseUrl} is an address, which needs no DNS.`;
  try {
    const { ipv4, ipv6 } = await findAddresses(host);
    return `${baseUrl}: ${host} has ${[...ipv4, ...ipv6].join(', ')}`;
  } catch (error) {
    return failed(
      `${host} of base_url does not resolve on this machine (${codeOf(error)}).`,
      `Give ${host} an A record with the public IPv4 address of this machine or its proxy, or correct base_url.`,
    );
  }
}

/** What keeps MCGalaxy from sending its heartbeats here (C13.1, C13.2). */
export async function checkMcGalaxy(settings: Settings, find = findAddresses): Promise<Found> {
  if (!settings.isBaseUrlConfigured) return skipped('base_url is not set.');
  const { host, isTls, port } = targetOf(settings.baseUrl);
  if (isIP(host) === 0 && /[-_]/.test(host)) {
    return warning(
      `MCGalaxy rejects a hyphen or an underscore in the host (${host}) and silently sends its heartbeats, with the salt, to the original site.`,
      'Use a name without them in MCGalaxy’s HeartbeatURL, at least as one of extra_hosts.',
    );
  }
  if (isIP(host) !== 0) return 'base_url contains an IP address, which MCGalaxy uses unchanged.';
  let addresses: HostAddresses;
  try {
    addresses = await find(host);
  } catch (error) {
    return skipped(`${host} does not resolve on this machine (${codeOf(error)}).`);
  }
  const { ipv4, ipv6 } = addresses;
  if (ipv4.length === 0) {
    return failed(
      `${host} has no IPv4 address. Servers are listed by their IPv4 address, so heartbeats over IPv6 are refused.`,
      `Give ${host} an A record.`,
    );
  }
  if (ipv6.length === 0) return `${host} has only IPv4 addresses, so heartbeats arrive over IPv4.`;
  if (!isTls && port !== 80) {
    return warning(
      `${host} also has an IPv6 address (${ipv6[0]}), so MCGalaxy sends its heartbeats to port 80 of ${ipv4[0]}, whatever the port in the URL.`,
      `Remove the AAAA record of ${host}, or serve port 80, or https.`,
    );
  }
  return warning(
    `${host} also has an IPv6 address (${ipv6[0]}), and heartbeats over IPv6 are refused.`,
    `Remove the AAAA record of ${host} unless no game server uses it.`,
  );
}

/** A service that was reached at its base URL and has proved who it is. */
export interface Reached {
  report: ServiceReport;
  key: string;
  /** This end of the connection that reached it. */
  localPort: number;
}

export type Reach = Reached | Extract<Found, object>;

/** Asks at the base URL for proof that this very service answers; `key` is that of the data folder. */
export async function reachService(settings: Settings, key: string | undefined): Promise<Reach> {
  const { listen, baseUrl } = settings;
  if (listen.port === 0) return skipped('listen has port 0.', 'Set a port.');
  if ((await requestService(settings, '/livez', TIMEOUT_MS)) === undefined) {
    return skipped('The service is not running.', 'Start it, then run muster doctor again.');
  }
  if (key === undefined) {
    return skipped(
      'service.key in the data folder cannot be read, so this service cannot be told from another one.',
      'Run muster doctor as the user of the service, with its settings (--config or --data).',
    );
  }
  const token = makeDoctorToken(key, Date.now());
  let answer: ServiceAnswer;
  try {
    answer = await ask(baseUrl, DOCTOR_PATH, { [DOCTOR_HEADER]: token });
  } catch (error) {
    return describeUnreached(baseUrl, error);
  }
  const report = readReport(answer.body);
  if (report !== undefined && report.proof === proveService(key, token)) {
    return { report, key, localPort: answer.localPort };
  }
  return describeStranger(baseUrl, answer);
}

function ask(
  baseUrl: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  isEnough?: (body: string) => boolean,
): Promise<ServiceAnswer> {
  const target = targetOf(baseUrl);
  return sendRequest(target, path, {
    timeoutMs: TIMEOUT_MS,
    headers: { host: target.authority, ...headers },
    ...(isEnough === undefined ? {} : { isEnough }),
  });
}

function readReport(body: string): ServiceReport | undefined {
  try {
    // A proxy may send the body in chunks.
    const report = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
    return typeof report.proof === 'string' && typeof report.headers === 'object'
      ? report
      : undefined;
  } catch {
    return undefined;
  }
}

function describeUnreached(baseUrl: string, error: unknown): Extract<Found, object> {
  const code = codeOf(error);
  if (/SSL|TLS|EPROTO/.test(code)) {
    return failed(
      `${baseUrl} does not speak TLS (${code}).`,
      'Give the service a certificate (tls_cert, tls_key), put a proxy that has one in front of it, or start base_url with http://.',
    );
  }
  return failed(
    `${baseUrl} cannot be reached from this machine (${code}).`,
    'Check proxy, firewall and port forwarding. Some routers do not let a machine reach its own public address. If so, test it from elsewhere.',
  );
}

function describeStranger(baseUrl: string, answer: ServiceAnswer): Extract<Found, object> {
  const { status, headers } = answer;
  const location = headers.get('location');
  const server = headers.get('server');
  const who = server === undefined ? '' : ` (${server})`;
  if (status >= 300 && status < 400 && location !== undefined) {
    return failed(
      `${baseUrl} redirects to ${location.slice(0, 200)}${who}.`,
      'Set base_url to the address it redirects to: game servers and launchers lose redirected requests.',
    );
  }
  if (status >= 502 && status <= 504) {
    return failed(
      `A proxy answers at ${baseUrl}${who} but does not reach the service: status ${status}.`,
      'Make it forward requests to the address in listen.',
    );
  }
  return failed(
    `Another program answers at ${baseUrl}${who}: status ${status}, without proof that it is this service.`,
    'Point the name, the port forwarding or the proxy to the address in listen. If another service was started on the same data folder since, restart this one.',
  );
}

export function skipUnreached(reach: Exclude<Reach, Reached>): Found {
  return skipped(`The service cannot be reached at base_url: ${reach.message}`);
}

export function describeReach(settings: Settings, reach: Reach): Found {
  if (!('report' in reach)) return reach;
  const { baseUrl } = settings;
  const { headers, isHostOurs } = reach.report;
  if (!isHostOurs) {
    return failed(
      `${baseUrl} reaches this service, but the Host header arrives as ${headers.host ?? 'nothing'}, so every request is refused.`,
      'Make the proxy keep it (nginx: proxy_set_header Host $http_host;), or add that host to extra_hosts.',
    );
  }
  const proto = headers['x-forwarded-proto']?.split(',')[0]?.trim();
  if (proto !== undefined && proto !== new URL(baseUrl).protocol.slice(0, -1)) {
    return warning(
      `${baseUrl} reaches this service, but the proxy reports the scheme ${proto}.`,
      'Use the scheme that clients use in base_url, http or https.',
    );
  }
  return `${baseUrl} reaches this service (${reach.report.version}).`;
}

/** Whether the client's address survives the proxy, and what to set if not. */
export function describeProxy(settings: Settings, reached: Reached): Found {
  const { peer, headers, clientAddress } = reached.report;
  const address = normaliseIp(peer.address) ?? peer.address;
  const forwardedFor = headers['x-forwarded-for'];
  const isSaid = [forwardedFor, headers.forwarded, headers.via].some((it) => it !== undefined);
  if (!isSaid && peer.port === reached.localPort) {
    return 'There is no proxy in between: requests arrive directly from clients.';
  }
  if (forwardedFor === undefined) {
    return failed(
      `Requests come through ${address} without X-Forwarded-For, so everybody seems to have that address.`,
      'Make the proxy add it (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;), and add its address to trusted_proxies.',
    );
  }
  const { trustedProxies } = settings;
  const isTrusted =
    trustedProxies.length > 0 && createAddressRanges(trustedProxies).contains(address);
  if (!isTrusted) {
    return failed(
      `Requests come through the proxy ${address}, which is not trusted. Everybody seems to have its address, and heartbeats, logins and relays are refused.`,
      `Set trusted_proxies = [${[...trustedProxies, address].map((it) => `"${it}"`).join(', ')}].`,
    );
  }
  return `Requests come through ${address}, which is trusted. This one was seen as coming from ${clientAddress}.`;
}

/** Whether a WebSocket passes the proxy, as the relay for browsers needs. */
export async function checkWebSocket({ baseUrl }: Settings, { key }: Reached): Promise<Found> {
  const headers = {
    [DOCTOR_HEADER]: makeDoctorToken(key, Date.now()),
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64'),
  };
  const advice =
    'Make the proxy pass it on (nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade";). See deploy/nginx.conf.';
  try {
    const isWhole = (body: string) => body.includes('muster') || body.trimEnd().endsWith('}');
    const answer = await ask(baseUrl, RELAY_PATH, headers, isWhole);
    if (answer.status === 101 && answer.body.includes('muster')) return 'WebSockets work.';
    const arrived = readReport(answer.body)?.headers;
    const lost = arrived !== undefined && arrived.upgrade === undefined;
    const what = lost ? 'the Upgrade header is lost on the way' : `the answer is ${answer.status}`;
    return failed(
      `WebSockets do not work: ${what}. Nobody can play in the browser through the relay.`,
      advice,
    );
  } catch (error) {
    return failed(`WebSockets do not work (${codeOf(error)}).`, advice);
  }
}

/** As a browser asks for it: a proxy may treat each path in its own way. */
const RELAY_PATH = '/p/127.0.0.1/1';

const CHAIN_PROBLEMS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its issuer is not known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the intermediate certificate is missing',
  UNABLE_TO_GET_ISSUER_CERT: 'the intermediate certificate is missing',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its issuer is not known, or the intermediate certificate is missing',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
};

/** The certificate that clients are shown at the base URL, and the versions of TLS that they may use. */
export async function checkTls({ baseUrl }: Settings, now: number): Promise<Found> {
  const target = targetOf(baseUrl);
  if (!target.isTls) {
    return warning(
      `${baseUrl} is plain http: passwords cross the network unencrypted.`,
      'Give the service a certificate (tls_cert, tls_key), or put a proxy that has one in front.',
    );
  }
  const timeoutMs = TIMEOUT_MS;
  let facts: Awaited<ReturnType<typeof inspectTls>>;
  try {
    facts = await inspectTls(target, { timeoutMs });
  } catch (error) {
    return skipped(`${baseUrl} does not accept a TLS connection (${codeOf(error)}).`);
  }
  const { certificate, problem } = facts;
  if (certificate === undefined) return failed(`${baseUrl} shows no certificate.`);
  const { host } = target;
  const names = certificate.subjectAltName ?? certificate.subject;
  const isFor = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  if (isFor === undefined) {
    return failed(
      `The certificate at ${baseUrl} is not for ${host} but for ${names.slice(0, 200)}.`,
      'Use one that is issued for the host of base_url.',
    );
  }
  if (problem !== undefined && !/ALTNAME/.test(problem)) {
    return failed(
      `Clients do not trust the certificate at ${baseUrl}: ${CHAIN_PROBLEMS[problem] ?? problem}.`,
      problem === 'CERT_HAS_EXPIRED'
        ? 'Renew it, and check why that did not happen by itself.'
        : problem === 'CERT_NOT_YET_VALID'
          ? 'Check the clock of this machine, and the certificate.'
          : 'Use the file with the whole chain (fullchain.pem) of a certificate from a public authority.',
    );
  }
  const accepts = (version: 'TLSv1.1' | 'TLSv1.2') =>
    inspectTls(target, { timeoutMs, versions: { minVersion: 'TLSv1', maxVersion: version } }).then(
      () => true,
      () => false,
    );
  if (!(await accepts('TLSv1.2'))) {
    return failed(
      `${baseUrl} does not accept TLS 1.2, the newest version that the launcher supports.`,
      'Allow it (nginx: ssl_protocols TLSv1.2 TLSv1.3;).',
    );
  }
  const until = Date.parse(certificate.validTo);
  const day = new Date(until).toISOString().slice(0, 10);
  if (until < now + SOON_MS) {
    return warning(
      `The certificate at ${baseUrl} expires on ${day}.`,
      'Check why it was not renewed.',
    );
  }
  if (await accepts('TLSv1.1')) {
    return warning(
      `${baseUrl} accepts TLS 1.1 and older.`,
      'Allow only TLS 1.2 and 1.3 (nginx: ssl_protocols TLSv1.2 TLSv1.3;).',
    );
  }
  return `The certificate at ${baseUrl} is valid until ${day}. The connection used ${facts.version}, and TLS 1.2 is accepted.`;
}

/** Whether plain http is redirected beside https, where game servers lose their heartbeats. */
export async function checkPlainHttp({ baseUrl }: Settings): Promise<Found> {
  const { host, port, isTls, authority } = targetOf(baseUrl);
  if (!isTls || port !== 443) return skipped('Only matters with https on port 443.');
  try {
    const plain = { host, port: 80, isTls: false };
    const options = { timeoutMs: TIMEOUT_MS, headers: { host: authority } };
    const { status } = await sendRequest(plain, '/livez', options);
    if (status < 300 || status >= 400)
      return `Port 80 answers with status ${status} and does not redirect.`;
    return warning(
      `Port 80 redirects to https (${status}): game servers and older launchers lose a redirected heartbeat or login.`,
      'Serve plain http too instead of redirecting it. See deploy/nginx.conf and deploy/Caddyfile.',
    );
  } catch {
    return 'Nothing answers on port 80.';
  }
}

/** Finds out whether pages can say where the operator is reached; administrators may have named it on a page. */
export function checkContact(settings: Settings, reach: Reach): Found {
  const configured = settings.contactUrl ?? settings.contactEmail ?? '';
  const contact = 'report' in reach ? (reach.report.contact ?? configured) : configured;
  if (contact !== '') return contact;
  if (!('report' in reach)) return skipUnreached(reach);
  return warning(
    'No contact is named, so pages cannot say where to ask you.',
    'Set contact_email or contact_url.',
  );
}

/** Finds out whether the page for new players can say where the launcher is; administrators may have named it on a page. */
export function checkLauncher({ launcherUrl }: Settings, reach: Reach): Found {
  const launcher = 'report' in reach ? (reach.report.launcher ?? launcherUrl) : launcherUrl;
  if (launcher) return launcher;
  if (!('report' in reach)) return skipUnreached(reach);
  return warning(
    'No launcher is named, so /start/ tells new players to ask you where to get it.',
    'Set launcher_url, or name it at /admin/site/.',
  );
}
