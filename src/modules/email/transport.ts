// Carries emails to an SMTP server, with STARTTLS if the server offers it, few connections and a limit for every
// wait. In development it writes them to the log.

import { connect, isIPv4 } from 'node:net';
import type { Transporter } from 'nodemailer';
import { MAX_CONCURRENT } from '../../platform/lib/deliveries.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { toLookupFunction } from '../../platform/lib/name-lookup.ts';
import { findNamedAddresses } from '../../platform/lib/outgoing-request.ts';
import { cleanText, cutText } from '../../platform/lib/text.ts';
import { type Timers, within } from '../../platform/lib/timers.ts';
import { doctorFindings } from '../../platform/messages/findings.ts';
import { LOGO_ID } from './email-html.ts';
import type { Delivery, Mail, Transport } from './outbox.ts';

/** Opens the transport that the settings ask for; `undefined` if emails cannot be sent at all. */
export async function openTransport(
  settings: {
    /** Secret. */
    smtpUrl: string | undefined;
    baseUrl: string;
    mailFrom: { name: string; address: string } | undefined;
    isDevelopment: boolean;
  },
  ports: {
    timers: Timers;
    /** Writes an email with its links and codes. */
    writeToLog(email: { kind: string; subject: string; text: string }): void;
  },
): Promise<Transport | undefined> {
  const { smtpUrl: url, mailFrom: from, baseUrl, isDevelopment } = settings;
  const { timers, writeToLog } = ports;
  if (url !== undefined && from !== undefined) {
    return openSmtpTransport({ url, from, baseUrl, mostAtOnce: MAX_CONCURRENT, timers });
  }
  if (!isDevelopment) return undefined;
  return {
    async deliver({ subject, text }, kind) {
      writeToLog({ kind, subject, text });
      return { outcome: 'sent', answer: 'written to the log' };
    },
    verify: async () => 'emails are written to the log (development)',
    async [Symbol.asyncDispose]() {},
  };
}

