// Looks up the addresses of host names with c-ares. getaddrinfo would wait in the threads that hash passwords and
// compress lists: a few names whose DNS servers never answer would stop logins and pages.

import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP, type LookupFunction } from 'node:net';
import type { Clock } from './clock.ts';
import { codeOf, readOr } from './failure.ts';
import { removeOldest } from './remove-oldest.ts';
import { ownCopy } from './text.ts';
import { systemTimers, type Timers } from './timers.ts';

const LOOKUP_MS = 5_000;
/** Timeout of the first query to each DNS server; c-ares doubles it for the second. */
const QUERY_MS = 1_500;
const MAX_CONCURRENT = 16;
const FAILURE_KEPT_MS = 60_000;
const MAX_FAILURES_KEPT = 1_000;
const HOSTS_PATH =
  process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
/** The DNS servers know no such name or address; another name of the search list may have one. */
const NO_ADDRESS = ['ENOTFOUND', 'ENODATA'];

/** Finds at least one address, IPv4 first. Throws an error with a code such as `ENOTFOUND` or `ETIMEOUT`. */
export type FindAddresses = (name: string) => Promise<LookupAddress[]>;

/** A lookup ends within five seconds. A name whose DNS servers failed is not looked up again for a minute. */
export function createNameLookup(
  options: {
    clock?: Clock;
    timers?: Timers;
    /** Replaces the system's DNS servers in tests. */
    dnsServers?: readonly string[];
    hostsPath?: string;
    resolvConfPath?: string;
  } = {},
): FindAddresses {
  const { clock = { now: Date.now }, timers = systemTimers, dnsServers } = options;
  const { hostsPath = HOSTS_PATH, resolvConfPath = '/etc/resolv.conf' } = options;
  const failures = new Map<string, { error: unknown; expiresAt: number }>();
  const running = new Map<string, Promise<LookupAddress[]>>();
  const waiting: (() => void)[] = [];
  let free = MAX_CONCURRENT;

  async function askServers(name: string): Promise<LookupAddress[]> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    // A new resolver reads the system's current DNS servers.
    const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 });
    if (dnsServers !== undefined) resolver.setServers(dnsServers);
    const cancel = timers.after(LOOKUP_MS, () => resolver.cancel());
    try {
      return await tryNames(resolver, listFullNames(name, readLines(resolvConfPath)));
    } finally {
      cancel();
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  }

  async function find(name: string): Promise<LookupAddress[]> {
    const family = isIP(name);
    if (family > 0) return [{ address: name, family }];
    const local = findInHosts(name, readLines(hostsPath));
    if (local.length > 0) return local;
    const failure = failures.get(name);
    if (failure !== undefined && failure.expiresAt > clock.now()) throw failure.error;
    try {
      return await askServers(name);
    } catch (error) {
      if (!NO_ADDRESS.includes(codeOf(error))) {
        if (failures.size >= MAX_FAILURES_KEPT) removeOldest(failures);
        failures.delete(name);
        failures.set(name, { error, expiresAt: clock.now() + FAILURE_KEPT_MS });
      }
      throw error;
    }
  }

  return (text) => {
    // A piece of a URL would keep the whole URL in memory.
    const name = ownCopy(text.toLowerCase());
    return running.getOrInsertComputed(name, () => find(name).finally(() => running.delete(name)));
  };
}

/** Wraps `findAddresses` for sockets. */
export function toLookupFunction(findAddresses: FindAddresses): LookupFunction {
  return (name, { all }, done) => {
    findAddresses(name).then(
      (found) => (all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error) => done(error, ''),
    );
  };
}

/** Tries the names in turn until the DNS servers know one. */
async function tryNames(resolver: Resolver, names: readonly string[]): Promise<LookupAddress[]> {
  let failure: unknown;
  for (const name of names) {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((answer, index) =>
      answer.status === 'rejected'
        ? []
        : answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
    );
    if (found.length > 0) return found;
    const errors = answers.map((answer) => answer.status === 'rejected' && answer.reason);
    failure = errors.find((error) => !NO_ADDRESS.includes(codeOf(error))) ?? errors[0];
    if (codeOf(failure) === 'ECANCELLED')
      failure = Object.assign(new Error('DNS did not answer.'), { code: 'ETIMEOUT' });
    if (!NO_ADDRESS.includes(codeOf(failure))) break;
  }
  throw failure;
}

/** The full names that the search list of `resolv.conf` makes of the name, in the order of the tries. */
function listFullNames(name: string, lines: readonly string[]): string[] {
  let search: string[] = [];
  let ndots = 1;
  for (const line of lines) {
    const [keyword, ...words] = line.split(/\s+/);
    if (keyword === 'search' || keyword === 'domain') search = words.slice(0, 6);
    const option = words.find((word) => /^ndots:\d{1,2}$/.test(word));
    if (keyword === 'options' && option !== undefined) ndots = Number(option.slice(6));
  }
  if (name.endsWith('.')) return [name];
  const others = search.map((domain) => `${name}.${domain}`);
  return name.split('.').length > ndots ? [name, ...others] : [...others, name];
}

function findInHosts(name: string, lines: readonly string[]): LookupAddress[] {
  const found = lines.flatMap((line) => {
    if (!line.toLowerCase().includes(name)) return [];
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    return family > 0 && names.includes(name) ? [{ address, family }] : [];
  });
  if (found.length === 0 && /^(.+\.)?localhost$/.test(name)) {
    found.push({ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 });
  }
  return found.toSorted((one, other) => one.family - other.family);
}

/** Reads synchronously, because asynchronous reads wait for the threads that this file avoids. */
const readLines = (path: string): string[] =>
  readOr(() => readFileSync(path, 'utf8').split('\n'), []);
