// Parses URLs that may hold a password, such as that of the database. No failure quotes them.

import { listDatabaseHosts, splitDatabaseUrl } from '../lib/database-url.ts';
import { Failure, readOr } from '../lib/failure.ts';

export interface LoginUrlRules {
  name: string;
  form: string;
  parameter: string;
  query: Readonly<Record<string, RegExp>>;
}

export function brokenUrl({ name, form }: LoginUrlRules, how: string): Failure {
  return new Failure('invalid', `The URL of the ${name} ${how}. ${form}.`);
}

/** Parses the URL. Throws `invalid` if it has no host, a fragment, or an unknown parameter. */
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

export const isDecodable = (text: string): boolean =>
  readOr(() => decodeURIComponent(text), undefined) !== undefined;

const DATABASE: LoginUrlRules = {
  name: 'database',
  form: 'Use postgres://user:password@host:5432/database',
  parameter: 'parameter',
  query: {
    sslmode: /^(disable|prefer|require|verify-ca|verify-full)$/,
    sslrootcert: /^\//,
  },
};

const broken = (how: string) => brokenUrl(DATABASE, how);

/** Nobody runs more copies of a database. */
const MAX_HOSTS = 8;

/** Parses `postgres://user:password@host:port,…/database?sslmode=…`. Throws `invalid` without quoting the URL. */
export function parseDatabaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//i.test(text)) throw broken('does not start with postgres://');
  const hosts = listDatabaseHosts(text);
  if (hosts.length > MAX_HOSTS) throw broken(`has more than ${MAX_HOSTS} hosts`);
  if (hosts.length > 1 && hosts.some((host) => /^(:.*)?$/.test(host))) {
    throw broken('has a comma without a host on both sides');
  }
  splitDatabaseUrl(text).forEach(checkUrl);
  return text;
}

function checkUrl(text: string): void {
  const url = readLoginUrl(DATABASE, text);
  if (!/^\/[^/]+$/.test(url.pathname)) throw broken('names no database after the host');
  if (url.username === '') throw broken('has no user name');
  if (![url.username, url.password, url.pathname].every(isDecodable)) {
    throw broken('contains a % that is not the beginning of a code. It is written as %25');
  }
  checkQuery(DATABASE, url);
}
