// What `muster check` looks at. A check changes nothing, returns what it found, and throws `Failure` with what is wrong.

import { accessSync, constants, existsSync, type StatsFs, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { formatListen, type ListenAddress } from '../config/addresses.ts';
import type { Settings } from '../config/settings.ts';
import { systemClock } from '../lib/clock.ts';
import { countDescriptors } from '../lib/descriptors.ts';
import { Failure } from '../lib/failure.ts';
import { plural } from '../lib/text.ts';
import { formatBytes } from './output.ts';
import { requestService, type ServiceAddress } from './service-request.ts';

const REQUEST_TIMEOUT_MS = 1_000;
/** File descriptors that a small site needs at once besides those of relays. */
const OTHER_CONNECTIONS = 1_000;

function isWritable(path: string, rights: number): boolean {
  try {
    accessSync(path, rights);
    return true;
  } catch {
    return false;
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

/** Enough for what the service writes in a busy hour, and for some copies of a small database. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Checks that the data folder can be written or created, and that its disk has space left. Throws `unavailable`. */
export function checkDataFolder(
  folder: string,
  spaceOf: (path: string) => StatsFs = statfsSync,
): string {
  const existing = nearestExisting(folder);
  if (!statSync(existing).isDirectory()) {
    throw new Failure(
      'unavailable',
      `The data folder ${folder} cannot be used: ${existing} is a file. Name another folder (MUSTER_DATA).`,
    );
  }
  if (!isWritable(existing, constants.R_OK | constants.W_OK | constants.X_OK)) {
    throw new Failure(
      'unavailable',
      `The data folder ${folder} cannot be used: ${existing} cannot be written by this user. Give it to the user that muster runs as, or name another folder (MUSTER_DATA).`,
    );
  }
  const free = requireSpace(folder, spaceOf(existing));
  return `${folder} (${existing === folder ? '' : 'created at the first start, '}${free} free)`;
}

function requireSpace(folder: string, { bavail, bsize, files, ffree }: StatsFs): string {
  const free = bavail * bsize;
  // File systems that do not count their files report 0 for both.
  const isOutOfFiles = files > 0 && ffree === 0;
  if (free >= LEAST_FREE_BYTES && !isOutOfFiles) return formatBytes(free);
  const left = isOutOfFiles ? 'no room for another file' : `${formatBytes(free)} left`;
  throw new Failure(
    'unavailable',
    `The disk of the data folder ${folder} has ${left}. Free some space on it: Muster needs at least ${formatBytes(LEAST_FREE_BYTES)}.`,
  );
}

/** Checks that the database is intact, has this version's schema, and can be written. Throws `Failure`. */
export async function checkDatabase(folder: string): Promise<string> {
  // Loaded here, so that commands without a database start at once.
  const { databasePath, examineDatabase, migrations } = await import('../store/store.ts');
  const path = databasePath(folder);
  const { isNew, bytes, tookMs } = examineDatabase(folder, path, migrations);
  if (isNew) return `${path} (created at the first start)`;
  const seconds = (tookMs / 1_000).toFixed(1);
  return `${path} (${formatBytes(bytes)}, checked in ${seconds} s, can be written)`;
}

/** Checks that the operator's GeoIP file can be used. Throws `invalid`. */
export async function checkCountryFile(path: string | undefined): Promise<string> {
  if (path === undefined) return 'embedded database';
  const { readCountryDatabase } = await import('../net/country-reader.ts');
  await readCountryDatabase(path);
  return path;
}

/** Checks that the certificate can be used and that clients will trust it for the base URL. Throws `invalid`. */
export async function checkCertificate({ tls, baseUrl }: Settings): Promise<string> {
  if (tls === undefined) return 'none (plain http)';
  const { listDoubts, readCertificate } = await import('../net/certificate.ts');
  const certificate = await readCertificate(tls);
  const doubts = listDoubts(certificate, { baseUrl, now: systemClock.now() });
  if (doubts.length > 0) throw new Failure('invalid', `${tls.certPath}: ${doubts.join(' ')}`);
  return `${tls.certPath}, valid until ${new Date(certificate.validUntil).toISOString()}`;
}

/** Checks that the web client's folder can be used, and reports missing files. Throws `invalid`. */
export async function checkWebClient(from: {
  folder: string | undefined;
  url: string | undefined;
}): Promise<string> {
  if (from.url !== undefined) return `from ${from.url}`;
  if (from.folder === undefined) return 'none';
  const { findWebClientFiles, listMissing, readWebClientFile } = await import(
    '../net/web-client-files.ts'
  );
  const found = await findWebClientFiles(from.folder);
  for (const file of found) await readWebClientFile(file);
  const missing = listMissing(found.map(({ name }) => name));
  const files = plural(found.length, 'file');
  return [`${from.folder} (${files})`, ...missing].join('; ');
}

/** The system's error code for listening there, such as `EADDRINUSE`; `undefined` when it works. */
function tryListen({ hostname, port }: ListenAddress): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown error'));
    server.listen({ host: hostname, port }, () => server.close(() => resolve(undefined)));
  });
}

/** Checks that the port is free, or that a running Muster serves it already. Throws `unavailable`. */
export async function checkListen(service: ServiceAddress): Promise<string> {
  const { listen } = service;
  const address = formatListen(listen);
  const failure = await tryListen(listen);
  if (failure === undefined) return `${address} is free`;
  if (failure === 'EADDRINUSE') {
    const answer = await requestService(service, '/livez', REQUEST_TIMEOUT_MS);
    if (answer?.status === 200) return `${address} is served already`;
    throw new Failure(
      'unavailable',
      `The port of ${address} is used by another program: stop that program, or name another port (MUSTER_LISTEN).`,
    );
  }
  throw new Failure(
    'unavailable',
    `Muster cannot listen on ${address} (${failure}): name an address of this machine and a port that its user may use (MUSTER_LISTEN).`,
  );
}

/** Reports how many file descriptors this process may have: the limit of the shell, or of the service manager. */
export function checkDescriptors({ isRelayOn, relayLimit }: Settings): string {
  const counted = countDescriptors();
  if (counted === undefined) return 'this system does not report its limit';
  const { allowed } = counted;
  // A relay has two connections.
  const wanted = (isRelayOn ? 2 * relayLimit : 0) + OTHER_CONNECTIONS;
  if (allowed >= wanted) return `${allowed} may be open at once`;
  return `${allowed} may be open at once, and ${wanted} are needed for the relays (relay_limit) and everything else; raise the limit with LimitNOFILE= in the systemd unit, or with ulimit -n`;
}

/** Checks that the mail server accepts the login; nothing is sent. Throws `unavailable`. */
export async function checkMail(settings: Settings): Promise<string> {
  if (settings.isDevelopment) return 'emails are written to the log (development)';
  if (settings.smtpUrl === undefined || settings.mailFrom === undefined) return 'off';
  const { verifyMail } = await import('../app.ts');
  return `${await verifyMail(settings)} accepts this service`;
}
