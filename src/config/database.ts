// The address of a PostgreSQL database.

import { listDatabaseHosts, splitDatabaseUrl } from '../lib/database-url.ts';
import { Failure } from '../lib/failure.ts';

/** Values of the parameters that may stand in the address. */
const QUERY: Readonly<Record<string, RegExp>> = {
  sslmode: /^(disable|prefer|require|verify-ca|verify-full)$/,
  sslrootcert: /^\//,
};

function broken(how: string): Failure {
  return new Failure(
    'invalid',
    `The URL of the database ${how}. Use postgres://user:password@host:5432/database.`,
  );
}

/** As many as anybody has copies of a database. */
const MOST_HOSTS = 8;

/**
 * Parses `postgres://user:password@host:port/database?sslmode=…`, where several hosts may stand, separated by
 * commas. Throws `invalid`, without the address, which holds a password.
 */
export function parseDatabaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//i.test(text)) throw broken('does not start with postgres://');
  const hosts = listDatabaseHosts(text);
  if (hosts.length > MOST_HOSTS) throw broken(`has more than ${MOST_HOSTS} hosts`);
  if (hosts.length > 1 && hosts.some((host) => /^(:.*)?$/.test(host))) {
    throw broken('has a comma without a host on both sides');
  }
  splitDatabaseUrl(text).forEach(checkUrl);
  return text;
}

/** Checks the URL of a single host. */
function checkUrl(text: string): void {
  if (!URL.canParse(text)) {
    throw broken(
      'cannot be read. In its user name and password, write characters such as @ / : # and % as %40 %2F %3A %23 and %25',
    );
  }
  const { hostname, pathname, username, password, hash, searchParams } = new URL(text);
  if (hostname === '') throw broken('has no host');
  if (hash !== '') throw broken('contains a #, which is written as %23 in a password');
  if (!/^\/[^/]+$/.test(pathname)) throw broken('names no database after the host');
  if (username === '') throw broken('has no user name');
  if (![username, password, pathname].every(isDecodable)) {
    throw broken('contains a % that is not the beginning of a code. It is written as %25');
  }
  for (const [key, value] of searchParams) {
    const form = Object.hasOwn(QUERY, key) ? QUERY[key] : undefined;
    if (form?.test(value)) continue;
    throw new Failure(
      'invalid',
      form === undefined
        ? `The URL of the database has an unknown parameter. Use ${Object.keys(QUERY).join(', ')}.`
        : `The URL of the database has an invalid value for ${key}.`,
    );
  }
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
