// Checks of what this machine offers and reaches: the port that is listened on, the port check, and mail.

import { Resolver } from 'node:dns/promises';
import { createServer, isIP } from 'node:net';
import { formatListen, type ListenAddress } from '../config/addresses.ts';
import type { Settings } from '../config/settings.ts';
import { codeOf, Failure, reasonOf } from '../lib/failure.ts';
import { type Found, failed, skipped, warning } from '../lib/finding.ts';
import { plural } from '../lib/text.ts';
import { within } from '../lib/timers.ts';
import { findAddresses, targetOf } from './base-url.ts';
import { requestService, type ServiceAddress } from './service-request.ts';

const REQUEST_TIMEOUT_MS = 1_000;

/** The system's error code for listening there, such as `EADDRINUSE`; `undefined` when it works. */
function tryListen({ hostname, port }: ListenAddress): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown error'));
    server.listen({ host: hostname, port }, () => server.close(() => resolve(undefined)));
  });
}

export async function checkListen(service: ServiceAddress): Promise<string> {
  const { listen } = service;
  const address = formatListen(listen);
  const failure = await tryListen(listen);
  if (failure === undefined) return `${address} is free`;
  // A port below 1024 is refused before anybody looks whether it is in use.
  if (failure === 'EADDRINUSE' || failure === 'EACCES') {
    const answer = await requestService(service, '/livez', REQUEST_TIMEOUT_MS);
    if (answer?.status === 200) return `${address} is already served`;
  }
  if (failure === 'EADDRINUSE') {
    throw new Failure(
      'unavailable',
      `The port of ${address} is in use by another program. Stop that program, or use another port (MUSTER_LISTEN).`,
    );
  }
  throw new Failure(
    'unavailable',
    `Muster cannot listen on ${address} (${failure}). Use an address of this machine and a port that its user may use (MUSTER_LISTEN).`,
  );
}

/** Checks that the mail server accepts the login; nothing is sent. Throws `unavailable`. */
export async function checkMail(settings: Settings): Promise<Found> {
  if (settings.isDevelopment) {
    return warning(
      'emails are not sent but written to the log, with their links and codes (development)',
      'Turn it off (development = false) before real people use it.',
    );
  }
  if (settings.smtpUrl === undefined || settings.mailFrom === undefined) return 'off';
  const { verifyMail } = await import('../app.ts');
  return `${await verifyMail(settings)} accepts this service`;
}

/** A mirror that does not answer keeps nothing from starting. */
export async function checkMirror(url: string): Promise<Found> {
  const { readMirrorList } = await import('../net/mirror-list.ts');
  try {
    const list = await readMirrorList(url, { read: (record) => record });
    return `${url} lists ${plural(list?.servers.length ?? 0, 'server')}.`;
  } catch (error) {
    return warning(reasonOf(error), 'Correct mirrors, or tell the operator of that site.');
  }
}

const PROBE_MS = 3_000;

/** Opens a port of its own, which is known to be open, and after that known to be closed, and looks for both. */
export async function checkPortCheck({ isPortCheckOn, baseUrl }: Settings): Promise<Found> {
  if (!isPortCheckOn) return skipped('port_check is off.');
  const { openPortProbe } = await import('../net/port-probe.ts');
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
  if (!isOpenSeen || !isClosedSeen) {
    return failed(
      `The port check on this machine does not work: it found ${isOpenSeen ? 'a closed port open' : 'an open port closed'}.`,
      'Allow the service to make TCP connections (firewall, IPAddressDeny= of the unit), or turn the check off with port_check = false.',
    );
  }
  const here = 'The port check works on this machine';
  const target = targetOf(baseUrl);
  const found4 = isIP(target.host) === 4 ? [target.host] : await findPublic(target.host);
  const [ip] = found4.filter((it) => !it.startsWith('127.'));
  if (ip === undefined) return `${here}.`;
  const isReached = await probe.probe(ip, target.port, PROBE_MS);
  if (isReached) return `${here}; ${ip} port ${target.port} of base_url is open from here.`;
  return warning(
    `${here}, but ${ip} port ${target.port} of base_url is not open from here.`,
    'Game servers behind the same address cannot be checked then. Add them to port_check_exempt.',
  );
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

/** Whether the domain that emails are from says who may send them: SPF, DMARC, and a place for DKIM keys. */
export async function checkMailRecords(
  { mailFrom, smtpUrl, isDevelopment }: Settings,
  findTexts = createTextLookup(),
): Promise<Found> {
  if (mailFrom === undefined || smtpUrl === undefined || isDevelopment) {
    return skipped('No email is sent.');
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
  if (unknown !== undefined)
    return skipped(`DNS does not answer on this machine (${unknown.code}).`);
  if (own.code === 'ENOTFOUND') {
    return warning(
      `DNS on this machine does not know ${domain}.`,
      'Correct mail_from, unless the DNS server of this machine only answers for its own network.',
    );
  }
  const missing: string[] = [];
  if (!own.texts.some((text) => /^v=spf1\b/i.test(text)))
    missing.push(`SPF (a TXT record of ${domain})`);
  if (!dmarc.texts.some((text) => /^v=DMARC1\b/i.test(text))) {
    missing.push(`DMARC (a TXT record of _dmarc.${domain})`);
  }
  // Which selector is used only the mail server knows; without any key the name itself does not exist.
  if (dkim.code === 'ENOTFOUND') missing.push(`DKIM (no key below _domainkey.${domain})`);
  if (missing.length === 0)
    return `${domain} has SPF and DMARC records, and a place for DKIM keys.`;
  return warning(
    `${domain} has no ${missing.join(', no ')}, so emails may be marked as spam.`,
    'Publish the records that your mail provider gives you for this domain.',
  );
}
