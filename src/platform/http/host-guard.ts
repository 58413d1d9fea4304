// Refuses requests for other hosts, before anything parses their URL.

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_-])?)(?::([0-9]{1,5}))?$/;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.(?:25[0-5]|2[0-4]\d|1?\d{1,2})){3}|\[::1\])$/;
const KEPT_LIMIT = 100;
/** The limit keeps a page that shows a host within 4 KiB. */
const MAX_HOST_LENGTH = 100;

export type HostGuard = (hostHeader: string | null) => boolean;

/**
 * Creates the check whether a raw Host header names this installation (C2.1): the host of the base URL or one of
 * the extra hosts, which a reload may change. `null` and malformed hosts never match (C2.3). A name without a port
 * matches any port (C2.2). `acceptsLoopback` also accepts loopback names and addresses (C2.4).
 */
export function createHostGuard(
  settings: { readonly extraHosts: readonly string[] },
  options: { baseUrl: string; acceptsLoopback: boolean },
): HostGuard {
  const baseHost = options.baseUrl.slice(options.baseUrl.indexOf('//') + 2);
  const defaultPort = options.baseUrl.startsWith('https:') ? '443' : '80';
  const kept = new Set<string>();
  let extraHosts: readonly string[] | undefined;
  let allowed: ReturnType<typeof parseHost>[] = [];

  function isAllowed(header: string): boolean {
    const host = parseHost(header.toLowerCase());
    if (host === undefined) return false;
    if (options.acceptsLoopback && LOOPBACK_HOST.test(host.name)) return true;
    const port = host.port ?? defaultPort;
    return allowed.some(
      (one) => one?.name === host.name && (one.port === undefined || one.port === port),
    );
  }

  return (header) => {
    if (header === null) return false;
    if (settings.extraHosts !== extraHosts) {
      extraHosts = settings.extraHosts;
      allowed = [baseHost, ...extraHosts].map((text) => parseHost(text.toLowerCase()));
      kept.clear();
    }
    if (kept.has(header)) return true;
    if (!isAllowed(header)) return false;
    // Accepted spellings are few and therefore cached. Refused ones are not.
    if (kept.size < KEPT_LIMIT) kept.add(header);
    return true;
  };
}

/** The host and port of a raw header, in lower case; `undefined` if it is invalid or too long. */
export function readHost(header: string | null): string | undefined {
  if (header === null || header.length > MAX_HOST_LENGTH) return undefined;
  const host = parseHost(header.toLowerCase());
  if (host === undefined) return undefined;
  return host.port === undefined ? host.name : `${host.name}:${host.port}`;
}

/** Two Host headers arrive joined by a comma, and no host contains one (C2.3). */
function parseHost(text: string) {
  const [, name, digits] = HOST.exec(text) ?? [];
  const port = Number(digits ?? 1);
  if (name === undefined || port > 65_535 || port < 1) return undefined;
  return { name, port: digits === undefined ? undefined : `${port}` };
}
