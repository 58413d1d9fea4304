// Checks the network of this machine: the port to listen on, the port check, and mail.

import { Resolver } from 'node:dns/promises';
import { createServer, isIP } from 'node:net';
import { requestService, type ServiceAddress } from '../../platform/cli/service-request.ts';
import { formatListen, type ListenAddress } from '../../platform/config/addresses.ts';
import { failureOf } from '../../platform/config/load.ts';
import { codeOf } from '../../platform/lib/failure.ts';
import { type Found, failed, skipped, warning } from '../../platform/lib/finding.ts';
import { within } from '../../platform/lib/timers.ts';
import { doctorFindings as texts } from '../../platform/messages/findings.ts';
import { verifyMail } from '../email/index.ts';
import { findAddresses, targetOf } from './base-url-checks.ts';
import type { DoctorSettings } from './settings.ts';

const REQUEST_TIMEOUT_MS = 1_000;

/** Tries to listen. Returns the system's error code, such as `EADDRINUSE`; `undefined` if it works. */
function tryListen({ hostname, port }: ListenAddress): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown error'));
    server.listen({ host: hostname, port }, () => server.close(() => resolve(undefined)));
  });
}

export async function checkListen(service: ServiceAddress): Promise<Found> {
  const { listen } = service;
  const address = formatListen(listen);
  const failure = await tryListen(listen);
  if (failure === undefined) return () => texts.listenFree(address);
  // The system refuses a port below 1024 before it checks whether the port is in use.
  if (failure === 'EADDRINUSE' || failure === 'EACCES') {
    const answer = await requestService(service, '/livez', REQUEST_TIMEOUT_MS);
    if (answer?.status === 200) return () => texts.listenServed(address);
  }
  if (failure === 'EADDRINUSE') return failed(() => texts.listenTaken(address));
  return failed(() => texts.listenRefused(address, failure));
}

/** Checks that the mail server accepts the login, without sending anything. Throws `unavailable`. */
export async function checkMail(settings: DoctorSettings): Promise<Found> {
  if (settings.isDevelopment) return warning(() => texts.mailDevelopment);
  const { smtpUrl, mailFrom } = settings;
  if (smtpUrl === undefined || mailFrom === undefined) return () => texts.filesOff;
  const server = await verifyMail(settings);
  return () => texts.mailAccepts(server);
}

/** A mirror that does not answer never prevents a start. */
export async function checkMirror(
  url: string,
  countMirrored: (url: string) => Promise<number>,
): Promise<Found> {
  try {
    const count = await countMirrored(url);
    return () => texts.mirrorLists(url, count);
  } catch (error) {
    const { text } = failureOf(error);
    return warning(() => texts.mirrorFailed(typeof text === 'string' ? text : text()));
  }
}

const PROBE_MS = 3_000;

/** Probes a port of its own, first while it is open, then after it was closed. */
export async function checkPortCheck({ isPortCheckOn, baseUrl }: DoctorSettings): Promise<Found> {
  if (!isPortCheckOn) return skipped(() => texts.portCheckOff);
  const { openPortProbe } = await import('../../platform/net/port-probe.ts');
  using probe = openPortProbe();
  const server = createServer((socket) => socket.destroy());
  const listening = Promise.withResolvers<void>();
  server.on('error', listening.reject);
  server.listen({ host: '127.0.0.1', port: 0 }, listening.resolve);
  await listening.promise;
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const isOpenSeen = await probe.probe('127.0.0.1', port, PROBE_MS);
  await new Promise((resolve) => server.close(resolve));
  const isClosedSeen = !(await probe.probe('127.0.0.1', port, PROBE_MS));
  if (!isOpenSeen || !isClosedSeen) return failed(() => texts.portCheckBroken(isOpenSeen));
  const target = targetOf(baseUrl);
  const found4 = isIP(target.host) === 4 ? [target.host] : await findPublic(target.host);
  const [ip] = found4.filter((it) => !it.startsWith('127.'));
  if (ip === undefined) return () => texts.portCheckWell;
  const isReached = await probe.probe(ip, target.port, PROBE_MS);
  if (isReached) return () => texts.portCheckOpen(ip, target.port);
  return warning(() => texts.portCheckClosed(ip, target.port));
}

async function findPublic(host: string): Promise<string[]> {
  try {
    return (await findAddresses(host)).ipv4;
  } catch {
    return [];
  }
}

const DNS_MS = 3_000;

export type FindTexts = (name: string) => Promise<string[]>;

function createTextLookup(): FindTexts {
  const resolver = new Resolver({ timeout: DNS_MS, tries: 1 });
  return async (name) => {
    const records = await within(2 * DNS_MS, resolver.resolveTxt(name), () => {
      throw Object.assign(new Error('It took too long.'), { code: 'ETIMEOUT' });
    });
    return records.map((parts) => parts.join(''));
  };
}

const NO_RECORD = ['ENODATA', 'ENOTFOUND'];

/** Whether the domain of the sender address says who may send emails for it: SPF, DMARC, and a name for DKIM keys. */
export async function checkMailRecords(
  { mailFrom, smtpUrl, isDevelopment }: DoctorSettings,
  findTexts = createTextLookup(),
): Promise<Found> {
  if (mailFrom === undefined || smtpUrl === undefined || isDevelopment) {
    return skipped(() => texts.mailNone);
  }
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1);
  const look = async (name: string) => {
    try {
      return { texts: await findTexts(name), code: undefined };
    } catch (error) {
      return { texts: [], code: codeOf(error) };
    }
  };
  const [own, dmarc, dkim] = await Promise.all([
    look(domain),
    look(`_dmarc.${domain}`),
    look(`_domainkey.${domain}`),
  ]);
  const unknown = [own, dmarc, dkim].find(
    ({ code }) => code !== undefined && !NO_RECORD.includes(code),
  );
  if (unknown?.code !== undefined) {
    const { code } = unknown;
    return skipped(() => texts.mailNoDns(code));
  }
  if (own.code === 'ENOTFOUND') return warning(() => texts.mailUnknown(domain));
  const missing: ('spf' | 'dmarc' | 'dkim')[] = [];
  if (!own.texts.some((text) => /^v=spf1\b/i.test(text))) missing.push('spf');
  if (!dmarc.texts.some((text) => /^v=DMARC1\b/i.test(text))) missing.push('dmarc');
  // Only the mail server knows which selector it uses. If there is no key at all, the name itself does not exist.
  if (dkim.code === 'ENOTFOUND') missing.push('dkim');
  if (missing.length === 0) return () => texts.mailWell(domain);
  return warning(() => texts.mailMissing(domain, missing));
}
