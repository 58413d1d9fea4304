// The checks of `muster doctor` and `muster check`: what there is to check, in what order, and how long it may take.

import { resolve } from 'node:path';
import { problemOf, type ReviewedSettings } from '../config/load.ts';
import { OPTIONS, type OptionKey } from '../config/options.ts';
import { listHostWarnings } from '../config/warnings.ts';
import { type Finding, type Found, found } from '../lib/finding.ts';
import type { HealthReport } from '../lib/readiness.ts';
import {
  checkBaseUrl,
  checkContact,
  checkEvents,
  checkMcGalaxy,
  checkPlainHttp,
  checkTls,
  checkWebSocket,
  describeProxy,
  describeReach,
  type Reach,
  reachService,
} from './base-url.ts';
import {
  checkBackups,
  checkCertificate,
  checkClock,
  checkCountryAge,
  checkCountryFile,
  checkDatabase,
  checkDataFolder,
  checkDescriptors,
  checkDiskSpace,
  checkPermissions,
  checkPostgres,
  checkSiteFiles,
  checkSync,
  checkWebClient,
  type SecretFile,
} from './files.ts';
import { checkListen, checkMail, checkMailRecords, checkPortCheck } from './network.ts';
import { requestService } from './service-request.ts';

export interface Installation {
  reviewed: ReviewedSettings;
  /** The environment, in which files with secrets are named. */
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
}

interface Check {
  name: string;
  /** The settings that it depends on; it is skipped where one of them is broken. */
  keys: readonly OptionKey[];
  /** Whether it needs neither a running service nor other machines besides the mail server: `muster check` has it too. */
  isOffline?: boolean;
  /** Blocks this process while it runs, so nothing else runs beside it. */
  isAlone?: boolean;
  /** Returns what it found; throws `Failure` with what is wrong and what to do. */
  run(): Found | Promise<Found>;
}

const AT_ONCE = 4;
const LIMIT_MS = 30_000;
const READY_MS = 3_000;

function listSecretFiles({ reviewed, env, cwd }: Installation): SecretFile[] {
  const { values, origins, settings } = reviewed;
  const files: SecretFile[] = [];
  for (const { key, isSecret } of OPTIONS) {
    if (!isSecret || values[key] === undefined) continue;
    const { kind, place } = origins[key];
    if (kind === 'file' && values.config !== undefined) {
      files.push({ path: values.config, setting: key });
    } else if (kind === 'environment' && place.endsWith('_FILE')) {
      files.push({ path: resolve(cwd, env[place] ?? ''), setting: place });
    }
  }
  if (settings.tls !== undefined) files.push({ path: settings.tls.keyPath, setting: 'tls_key' });
  return files;
}

async function checkService(installation: Installation): Promise<Found> {
  const { listen, tls } = installation.reviewed.settings;
  if (listen.port === 0) return found('skipped', 'listen has port 0.', 'Set a port.');
  const service = { listen, isTls: tls !== undefined };
  const answer = await requestService(service, '/readyz', READY_MS);
  if (answer === undefined) {
    return found(
      'failed',
      'The service does not answer.',
      'Start it. muster check shows what would keep it from starting.',
    );
  }
  const problems = listProblems(answer.body);
  if (problems === undefined) {
    return found('failed', `Another program answers at the address in listen (${answer.status}).`);
  }
  if (problems.length === 0) return 'The service answers and is ready.';
  const status = answer.status === 200 ? 'warning' : 'failed';
  return found(status, problems.join(' '), 'The log shows more.');
}

/** What /readyz found; `undefined` when that is no report. */
function listProblems(body: string): string[] | undefined {
  try {
    const { checks }: HealthReport = JSON.parse(body);
    return Object.entries(checks)
      .filter(([, { status }]) => status !== 'ok')
      .map(([name, { message }]) => `${name}: ${message}`);
  } catch {
    return undefined;
  }
}

