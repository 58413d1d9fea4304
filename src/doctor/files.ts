// Checks of files and of this machine. A check changes nothing, returns what it found, and throws `Failure` with what is wrong.

import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  type StatsFs,
  statfsSync,
  statSync,
} from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { CLOCK_PLAY_MS, systemClock } from '../lib/clock.ts';
import { countDescriptors } from '../lib/descriptors.ts';
import { describeWait } from '../lib/duration.ts';
import { Failure } from '../lib/failure.ts';
import { describeFileFailure, toFileFailure } from '../lib/file-failure.ts';
import { type Found, failed, skipped, warning } from '../lib/finding.ts';
import { formatBytes, plural } from '../lib/text.ts';

const OTHER_CONNECTIONS = 1_000;

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
      `The data folder ${folder} cannot be used: ${existing} is a file. Use another folder (MUSTER_DATA).`,
    );
  }
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const message = describeFileFailure(`The data folder ${folder} cannot be written`, error);
    throw new Failure('unavailable', message, { cause: error });
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
    `The disk of the data folder ${folder} has ${left}. Free some space: Muster needs at least ${formatBytes(LEAST_FREE_BYTES)}.`,
  );
}

export async function checkBackups({
  backupFolder,
  dataFolder,
  backupEveryMs,
}: Settings): Promise<Found> {
  if (backupEveryMs === 0) {
    return warning(
      'No backups are made by the schedule.',
      'Set backup_every, unless something else backs the database up.',
    );
  }
  const { requireBackupFolder } = await import('../store/store.ts');
  requireBackupFolder(backupFolder, dataFolder);
  return backupFolder;
}

export async function checkDatabase(folder: string): Promise<string> {
  // Loaded here, so that commands without a database start at once.
  const { databasePath, examineDatabase, migrations } = await import('../store/store.ts');
  const path = databasePath(folder);
  const { isNew, bytes, tookMs, missing } = examineDatabase(folder, path, migrations);
  if (isNew) return `${path} (created at the first start)`;
  const seconds = (tookMs / 1_000).toFixed(1);
  const next = missing === 0 ? '' : `; the next start runs ${plural(missing, 'migration')}`;
  return `${path} (${formatBytes(bytes)}, checked in ${seconds} s, writable${next})`;
}

export async function checkPostgres(url: string, isPooled = false): Promise<Found> {
  const { examinePostgres } = await import('../store/store.ts');
  const { host, server, missing, unknown, tolerated } = await examinePostgres(url, {
    isPooled,
  });
  const where = `PostgreSQL ${server} at ${host}`;
  if (unknown > 0) {
    return failed(
      `${where} has had ${plural(unknown, 'migration')} of a newer muster, which this version cannot work with.`,
      'Use that version or a newer one.',
    );
  }
  const next =
    missing === 0
      ? 'the schema is up to date'
      : `the next start runs ${plural(missing, 'migration')}`;
  if (tolerated === 0) return `${where} (${next})`;
  return `${where} (${next}; it has had ${plural(tolerated, 'migration')} of a newer muster, which this version works with)`;
}

export async function checkCountryFile(path: string | undefined): Promise<string> {
  if (path === undefined) return 'embedded database';
  const { readCountryDatabase } = await import('../net/country-reader.ts');
  await readCountryDatabase(path);
  return path;
}

/** Checks that the certificate can be used and that clients will trust it for the base URL. Throws `invalid`. */
export async function checkCertificate({ tls, baseUrl }: Settings): Promise<Found> {
  if (tls === undefined) return 'none (plain http)';
  const { listDoubts, readCertificate } = await import('../net/certificate.ts');
  const certificate = await readCertificate(tls);
  const doubts = listDoubts(certificate, { baseUrl, now: systemClock.now() });
  if (doubts.length > 0) {
    const isUsable = doubts.every((doubt) => doubt.startsWith('The certificate expires'));
    return (isUsable ? warning : failed)(`${tls.certPath}: ${doubts.join(' ')}`);
  }
  return `${tls.certPath}, valid until ${new Date(certificate.validUntil).toISOString()}`;
}

export async function checkWebClient({
  webClientFolder: folder,
  webClientUrl: url,
}: Settings): Promise<string> {
  if (url !== undefined) return `from ${url}`;
  if (folder === undefined) return 'none';
  const { findWebClientFiles, listMissing, readWebClientFile } = await import(
    '../net/web-client-files.ts'
  );
  const found = await findWebClientFiles(folder);
  for (const file of found) await readWebClientFile(file);
  const missing = listMissing(found.map(({ name }) => name));
  const files = plural(found.length, 'file');
  return [`${folder} (${files})`, ...missing].join('; ');
}

export async function checkSiteFiles(settings: Settings): Promise<string> {
  const [{ siteFilesOf }, { readSiteFile }] = await Promise.all([
    import('../app.ts'),
    import('../net/site-files.ts'),
  ]);
  const named: string[] = [];
  for (const file of Object.values(siteFilesOf(settings))) {
    // Each reader makes something else of the bytes.
    if ((await readSiteFile<unknown>(file)) !== undefined) named.push(file.setting);
  }
  return named.length === 0 ? 'none' : named.join(', ');
}

