// Checks the base URL from outside, as clients use it: its name, the service behind it, the proxy in between, and TLS.

import { isIP } from 'node:net';
import {
  inspectTls,
  requestService,
  type ServiceAnswer,
  sendRequest,
  type Target,
} from '../../platform/cli/service-request.ts';
import { createAddressRanges, normaliseIp } from '../../platform/lib/address.ts';
import { codeOf, readOr } from '../../platform/lib/failure.ts';
import {
  type Found,
  failed,
  skipped,
  type Trouble,
  tell,
  warning,
} from '../../platform/lib/finding.ts';
import { findNamedAddresses } from '../../platform/lib/outgoing-request.ts';
import { doctorFindings as texts } from '../../platform/messages/findings.ts';
import { listDoubts, readValidity } from '../../platform/net/certificate.ts';
import {
  DOCTOR_HEADER,
  DOCTOR_PATH,
  makeDoctorToken,
  proveService,
  type ServiceReport,
} from './service-proof.ts';
import type { DoctorSettings } from './settings.ts';

const TIMEOUT_MS = 5_000;

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

export async function checkBaseUrl({
  baseUrl,
  isBaseUrlConfigured,
}: DoctorSettings): Promise<Found> {
  if (!isBaseUrlConfigured) return warning(() => texts.baseUrlMissing);
  const { host } = targetOf(baseUrl);
  if (isIP(host) !== 0) return () => texts.baseUrlAddress(baseUrl);
  try {
    const { ipv4, ipv6 } = await findAddresses(host);
    const addresses = [...ipv4, ...ipv6].join(', ');
    return () => texts.baseUrlResolved(baseUrl, host, addresses);
  } catch (error) {
    return failed(() => texts.baseUrlUnresolved(host, codeOf(error)));
  }
}

/** Finds reasons why MCGalaxy cannot send its heartbeats here (C13.1, C13.2). */
export async function checkMcGalaxy(
  settings: DoctorSettings,
  find = findAddresses,
): Promise<Found> {
  if (!settings.isBaseUrlConfigured) return skipped(() => texts.mcGalaxyNoBaseUrl);
  const { host, isTls, port } = targetOf(settings.baseUrl);
  if (isIP(host) === 0 && /[-_]/.test(host)) return warning(() => texts.mcGalaxyName(host));
  if (isIP(host) !== 0) return () => texts.mcGalaxyAddress;
  let addresses: HostAddresses;
  try {
    addresses = await find(host);
  } catch (error) {
    return skipped(() => texts.mcGalaxyUnresolved(host, codeOf(error)));
  }
  const { ipv4, ipv6 } = addresses;
  const [first4] = ipv4;
  const [first6] = ipv6;
  if (first4 === undefined) return failed(() => texts.mcGalaxyNoIpv4(host));
  if (first6 === undefined) return () => texts.mcGalaxyWell(host);
  if (!isTls && port !== 80) return warning(() => texts.mcGalaxyPort(host, first6, first4));
  return warning(() => texts.mcGalaxyIpv6(host, first6));
}

/** A service that answered at its base URL and proved its identity. */
export interface Reached {
  report: ServiceReport;
  key: string;
  /** The local port of the connection to it. */
  localPort: number;
}

export type Reach = Reached | Trouble;

/** Asks the base URL to prove that this service answers there. `key` is that of the data folder. */
export async function reachService(
  settings: DoctorSettings,
  key: string | undefined,
): Promise<Reach> {
  const { listen, baseUrl } = settings;
  if (listen.port === 0) return skipped(() => texts.reachNoPort);
  if ((await requestService(settings, '/livez', TIMEOUT_MS)) === undefined) {
    return skipped(() => texts.reachStopped);
  }
  if (key === undefined) return skipped(() => texts.reachNoKey);
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
  // A proxy may send the body in chunks.
  const text = body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1);
  const report = readOr(() => JSON.parse(text), undefined);
  const isReport = typeof report?.proof === 'string' && typeof report.headers === 'object';
  return isReport ? report : undefined;
}

function describeUnreached(baseUrl: string, error: unknown): Trouble {
  const code = codeOf(error);
  if (/SSL|TLS|EPROTO/.test(code)) return failed(() => texts.reachNoTls(baseUrl, code));
  return failed(() => texts.reachSilent(baseUrl, code));
}

function describeStranger(baseUrl: string, answer: ServiceAnswer): Trouble {
  const { status, headers } = answer;
  const location = headers.get('location');
  const server = headers.get('server');
  const who = server === undefined ? '' : ` (${server})`;
  if (status >= 300 && status < 400 && location !== undefined) {
    return failed(() => texts.reachRedirect(baseUrl, location.slice(0, 200), who));
  }
  if (status >= 502 && status <= 504)
    return failed(() => texts.reachProxyAlone(baseUrl, who, status));
  return failed(() => texts.reachStranger(baseUrl, who, status));
}

export function skipUnreached(trouble: Trouble): Found {
  return skipped(() => texts.reachNot(tell(trouble).message));
}

export function describeReach(settings: DoctorSettings, found: Reach): Found {
  if (!('report' in found)) return found;
  const { baseUrl } = settings;
  const { headers, isHostOurs, version } = found.report;
  if (!isHostOurs) return failed(() => texts.reachOtherHost(baseUrl, headers.host ?? 'nothing'));
  const proto = headers['x-forwarded-proto']?.split(',')[0]?.trim();
  if (proto !== undefined && proto !== new URL(baseUrl).protocol.slice(0, -1)) {
    return warning(() => texts.reachOtherScheme(baseUrl, proto));
  }
  return () => texts.reachWell(baseUrl, version);
}