export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`, with a query that was checked. Secret. */
  url: string;
  from: { name: string; address: string };
  /** The service introduces itself to the mail server with the host of this URL. */
  baseUrl: string;
  /** Maximum number of connections at once. */
  mostAtOnce: number;
  timers: Timers;
  /** Limits for the server's silence, and for a whole delivery or `verify`, in milliseconds. */
  timeouts?: Partial<typeof TIMEOUTS>;
}

const TIMEOUTS = { silenceMs: 15_000, deliveryMs: 50_000, verifyMs: 5_000 };
const TOO_LONG = 'The mail server took too long.';
const STOPPED = 'The service stopped.';
const MAX_ANSWER_LENGTH = 500;
const NO_LETTERS =
  'The mail server takes no letters outside ASCII before the @ of an address: it does not offer SMTPUTF8.';
/** How long the server's offer counts as known. */
const OFFER_KEPT_MS = 10 * 60_000;

/** A refusal at these steps is about this email. Refusals at other steps are about the service. */
const ABOUT_THE_EMAIL = ['RCPT TO', 'DATA'];

/** Opens a pool of connections. Each connection is made when it is needed. */
export async function openSmtpTransport(options: SmtpOptions): Promise<Transport> {
  // Loaded here, so that a service without mail and every other command start faster.
  const { createTransport } = await import('nodemailer');
  const { silenceMs, deliveryMs, verifyMs } = { ...TIMEOUTS, ...options.timeouts };
  const connection = (patienceMs: number) => ({
    name: introduce(options.baseUrl),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  const open = (patienceMs: number, also: { socketCloseTimeout?: number } = {}) =>
    createTransport({
      ...connection(patienceMs),
      ...also,
      url: options.url,
      pool: true,
      maxConnections: options.mostAtOnce,
      maxRequeues: 2,
      getSocket: (to: MailServer, done: SocketOpened) => openSocket(to, patienceMs, done),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  const pool = open(silenceMs);
  // Ignores connections that break while idle. A failed delivery throws by itself.
  pool.on('error', () => {});
  const password = decodeURIComponent(new URL(options.url).password);
  const place = new URL(options.url).host;

  function answerOf(error: unknown): string {
    const { response, message } = readDeliveryError(error);
    const text = response ?? message;
    const shown = password === '' ? text : text.replaceAll(password, '[…]');
    return cutText(cleanText(shown.replace(/\s+/g, ' ')), MAX_ANSWER_LENGTH);
  }

  const { askForLetters, canWriteTo, forget } = createLettersOffer(options.timers, () =>
    offersLetters(options.url, connection(silenceMs), silenceMs),
  );
  const underWay = new Set<AbortController>();

  async function deliver(mail: Mail): Promise<Delivery> {
    const end = new AbortController();
    underWay.add(end);
    const cancel = options.timers.after(deliveryMs, () => end.abort(TOO_LONG));
    try {
      if (!hasPlainName(mail.to)) await askForLetters();
      if (!canWriteTo(mail.to)) return { outcome: 'refused', answer: NO_LETTERS };
      return await send(pool, mail, { from: options.from, signal: end.signal });
    } catch (error) {
      if (end.signal.reason === STOPPED) return { outcome: 'interrupted', answer: STOPPED };
      if (end.signal.reason === TOO_LONG) return { outcome: 'postponed', answer: TOO_LONG };
      return { outcome: isRefusal(error) ? 'refused' : 'postponed', answer: answerOf(error) };
    } finally {
      cancel();
      underWay.delete(end);
    }
  }

  return {
    deliver,
    askForLetters,
    canWriteTo,
    async verify() {
      // The caller does not wait for the end of the connection, because a silent server would not close it.
      const trial = open(verifyMs, { socketCloseTimeout: 0 });
      try {
        // A server that sends a byte now and then would never reach the limit of silence.
        const isOver = await within(verifyMs, trial.verify(), () => undefined, options.timers);
        if (isOver === undefined) throw new Error(TOO_LONG);
        return place;
      } catch (error) {
        const answer = answerOf(error).replace(/\.$/, '');
        throw new Failure('unavailable', () => doctorFindings.mailUnusable(place, answer));
      } finally {
        trial.close();
      }
    },
    async [Symbol.asyncDispose]() {
      forget();
      for (const end of underWay) end.abort(STOPPED);
      pool.close();
    },
  };
}

/** Asks whether the server accepts letters outside ASCII before the @, and keeps the answer for a while. */
function createLettersOffer(timers: Timers, ask: () => Promise<boolean | undefined>) {
  /** `undefined` until the server answered. */
  let takesLetters: boolean | undefined;
  let asking: Promise<void> | undefined;
  let cancel = () => {};

  function askForLetters(): Promise<void> {
    asking ??= ask().then((offers) => {
      takesLetters = offers ?? takesLetters;
      cancel = timers.after(OFFER_KEPT_MS, () => {
        asking = undefined;
      });
    });
    return asking;
  }

  function canWriteTo(address: string): boolean {
    if (hasPlainName(address)) return true;
    void askForLetters();
    return takesLetters !== false;
  }

  return { askForLetters, canWriteTo, forget: () => cancel() };
}

interface MailServer {
  host?: string | undefined;
  port?: string | number | undefined;
  secure?: boolean | undefined;
}

type SocketOpened = (error: Error | null, options?: object) => void;

/** Replaces Nodemailer's lookup, which ends in getaddrinfo for a name whose DNS servers do not answer. */
function openSocket(server: MailServer, patienceMs: number, done: SocketOpened): void {
  const { host = 'localhost', secure = false, port = secure ? 465 : 587 } = server;
  const lookup = toLookupFunction(findNamedAddresses);
  const socket = connect({ host, port: Number(port), lookup });
  const fail = (error: Error) => done(error);
  const stop = () => socket.destroy(new Error(TOO_LONG));
  socket.setTimeout(patienceMs).once('timeout', stop).once('error', fail);
  socket.once('connect', () => {
    socket.setTimeout(0).off('timeout', stop).off('error', fail);
    done(null, { connection: socket });
  });
}

const hasPlainName = (address: string) => /^[ -~]*@[^@]*$/.test(address);

/** The name for EHLO (RFC 5321, 4.1.3): the host of the base URL; an IP address is in brackets. */
function introduce(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  if (hostname.startsWith('[')) return hostname.replace('[', '[IPv6:');
  return isIPv4(hostname) ? `[${hostname}]` : hostname;
}

/** Whether the server offers SMTPUTF8, after encryption if possible; `undefined` if it cannot be asked. */
async function offersLetters(
  url: string,
  options: object,
  patienceMs: number,
): Promise<boolean | undefined> {
  const [{ default: Connection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ]);
  const server = parseConnectionUrl(url);
  const { promise, resolve } = Promise.withResolvers<boolean | undefined>();
  openSocket(server, patienceMs, (error, opened) => {
    if (error !== null) return resolve(undefined);
    const connection = new Connection({ ...options, ...server, ...opened });
    connection.on('error', () => resolve(undefined));
    connection.on('end', () => resolve(undefined));
    connection.connect((failed) => {
      const offers = /^250[- ]SMTPUTF8\b/im.test(`${connection.lastServerResponse}`);
      resolve(failed ? undefined : offers);
      connection.close();
    });
  });
  return promise;
}

async function send(
  pool: Transporter,
  { to, messageId, date, logo, ...content }: Mail,
  { from, signal }: { from: SmtpOptions['from']; signal: AbortSignal },
): Promise<Delivery> {
  const message = {
    ...content,
    attachments: logo === undefined ? [] : [toInlinePng(logo)],
    signal,
    from,
    to: { name: '', address: to },
    messageId: `<${messageId}>`,
    date: new Date(date),
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
  };
  const info: { response?: unknown } = await pool.sendMail(message);
  return { outcome: 'sent', answer: cutText(cleanText(String(info.response)), MAX_ANSWER_LENGTH) };
}

const toInlinePng = (png: Uint8Array) => ({
  cid: LOGO_ID,
  filename: 'logo.png',
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  content: Buffer.from(png),
});

/** Reads the known details of a failed delivery from Nodemailer's error. */
function readDeliveryError(error: unknown) {
  const fields: Record<string, unknown> = error instanceof Error ? { ...error } : {};
  const text = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    message: error instanceof Error ? error.message : 'unknown failure',
    response: text('response'),
    responseCode: typeof fields.responseCode === 'number' ? fields.responseCode : undefined,
    command: text('command'),
    code: text('code'),
  };
}

/** Whether the server refused the email itself for good. A refused login or sender is for the operator to correct. */
function isRefusal(error: unknown): boolean {
  const { responseCode, command = '', code } = readDeliveryError(error);
  if (responseCode === undefined) return code === 'EENVELOPE';
  return responseCode >= 500 && ABOUT_THE_EMAIL.includes(command);
}
