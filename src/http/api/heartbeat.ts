// The framework's routes of heartbeats, which check them by their schema, and their description.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { type HeartbeatReading, HeartbeatSchema } from '../../servers/servers.ts';
import { alsoAnswers, describeAnswer, describeForm, describeQuery, named } from '../openapi.ts';
import { EXAMPLE_HASH } from '../parameters.ts';
import { HEARTBEAT_PATHS, type HeartbeatHandler } from './heartbeat-answer.ts';

/** The answer to a refused heartbeat, with status 200. */
const FailureSchema = named(
  'HeartbeatFailure',
  Type.Object(
    {
      errors: Type.Array(Type.Array(Type.String())),
      response: Type.Literal(''),
      status: Type.Literal('fail'),
    },
    {
      description: 'What is wrong with a heartbeat; sent with status 200.',
      examples: [{ errors: [['Send public as true or false.']], response: '', status: 'fail' }],
    },
  ),
);

const EXAMPLE = {
  ...{ name: 'First server', port: 8080, users: 3, max: 20, public: true },
  ...{ salt: '0123456789abcdef', software: 'curl' },
};

const PlayUrlSchema = Type.String({
  description: 'The play URL of the server, without a newline.',
  examples: [`https://play.example.net/server/play/${EXAMPLE_HASH}/`],
});

// Told to the description alone: the framework would list both under one type.
const responses = describeAnswer({
  'text/plain': PlayUrlSchema,
  'application/json': FailureSchema,
});

/** What the framework checks: the heartbeat in what was read. The rest passes as it is. */
const ReadingSchema = Type.Object({
  heartbeat: HeartbeatSchema,
  claimed: Type.Unsafe<HeartbeatReading['claimed']>(Type.Any()),
  codes: Type.Array(Type.String()),
});

/** Routes of `/server/heartbeat` and its older name `/heartbeat.jsp`; `describeHeartbeats` describes them. */
export function heartbeatRoutes({ receive, read, answer, answerInvalid }: HeartbeatHandler) {
  const app = new Elysia({ name: 'heartbeat' })
    // Query and form together, whatever the content type: no parser of the framework reads them so.
    .parser('heartbeat', ({ request }) => read(request));
  const detail = { hide: true };
  for (const path of HEARTBEAT_PATHS) {
    app.post(path, ({ request, body }) => answer(request, body, body.heartbeat), {
      parse: 'heartbeat',
      body: ReadingSchema,
      error({ code, error, request, set }) {
        if (code !== 'VALIDATION' || error.type !== 'body') return undefined;
        // Game servers read no answer with another status (C6.10).
        set.status = 200;
        return answerInvalid(request, error.value as HeartbeatReading);
      },
      detail,
    });
    // The framework runs no parser for GET; the same compiled schema checks the heartbeat.
    app.get(path, ({ request }) => receive(request), { detail });
  }
  return app;
}

/** The operations of these paths in the description of the API: the framework would describe `ReadingSchema`. */
export function describeHeartbeats() {
  const common = { summary: 'Register or refresh a game server', tags: ['Heartbeat'], responses };
  const operations = HEARTBEAT_PATHS.map((path) => {
    const id = path.replace(/\/(\w)/g, (_, first: string) => first.toUpperCase());
    const get = { ...common, parameters: describeQuery(HeartbeatSchema, EXAMPLE) };
    const requestBody = describeForm(named('Heartbeat', HeartbeatSchema), EXAMPLE);
    const post = { ...common, requestBody, ...alsoAnswers(413) };
    return [
      path,
      { get: { ...get, operationId: `get${id}` }, post: { ...post, operationId: `post${id}` } },
    ];
  });
  return Object.fromEntries(operations);
}
