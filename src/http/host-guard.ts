// Refuses requests that do not name this installation's host, before anything parses their URL.

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_-])?)(?::([0-9]{1,5}))?$/;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.(?:25[0-5]|2[0-4]\d|1?\d{1,2})){3}|\[::1\])$/;
const KEPT_LIMIT = 100;
/** A page that names a host stays within 4 KiB. */
const LONGEST_HOST = 100;

/** Whether a raw Host header names this installation (C2.1); `null` and anything odd do not (C2.3). */
export type HostGuard = (hostHeader: string | null) => boolean;

interface AllowedHost {
  name: string;
  /** Compared only where it was configured. */
  port: string | undefined;
}

/**
 * A guard for the host of the base URL and the extra hosts of the settings, which a reload may change, each
 * with or without a port. A name
 * without a port matches any port (C2.2). `acceptsLoopback` accepts loopback names and addresses too
 * (C2.4).
 */
export function createHostGuard(
  settings: { readonly extraHosts: readonly string[] },
  options: { baseUrl: string; acceptsLoopback: boolean },
): HostGuard {
  const baseHost = options.baseUrl.slice(options.baseUrl.indexOf('//') + 2);
  const defaultPort = options.baseUrl.startsWith('https:') ? '443' : '80';
  const kept = new Set<string>();
  let { extraHosts } = settings;
  let allowed = parseAllowed();

  function parseAllowed() {
    return [baseHost, ...extraHosts].map((text) => parseHost(text.toLowerCase()));
  }

  function isAllowed(header: string): boolean {
    const host = parseHost(header.toLowerCase());
    if (host === undefined) return false;
    if (options.acceptsLoopback && LOOPBACK_HOST.test(host.name)) return true;
    const port = host.port ?? defaultPort;
    return allowed.some(
      (one) => one?.name === host.name && (one.port === undefined || one.port === port),
    );
  }

  return function guard(header) {
    if (header === null) return false;
    if (settings.extraHosts !== extraHosts) {
      extraHosts = settings.extraHosts;
      allowed = parseAllowed();
      kept.clear();
    }
    if (kept.has(header)) return true;
    if (!isAllowed(header)) return false;
    // Accepted spellings are kept; there are few, and refused ones are not stored.
    if (kept.size < KEPT_LIMIT) kept.add(header);
    return true;
  };
}

/** The host of a raw header with its port, in lower case; `undefined` for anything that is none, or longer than 100 characters. */
export function readHost(header: string | null): string | undefined {
  if (header === null || header.length > LONGEST_HOST) return undefined;
  const host = parseHost(header.toLowerCase());
  if (host === undefined) return undefined;
  return host.port === undefined ? host.name : `${host.name}:${host.port}`;
}

/** Two Host headers arrive joined by a comma, which no host contains (C2.3). */
function parseHost(text: string): AllowedHost | undefined {
  const match = HOST.exec(text);
  if (match?.[1] === undefined || Number(match[2] ?? 1) > 65_535 || Number(match[2] ?? 1) < 1) {
    return undefined;
  }
  return { name: match[1], port: match[2] === undefined ? undefined : String(Number(match[2])) };
}
