// Finds settings that are valid by themselves but not together.

import { envName } from '../platform/config/option-names.ts';
import type { OptionalCommandLine } from '../platform/module/description.ts';
import * as optional from './optional-command-line.ts';
import type { OptionKey, OptionValues } from './options.ts';

const optionalModules: readonly OptionalCommandLine<never, OptionValues, never, OptionKey>[] =
  Object.values(optional);

export interface Conflict {
  key: OptionKey;
  sentence: string;
}

/** The setting to change, and the problem as the rest of a sentence that begins with the setting's place. */
type Problem = readonly [key: OptionKey, problem: string];

/** Lists the conflicts, ignoring settings in `broken`. `placeOf` names the place of a setting, such as `--tls-cert`. */
export function listConflicts(
  values: OptionValues,
  broken: ReadonlySet<string>,
  placeOf: (key: OptionKey) => string,
): readonly Conflict[] {
  const { listen, metrics_listen: metrics, smtp_url: smtpUrl } = values;
  const both = (one: OptionKey, other: OptionKey) =>
    values[one] !== undefined && values[other] !== undefined;
  const named: (Problem | false)[] = [
    smtpUrl !== undefined &&
      values.mail_from === undefined &&
      !broken.has('mail_from') && [
        'mail_from',
        'smtp_url is set, so a sender address is needed too, such as muster@example.net.',
      ],
    smtpUrl !== undefined &&
      values.development && [
        'development',
        'emails are either sent (smtp_url) or written to the log (development). Set only one of the two.',
      ],
    both('web_client_dir', 'web_client_url') && [
      'web_client_url',
      'web_client_dir is set too. Set only one of the two, the folder or the address of the web client.',
    ],
    ...optionalModules.map(({ findMissing }) => findMissing?.(values, broken) ?? false),
    both('contact_email', 'contact_url') && [
      'contact_url',
      'contact_email is set too, and pages show only one contact. Set only one of the two.',
    ],
  ];
  const placed: (Problem | false)[] = [
    metrics?.port === listen.port &&
      metrics.port !== 0 && [
        'metrics_listen',
        `it uses the same port as listen, ${metrics.port}. Use another port for the metrics.`,
      ],
    findTlsConflict(values, broken) ?? false,
    ...optionalModules.map(({ findConflict }) => findConflict?.(values, broken) ?? false),
  ];
  return [
    ...named.map((it) => it && toConflict(it, `${it[0]} (${envName(it[0])})`)),
    ...placed.map((it) => it && toConflict(it, placeOf(it[0]))),
  ].filter((it) => it !== false);
}

function toConflict([key, problem]: Problem, place: string): Conflict {
  return { key, sentence: `${place}: ${problem}` };
}

function findTlsConflict(
  { tls_cert: cert, tls_key: key, base_url: baseUrl }: OptionValues,
  broken: ReadonlySet<string>,
): Problem | undefined {
  if (broken.has('tls_cert') || broken.has('tls_key') || (cert ?? key) === undefined) return;
  if (key === undefined) {
    return ['tls_cert', describeMissing('a certificate', 'its private key', 'tls_key')];
  }
  if (cert === undefined) {
    return ['tls_key', describeMissing('a private key', 'its certificate', 'tls_cert')];
  }
  if (!baseUrl?.startsWith('http:') || broken.has('base_url')) return;
  return [
    'base_url',
    `${baseUrl} starts with http, but a certificate is given (tls_cert), so Muster only serves https. Use https:${baseUrl.slice('http:'.length)}, or remove tls_cert and tls_key.`,
  ];
}

function describeMissing(given: string, wanted: string, key: OptionKey): string {
  return `${given} is set without ${wanted}. Set ${key} (${envName(key)}) too, or neither.`;
}
