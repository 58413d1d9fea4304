// What the URLs of the mail server and the database have in common: both may hold a password, so no failure quotes them.

import { Failure } from '../lib/failure.ts';

export interface LoginUrlRules {
  name: string;
  form: string;
  parameter: string;
  query: Readonly<Record<string, RegExp>>;
}

export function brokenUrl({ name, form }: LoginUrlRules, how: string): Failure {
  return new Failure('invalid', `The URL of the ${name} ${how}. ${form}.`);
}

/** Reads the URL. Throws `invalid` where it has no host, a fragment, or a parameter that is not allowed. */
export function readLoginUrl(rules: LoginUrlRules, text: string): URL {
  const url = URL.parse(text);
  if (url === null) {
    throw brokenUrl(
      rules,
      'cannot be read. In its user name and password, write characters such as @ / : # and % as %40 %2F %3A %23 and %25',
    );
  }
  if (url.hostname === '') throw brokenUrl(rules, 'has no host');
  if (url.hash !== '')
    throw brokenUrl(rules, 'contains a #, which is written as %23 in a password');
  return url;
}

export function checkQuery({ name, parameter, query }: LoginUrlRules, url: URL): void {
  for (const [key, value] of url.searchParams) {
    const form = Object.hasOwn(query, key) ? query[key] : undefined;
    if (form?.test(value)) continue;
    throw new Failure(
      'invalid',
      form === undefined
        ? `The URL of the ${name} has an unknown ${parameter}. Use ${Object.keys(query).join(', ')}.`
        : `The URL of the ${name} has an invalid value for ${key}.`,
    );
  }
}

export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
