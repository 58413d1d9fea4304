// Runs the checks of `muster doctor` and `muster check`: their list, their order, and their time limits.

import { resolve } from 'node:path';
import {
  listProblems,
  readHealthReport,
  requestService,
} from '../../platform/cli/service-request.ts';
import { failureOf } from '../../platform/config/load.ts';
import type { ReviewedRunning } from '../../platform/config/running.ts';
import {
  type Findings,
  type Found,
  failed,
  skipped,
  tellEverywhere,
  warning,
} from '../../platform/lib/finding.ts';
import { within } from '../../platform/lib/timers.ts';
import { doctorFindings as texts } from '../../platform/messages/findings.ts';
import {
  checkBaseUrl,
  checkContact,
  checkLauncher,
  checkMcGalaxy,
  checkPlainHttp,
  checkTls,
  checkWebSocket,
  describeProxy,
  describeReach,
  type Reach,
  type Reached,
  reachService,
  skipUnreached,
} from './base-url-checks.ts';
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
} from './file-checks.ts';
import {
  checkListen,
  checkMail,
  checkMailRecords,
  checkMirror,
  checkPortCheck,
} from './network-checks.ts';
import type { DoctorSettings } from './settings.ts';

export interface Installation {
  options: readonly { readonly key: string; readonly isSecret: boolean }[];
  reviewed: ReviewedRunning<DoctorSettings>;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Counts the servers that another site lists. Throws `unavailable`. */
  countMirrored(url: string): Promise<number>;
  /** Lists the checks of modules above. */
  listChecks(settings: DoctorSettings): readonly ListedCheck[];
}

type ListedCheck = readonly [name: string, keys: readonly string[], run: Check['run']];

interface Check {
  name: string;
  /** The settings that the check depends on. It is skipped if one of them is broken. */
  keys: readonly string[];
  /** Whether the check blocks this process, so that nothing else can run beside it. */
  isAlone: boolean;
  /** Returns the result. Throws `Failure` with the problem and its solution. */
  run(): Found | Promise<Found>;
}

const AT_ONCE = 4;
const LIMIT_MS = 30_000;
const READY_MS = 3_000;

function listSecretFiles({ options, reviewed, env, cwd }: Installation): SecretFile[] {
  const { values, origins, settings } = reviewed;
  const files: SecretFile[] = [];
  for (const { key, isSecret } of options) {
    const { kind, place = '' } = origins[key] ?? {};
    if (!isSecret || values[key] === undefined) continue;
    if (kind === 'file' && values.config !== undefined) {
      files.push({ path: values.config, setting: key });
    } else if (kind === 'environment' && place.endsWith('_FILE')) {
      files.push({ path: resolve(cwd, env[place] ?? ''), setting: place });
    }
  }
  if (settings.tls !== undefined) files.push({ path: settings.tls.keyPath, setting: 'tls_key' });
  return files;
}

async function checkService(settings: DoctorSettings): Promise<Found> {
  if (settings.listen.port === 0) return skipped(() => texts.reachNoPort);
  const answer = await requestService(settings, '/readyz', READY_MS);
  if (answer === undefined) return failed(() => texts.serviceSilent);
  const report = readHealthReport(answer.body);
  if (report === undefined) return failed(() => texts.serviceStranger(answer.status));
  const problems = listProblems(report);
  if (problems.length === 0) return () => texts.serviceReady;
  return (answer.status === 200 ? warning : failed)(() =>
    texts.serviceProblems(problems.join(' ')),
  );
}

