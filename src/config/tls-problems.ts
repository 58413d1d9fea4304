// Which settings about TLS cannot stand together, though each is right by itself.

import { envName, type OptionKey, type OptionValues } from './options.ts';

/** What is wrong with one setting, as half a sentence after the place that it came from. */
export interface TlsProblem {
  key: OptionKey;
  problem: string;
}

/** Settings in `broken` were complained about already, and prove nothing. */
export function listTlsProblems(
  values: OptionValues,
  broken: ReadonlySet<OptionKey>,
): TlsProblem[] {
  if (broken.has('tls_cert') || broken.has('tls_key')) return [];
  const { tls_cert: cert, tls_key: key, base_url: baseUrl } = values;
  if (cert === undefined && key === undefined) return [];
  if (key === undefined)
    return [missing('tls_cert', 'a certificate', 'its private key', 'tls_key')];
  if (cert === undefined)
    return [missing('tls_key', 'a private key', 'its certificate', 'tls_cert')];
  if (baseUrl?.startsWith('http:') && !broken.has('base_url')) {
    const rest = baseUrl.slice('http:'.length);
    const problem = `${baseUrl} is http, but a certificate is given (tls_cert), with which Muster speaks https alone: write https:${rest}, or leave tls_cert and tls_key out.`;
    return [{ key: 'base_url', problem }];
  }
  return [];
}

function missing(key: OptionKey, given: string, wanted: string, wantedKey: OptionKey): TlsProblem {
  const problem = `names ${given} without ${wanted}: give ${wantedKey} (${envName(wantedKey)}) too, or neither.`;
  return { key, problem };
}
