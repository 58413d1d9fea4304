// The routes of game servers' heartbeats, as the description of the API tells them.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { HeartbeatSchema } from '../../servers/heartbeat.ts';
import type { HandleRequest } from '../http-server.ts';
import { describeAnswer, describeForm, describeQuery } from '../openapi.ts';
import { HEARTBEAT_PATHS } from './heartbeat-answer.ts';

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
