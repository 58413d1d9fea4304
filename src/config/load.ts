// Loads the settings: flags before environment before file before defaults, with every problem at once.

import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { listConflicts } from './conflicts.ts';
import { type Environment, type Flags, readEnvironment, readFlags } from './environment.ts';
import { type ReadFile, readSettingsFile } from './file.ts';
import {
  OPTIONS,
  type Option,
  type OptionContext,
  type OptionKey,
  type OptionValues,
} from './options.ts';
import { problemOf, SettingsError } from './problems.ts';
import type { OriginKind, RawSource, RawValue } from './raw.ts';
import type { Settings } from './settings.ts';
import { listTlsProblems } from './tls-problems.ts';
import { splitList } from './values.ts';
import { listWarnings } from './warnings.ts';

/** Where settings are looked for. */
export interface SettingsSources {
  flags: Flags;
  env: Environment;
  /** Absolute path of the current folder. */
  cwd: string;
  readFile?: ReadFile;
  isReadableFile?: (path: string) => boolean;
}

/** Where a setting came from; `place` is the flag, the variable or the file that named it. */
export interface Origin {
  kind: OriginKind;
  place: string;
}

/** Settings that can be used, where each came from, and what an operator should know about them. */
export interface LoadedSettings {
  settings: Settings;
  /** The same values by the options' names. */
  values: OptionValues;
  origins: Readonly<Record<OptionKey, Origin>>;
  warnings: readonly string[];
}

/** Loaded settings in which every broken one has its default instead. */
export interface ReviewedSettings extends LoadedSettings {
  problems: readonly string[];
  /** Settings whose value was refused, or may have been: all of a file that cannot be read. */
  broken: ReadonlySet<OptionKey>;
}

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function findFile(
  sources: readonly RawSource[],
  cwd: string,
): { path: string; isOptional: boolean } {
  const named = sources.find((source) => source.values.config !== undefined)?.values.config;
  const text = named?.items[0];
  if (text === undefined || text === '' || text.includes('\0')) {
    return { path: resolve(cwd, 'muster.toml'), isOptional: true };
  }
  return { path: resolve(cwd, text), isOptional: false };
}

