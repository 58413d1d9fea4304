// The narrow JSON that old launchers can read, checked byte by byte.

/**
 * Throws unless the bytes are JSON as the contract narrows it: pure printable ASCII, no escapes but
 * `\"`, `\\` and `\uXXXX`, no exponents, no space before a colon. Returns the parsed value.
 */
export function parseStrictJson(bytes: Buffer): unknown {
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x20 || byte > 0x7e) fail(bytes, at, `byte 0x${byte.toString(16)}`);
  }
  const text = bytes.toString('latin1');
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString && character === '\\') {
      const allowed = /^\\(?:["\\]|u[0-9a-fA-F]{4})/.exec(text.slice(at, at + 6));
      if (!allowed) fail(bytes, at, 'a forbidden escape');
      at += allowed[0].length - 1;
    } else if (character === '"') {
      isInString = !isInString;
    } else if (!isInString && character === ' ' && /^ +:/.test(text.slice(at))) {
      fail(bytes, at, 'a space before a colon');
    } else if (
      !isInString &&
      (character === 'e' || character === 'E') &&
      /\d/.test(text[at - 1] ?? '')
    ) {
      fail(bytes, at, 'an exponent');
    }
  }
  return JSON.parse(text);
}

const publicKeys = 'hash,name,players,maxplayers,software,uptime,country_abbr,featured,web'.split(
  ',',
);
const privateKeys = ['ip', 'port', 'mppass'];

/** Throws unless the bytes are a well-formed list; returns its records as they are. */
export function parseStrictList(bytes: Buffer, isLoggedIn = false): Record<string, unknown>[] {
  const list = parseStrictJson(bytes) as { servers: Record<string, unknown>[] };
  requireThat(Object.keys(list).join() === 'servers', 'the only key is `servers`', list);
  requireThat(Array.isArray(list.servers), '`servers` is an array', list);
  const keys = (isLoggedIn ? [...publicKeys, ...privateKeys] : publicKeys).join();
  for (const record of list.servers) {
    requireThat(Object.keys(record).join() === keys, `the keys are ${keys}`, record);
    requireThat(/^[0-9a-f]{32}$/.test(String(record.hash)), 'hash is 32 hex digits', record);
    requireThat(isText(record.name, 1, 64), 'name is 1 to 64 clean characters', record);
    requireThat(isText(record.software, 0, 64), 'software is 0 to 64 clean characters', record);
    requireThat(isInteger(record.players, 0, 65_535), 'players is an integer', record);
    requireThat(isInteger(record.maxplayers, 1, 65_535), 'maxplayers is an integer', record);
    requireThat(isInteger(record.uptime, 0, 2 ** 40), 'uptime is an integer', record);
    requireThat(
      /^(?:[A-Z]{2}|T1)$/.test(String(record.country_abbr)),
      'country is two capitals',
      record,
    );
    requireThat(typeof record.featured === 'boolean', 'featured is a boolean', record);
    requireThat(typeof record.web === 'boolean', 'web is a boolean', record);
  }
  return list.servers;
}

/** Characters that names and software may never hold, by the contract. */
const strippedCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

function isText(value: unknown, least: number, most: number): boolean {
  if (typeof value !== 'string' || strippedCharacters.test(value)) return false;
  const length = [...value].length;
  return length >= least && length <= most && value === value.trim();
}

function isInteger(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

function requireThat(isTrue: boolean, rule: string, seen: unknown): void {
  if (!isTrue) throw new Error(`Broken rule: ${rule}. Seen: ${JSON.stringify(seen).slice(0, 400)}`);
}

function fail(bytes: Buffer, at: number, what: string): never {
  const around = bytes.subarray(Math.max(0, at - 40), at + 20).toString('latin1');
  throw new Error(`Not the launcher's JSON: ${what} at ${at}, near ${JSON.stringify(around)}`);
}
