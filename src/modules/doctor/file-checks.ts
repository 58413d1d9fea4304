// Checks of files and of this machine. A check changes nothing, returns its result, and throws `Failure` for a problem.

import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CLOCK_PLAY_MS, DAY_MS, systemClock } from '../../platform/lib/clock.ts';
import { countDescriptors } from '../../platform/lib/descriptors.ts';
import { sayFileFailure, toFileFailure } from '../../platform/lib/file-failure.ts';
import { combine, type Found, failed, skipped, WELL, warning } from '../../platform/lib/finding.ts';
import { checkFreeSpace, findFreeSpace, MIB } from '../../platform/lib/free-space.ts';
import { formatBytes } from '../../platform/lib/text.ts';
import { doctorFindings as texts } from '../../platform/messages/findings.ts';
import { fileFailures } from '../../platform/messages/messages.ts';
import { checkBackupAge } from '../backups/index.ts';
import { listSiteFiles } from '../site/index.ts';
import type { DoctorSettings } from './settings.ts';

const OTHER_CONNECTIONS = 1_000;

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

/** Enough for the writes of a busy hour, and for some copies of a small database. */
const LEAST_FREE_BYTES = 64 * MIB;

/** Checks that the data folder can be written or created, and that its disk has space left. */
export async function checkDataFolder(folder: string, findSpace = findFreeSpace): Promise<Found> {
  const existing = nearestExisting(folder);
  if (!statSync(existing).isDirectory()) return failed(() => texts.folderFile(folder, existing));
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return failed(sayFileFailure(() => fileFailures.writeData(folder), error));
  }
  const { bytes, takesFiles } = await findSpace(existing);
  const [free, needed] = [bytes, LEAST_FREE_BYTES].map(formatBytes) as [string, string];
  if (!takesFiles) return failed(() => texts.folderNoFiles(folder, needed));
  if (bytes < LEAST_FREE_BYTES) return failed(() => texts.folderFull(folder, free, needed));
  return () => (existing === folder ? texts.folderFree : texts.folderFreeWhenMade)(folder, free);
}

export async function checkBackups({
  backupFolder,
  dataFolder,
  backupEveryMs,
}: DoctorSettings): Promise<Found> {
  if (backupEveryMs === 0) return warning(() => texts.backupsOff);
  const { findBirth, findLatestBackup, requireBackupFolder } = await import(
    '../../platform/store/store.ts'
  );
  requireBackupFolder(backupFolder, dataFolder);
  const now = systemClock.now();
  const newestAt = await findLatestBackup(backupFolder, now);
  const times = { newestAt, bornAt: await findBirth(dataFolder) };
  const found = checkBackupAge(times, backupEveryMs, now);
  return found === WELL ? backupFolder : found;
}

export async function checkDatabase(folder: string): Promise<Found> {
  // Loaded here, so that commands without a database start at once.
  const { databasePath, examineDatabase, migrations } = await import(
    '../../platform/store/store.ts'
  );
  const path = databasePath(folder);
  const { isNew, bytes, tookMs, missing } = examineDatabase(folder, path, migrations);
  if (isNew) return () => texts.databaseNew(path);
  const [size, seconds] = [formatBytes(bytes), (tookMs / 1_000).toFixed(1)];
  if (missing === 0) return () => texts.databaseWell(path, size, seconds);
  return () => texts.databaseBehind(path, size, seconds, missing);
}

export async function checkPostgres(url: string, isPooled = false): Promise<Found> {
  const { examinePostgres } = await import('../../platform/store/store.ts');
  const { host, server, missing, unknown, tolerated } = await examinePostgres(url, {
    isPooled,
  });
  if (unknown > 0) return failed(() => texts.databaseTooNew(server, host, unknown));
  return () => texts.databasePostgres(server, host, missing, tolerated);
}

export async function checkCountryFile(path: string | undefined): Promise<Found> {
  if (path === undefined) return () => texts.filesEmbedded;
  const { readCountryDatabase } = await import('../../platform/net/country-reader.ts');
  await readCountryDatabase(path);
  return path;
}

/** Checks that the certificate can be used and that clients will trust it for the base URL. Throws `invalid`. */
export async function checkCertificate({ tls, baseUrl }: DoctorSettings): Promise<Found> {
  if (tls === undefined) return () => texts.filesPlain;
  const { listDoubts, readCertificate } = await import('../../platform/net/certificate.ts');
  const certificate = await readCertificate(tls);
  const doubts = combine(listDoubts(certificate, { baseUrl, now: systemClock.now() }));
  if (doubts !== WELL) return doubts;
  const until = new Date(certificate.validUntil).toISOString();
  return () => texts.filesCertificate(tls.certPath, until);
}

