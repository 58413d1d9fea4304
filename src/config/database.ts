// The address of a PostgreSQL database.

import { listDatabaseHosts, splitDatabaseUrl } from '../lib/database-url.ts';
import {
  brokenUrl,
  checkQuery,
  isDecodable,
  type LoginUrlRules,
  readLoginUrl,
} from './login-url.ts';

const RULES: LoginUrlRules = {
  name: 'database',
  form: 'Use postgres://user:password@host:5432/database',
  parameter: 'parameter',
  query: {
    sslmode: /^(disable|prefer|require|verify-ca|verify-full)$/,
    sslrootcert: /^\//,
  },
};

const broken = (how: string) => brokenUrl(RULES, how);

/** As many as anybody has copies of a database. */
const MOST_HOSTS = 8;

/** Parses `postgres://user:password@host:port,…/database?sslmode=…`. Throws `invalid`, without the address, which holds a password. */
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

function checkUrl(text: string): void {
  const url = readLoginUrl(RULES, text);
  if (!/^\/[^/]+$/.test(url.pathname)) throw broken('names no database after the host');
  if (url.username === '') throw broken('has no user name');
  if (![url.username, url.password, url.pathname].every(isDecodable)) {
    throw broken('contains a % that is not the beginning of a code. It is written as %25');
  }
  checkQuery(RULES, url);
}
