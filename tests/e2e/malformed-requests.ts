// Generates requests that are wrong in every way that clients, scanners and attackers were seen to be.

/** A request as bytes, with what the sender knows about it. */
export interface MalformedRequest {
  bytes: Buffer;
  isHead: boolean;
}

/** A small seeded generator (mulberry32), so that a failing run can be repeated. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 up to `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True in `share` of the cases. */
  is(share: number): boolean {
    return this.next() < share;
  }

  /** One of several. */
  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0];
  }
}

const hash = 'abf74d16ae6df453f47265d8b47a3e1b';
const paths = [
  '/api/servers',
  '/api/servers/',
  '/api/server/',
  `/api/server/${hash}`,
  '/api/login',
  '/api//login/',
  '/api/myip',
  '/api/player/',
  '/api/player/Alice',
  '/api/id/',
  '/api/id/1',
  '/api/players',
  '/server/heartbeat',
  '/heartbeat.jsp',
  '/heartbeat.jsp',
  '/server/heartbeat/',
  '/api/login',
  `/server/play/${hash}/`,
  '/',
  '/openapi.json',
  '/metrics',
  '/livez',
] as const;
const ordinaryMethods = ['GET', 'GET', 'POST', 'POST', 'POST', 'HEAD'] as const;
const oddMethods = [
  'OPTIONS',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'CONNECT',
  'get',
  'FOO',
  'PROPFIND',
] as const;
const fieldNames = [
  'name',
  'port',
  'users',
  'max',
  'public',
  'salt',
  'software',
  'web',
  'username',
  'password',
  'token',
  'login_code',
  '__proto__',
  'constructor',
  '',
] as const;
const values = [
  '',
  '0',
  '-1',
  '1',
  '25565',
  '65535',
  '65536',
  '1e9',
  '0x10',
  '1.5',
  '999999999999999999999',
  'true',
  'false',
  'null',
  'NaN',
  '%',
  '%2',
  '%zz',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%ED%BF%BF',
  '%FF%FE',
  '%C0%AF',
  '%F4%90%80%80',
  '%E2%80%A8',
  '%0d%0aX-Evil:1',
  '%F0%9F%98%80',
  '{"a":1}',
  '[1,2]',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '../../etc/passwd',
  '%24{jndi:ldap://x}',
  '\x00',
  '\xff\xfe',
  '\x1b[31m',
  '+++',
  '&',
  '=',
  'Alice',
  'correct+horse',
  'A+server',
] as const;
const oddHosts = [
  '',
  'evil.example',
  '127.0.0.1.',
  'a/b',
  '[::1',
  '127.0.0.1:99999',
  'x',
  '\xff',
  '127.0.0.1:0',
  'user@127.0.0.1',
  ',',
] as const;
const headerLines = [
  'Accept-Encoding: gzip;q=x, *;q=9',
  'Accept-Encoding: \xff',
  'If-None-Match: "',
  'If-None-Match: W/"a", *',
  'Cookie: session',
  'Cookie: session=%00; session={"a":1}',
  'Cookie: ;;;=;',
  'Cookie:',
  'Expect: 100-continue',
  'Expect: nonsense',
  'Upgrade: h2c',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Range: bytes=0-0',
  'X-Forwarded-For: ,,,',
  'X-Forwarded-For: [::',
  'X-Forwarded-For: 999.1.1.1, 203.0.113.1',
  'X-Forwarded-For: 2001:db8::1',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data',
  'Content-Type: multipart/form-data; boundary=x',
  'Content-Type: text/xml; charset=\xff',
  'Content-Encoding: gzip',
  'Origin: null',
  'TE: trailers',
  'Authorization: Basic AAAA',
] as const;
// Lines after which most parsers give up before the service sees anything.
const brokenLines = [
  'Content-Length: -1',
  'Content-Length: abc',
  'Content-Length: 3',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: identity',
  'X-Bad',
  ': empty',
  'X\x00Y: 1',
  'X: \x00',
  'Host: again.example',
] as const;

