// Answers heartbeats: the fields of query and form are read, and the answer is the play URL or what is wrong.

import { toAsciiJson } from '../../lib/ascii-json.ts';
import { HEARTBEAT_PATH } from '../../lib/heartbeat-path.ts';
import {
  type Announcement,
  type Heartbeat,
  type HeartbeatReading,
  isHeartbeatField,
  type RawHeartbeat,
} from '../../servers/servers.ts';
import type { HttpContext } from '../context.ts';
import { answerError } from '../errors.ts';
import { readBody, readForm } from '../form.ts';
import type { HandleRequest } from '../http-server.ts';
import type { Incoming } from '../listener.ts';
import { NO_SNIFFING } from '../security-headers.ts';

/** Where game servers send heartbeats, by GET and by POST, without a slash at the end (C6.1). */
export const HEARTBEAT_PATHS = [HEARTBEAT_PATH, '/heartbeat.jsp'];

/** A ready `Headers`: an object would be converted for each answer, which shows in the rate. */
const ANSWER_WITH_URL = {
  headers: new Headers({
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    ...NO_SNIFFING,
  }),
};
const HEADERS_OF_FAILURE = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  ...NO_SNIFFING,
};

/** Answers heartbeats, whatever their path. */
export interface HeartbeatHandler {
  /** Reads, checks and answers one. Without a port check only the body is waited for. */
  receive: HandleRequest;
  /** Reads one, so that the framework can check it. Throws `BodyTooLargeError`. */
  read(request: Incoming): Promise<HeartbeatReading>;
  /** Answers what was read and found valid. */
  answer(
    request: Incoming,
    reading: HeartbeatReading,
    valid: Heartbeat,
  ): Response | Promise<Response>;
  /** Answers what was read and found invalid. Never throws: the framework does not expect it there. */
  answerInvalid(request: Incoming, reading: HeartbeatReading): Promise<Response>;
}

/** Makes the handler that the fast path and the framework's routes share. */
export function createHeartbeatHandler(context: HttpContext): HeartbeatHandler {
  const { servers, events, traffic } = context;
  const playUrlStart = `${context.baseUrl}/server/play/`;

  function write(announcement: Announcement, address: string): Response {
    if (announcement.isAccepted && announcement.remark === undefined) {
      return new Response(`${playUrlStart}${announcement.hash}/`, ANSWER_WITH_URL); // C6.9
    }
    // Game servers show their operator nothing but failures, so a remark is sent as one too.
    const { isAccepted } = announcement;
    const complaints = isAccepted ? [announcement.remark ?? ''] : announcement.complaints;
    if (!isAccepted) events.heartbeatRefused(address, complaints);
    const errors = complaints.map((complaint) => [complaint]);
    // Compatibility: game servers look for the text `"errors":` as it stands here (C6.10).
    const failure = toAsciiJson({ errors, response: '', status: 'fail' });
    return new Response(failure, { headers: HEADERS_OF_FAILURE });
  }

  /** Behind a proxy that is not trusted every server would seem to be on this machine. */
  function refuseSender(request: Incoming): Response | undefined {
    const proxy = context.refuseProxy(request);
    if (proxy === undefined) return undefined;
    traffic.heartbeatsOfUnknownSender += 1;
    const complaint = `Your heartbeat came through a proxy at ${proxy} that this service does not trust, so your address is unknown. Ask the operator of this site to add it to trusted_proxies (MUSTER_TRUSTED_PROXIES).`;
    return write({ isAccepted: false, complaints: [complaint] }, proxy);
  }

  function send(
    announced: Announcement | Promise<Announcement>,
    address: string,
  ): Response | Promise<Response> {
    return announced instanceof Promise
      ? announced.then((late) => write(late, address))
      : write(announced, address);
  }

  function announceRead(
    request: Incoming,
    reading: HeartbeatReading,
    valid: Heartbeat | undefined,
  ): Response | Promise<Response> {
    const refusal = refuseSender(request);
    if (refusal !== undefined) return refusal;
    const address = context.addressOf(request);
    return send(servers.announceRead(reading, valid, address), address);
  }

  function take(request: Incoming, body: string): Response | Promise<Response> {
    const refusal = refuseSender(request);
    if (refusal !== undefined) return refusal;
    const address = context.addressOf(request);
    return send(servers.announce(readFields(request.url, body), address), address);
  }

  return {
    receive(request) {
      const body = readBody(request);
      // A further turn of the event loop for each heartbeat would show in their rate.
      if (typeof body === 'string') return take(request, body);
      return body.then((text) => take(request, text));
    },
    async read(request) {
      const raw = readFields(request.url, await readBody(request));
      return servers.readHeartbeat(raw, context.addressOf(request));
    },
    answer: announceRead,
    async answerInvalid(request, reading) {
      try {
        return await announceRead(request, reading, undefined);
      } catch (error) {
        return answerError(request, error, context);
      }
    },
  };
}

/**
 * The fields of query and form together. A later field replaces an earlier one, so the body is read
 * after the query (C6.2), whatever its content type and without one (C6.3).
 */
function readFields(url: string, body: string): RawHeartbeat {
  const raw: RawHeartbeat = {};
  const take = (name: string, value: string): void => {
    if (isHeartbeatField(name)) raw[name] = value;
  };
  const start = url.indexOf('?');
  if (start !== -1) readForm(url.slice(start + 1), take);
  if (body !== '') readForm(body, take);
  return raw;
}
