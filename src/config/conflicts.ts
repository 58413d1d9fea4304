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
        'mail_from (MUSTER_MAIL_FROM): smtp_url is set, so a sender address is needed too, such as muster@example.net.',
    });
  }
  if (isSmtpSet && values.development) {
    conflicts.push({
      key: 'development',
      sentence:
        'development (MUSTER_DEVELOPMENT): emails are either sent (smtp_url) or written to the log (development). Set only one of the two.',
    });
  }
  if (values.web_client_dir !== undefined && values.web_client_url !== undefined) {
    conflicts.push({
      key: 'web_client_url',
      sentence:
        'web_client_url (MUSTER_WEB_CLIENT_URL): web_client_dir is set too. Set only one of the two, the folder or the address of the web client.',
    });
  }
  if (values.contact_email !== undefined && values.contact_url !== undefined) {
    conflicts.push({
      key: 'contact_url',
      sentence:
        'contact_url (MUSTER_CONTACT_URL): contact_email is set too, and pages show only one contact. Set only one of the two.',
    });
  }
  const { listen, metrics_listen: metrics } = values;
  if (metrics !== undefined && metrics.port === listen.port && metrics.port !== 0) {
    conflicts.push({
      key: 'metrics_listen',
      sentence: `${placeOf('metrics_listen')}: it uses the same port as listen, ${metrics.port}. Use another port for the metrics.`,
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
    const problem = `${baseUrl} starts with http, but a certificate is given (tls_cert), so Muster only serves https. Use https:${rest}, or remove tls_cert and tls_key.`;
    return [{ key: 'base_url', problem }];
  }
  return [];
}

function missing(key: OptionKey, given: string, wanted: string, wantedKey: OptionKey): TlsConflict {
  const problem = `${given} is set without ${wanted}. Set ${wantedKey} (${envName(wantedKey)}) too, or neither.`;
  return { key, problem };
}