function makeValue(chance: Chance): string {
  if (chance.is(0.08))
    return chance
      .pick(['x', '%F0%9F%98%80', '%00', '\xe9', '&a=b'])
      .repeat(1 + chance.below(3_000));
  if (chance.is(0.15))
    return Array.from({ length: chance.below(80) }, () =>
      String.fromCharCode(chance.below(256)),
    ).join('');
  return chance.pick(values);
}

function makeFields(chance: Chance): string {
  const parts: string[] = [];
  if (chance.is(0.4)) {
    const wellFormed = 'name=Fine&port=25565&users=1&max=2&public=true&salt=abc';
    // Half stay so: odd fields spoil most of the others, and some servers must be accepted for the rest to matter.
    if (chance.is(0.5)) return wellFormed;
    parts.push(wellFormed);
  }
  for (let count = chance.below(12); count > 0; count -= 1) {
    const name = chance.is(0.9) ? chance.pick(fieldNames) : makeValue(chance);
    parts.push(chance.is(0.9) ? `${name}=${makeValue(chance)}` : name);
  }
  if (chance.is(0.02)) parts.push('a=1&'.repeat(8_000));
  return parts.join(chance.is(0.95) ? '&' : ';');
}

function makeTarget(chance: Chance, port: number): string {
  let path: string = chance.pick(paths);
  if (chance.is(0.2)) path += makeValue(chance).slice(0, 2_000);
  if (chance.is(0.1)) path = path.replaceAll('/', '//');
  if (chance.is(0.4)) path += `?${makeFields(chance).slice(0, 6_000)}`;
  if (chance.is(0.1))
    path = `${chance.pick([`http://127.0.0.1:${port}`, 'http://evil.example', 'HTTP://', 'ftp://x'])}${path}`;
  if (chance.is(0.03))
    path = chance.pick(['*', '', '//', 'api/servers', '/../..', '/%2e%2e/', '?', '#', 'http:']);
  // What a parser refuses by itself in a target (blanks, controls) is rare, so that the rest gets through.
  if (chance.is(0.03)) return path;
  return path.replaceAll(
    /[^\x21-\x7e]/g,
    (raw) => `%${raw.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** The next malformed (or, now and then, merely odd) request for a service on this port. */
export function makeRequest(chance: Chance, port: number): MalformedRequest {
  const method = chance.is(0.85) ? chance.pick(ordinaryMethods) : chance.pick(oddMethods);
  const lines = [
    `${method} ${makeTarget(chance, port)} HTTP/${chance.is(0.95) ? '1.1' : chance.pick(['1.0', '2.0', '9', ''])}`,
  ];
  if (chance.is(0.97))
    lines.push(`Host: ${chance.is(0.93) ? `127.0.0.1:${port}` : chance.pick(oddHosts)}`);
  // Most speak for addresses of their own, or their beats would soon be refused before they are read.
  if (chance.is(0.9))
    lines.push(`X-Forwarded-For: 198.19.${chance.below(256)}.${chance.below(256)}`);
  for (let count = chance.below(4); count > 0; count -= 1) lines.push(chance.pick(headerLines));
  if (chance.is(0.06)) lines.push(chance.pick(brokenLines));
  if (chance.is(0.01)) lines.push(`X-Long: ${'x'.repeat(chance.below(40_000))}`);
  let body = '';
  if (chance.is(method === 'POST' ? 0.95 : 0.2)) {
    body = chance.is(0.97) ? makeFields(chance) : 'x'.repeat(60_000 + chance.below(40_000));
    if (chance.is(0.8)) lines.push('Content-Type: application/x-www-form-urlencoded');
    const declared = chance.is(0.96) ? body.length : body.length + chance.below(40) - 20;
    lines.push(`Content-Length: ${declared}`);
  }
  const text = `${lines.join('\r\n')}\r\n\r\n${body}`;
  return { bytes: Buffer.from(text, 'latin1'), isHead: method === 'HEAD' };
}
