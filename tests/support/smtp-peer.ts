// A real SMTP server on a port of its own, which keeps what it receives and misbehaves on request.

import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts';
import { type ParsedMail, parseMail } from './mail-parser.ts';
import { readLinksAndCode } from './mailbag.ts';

/** A mail as it arrived. */
export interface ReceivedMail extends ParsedMail {
  /** Who the envelope names, whatever the headers say. */
  envelope: { from: string; to: string[] };
  /** Everything as it came, a character a byte. */
  raw: string;
  isEncrypted: boolean;
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
  /** A fixed port, for a peer that comes back after it was away. */
  port?: number;
}

/** A running peer; disposing it cuts every connection. */
export interface SmtpPeer extends AsyncDisposable {
  port: number;
  /** `smtp://…` with the login, for `MUSTER_SMTP_URL`. */
  url: string;
  mails: ReceivedMail[];
  mood: PeerMood;
  /** Recipients that were named, whatever became of them. */
  readonly requested: readonly string[];
  /** Most connections that were open at once. */
  readonly mostConnections: number;
  /** Resolves with everything that arrived once there are so many mails. Throws after `timeoutMs` (20 s). */
  waitForMails(count: number, timeoutMs?: number): Promise<ReceivedMail[]>;
}

/** Opens a peer on 127.0.0.1. */
export async function openSmtpPeer(options: PeerOptions = {}): Promise<SmtpPeer> {
  const { login, hasStartTls = false, isTlsFirst = false } = options;
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

  const peer: SmtpPeer = {
    port,
    url: `${isTlsFirst ? 'smtps' : 'smtp'}://${user ?? ''}127.0.0.1:${port}`,
    mails,
    mood: 'take',
    requested,
    get mostConnections() {
      return mostConnections;
    },
    waitForMails(count, timeoutMs = 20_000) {
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