export async function checkWebClient({
  webClientFolder: folder,
  webClientUrl: url,
}: DoctorSettings): Promise<Found> {
  if (url !== undefined) return () => texts.filesClientFrom(url);
  if (folder === undefined) return () => texts.filesNone;
  const { findWebClientFiles, listMissing, readWebClientFile } = await import(
    '../web-client/web-client-files.ts'
  );
  const found = await findWebClientFiles(folder);
  for (const file of found) await readWebClientFile(file);
  const names = found.map(({ name }) => name);
  return () => [texts.filesClient(folder, found.length), ...listMissing(names)].join('; ');
}

export async function checkSiteFiles(settings: DoctorSettings): Promise<Found> {
  const named = await listSiteFiles(settings);
  return () => (named.length === 0 ? texts.filesNone : named.join(', '));
}

/** Compares how many file descriptors this process may open by default with how many it needs. */
export function checkDescriptors(
  { isRelayOn, relayLimit }: DoctorSettings,
  allowed = countDescriptors()?.allowed,
): Found {
  if (allowed === undefined) return () => texts.descriptorsUnknown;
  // A relay has two connections.
  const wanted = (isRelayOn ? 2 * relayLimit : 0) + OTHER_CONNECTIONS;
  if (allowed >= wanted) return () => texts.descriptorsEnough(allowed);
  return warning(() => texts.descriptorsFew(allowed, wanted));
}

export const checkDiskSpace = (settings: DoctorSettings): Promise<Found> =>
  checkFreeSpace({ ...settings, dataFolder: nearestExisting(settings.dataFolder) });

const SYNCS = 8;
/** Each registration and each login waits for a sync; a slow hard disk needs 20 ms. */
const SLOW_SYNC_MS = 50;

/** Measures how long the disk takes to sync 4 KiB, in a file that is removed afterwards. */
export async function checkSync(folder: string): Promise<Found> {
  if (!existsSync(folder)) return skipped(() => texts.diskNoFolder);
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
  const shown = median.toFixed(1);
  return median <= SLOW_SYNC_MS
    ? () => texts.diskSync(shown)
    : warning(() => texts.diskSlow(shown));
}

export async function checkClock(folder: string, now: number): Promise<Found> {
  const { databasePath, isNewDatabase, readNewestMoment } = await import(
    '../../platform/store/store.ts'
  );
  const path = databasePath(folder);
  if (isNewDatabase(path)) return skipped(() => texts.clockNoDatabase);
  const newest = readNewestMoment(path);
  const shown = new Date(now).toISOString();
  if (newest === undefined) return () => texts.clockAlone(shown);
  const behindMs = newest - now;
  if (behindMs <= CLOCK_PLAY_MS) return () => texts.clockWell(shown);
  return failed(() => texts.clockBehind(shown, behindMs));
}

export interface SecretFile {
  path: string;
  setting: string;
}

export function checkPermissions(folder: string, secrets: readonly SecretFile[]): Found {
  if (process.platform === 'win32') return skipped(() => texts.permissionsWindows);
  const rightsOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  // If nobody else can enter the folder, the permissions of its files do not matter.
  const data = (rightsOf(folder) & 0o001) === 0 ? [] : listFiles(folder);
  const open = [...data.map((path) => ({ path, setting: 'data' })), ...secrets].filter(
    ({ path }) => (rightsOf(path) & 0o004) !== 0,
  );
  if (open.length === 0) return () => texts.permissionsWell;
  const names = open.map(({ path, setting }) => `${path} (${setting})`).join(', ');
  const commands = open.map(({ path }) => `chmod o-rwx ${path}`).join('; ');
  return warning(() => `${texts.permissionsOpen(names)}\n→ ${commands}`);
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
}

/** Address ranges change hands all the time. GeoLite2 has to be renewed within 30 days. */
const OLD_COUNTRIES_MS = 90 * DAY_MS;
/** The embedded data is as old as the release. */
const OLD_EMBEDDED_MS = 365 * DAY_MS;

export async function checkCountryAge(path: string | undefined, now: number): Promise<Found> {
  if (path === undefined) {
    const { embeddedCountryData } = await import('../../platform/net/country-data.ts');
    const { date } = embeddedCountryData;
    const text = () => texts.countriesEmbedded(date);
    if (now - Date.parse(date) <= OLD_EMBEDDED_MS) return text;
    return warning(() => `${text()}\n→ ${texts.countriesUpgrade}`);
  }
  const { readCountryDate } = await import('../../platform/net/country-reader.ts');
  const date = await readCountryDate(path);
  const text = () => texts.countriesFile(path, date.toISOString().slice(0, 10));
  if (now - date.getTime() <= OLD_COUNTRIES_MS) return text;
  return warning(() => `${text()}\n→ ${texts.countriesDownload}`);
}