/** Puts the parsed value into `values`, or says what is wrong with it. */
function parseInto<Key extends OptionKey>(
  values: Partial<OptionValues>,
  option: Option<Key>,
  raw: Pick<RawValue, 'items'>,
  context: OptionContext,
): string | undefined {
  if (!option.isList && raw.items[0] === '') return 'it is empty.';
  try {
    values[option.key] = option.parse(raw.items, context);
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

function toSettings(values: OptionValues, baseUrl: string): Settings {
  return {
    baseUrl,
    isBaseUrlConfigured: values.base_url !== undefined,
    listen: values.listen,
    tls: tlsOf(values),
    dataFolder: values.data,
    extraHosts: values.extra_hosts,
    trustedProxies: values.trusted_proxies,
    serversPerAddress: values.servers_per_address,
    staleAfterMs: values.stale_after,
    isPortCheckOn: values.port_check,
    portCheckExempt: values.port_check_exempt,
    geoipDatabase: values.geoip_database,
    filteredWords: values.filtered_words,
    isRelayOn: values.relay,
    relayPerAddress: values.relay_per_address,
    relayLimit: values.relay_limit,
    relayMessageLimit: values.relay_message_limit,
    relayConnectTimeoutMs: values.relay_connect_timeout,
    relayIdleTimeoutMs: values.relay_idle_timeout,
    registration: values.registration,
    verification: values.verification ?? usualVerification(values),
    isProofOfWorkRequired: values.registration_proof_of_work,
    registrationsPerAddress: values.registrations_per_address,
    registrationsPerHour: values.registrations_per_hour,
    reservedNames: values.reserved_names,
    unverifiedDays: values.unverified_days,
    nameReservedDays: values.name_reserved_days,
    smtpUrl: values.smtp_url,
    mailFrom: values.mail_from,
    isDevelopment: values.development,
    metricsAllow: values.metrics_allow,
    webClientFolder: values.web_client_dir,
    webClientUrl: values.web_client_url,
    isNewDeviceCodeOn: values.new_device_code,
    isStaffTwoFactorRequired: values.admin_second_factor,
    logLevel: values.log_level,
    logFormat: values.log_format,
  };
}

function tlsOf({ tls_cert: certPath, tls_key: keyPath }: OptionValues): Settings['tls'] {
  return certPath === undefined || keyPath === undefined ? undefined : { certPath, keyPath };
}

/** Where no mail can be sent, nobody but an administrator can tell who somebody is. */
function usualVerification({ smtp_url, development }: OptionValues): Settings['verification'] {
  return smtp_url !== undefined || development ? 'mail' : 'administrator';
}

/** The base URL of a service that was given none: this machine, at the port that it listens on. */
export function localBaseUrl(port: number, isTlsOn: boolean): string {
  if (port === (isTlsOn ? 443 : 80)) return isTlsOn ? 'https://localhost' : 'http://localhost';
  return `${isTlsOn ? 'https' : 'http'}://localhost:${port}`;
}

/** Reads all settings without giving up: a broken one is reported and has its default in the result. */
export function reviewSettings(sources: SettingsSources): ReviewedSettings {
  const { cwd } = sources;
  const readable = sources.isReadableFile ?? isReadableFile;
  const flags = readFlags(sources.flags, cwd);
  const readFile = sources.readFile ?? ((path: string) => readFileSync(path, 'utf8'));
  const environment = readEnvironment(sources.env, cwd, readFile);
  const filePlace = findFile([flags, environment], cwd);
  const file = readSettingsFile(filePlace.path, { isOptional: filePlace.isOptional, readFile });
  const { values: fromFile, problems: fileProblems } = file ?? { values: {}, problems: [] };

  const found: Partial<OptionValues> = {};
  if (file !== undefined) found.config = filePlace.path;
  const origins: Partial<Record<OptionKey, Origin>> = {};
  const broken = new Set<OptionKey>();
  const problems = [...flags.problems, ...environment.problems, ...fileProblems];
  for (const option of OPTIONS) {
    const { key } = option;
    const raw = flags.values[key] ?? environment.values[key] ?? fromFile[key];
    origins[key] = { kind: raw?.kind ?? 'default', place: raw?.place ?? 'default' };
    if (raw !== undefined) {
      const context = { folder: raw.folder, isReadableFile: readable };
      const problem = parseInto(found, option, raw, context);
      if (problem === undefined) continue;
      problems.push(`${raw.place}: ${problem}`);
      broken.add(key);
    } else if (fileProblems.length > 0) {
      broken.add(key);
    }
    if (option.fallback !== undefined) {
      const items = option.isList ? splitList(option.fallback) : [option.fallback];
      parseInto(found, option, { items }, { folder: cwd, isReadableFile: readable });
    }
  }

  const values = found as OptionValues;
  for (const { key, sentence } of listConflicts(values, broken)) {
    problems.push(sentence);
    broken.add(key);
  }
  for (const { key, problem } of listTlsProblems(values, broken)) {
    problems.push(`${origins[key]?.place ?? key}: ${problem}`);
    broken.add(key);
  }
  const isTlsOn = tlsOf(values) !== undefined;
  const baseUrl = values.base_url ?? localBaseUrl(values.listen.port, isTlsOn);
  const settings = toSettings(values, baseUrl);
  return {
    settings,
    values: { ...values, base_url: baseUrl },
    origins: origins as Record<OptionKey, Origin>,
    warnings: listWarnings(settings),
    problems,
    broken,
  };
}

/** Loads the settings. Throws `SettingsError` with a sentence for everything that is wrong. */
export function loadSettings(sources: SettingsSources): LoadedSettings {
  const { problems, broken: _, ...loaded } = reviewSettings(sources);
  if (problems.length > 0) throw new SettingsError(problems);
  return loaded;
}

/** What a running service makes of settings that were loaded anew. */
export interface ReloadedSettings {
  /** The settings in use from now on. */
  loaded: LoadedSettings;
  /** Settings with another value, which is in use from now on. */
  changed: readonly OptionKey[];
  /** Settings with another value, which is taken over by the next start alone. */
  needRestart: readonly OptionKey[];
  /** Warnings that were not given before. */
  newWarnings: readonly string[];
}

/** Takes over from `next` what a running service can change. */
export function reloadSettings(current: LoadedSettings, next: LoadedSettings): ReloadedSettings {
  // Without a configured one, the base URL follows from other settings.
  const hasBaseUrl = [current, next].some(({ settings }) => settings.isBaseUrlConfigured);
  const differing = OPTIONS.filter(({ key, format }) => {
    if (key === 'config' || (key === 'base_url' && !hasBaseUrl)) return false;
    return format(current.values[key]) !== format(next.values[key]);
  });
  const changed = differing.filter(({ reloads }) => reloads).map(({ key }) => key);
  const taken = Object.fromEntries(changed.map((key) => [key, next.values[key]]));
  const values = { ...current.values, ...taken };
  const { baseUrl, isBaseUrlConfigured } = current.settings;
  const settings = { ...toSettings(values, baseUrl), isBaseUrlConfigured };
  const warnings = listWarnings(settings);
  return {
    loaded: { ...current, values, settings, warnings },
    changed,
    needRestart: differing.filter(({ reloads }) => !reloads).map(({ key }) => key),
    newWarnings: warnings.filter((warning) => !current.warnings.includes(warning)),
  };
}
