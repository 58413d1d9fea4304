// The heartbeat of game servers: fields from query and form, answered with the play URL or why not.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { toAsciiJson } from '../../lib/ascii-json.ts';
import { readForm } from '../../lib/form.ts';
import type { Announcement } from '../../servers/announce.ts';
import { HeartbeatSchema, type RawHeartbeat } from '../../servers/heartbeat.ts';
import { readBody } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { describeForm, describeQuery } from '../openapi.ts';

const PATHS = ['/server/heartbeat', '/heartbeat.jsp'];

const HEADERS_OF_URL = { 'content-type': 'text/plain', 'cache-control': 'no-store' };
const HEADERS_OF_FAILURE = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** What an operator gets when a heartbeat is refused, with status 200. */
const FailureSchema = Type.Object({
  errors: Type.Array(Type.Array(Type.String())),
  response: Type.Literal(''),
  status: Type.Literal('fail'),
});

const AnswerSchema = Type.Union([
  Type.String({ description: 'text/plain: the play URL of the server, without a newline.' }),
  FailureSchema,
]);

/** Routes of `/server/heartbeat` and its older name `/heartbeat.jsp`. */
export function heartbeatRoutes(context: HttpContext) {
  const { servers, events } = context;
  const playUrlStart = `${context.baseUrl}/server/play/`;

  function answer(announcement: Announcement, address: string): Response {
    if (announcement.isAccepted) {
      return new Response(`${playUrlStart}${announcement.hash}/`, { headers: HEADERS_OF_URL });
    }
    events.heartbeatRefused(address, announcement.complaints);
    const errors = announcement.complaints.map((complaint) => [complaint]);
    // Compatibility: game servers look for the text `"errors":` as it stands here.
    const failure = toAsciiJson({ errors, response: '', status: 'fail' });
    return new Response(failure, { headers: HEADERS_OF_FAILURE });
  }

  async function receive(request: Request): Promise<Response> {
    const address = context.addressOf(request);
    const raw = readQuery(request.url);
    if (request.body !== null) takeFields(await readBody(request), raw);
    return answer(await servers.announce(raw, address), address);
  }

  const app = new Elysia({ name: 'heartbeat' });
  for (const path of PATHS) {
    const summary = 'Register or refresh a game server';
    const tags = ['Heartbeat'];
    const response = AnswerSchema;
    app.get(path, ({ request }) => receive(request), {
      response,
      detail: { summary, tags, parameters: describeQuery(HeartbeatSchema) },
    });
    app.post(path, ({ request }) => receive(request), {
      // The fields come from query and form together; one reader of our own collects them, and the
      // heartbeat's schema then checks them wherever they came from.
      parse: 'none',
      response,
      detail: { summary, tags, requestBody: describeForm(HeartbeatSchema) },
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

function isHeartbeatField(name: string): name is keyof RawHeartbeat {
  return Object.hasOwn(HeartbeatSchema.properties, name);
}
