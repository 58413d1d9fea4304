// What carries emails: an SMTP server with STARTTLS where it is offered, few connections and a limit to every
// wait; or the log in development.

import { connect } from 'node:net';
import type { Transporter } from 'nodemailer';
import { MOST_AT_ONCE } from '../lib/deliveries.ts';
import { Failure } from '../lib/failure.ts';
import { toLookupFunction } from '../lib/name-lookup.ts';
import { findNamedAddresses } from '../lib/outgoing-request.ts';
import { cleanText, cutText } from '../lib/text.ts';
import { type Timers, within } from '../lib/timers.ts';
import type { Delivery, EmailKind, Mail, Transport } from './ports.ts';

/** The transport that the settings ask for, in development the log; `undefined` when emails cannot be sent at all. */
export async function openTransport(
  settings: {
    /** Secret. */
    smtpUrl: string | undefined;
    mailFrom: { name: string; address: string } | undefined;
    isDevelopment: boolean;
  },
  ports: {
    timers: Timers;
    /** Writes an email with its links and codes. */
    writeToLog(email: { kind: EmailKind; subject: string; text: string }): void;
  },
): Promise<Transport | undefined> {
  const { smtpUrl: url, mailFrom: from, isDevelopment } = settings;
  const { timers, writeToLog } = ports;
  if (url !== undefined && from !== undefined) {
    return openSmtpTransport({ url, from, mostAtOnce: MOST_AT_ONCE, timers });
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
  /** `smtp://user:password@host:port` or `smtps://…`; its query is checked already. Secret. */
  url: string;
  from: { name: string; address: string };
  /** Connections at once. */
  mostAtOnce: number;
  timers: Timers;
  /** How long the server may be silent, and the whole of a delivery or of `verify` may take. */
  timeouts?: Partial<typeof TIMEOUTS>;
}

const TIMEOUTS = { silenceMs: 15_000, deliveryMs: 50_000, verifyMs: 5_000 };
const TOO_LONG = 'The mail server took too long.';
const STOPPED = 'The service stopped.';
const LONGEST_ANSWER = 500;

/** Steps of a delivery at which a refusal is about this email, rather than about the service. */
const ABOUT_THE_EMAIL = ['RCPT TO', 'DATA'];

/** Opens a pool of connections; each is made when it is needed. */
export async function openSmtpTransport(options: SmtpOptions): Promise<Transport> {
  // Loaded here, so that a service without mail, and every other command, starts without it.
  const { createTransport } = await import('nodemailer');
  const { silenceMs, deliveryMs, verifyMs } = { ...TIMEOUTS, ...options.timeouts };
  const open = (patienceMs: number, also: { socketCloseTimeout?: number } = {}) =>
    createTransport({
      ...also,
      url: options.url,
      pool: true,
      maxConnections: options.mostAtOnce,
      maxRequeues: 2,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      getSocket: (to: MailServer, done: SocketOpened) => openSocket(to, patienceMs, done),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  const pool = open(silenceMs);
  // For connections that break while nothing is sent; a failed delivery throws by itself.
  pool.on('error', () => {});
  const password = decodeURIComponent(new URL(options.url).password);
  const place = new URL(options.url).host;

  function answerOf(error: unknown): string {
    const { response, message } = readDeliveryError(error);
    const text = response ?? message;
    const shown = password === '' ? text : text.replaceAll(password, '[…]');
    return cutText(cleanText(shown.replace(/\s+/g, ' ')), LONGEST_ANSWER);
  }

  const underWay = new Set<AbortController>();

  async function deliver(mail: Mail): Promise<Delivery> {
    const end = new AbortController();
    underWay.add(end);
    const cancel = options.timers.after(deliveryMs, () => end.abort(TOO_LONG));
    try {
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
    async verify() {
      // The caller does not wait for the end of the connection: a silent server would not close it.
      const trial = open(verifyMs, { socketCloseTimeout: 0 });
      try {
        // A server that sends a byte now and then would never reach the limit of silence.
        const isOver = await within(verifyMs, trial.verify(), () => undefined, options.timers);
        if (isOver === undefined) throw new Error(TOO_LONG);
        return place;
      } catch (error) {
        throw new Failure(
          'unavailable',
          `The mail server ${place} cannot be used: ${answerOf(error).replace(/\.$/, '')}. Check smtp_url (MUSTER_SMTP_URL).`,
        );
      } finally {
        trial.close();
      }
    },
    async [Symbol.asyncDispose]() {
      for (const end of underWay) end.abort(STOPPED);
      pool.close();
    },
  };
}

interface MailServer {
  host?: string | undefined;
  port?: string | number | undefined;
  secure?: boolean | undefined;
}

type SocketOpened = (error: Error | null, options?: object) => void;

/** Nodemailer's own lookup ends in getaddrinfo for a name whose DNS servers do not answer. */
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

async function send(
  pool: Transporter,
  { to, messageId, date, ...content }: Mail,
  { from, signal }: { from: SmtpOptions['from']; signal: AbortSignal },
): Promise<Delivery> {
  const message = {
    ...content,
    signal,
    from,
    to: { name: '', address: to },
    messageId: `<${messageId}>`,
    date: new Date(date),
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
  };
  const info: { response?: unknown } = await pool.sendMail(message);
  return { outcome: 'sent', answer: cutText(cleanText(String(info.response)), LONGEST_ANSWER) };
}

/** What Nodemailer says of a delivery that failed, each where it is known. */
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

/** Whether the email itself was refused for good; a refused login or sender is for the operator to correct. */
function isRefusal(error: unknown): boolean {
  const { responseCode, command = '', code } = readDeliveryError(error);
  if (responseCode === undefined) return code === 'EENVELOPE';
  return responseCode >= 500 && ABOUT_THE_EMAIL.includes(command);
}
