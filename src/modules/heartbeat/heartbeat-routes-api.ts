// The framework's routes of heartbeats, as `/openapi.json` describes them.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Incoming } from '../../platform/http/listener.ts';
import {
  describeAnswer,
  describeForm,
  describeQuery,
  describeRoute,
  REFUSES_HOST_IN_WORDS,
} from '../../platform/http/openapi.ts';
import { EXAMPLE_HASH, matching, pathParameter } from '../../platform/http/parameters.ts';
import {
  answerMistakenHeartbeat,
  HEARTBEAT_PATHS,
  KEYED_PATHS,
  MISTAKEN_HEARTBEAT_PATHS,
  type ReceiveHeartbeat,
} from './heartbeat-api.ts';
import { HeartbeatSchema } from './heartbeat-fields.ts';

const HeartbeatFailureSchema = Type.Object(
  {
    errors: Type.Array(Type.Array(Type.String())),
    response: Type.Literal(''),
    status: Type.Literal('fail'),
  },
  {
    title: 'HeartbeatFailure',
    description: 'What is wrong with a heartbeat; sent with status 200.',
    examples: [{ errors: [['Send public as true or false.']], response: '', status: 'fail' }],
  },
);

const PlayUrlSchema = Type.String({
  description: 'The play URL of the server, without a newline.',
  examples: [`https://play.example.net/server/play/${EXAMPLE_HASH}/`],
});

const HEARTBEAT_EXAMPLE = {
  name: 'First server',
  port: 8080,
  users: 3,
  max: 20,
  public: true,
  salt: '0123456789abcdef',
  software: 'curl',
};

const KEY = matching(/^[a-z2-7]{40}$/, {
  description: 'Key of the heartbeat URL that the owner of a claimed server made.',
});

/**
 * Routes of heartbeats. They accept the requests of the fast path: no framework parser reads query and form together.
 */
export function heartbeatRoutes(receive: ReceiveHeartbeat, baseUrl: string) {
  const app = new Elysia({ name: 'heartbeat' });
  const responses = describeAnswer({
    'text/plain': PlayUrlSchema,
    'application/json': HeartbeatFailureSchema,
  });
  for (const path of [...HEARTBEAT_PATHS, ...KEYED_PATHS]) {
    const hasKey = path.includes(':key');
    const summary = hasKey ? 'Refresh a claimed game server' : 'Register or refresh a game server';
    // A text that cannot be a key is refused like a wrong key.
    const answerMismatch = ({ request }: { request: Incoming }) => receive(request, '');
    const segmentsBehind = path.split('/').length - 3;
    const given = hasKey ? pathParameter('key', KEY, { answerMismatch, segmentsBehind }) : {};
    const answer = ({ request, params }: { request: Incoming; params?: { key?: string } }) =>
      receive(request, params?.key);
    app.get(path, answer, {
      ...given,
      detail: {
        ...describeRoute('Heartbeat', summary),
        ...REFUSES_HOST_IN_WORDS,
        responses,
        parameters: describeQuery(HeartbeatSchema, HEARTBEAT_EXAMPLE),
      },
    });
    app.post(path, answer, {
      ...given,
      parse: 'none',
      detail: {
        ...describeRoute('Heartbeat', summary, 413),
        ...REFUSES_HOST_IN_WORDS,
        responses,
        requestBody: describeForm({ ...HeartbeatSchema, title: 'Heartbeat' }, HEARTBEAT_EXAMPLE),
      },
    });
  }
  for (const path of MISTAKEN_HEARTBEAT_PATHS) {
    const answer = () => answerMistakenHeartbeat(baseUrl, path);
    const hidden = { detail: { hide: true } };
    app.get(path, answer, hidden).post(path, answer, { ...hidden, parse: 'none' });
  }
  return app;
}
