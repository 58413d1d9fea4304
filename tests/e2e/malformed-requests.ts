// Generates requests that are wrong in every way that clients, scanners and attackers were seen to be.

import type { Random } from '../simulation/random.ts';

/** A request as bytes, with what the sender knows about it. */
export interface MalformedRequest {
  bytes: Buffer;
  isHead: boolean;
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

function makeValue(random: Random): string {
  if (random.chance(0.08))
    return random
      .pick(['x', '%F0%9F%98%80', '%00', '\xe9', '&a=b'])
      .repeat(1 + random.whole(3_000));
  if (random.chance(0.15))
    return Array.from({ length: random.whole(80) }, () =>
      String.fromCharCode(random.whole(256)),
    ).join('');
  return random.pick(values);
}

function makeFields(random: Random): string {
  const parts: string[] = [];
  if (random.chance(0.4)) {
    const wellFormed = 'name=Fine&port=25565&users=1&max=2&public=true&salt=abc';
    // Half stay so: odd fields spoil most of the others, and some servers must be accepted for the rest to matter.
    if (random.chance(0.5)) return wellFormed;
    parts.push(wellFormed);
  }
  for (let count = random.whole(12); count > 0; count -= 1) {
    const name = random.chance(0.9) ? random.pick(fieldNames) : makeValue(random);
    parts.push(random.chance(0.9) ? `${name}=${makeValue(random)}` : name);
  }
  if (random.chance(0.02)) parts.push('a=1&'.repeat(8_000));
  return parts.join(random.chance(0.95) ? '&' : ';');
}

function makeTarget(random: Random, port: number): string {
  let path: string = random.pick(paths);
  if (random.chance(0.2)) path += makeValue(random).slice(0, 2_000);
  if (random.chance(0.1)) path = path.replaceAll('/', '//');
  if (random.chance(0.4)) path += `?${makeFields(random).slice(0, 6_000)}`;
  if (random.chance(0.1))
    path = `${random.pick([`http://127.0.0.1:${port}`, 'http://evil.example', 'HTTP://', 'ftp://x'])}${path}`;
  if (random.chance(0.03))
    path = random.pick(['*', '', '//', 'api/servers', '/../..', '/%2e%2e/', '?', '#', 'http:']);
  // What a parser refuses by itself in a target (blanks, controls) is rare, so that the rest gets through.
  if (random.chance(0.03)) return path;
  return path.replaceAll(
    /[^\x21-\x7e]/g,
    (raw) => `%${raw.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** The next malformed (or, now and then, merely odd) request for a service on this port. */
export function makeRequest(random: Random, port: number): MalformedRequest {
  const method = random.chance(0.85) ? random.pick(ordinaryMethods) : random.pick(oddMethods);
  const lines = [
    `${method} ${makeTarget(random, port)} HTTP/${random.chance(0.95) ? '1.1' : random.pick(['1.0', '2.0', '9', ''])}`,
  ];
  if (random.chance(0.97))
    lines.push(`Host: ${random.chance(0.93) ? `127.0.0.1:${port}` : random.pick(oddHosts)}`);
  // Most speak for addresses of their own, or their beats would soon be refused before they are read.
  if (random.chance(0.9))
    lines.push(`X-Forwarded-For: 198.19.${random.whole(256)}.${random.whole(256)}`);
  for (let count = random.whole(4); count > 0; count -= 1) lines.push(random.pick(headerLines));
  if (random.chance(0.06)) lines.push(random.pick(brokenLines));
  if (random.chance(0.01)) lines.push(`X-Long: ${'x'.repeat(random.whole(40_000))}`);
  let body = '';
  if (random.chance(method === 'POST' ? 0.95 : 0.2)) {
    body = random.chance(0.97) ? makeFields(random) : 'x'.repeat(60_000 + random.whole(40_000));
    if (random.chance(0.8)) lines.push('Content-Type: application/x-www-form-urlencoded');
    const declared = random.chance(0.96) ? body.length : body.length + random.whole(40) - 20;
    lines.push(`Content-Length: ${declared}`);
  }
  const text = `${lines.join('\r\n')}\r\n\r\n${body}`;
  return { bytes: Buffer.from(text, 'latin1'), isHead: method === 'HEAD' };
}