function listChecks(installation: Installation, isOffline: boolean): Check[] {
  const { settings } = installation.reviewed;
  const { dataFolder, databaseUrl, geoipDatabase, listen, tls } = settings;
  const { webClientFolder, webClientUrl, isDatabasePooled } = settings;
  const now = Date.now();
  let reach: Promise<Reach> | undefined;
  let key: string | undefined;
  /** Asked once for all checks that need it. */
  const reached = () => {
    reach ??= import('../store/store.ts').then(({ readServiceKey }) => {
      key = readServiceKey(dataFolder);
      return reachService(settings, key);
    });
    return reach;
  };
  const onSqlite = (check: () => Found | Promise<Found>) =>
    databaseUrl === undefined ? check() : found('skipped', 'The database is PostgreSQL.');
  const place = ['base_url', 'listen', 'tls_cert', 'tls_key', 'data'] as const;
  const offline = (name: string, keys: readonly OptionKey[], run: Check['run']): Check => ({
    ...{ name, keys, run, isOffline: true },
  });
  const online = (name: string, keys: readonly OptionKey[], run: Check['run']): Check => ({
    ...{ name, keys, run },
  });
  return [
    offline('data folder', ['data'], () => checkDataFolder(dataFolder)),
    {
      ...offline('database', ['data', 'database_url', 'database_pooler'], () =>
        databaseUrl === undefined
          ? checkDatabase(dataFolder)
          : checkPostgres(databaseUrl, isDatabasePooled),
      ),
      isAlone: databaseUrl === undefined,
    },
    offline('backups', ['data', 'backup_folder', 'backup_every'], () =>
      onSqlite(() => checkBackups(settings)),
    ),
    offline('countries', ['geoip_database'], () => checkCountryFile(geoipDatabase)),
    offline('web client', ['web_client_dir'], () =>
      checkWebClient({ folder: webClientFolder, url: webClientUrl }),
    ),
    offline('site files', ['site_logo', 'rules_file', 'privacy_file'], () =>
      checkSiteFiles(settings),
    ),
    offline('certificate', ['tls_cert', 'tls_key'], () => checkCertificate(settings)),
    offline('listen', ['listen'], () => checkListen({ listen, isTls: tls !== undefined })),
    offline('file descriptors', ['relay', 'relay_limit'], async () => {
      if (isOffline) return checkDescriptors(settings);
      const at = await reached();
      const own = 'report' in at ? at.report.descriptors : undefined;
      if (own === undefined) return checkDescriptors(settings);
      return checkDescriptors(settings, own.allowed ?? Number.POSITIVE_INFINITY);
    }),
    offline('mail', ['smtp_url', 'mail_from', 'development'], () => checkMail(settings)),
    online('service', ['listen'], () => checkService(installation)),
    online('base URL', ['base_url'], () => checkBaseUrl(settings)),
    online('reach', place, async () => describeReach(settings, await reached())),
    online('proxy', [...place, 'trusted_proxies'], async () =>
      describeProxy(settings, await reached()),
    ),
    online('websocket', place, async () => checkWebSocket(settings, await reached(), key)),
    online('events', place, async () => checkEvents(settings, await reached(), key)),
    online('TLS', ['base_url'], () => checkTls(settings, now)),
    online('plain http', ['base_url'], () => checkPlainHttp(settings)),
    online('MCGalaxy', ['base_url'], () => checkMcGalaxy(settings)),
    online('port check', ['port_check'], () => checkPortCheck(settings)),
    online('mail records', ['smtp_url', 'mail_from'], () => checkMailRecords(settings)),
    online('contact', [...place, 'contact_email', 'contact_url'], async () =>
      checkContact(settings, await reached()),
    ),
    online('clock', ['data'], () => onSqlite(() => checkClock(dataFolder, now))),
    online('disk space', ['data'], () => checkDiskSpace(settings)),
    online('disk sync', ['data'], () => onSqlite(() => checkSync(dataFolder))),
    online('permissions', ['data', 'tls_key'], () =>
      checkPermissions(dataFolder, listSecretFiles(installation)),
    ),
    online('country data', ['geoip_database'], () => checkCountryAge(geoipDatabase, now)),
  ];
}

function reviewFindings(
  { problems, warnings, values, settings }: ReviewedSettings,
  isOffline: boolean,
): Finding[] {
  const check = 'settings';
  // The check of that name looks whether it is so.
  const checked = isOffline
    ? []
    : listHostWarnings(settings.baseUrl).filter((it) => it.includes('MCGalaxy'));
  const advice = 'muster config print shows each setting and where it comes from.';
  const findings: Finding[] = [
    ...problems.map((message) => ({ check, status: 'failed' as const, message, advice })),
    ...warnings
      .filter((message) => !checked.includes(message))
      .map((message) => ({ check, status: 'warning' as const, message, advice: '' })),
  ];
  if (problems.length > 0) return findings;
  return [{ check, status: 'ok', message: values.config ?? 'no file', advice: '' }, ...findings];
}

async function runCheck(check: Check, broken: ReadonlySet<OptionKey>): Promise<Finding> {
  const { name, keys, isAlone = false } = check;
  const unusable = keys.filter((key) => broken.has(key));
  if (unusable.length > 0) {
    return toFinding(
      name,
      found('skipped', `These settings cannot be used: ${unusable.join(', ')}.`),
    );
  }
  try {
    return toFinding(name, isAlone ? await check.run() : await withLimit(check.run()));
  } catch (error) {
    return toFinding(name, found('failed', problemOf(error)));
  }
}

function toFinding(check: string, what: Found): Finding {
  if (typeof what === 'string') return { check, status: 'ok', message: what, advice: '' };
  return { check, ...what };
}

async function withLimit(running: Found | Promise<Found>): Promise<Found> {
  const { promise, resolve } = Promise.withResolvers<Found>();
  const late = () => resolve(found('failed', `This took longer than ${LIMIT_MS / 1_000} s.`));
  const timer = setTimeout(late, LIMIT_MS);
  try {
    return await Promise.race([running, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs the checks, a few at once, and returns what they found in a fixed order; with `isOffline` only
 * those that need no running service. Each has half a minute, except the reading of the whole database.
 */
export async function examine(
  installation: Installation,
  { isOffline = false }: { isOffline?: boolean } = {},
): Promise<Finding[]> {
  const { reviewed } = installation;
  const checks = listChecks(installation, isOffline).filter(
    (check) => !isOffline || check.isOffline,
  );
  const findings = new Map<Check, Finding>();
  const waiting = checks.filter(({ isAlone }) => !isAlone);
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      findings.set(check, await runCheck(check, reviewed.broken));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const check of checks) {
    if (check.isAlone) findings.set(check, await runCheck(check, reviewed.broken));
  }
  return [
    ...reviewFindings(reviewed, isOffline),
    ...checks.flatMap((check) => findings.get(check) ?? []),
  ];
}