function listChecks(installation: Installation, isOffline: boolean): Check[] {
  const { reviewed, listChecks: listMore } = installation;
  const { settings } = reviewed;
  const { dataFolder, databaseUrl, geoipDatabase, isDatabasePooled } = settings;
  const now = Date.now();
  let reach: Promise<Reach> | undefined;
  const findReach = () => {
    reach ??= import('../../platform/store/store.ts').then(({ readServiceKey }) =>
      reachService(settings, readServiceKey(dataFolder)),
    );
    return reach;
  };
  const whenReached = (check: (reached: Reached) => Found | Promise<Found>) => async () => {
    const found = await findReach();
    return 'report' in found ? check(found) : skipUnreached(found);
  };
  const isPostgres = databaseUrl !== undefined || reviewed.hidden.includes('database_url');
  const onSqlite = (check: () => Found | Promise<Found>) => () =>
    isPostgres ? skipped(() => texts.databaseOnPostgres) : check();
  const place = ['base_url', 'listen', 'tls_cert', 'tls_key', 'data'] as const;
  const offline: readonly ListedCheck[] = [
    ['data folder', ['data'], () => checkDataFolder(dataFolder)],
    [
      'database',
      ['data', 'database_url', 'database_pooler'],
      () =>
        databaseUrl === undefined
          ? checkDatabase(dataFolder)
          : checkPostgres(databaseUrl, isDatabasePooled),
    ],
    ['backups', ['data', 'backup_folder', 'backup_every'], onSqlite(() => checkBackups(settings))],
    ['countries', ['geoip_database'], () => checkCountryFile(geoipDatabase)],
    ['web client', ['web_client_dir'], () => checkWebClient(settings)],
    ['site files', ['site_logo', 'rules_file', 'privacy_file'], () => checkSiteFiles(settings)],
    ['certificate', ['tls_cert', 'tls_key'], () => checkCertificate(settings)],
    ['listen', ['listen'], () => checkListen(settings)],
    [
      'file descriptors',
      ['relay', 'relay_limit'],
      async () => {
        const at = isOffline ? undefined : await findReach();
        const own = at && 'report' in at ? at.report.descriptors : undefined;
        if (own === undefined) return checkDescriptors(settings);
        return checkDescriptors(settings, own.allowed ?? Number.POSITIVE_INFINITY);
      },
    ],
    ['mail', ['smtp_url', 'mail_from', 'development'], () => checkMail(settings)],
    ...settings.mirrors.map(
      (url): ListedCheck => [
        `mirror ${new URL(url).host}`,
        ['mirrors'],
        () => checkMirror(url, installation.countMirrored),
      ],
    ),
    ...listMore(settings),
  ];
  const online: readonly ListedCheck[] = [
    ['service', ['listen'], () => checkService(settings)],
    ['base URL', ['base_url'], () => checkBaseUrl(settings)],
    ['reach', place, async () => describeReach(settings, await findReach())],
    ['proxy', [...place, 'trusted_proxies'], whenReached((it) => describeProxy(settings, it))],
    ['websocket', place, whenReached((it) => checkWebSocket(settings, it))],
    ['TLS', ['base_url'], () => checkTls(settings, now)],
    ['plain http', ['base_url'], () => checkPlainHttp(settings)],
    ['MCGalaxy', ['base_url'], () => checkMcGalaxy(settings)],
    ['port check', ['port_check'], () => checkPortCheck(settings)],
    ['mail records', ['smtp_url', 'mail_from'], () => checkMailRecords(settings)],
    [
      'contact',
      [...place, 'contact_email', 'contact_url'],
      async () => checkContact(settings, await findReach()),
    ],
    [
      'launcher',
      [...place, 'launcher_url'],
      async () => checkLauncher(settings, await findReach()),
    ],
    ['clock', ['data'], onSqlite(() => checkClock(dataFolder, now))],
    ['disk space', ['data'], () => checkDiskSpace(settings)],
    ['disk sync', ['data'], onSqlite(() => checkSync(dataFolder))],
    [
      'permissions',
      ['data', 'tls_key'],
      () => checkPermissions(dataFolder, listSecretFiles(installation)),
    ],
    ['country data', ['geoip_database'], () => checkCountryAge(geoipDatabase, now)],
  ];
  return [...offline, ...(isOffline ? [] : online)].map(([name, keys, run]) => ({
    name,
    keys,
    run,
    isAlone: name === 'database' && databaseUrl === undefined,
  }));
}

/** The result of a check, with the check's name. */
interface Row {
  check: string;
  found: Found;
}

function reviewFindings({ options, reviewed }: Installation, isOffline: boolean): Row[] {
  const { problems, warnings, listWarnings, values, origins, hidden } = reviewed;
  const running = options.filter(({ key }) => key !== 'config' && origins[key]?.kind === 'service');
  const all: Found[] = [
    ...problems.map((problem) => failed(() => texts.settingsProblem(problem))),
    ...warnings.flatMap((message, index) => {
      const isHidden = hidden.some((key) => message.includes(key));
      // The check of that name tests this itself.
      const isChecked = !isOffline && message.includes('MCGalaxy');
      if (isHidden || isChecked) return [];
      return warning(() => listWarnings()[index] ?? message);
    }),
  ];
  if (problems.length === 0) {
    const keys = running.map(({ key }) => key).join(', ');
    const file = () => values.config ?? texts.settingsNone;
    all.unshift(() => (keys === '' ? file() : `${file()}; ${texts.settingsStartedWith(keys)}`));
  }
  return all.map((found) => ({ check: 'settings', found }));
}

const tooLate = (): Found => failed(() => texts.late(LIMIT_MS / 1_000));

async function runCheck(
  check: Check,
  { broken, hidden }: ReviewedRunning<DoctorSettings>,
): Promise<Found> {
  const { keys, isAlone } = check;
  const unknown = keys.filter((key) => hidden.includes(key));
  if (unknown.length > 0) return skipped(() => texts.settingsHidden(unknown.join(', ')));
  const unusable = keys.filter((key) => broken.has(key));
  if (unusable.length > 0) return skipped(() => texts.settingsBroken(unusable.join(', ')));
  try {
    return await (isAlone ? check.run() : within(LIMIT_MS, check.run(), tooLate));
  } catch (error) {
    const { text } = failureOf(error);
    return failed(typeof text === 'string' ? () => texts.quote(text) : text);
  }
}

/** Runs the checks, a few at once. Results come in a fixed order. `isOffline` skips checks of a running service. */
export async function examine(
  installation: Installation,
  { isOffline = false }: { isOffline?: boolean } = {},
): Promise<Findings> {
  const { reviewed } = installation;
  const checks = listChecks(installation, isOffline);
  const findings = new Map<Check, Found>();
  const waiting = checks.filter(({ isAlone }) => !isAlone);
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      findings.set(check, await runCheck(check, reviewed));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const check of checks) {
    if (check.isAlone) findings.set(check, await runCheck(check, reviewed));
  }
  const found = checks.map(
    (check): Row => ({ check: check.name, found: findings.get(check) ?? '' }),
  );
  return tellEverywhere([...reviewFindings(installation, isOffline), ...found]);
}
