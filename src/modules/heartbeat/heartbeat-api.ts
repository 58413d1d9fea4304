// Answers heartbeats: reads the fields of query and form, and answers with the play URL or the problems.

import type { TrustedClientPorts } from '../../platform/http/address-limit.ts';
import type { ReportPorts } from '../../platform/http/errors.ts';
import type { FastPath } from '../../platform/http/fast-path.ts';
import { decodeField, isPlain, readBody, splitForm } from '../../platform/http/form.ts';
import type { HostRefusal } from '../../platform/http/http-server.ts';
import type { HandleRequest, Incoming } from '../../platform/http/listener.ts';
import type { Traffic } from '../../platform/http/monitoring.ts';
import { NO_SNIFFING } from '../../platform/http/security-headers.ts';
import { toAsciiJson } from '../../platform/lib/ascii-json.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { HEARTBEAT_PATH } from '../../platform/messages/paths.ts';
import type { AcceptedHeartbeat, Announce } from './announce.ts';
import type { Report } from './events.ts';
import {
  explainBody,
  isForgotten,
  isHeartbeatField,
  type RawHeartbeat,
} from './heartbeat-fields.ts';

/** The paths to which game servers send heartbeats, by GET and POST, without a slash at the end (C6.1). */
export const HEARTBEAT_PATHS = [HEARTBEAT_PATH, '/heartbeat.jsp'];

export const heartbeatFastPaths: readonly FastPath[] = HEARTBEAT_PATHS.map((path) => ({
  path,
  methods: new Set(['GET', 'POST']),
}));

/** A ready `Headers`, because converting an object for each answer would lower the rate noticeably. */
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

/** The paths for claimed servers, wherever they are. The second part is the server's key (C6.26). */
export const KEYED_PATHS = HEARTBEAT_PATHS.map((path) => `/h/:key${path}`);

export type ReceiveHeartbeat = (request: Incoming, key?: string) => ReturnType<HandleRequest>;

interface HeartbeatPorts extends TrustedClientPorts, ReportPorts {
  report: Report;
  baseUrl: string;
  servers: { announce: Announce };
  traffic: Pick<Traffic, 'heartbeatsOfUnknownSender'>;
}

/** Makes the handler of heartbeats, for the fast path and for the framework's routes. */
export function createHeartbeatHandler(context: HeartbeatPorts): ReceiveHeartbeat {
  const { servers, report, traffic } = context;
  const playUrlStart = `${context.baseUrl}/server/play/`;

  function answerAccepted({ hash, remark }: AcceptedHeartbeat): Response {
    // Game servers show their operators only failures, so a remark is sent as one.
    if (remark !== undefined) return answerFailed([remark]);
    return new Response(`${playUrlStart}${hash}/`, ANSWER_WITH_URL); // C6.9
  }

  function answerRefused(error: unknown, address: string): Response {
    if (!(error instanceof Failure) || error.kind === 'unavailable') throw error;
    const complaints = [error, ...error.others].map(({ message }) => message);
    report('heartbeat_refused', { ip: address, messages: complaints });
    return answerFailed(complaints);
  }

  /** Behind an untrusted proxy, every server would seem to be on this machine. */
  function refuseProxy(proxy: string): Response {
    traffic.heartbeatsOfUnknownSender += 1;
    const complaint = `Your heartbeat came through a proxy at ${proxy} that this service does not trust, so your address is unknown. Ask the operator of this site to add it to trusted_proxies (MUSTER_TRUSTED_PROXIES).`;
    return answerRefused(new Failure('forbidden', complaint), proxy);
  }

  function readRaw({ url, headers }: Incoming, body: string): RawHeartbeat {
    const raw = readFields(url, body);
    const isNothing = raw.name === undefined && raw.port === undefined && raw.salt === undefined;
    if (!isNothing || body === '') return raw;
    const type = headers.get('content-type');
    const coding = headers.get('content-encoding');
    const notAForm = explainBody(body, { type, coding });
    return notAForm === undefined ? raw : { ...raw, notAForm };
  }

  function announce(request: Incoming, body: string, key?: string): Response | Promise<Response> {
    const proxy = context.refuseProxy(request);
    if (proxy !== undefined) return refuseProxy(proxy);
    const address = context.addressOf(request);
    try {
      const accepted = servers.announce(readRaw(request, body), address, key);
      if (!(accepted instanceof Promise)) return answerAccepted(accepted);
      return accepted.then(answerAccepted, (error) => answerRefused(error, address));
    } catch (error) {
      return answerRefused(error, address);
    }
  }

  return (request, key) => {
    const body = readBody(request);
    // One more turn of the event loop for each heartbeat would lower the rate noticeably.
    if (typeof body === 'string') return announce(request, body, key);
    return body.then((text) => announce(request, text, key));
  };
}

/** Wrong paths that people expect to work, because the rest of the API is below `/api`. */
export const MISTAKEN_HEARTBEAT_PATHS = ['/api/server/heartbeat', '/api/heartbeat', '/heartbeat'];

/** Answers a heartbeat to a wrong path as a failure, which its operator sees (C6.27). */
export function answerMistakenHeartbeat(baseUrl: string, path: string): Response {
  return answerFailed([
    `Heartbeats are not taken at ${path}. Send them to ${baseUrl}${HEARTBEAT_PATH}`,
  ]);
}

/** Game servers show this answer to their operators, so it must not be a whole page. */
export const heartbeatHostRefusal: HostRefusal = {
  covers(path) {
    const known = [...HEARTBEAT_PATHS, ...MISTAKEN_HEARTBEAT_PATHS];
    return known.includes(path.replace(/^\/h\/[^/]+(?=\/)/, '').replace(/\/$/, ''));
  },
  explain: (host, baseUrl) =>
    `This service does not answer for the host ${host}. Send heartbeats to ${baseUrl}${HEARTBEAT_PATH}`,
};

function answerFailed(complaints: readonly string[]): Response {
  const errors = complaints.map((complaint) => [complaint]);
  // Compatibility: game servers search for the text `"errors":` exactly as written here (C6.10).
  const failure = toAsciiJson({ errors, response: '', status: 'fail' });
  return new Response(failure, { headers: HEADERS_OF_FAILURE });
}

/**
 * Reads the fields of query and form. A later field replaces an earlier one, so the body is read after the query
 * (C6.2), with any content type or none (C6.3).
 */
function readFields(url: string, body: string): RawHeartbeat {
  const raw: RawHeartbeat = {};
  // Decoding takes a fifth of a heartbeat's time, so values that have no escapes and are not kept are not decoded.
  const take = (name: string, value: string): void => {
    if (isHeartbeatField(name)) {
      raw[name] = isForgotten(name) && isPlain(value) ? value : decodeField(value);
    } else if (!isPlain(name)) {
      const field = decodeField(name);
      if (isHeartbeatField(field)) raw[field] = decodeField(value);
    }
  };
  const start = url.indexOf('?');
  if (start !== -1) splitForm(url.slice(start + 1), take);
  if (body !== '') splitForm(body, take);
  return raw;
}