/** Compares how many file descriptors may be open, in this process by default, with how many are needed. */
export function checkDescriptors(
  { isRelayOn, relayLimit }: Settings,
  allowed = countDescriptors()?.allowed,
): Found {
  if (allowed === undefined) return 'this system does not report its limit';
  // A relay has two connections.
  const wanted = (isRelayOn ? 2 * relayLimit : 0) + OTHER_CONNECTIONS;
  if (allowed >= wanted) return `${allowed} can be open at once`;
  return warning(
    `${allowed} can be open at once, but ${wanted} are needed for the relays (relay_limit) and everything else`,
    'Raise the limit with LimitNOFILE= in the systemd unit, or with ulimit -n.',
  );
}

const MIB = 1024 * 1024;

export function checkDiskSpace({ dataFolder, leastFreeDiskMib }: Settings): Found {
  const { bavail, bsize } = statfsSync(nearestExisting(dataFolder));
  const free = Math.floor((bavail * bsize) / MIB);
  const message = `${formatBytes(bavail * bsize)} are free on the disk of the data folder, and least_free_disk is ${leastFreeDiskMib} MiB.`;
  return free >= leastFreeDiskMib ? message : warning(message, 'Free some space.');
}

const SYNCS = 8;
/** Each registration and each login waits for a sync; a slow hard disk needs 20 ms. */
const SLOW_SYNC_MS = 50;

/** Measures how long the disk takes to keep 4 KiB for good, in a file that is removed afterwards. */
export async function checkSync(folder: string): Promise<Found> {
  if (!existsSync(folder)) return skipped('There is no data folder yet.');
  const path = join(folder, `doctor-${process.pid}.tmp`);
  const times: number[] = [];
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'wx', 0o600);
    for (let index = 0; index < SYNCS; index += 1) {
      const startedAt = performance.now();
      await file.write(Buffer.alloc(4_096, index), 0, 4_096, index * 4_096);
      await file.datasync();
      times.push(performance.now() - startedAt);
    }
  } catch (error) {
    throw toFileFailure(error, path) ?? error;
  } finally {
    await file?.close();
    if (file !== undefined) await rm(path, { force: true });
  }
  const median = times.toSorted((a, b) => a - b)[SYNCS / 2] ?? 0;
  const message = `A sync of 4 KiB takes ${median.toFixed(1)} ms.`;
  return median <= SLOW_SYNC_MS
    ? message
    : warning(
        `${message} Each registration and login waits for one.`,
        'Move the data folder (data) to a faster disk, not to a network drive.',
      );
}

export async function checkClock(folder: string, now: number): Promise<Found> {
  const { databasePath, isNewDatabase, readNewestMoment } = await import('../store/store.ts');
  const path = databasePath(folder);
  if (isNewDatabase(path)) return skipped('There is no database yet.');
  const newest = readNewestMoment(path);
  const shown = new Date(now).toISOString();
  if (newest === undefined)
    return `It is ${shown}, and the database has no time to compare it with.`;
  const behindMs = newest - now;
  if (behindMs <= CLOCK_PLAY_MS) return `It is ${shown}, later than everything in the database.`;
  return failed(
    `It is ${shown} here, ${describeWait(behindMs)} before the newest entry in the database.`,
    'Set the clock, and keep it synchronised (timedatectl set-ntp true).',
  );
}

export interface SecretFile {
  path: string;
  setting: string;
}

export function checkPermissions(folder: string, secrets: readonly SecretFile[]): Found {
  if (process.platform === 'win32')
    return skipped('Not checked on Windows, which has other permissions.');
  const rightsOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  // Where nobody else may enter the folder, the rights of its files do not matter.
  const data = (rightsOf(folder) & 0o001) === 0 ? [] : listFiles(folder);
  const open = [...data.map((path) => ({ path, setting: 'data' })), ...secrets].filter(
    ({ path }) => (rightsOf(path) & 0o004) !== 0,
  );
  if (open.length === 0) return 'Other users of this machine can read neither data nor secrets.';
  const names = open.map(({ path, setting }) => `${path} (${setting})`).join(', ');
  return warning(
    `Other users of this machine can read ${names}.`,
    open.map(({ path }) => `chmod o-rwx ${path}`).join('; '),
  );
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
}

const DAY_MS = 24 * 3_600_000;
/** Ranges of addresses change hands all the time; GeoLite2 is to be renewed within 30 days. */
const OLD_COUNTRIES_MS = 90 * DAY_MS;
/** The embedded data is as old as the release. */
const OLD_EMBEDDED_MS = 365 * DAY_MS;

export async function checkCountryAge(path: string | undefined, now: number): Promise<Found> {
  if (path === undefined) {
    const { embeddedCountryData } = await import('../net/country-data.ts');
    const { date } = embeddedCountryData;
    const message = `The embedded data is from ${date}.`;
    if (now - Date.parse(date) <= OLD_EMBEDDED_MS) return message;
    return warning(message, 'Upgrade Muster, or set a GeoLite2 file (geoip_database).');
  }
  const { readCountryDate } = await import('../net/country-reader.ts');
  const date = await readCountryDate(path);
  const message = `${path} is from ${date.toISOString().slice(0, 10)}.`;
  if (now - date.getTime() <= OLD_COUNTRIES_MS) return message;
  return warning(message, 'Download a newer one. Muster reads it when it changes.');
}
