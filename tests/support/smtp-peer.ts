// A real SMTP server on a port of its own, which keeps what it receives and misbehaves on request.

import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { TEST_CERTIFICATE, TEST_KEY } from './certificates.ts';
import { readLinksAndCode } from './mailbag.ts';

/** A mail as a reader's program would show it. */
interface ParsedMail {
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

/** A mail as it arrived. */
export interface ReceivedMail extends ParsedMail {
  /** Who the envelope names, whatever the headers say. */
  envelope: { from: string; to: string[] };
  /** Everything as it came, a character a byte. */
  raw: string;
  isEncrypted: boolean;
  /** As the client introduced itself. */
  clientName: string;
  /** Every link in it, in order; absolute. */
  links: string[];
  /** The code in it that is to be typed; empty where there is none. */
  code: string;
  /** User name of the login, empty for none. */
  user: string;
}

/** What the server does with emails from now on. `hang` answers nothing to a recipient; `drop` disconnects there. */
export type PeerMood = 'take' | 'refuse' | 'refuse for now' | 'refuse message' | 'hang' | 'drop';

/** How the peer is set up. */
export interface PeerOptions {
  /** Demands this login; without it none is offered. */
  login?: { user: string; password: string };
  /** Whether STARTTLS is offered (with a self-signed certificate); not unless given. */
  hasStartTls?: boolean;
  /** Whether it speaks TLS from the first byte. */
  isTlsFirst?: boolean;
  /** Whether it takes letters outside ASCII before the @; it does unless told otherwise. */
  hasSmtpUtf8?: boolean;
  /** A fixed port, for a peer that comes back after it was away. */
  port?: number;
}

export type SmtpPeer = Awaited<ReturnType<typeof openSmtpPeer>>;

/** Opens a peer on 127.0.0.1; disposing it cuts every connection. */
export async function openSmtpPeer(options: PeerOptions = {}) {
  const { login, hasStartTls = false, isTlsFirst = false, hasSmtpUtf8 = true } = options;
  const mails: ReceivedMail[] = [];
  const requested: string[] = [];
  const waiting = new Set<() => void>();
  let connections = 0;
  let mostConnections = 0;

  const settings: SMTPServerOptions = {
    secure: isTlsFirst,
    key: TEST_KEY,
    cert: TEST_CERTIFICATE,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    hidePIPELINING: true,
    hideSMTPUTF8: !hasSmtpUtf8,
    disabledCommands: [
      ...(login === undefined ? ['AUTH' as const] : []),
      ...(hasStartTls && !isTlsFirst ? [] : ['STARTTLS' as const]),
    ],
    closeTimeout: 100,
    onConnect(_session, done) {
      connections += 1;
      mostConnections = Math.max(mostConnections, connections);
      done();
    },
    onClose() {
      connections -= 1;
    },
    onAuth(auth, _session, done) {
      if (auth.username === login?.user && auth.password === login?.password) {
        return done(null, { user: auth.username });
      }
      return done(Object.assign(new Error('5.7.8 Wrong login'), { responseCode: 535 }));
    },
    onRcptTo(address, _session, done) {
      requested.push(address.address);
      if (peer.mood === 'hang') return;
      if (peer.mood === 'drop') {
        cut();
        return;
      }
      const code = { refuse: 550, 'refuse for now': 451 }[peer.mood as string];
      if (code === undefined) return done();
      const message = `Mailbox ${address.address} is not for you`;
      return done(Object.assign(new Error(message), { responseCode: code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (peer.mood === 'refuse message') {
          done(Object.assign(new Error('Looks like spam'), { responseCode: 554 }));
          return;
        }
        const raw = Buffer.concat(chunks).toString('latin1');
        const { mailFrom, rcptTo } = session.envelope;
        const parsed = parseMail(raw);
        mails.push({
          ...parsed,
          ...readLinksAndCode(parsed.text),
          envelope: {
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
          },
          raw,
          isEncrypted: session.secure,
          clientName: session.hostNameAppearsAs,
          user: String(session.user ?? ''),
        });
        for (const look of waiting) look();
        done(null, 'OK: kept');
      });
    },
  };
  const server = new SMTPServer(settings);
  // Clients that give up in the middle are what some tests are about.
  server.on('error', () => {});
  const cut = () => {
    for (const connection of server.connections) {
      (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
    }
  };
  const port = await new Promise<number>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', () => {
      const address = server.server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const user = login && `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`;

  const url = `${isTlsFirst ? 'smtps' : 'smtp'}://${user ?? ''}127.0.0.1:${port}`;

  const peer = {
    port,
    /** `smtp://…` with the login, for `MUSTER_SMTP_URL`. */
    url,
    /** Settings of a service that sends its emails here. */
    env: { MUSTER_SMTP_URL: url, MUSTER_MAIL_FROM: 'Muster <muster@example.net>' },
    mails,
    mood: 'take' as PeerMood,
    /** Recipients that were named, whatever became of them. */
    requested: requested as readonly string[],
    /** Most connections that were open at once. */
    get mostConnections() {
      return mostConnections;
    },
    /** Resolves with everything that arrived once there are so many mails. Throws after `timeoutMs`. */
    waitForMails(count: number, timeoutMs = 20_000) {
      const { promise, resolve, reject } = Promise.withResolvers<ReceivedMail[]>();
      const look = () => {
        if (mails.length < count) return;
        end();
        resolve(mails);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`${mails.length} of ${count} mails came within ${timeoutMs} ms.`));
      }, timeoutMs);
      const end = () => {
        clearTimeout(timer);
        waiting.delete(look);
      };
      waiting.add(look);
      look();
      return promise;
    },
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return peer;
}

interface Part {
  headers: Map<string, string>;
  names: string[];
  body: string;
}

/** Parses a mail given as text in which each character is one byte. Throws where it is not one. */
function parseMail(raw: string): ParsedMail {
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
