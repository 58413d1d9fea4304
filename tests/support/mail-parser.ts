// Reads a mail as it came over SMTP: headers, and the bodies in plain text and HTML.

/** A mail as a reader's program would show it. */
export interface ParsedMail {
  /** The `To` header, decoded. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** Every header by its name in lower case, unfolded and decoded; the first of each name. */
  headers: ReadonlyMap<string, string>;
  /** Names of all headers in lower case, in their order. */
  headerNames: readonly string[];
}

interface Part {
  headers: Map<string, string>;
  names: string[];
  body: string;
}

/** Parses a mail given as text in which each character is one byte. Throws where it is not one. */
export function parseMail(raw: string): ParsedMail {
  const top = splitPart(raw);
  const leaves = listLeaves(top);
  const bodyOf = (type: string) => leaves.find((leaf) => typeOf(leaf).startsWith(type));
  const header = (name: string) => top.headers.get(name) ?? '';
  return {
    to: header('to'),
    from: header('from'),
    subject: header('subject'),
    text: decodeBody(bodyOf('text/plain')),
    html: decodeBody(bodyOf('text/html')),
    headers: top.headers,
    headerNames: top.names,
  };
}

function splitPart(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  if (end < 0) throw new Error('A part of the mail has no end of its headers.');
  const headers = new Map<string, string>();
  const names: string[] = [];
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`A line of the mail is no header: ${line}`);
    const name = line.slice(0, colon).toLowerCase();
    names.push(name);
    if (!headers.has(name)) headers.set(name, decodeWords(line.slice(colon + 1).trim()));
  }
  return { headers, names, body: raw.slice(end + 4) };
}

function typeOf(part: Part): string {
  return part.headers.get('content-type') ?? 'text/plain';
}

function listLeaves(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/.exec(typeOf(part))?.[1];
  if (!typeOf(part).startsWith('multipart/') || boundary === undefined) return [part];
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((text) => listLeaves(splitPart(text.replace(/^\r\n/, '').replace(/\r\n$/, ''))));
}

function fromQuotedPrintable(text: string): Buffer {
  const plain = text.replace(/=[ \t]*\r?\n/g, '');
  const bytes = plain.replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

function decodeBody(part: Part | undefined): string {
  if (part === undefined) return '';
  const encoding = part.headers.get('content-transfer-encoding')?.toLowerCase();
  let bytes = Buffer.from(part.body, 'latin1');
  if (encoding === 'base64') bytes = Buffer.from(part.body, 'base64');
  if (encoding === 'quoted-printable') bytes = Buffer.from(fromQuotedPrintable(part.body));
  return bytes.toString('utf8').replaceAll('\r\n', '\n');
}

/** Encoded words, such as `=?UTF-8?Q?M=C3=BCller?=`, as what they stand for. */
function decodeWords(text: string): string {
  return text
    .replace(/(=\?[^?]+\?[bq]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/((?:=\?utf-8\?[bq]\?[^?]*\?=)+)/gi, (run: string) => {
      const words = [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)];
      const bytes = words.map(([, kind = '', body = '']) =>
        kind.toLowerCase() === 'b'
          ? Buffer.from(body, 'base64')
          : fromQuotedPrintable(body.replaceAll('_', ' ')),
      );
      return Buffer.concat(bytes).toString('utf8');
    });
}
