// The machine-readable description of the API, made from the same schemas that the routes declare.

import { openapi } from '@elysiajs/openapi';
import type { TObject } from '@sinclair/typebox';
import { version } from '../../package.json' with { type: 'json' };

/** Serves `/openapi.json`. The readable page that the plugin offers loads scripts from elsewhere: off. */
export function openApiRoutes() {
  return openapi({
    provider: null,
    specPath: '/openapi.json',
    documentation: {
      info: {
        title: 'Muster',
        version,
        description: 'Master server for a multiplayer block game: list, heartbeat, login, players.',
      },
    },
  });
}

/** The fields of a schema as query parameters. */
export function describeQuery(schema: TObject) {
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: 'query' as const,
    required: schema.required?.includes(name) ?? false,
    schema: plain(property),
  }));
}

/** The fields of a schema as an urlencoded form. */
export function describeForm(schema: TObject) {
  return { content: { 'application/x-www-form-urlencoded': { schema: plain(schema) } } };
}

/** TypeBox's regular expressions become the strings with a pattern that OpenAPI knows. */
function plain(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (value?.type !== 'RegExp') return value;
    const { source, flags: _flags, type: _type, ...rest } = value;
    return { ...rest, type: 'string', pattern: source };
  });
}
