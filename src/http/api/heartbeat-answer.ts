// What a game server is answered: its fields collected from query and form, then the play URL or why not.

import { toAsciiJson } from '../../lib/ascii-json.ts';
import { readForm } from '../../lib/form.ts';
import { HEARTBEAT_PATH } from '../../lib/heartbeat-path.ts';
import { HeartbeatSchema, type RawHeartbeat } from '../../servers/heartbeat.ts';
import type { Announcement } from '../../servers/servers.ts';
import { readBody } from '../body.ts';
import type { HttpContext } from '../context.ts';
import type { HandleRequest } from '../http-server.ts';
import { NO_SNIFFING } from '../security-headers.ts';
import { refuseProxy } from '../untrusted-proxy.ts';

/** Where game servers send heartbeats, by GET and by POST, without a slash at the end (C6.1). */
export const HEARTBEAT_PATHS = [HEARTBEAT_PATH, '/heartbeat.jsp'];

/** A ready `Headers`: an object of headers would be read anew for each answer, which shows. */
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

/** Answers one heartbeat, whatever its path. */
export function createHeartbeatAnswer(context: HttpContext): HandleRequest {
  const { servers, events } = context;
  const playUrlStart = `${context.baseUrl}/server/play/`;

  function answer(announcement: Announcement, address: string): Response {
    if (announcement.isAccepted && announcement.remark === undefined) {
      return new Response(`${playUrlStart}${announcement.hash}/`, ANSWER_WITH_URL); // C6.9
    }
    // Game servers show their operator nothing but failures, so a remark comes as one too.
    const { isAccepted } = announcement;
    const complaints = isAccepted ? [announcement.remark ?? ''] : announcement.complaints;
    if (!isAccepted) events.heartbeatRefused(address, complaints);
    const errors = complaints.map((complaint) => [complaint]);
    // Compatibility: game servers look for the text `"errors":` as it stands here (C6.10).
    const failure = toAsciiJson({ errors, response: '', status: 'fail' });
    return new Response(failure, { headers: HEADERS_OF_FAILURE });
  }

  /** Behind a proxy that nobody named, every server would seem to be on this machine. */
  function refuseBehind(proxy: string): Response {
    const complaint = `Your heartbeat came through a proxy at ${proxy} that this service does not trust, so that your address is unknown. Its operator has to name that proxy in trusted_proxies (MUSTER_TRUSTED_PROXIES).`;
    return answer({ isAccepted: false, complaints: [complaint] }, proxy);
  }

  /** Waits for nothing but a port check: on this path every turn of the event loop counts. */
  function take(raw: RawHeartbeat, body: string, request: Request): Response | Promise<Response> {
    const proxy = refuseProxy(context, request);
    if (proxy !== undefined) return refuseBehind(proxy);
    if (body !== '') takeFields(body, raw);
    const address = context.addressOf(request);
    const announcement = servers.announce(raw, address);
    if (!(announcement instanceof Promise)) return answer(announcement, address);
    return announcement.then((late) => answer(late, address));
  }

  return function receive(request) {
    const raw = readQuery(request.url);
    // Whatever its content type says, or without one (C6.3).
    const body = readBody(request);
    if (typeof body === 'string') return take(raw, body, request);
    return body.then((text) => take(raw, text, request));
  };
}

function readQuery(url: string): RawHeartbeat {
  const raw: RawHeartbeat = {};
  const start = url.indexOf('?');
  if (start !== -1) takeFields(url.slice(start + 1), raw);
  return raw;
}

/** Later fields win over earlier ones, so the body is read after the query (C6.2). */
function takeFields(text: string, raw: RawHeartbeat): void {
  readForm(text, (name, value) => {
    if (isHeartbeatField(name)) raw[name] = value;
  });
}

const FIELDS: ReadonlySet<string> = new Set(Object.keys(HeartbeatSchema.properties));

function isHeartbeatField(name: string): name is keyof RawHeartbeat {
  return FIELDS.has(name);
}
