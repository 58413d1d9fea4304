// Finds settings that are valid by themselves but not together.

import { envName, type OptionKey, type OptionValues } from './options.ts';

/** One conflict: a sentence about it, and the setting to change. */
export interface Conflict {
  key: OptionKey;
  sentence: string;
}

/**
 * Lists the conflicts. `broken` names the settings that were refused before, which prove nothing;
 * `placeOf` says where a setting came from, such as `--tls-cert`.
 */
export function listConflicts(
  values: OptionValues,
  broken: ReadonlySet<OptionKey>,
  placeOf: (key: OptionKey) => string,
): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  const isSmtpSet = values.smtp_url !== undefined;
  if (isSmtpSet && values.mail_from === undefined && !broken.has('mail_from')) {
    conflicts.push({
      key: 'mail_from',
      sentence:
        'mail_from (MUSTER_MAIL_FROM): smtp_url is set, so the address that emails are from is needed too, such as muster@example.net.',
    });
  }
  if (isSmtpSet && values.development) {
    conflicts.push({
      key: 'development',
      sentence:
        'development (MUSTER_DEVELOPMENT): emails are either sent (smtp_url) or written to the log (development): set one of the two.',
    });
  }
  if (values.web_client_dir !== undefined && values.web_client_url !== undefined) {
    conflicts.push({
      key: 'web_client_url',
      sentence:
        'web_client_url (MUSTER_WEB_CLIENT_URL): web_client_dir is set too, and there is one web client: name its folder or its address.',
    });
  }
  const { listen, metrics_listen: metrics } = values;
  if (metrics !== undefined && metrics.port === listen.port && metrics.port !== 0) {
    conflicts.push({
      key: 'metrics_listen',
      sentence: `${placeOf('metrics_listen')}: it names the port of listen, ${metrics.port}: give the metrics another.`,
    });
  }
  for (const { key, problem } of listTlsConflicts(values, broken)) {
    conflicts.push({ key, sentence: `${placeOf(key)}: ${problem}` });
  }
  return conflicts;
}

interface TlsConflict {
  key: OptionKey;
  /** The rest of the sentence, after the place of the setting. */
  problem: string;
}

function listTlsConflicts(values: OptionValues, broken: ReadonlySet<OptionKey>): TlsConflict[] {
  if (broken.has('tls_cert') || broken.has('tls_key')) return [];
  const { tls_cert: cert, tls_key: key, base_url: baseUrl } = values;
  if (cert === undefined && key === undefined) return [];
  if (key === undefined) {
    return [missing('tls_cert', 'a certificate', 'its private key', 'tls_key')];
  }
  if (cert === undefined) {
    return [missing('tls_key', 'a private key', 'its certificate', 'tls_cert')];
  }
  if (baseUrl?.startsWith('http:') && !broken.has('base_url')) {
    const rest = baseUrl.slice('http:'.length);
    const problem = `${baseUrl} is http, but a certificate is given (tls_cert), with which Muster serves only https: write https:${rest}, or leave tls_cert and tls_key out.`;
    return [{ key: 'base_url', problem }];
  }
  return [];
}

function missing(key: OptionKey, given: string, wanted: string, wantedKey: OptionKey): TlsConflict {
  const problem = `names ${given} without ${wanted}: give ${wantedKey} (${envName(wantedKey)}) too, or neither.`;
  return { key, problem };
}