/** Whether the client address survives the proxy, and the setting to change if not. */
export function describeProxy(settings: DoctorSettings, reached: Reached): Found {
  const { peer, headers, clientAddress } = reached.report;
  const address = normaliseIp(peer.address) ?? peer.address;
  const forwardedFor = headers['x-forwarded-for'];
  const isSaid = [forwardedFor, headers.forwarded, headers.via].some((it) => it !== undefined);
  if (!isSaid && peer.port === reached.localPort) return () => texts.proxyNone;
  if (forwardedFor === undefined) return failed(() => texts.proxyNoHeader(address));
  const { trustedProxies } = settings;
  const isTrusted =
    trustedProxies.length > 0 && createAddressRanges(trustedProxies).contains(address);
  if (!isTrusted) {
    const all = [...trustedProxies, address].map((it) => `"${it}"`).join(', ');
    return failed(() => texts.proxyUntrusted(address, all));
  }
  return () => texts.proxyWell(address, clientAddress);
}

/** Whether a WebSocket passes the proxy, as the relay for browsers needs. */
export async function checkWebSocket(
  { baseUrl }: DoctorSettings,
  { key }: Reached,
): Promise<Found> {
  const headers = {
    [DOCTOR_HEADER]: makeDoctorToken(key, Date.now()),
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64'),
  };
  try {
    const isWhole = (body: string) => body.includes('muster') || body.trimEnd().endsWith('}');
    const answer = await ask(baseUrl, RELAY_PATH, headers, isWhole);
    if (answer.status === 101 && answer.body.includes('muster')) return () => texts.webSocketWell;
    const arrived = readReport(answer.body)?.headers;
    const isLost = arrived !== undefined && arrived.upgrade === undefined;
    return failed(() => (isLost ? texts.webSocketLost : texts.webSocketAnswered(answer.status)));
  } catch (error) {
    return failed(() => texts.webSocketFailed(codeOf(error)));
  }
}

/** The path that a browser requests, because a proxy may treat each path differently. */
const RELAY_PATH = '/p/127.0.0.1/1';

/** Checks the certificate that clients get at the base URL, and the TLS versions that they may use. */
export async function checkTls({ baseUrl }: DoctorSettings, now: number): Promise<Found> {
  const target = targetOf(baseUrl);
  if (!target.isTls) return warning(() => texts.tlsPlain(baseUrl));
  const timeoutMs = TIMEOUT_MS;
  let facts: Awaited<ReturnType<typeof inspectTls>>;
  try {
    facts = await inspectTls(target, { timeoutMs });
  } catch (error) {
    return skipped(() => texts.tlsRefused(baseUrl, codeOf(error)));
  }
  const { certificate, problem } = facts;
  if (certificate === undefined) return failed(() => texts.tlsNoCertificate(baseUrl));
  const validity = readValidity(certificate);
  const [doubt] = listDoubts(validity, { baseUrl, now });
  if (doubt?.status === 'failed') return doubt;
  if (problem !== undefined && !/ALTNAME/.test(problem)) {
    return failed(() => texts.tlsUntrusted(baseUrl, problem));
  }
  const accepts = (version: 'TLSv1.1' | 'TLSv1.2') =>
    inspectTls(target, { timeoutMs, versions: { minVersion: 'TLSv1', maxVersion: version } }).then(
      () => true,
      () => false,
    );
  if (!(await accepts('TLSv1.2'))) return failed(() => texts.tlsNoTls12(baseUrl));
  if (doubt !== undefined) return doubt;
  const day = new Date(validity.validUntil).toISOString().slice(0, 10);
  if (await accepts('TLSv1.1')) return warning(() => texts.tlsOld(baseUrl));
  return () => texts.tlsWell(baseUrl, day, facts.version);
}

/** Whether plain http redirects to https. Game servers lose their heartbeats in redirects. */
export async function checkPlainHttp({ baseUrl }: DoctorSettings): Promise<Found> {
  const { host, port, isTls, authority } = targetOf(baseUrl);
  if (!isTls || port !== 443) return skipped(() => texts.plainHttpNoMatter);
  try {
    const plain = { host, port: 80, isTls: false };
    const options = { timeoutMs: TIMEOUT_MS, headers: { host: authority } };
    const { status } = await sendRequest(plain, '/livez', options);
    if (status < 300 || status >= 400) return () => texts.plainHttpAnswers(status);
    return warning(() => texts.plainHttpRedirects(status));
  } catch {
    return () => texts.plainHttpSilent;
  }
}

/** Whether pages can show how to reach the operator. Administrators may have set it on a page. */
export function checkContact(settings: DoctorSettings, found: Reach): Found {
  const configured = settings.contactUrl ?? settings.contactEmail ?? '';
  const contact = 'report' in found ? (found.report.contact ?? configured) : configured;
  if (contact !== '') return contact;
  if (!('report' in found)) return skipUnreached(found);
  return warning(() => texts.noContact);
}

/** Whether the page for new players can link to the launcher. Administrators may have set the link on a page. */
export function checkLauncher({ launcherUrl }: DoctorSettings, found: Reach): Found {
  const launcher = 'report' in found ? (found.report.launcher ?? launcherUrl) : launcherUrl;
  if (launcher) return launcher;
  if (!('report' in found)) return skipUnreached(found);
  return warning(() => texts.noLauncher);
}
