// The heartbeat of game servers: fields from query and form, answered with the play URL or why not.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { toAsciiJson } from '../../lib/ascii-json.ts';
import { readForm } from '../../lib/form.ts';
import type { Announcement } from '../../servers/announce.ts';
import { HeartbeatSchema, type RawHeartbeat } from '../../servers/heartbeat.ts';
import { readBody } from '../body.ts';
import type { HttpContext } from '../context.ts';
import type { HandleRequest } from '../front-door.ts';
import { describeAnswer, describeForm, describeQuery } from '../openapi.ts';

export const HEARTBEAT_PATHS = ['/server/heartbeat', '/heartbeat.jsp'];

/** A ready `Headers`: an object of headers would be read anew for each answer, which shows. */
const ANSWER_WITH_URL = {
  headers: new Headers({ 'content-type': 'text/plain', 'cache-control': 'no-store' }),
};
const HEADERS_OF_FAILURE = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** What an operator gets when a heartbeat is refused, with status 200. */
const FailureSchema = Type.Object({
  errors: Type.Array(Type.Array(Type.String())),
  response: Type.Literal(''),
  status: Type.Literal('fail'),
});

const PlayUrlSchema = Type.String({
  description: 'The play URL of the server, without a newline.',
});

// Told to the description alone: the framework would list both under one type.
const responses = describeAnswer({
  'text/plain': PlayUrlSchema,
  'application/json': FailureSchema,
});

/** Answers one heartbeat, whatever its path. */
export function createHeartbeatAnswer(context: HttpContext): HandleRequest {
  const { servers, events } = context;
  const playUrlStart = `${context.baseUrl}/server/play/`;

  function answer(announcement: Announcement, address: string): Response {
    if (announcement.isAccepted && announcement.remark === undefined) {
      return new Response(`${playUrlStart}${announcement.hash}/`, ANSWER_WITH_URL);
    }
    // Game servers show their operator nothing but failures, so a remark comes as one too.
    const { isAccepted } = announcement;
    const complaints = isAccepted ? [announcement.remark ?? ''] : announcement.complaints;
    if (!isAccepted) events.heartbeatRefused(address, complaints);
    const errors = complaints.map((complaint) => [complaint]);
    // Compatibility: game servers look for the text `"errors":` as it stands here.
    const failure = toAsciiJson({ errors, response: '', status: 'fail' });
    return new Response(failure, { headers: HEADERS_OF_FAILURE });
  }

  /** Waits for nothing but a port check: on this path every turn of the event loop counts. */
  function take(raw: RawHeartbeat, body: string, request: Request): Response | Promise<Response> {
    if (body !== '') takeFields(body, raw);
    const address = context.addressOf(request);
    const announcement = servers.announce(raw, address);
    if (!(announcement instanceof Promise)) return answer(announcement, address);
    return announcement.then((late) => answer(late, address));
  }

  return function receive(request) {
    const raw = readQuery(request.url);
    const body = readBody(request);
    if (typeof body === 'string') return take(raw, body, request);
    return body.then((text) => take(raw, text, request));
  };
}

/** Routes of `/server/heartbeat` and its older name `/heartbeat.jsp`. */
export function heartbeatRoutes(receive: HandleRequest) {
  const app = new Elysia({ name: 'heartbeat' });
  for (const path of HEARTBEAT_PATHS) {
    const summary = 'Register or refresh a game server';
    const tags = ['Heartbeat'];
    app.get(path, ({ request }) => receive(request), {
      detail: { summary, tags, responses, parameters: describeQuery(HeartbeatSchema) },
    });
    app.post(path, ({ request }) => receive(request), {
      // The fields come from query and form together; one reader of our own collects them, and the
      // heartbeat's schema then checks them wherever they came from.
      parse: 'none',
      detail: { summary, tags, responses, requestBody: describeForm(HeartbeatSchema) },
    });
  }
  return app;
}

function readQuery(url: string): RawHeartbeat {
  const raw: RawHeartbeat = {};
  const start = url.indexOf('?');
  if (start !== -1) takeFields(url.slice(start + 1), raw);
  return raw;
}

/** Later fields win over earlier ones, so the body is read after the query. */
function takeFields(text: string, raw: RawHeartbeat): void {
  readForm(text, (name, value) => {
    if (isHeartbeatField(name)) raw[name] = value;
  });
}

const FIELDS: ReadonlySet<string> = new Set(Object.keys(HeartbeatSchema.properties));

function isHeartbeatField(name: string): name is keyof RawHeartbeat {
  return FIELDS.has(name);
}
