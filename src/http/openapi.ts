// The machine-readable description of the API, made from the same schemas that the routes declare.

import { openapi } from '@elysiajs/openapi';
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { version } from '../lib/version.ts';
import type { SiteIdentity, SiteLink, SiteModule } from '../site/site.ts';

const RELAY = {
  operationId: 'getPByIpByPort',
  summary: 'The relay to a listed game server, as a WebSocket',
  description:
    'A WebSocket handshake with the subprotocol ClassiCube, from a page of this service (Origin).',
  tags: ['Relay'],
  parameters: [
    relayParameter('ip', { type: 'string', description: 'IPv4 address of the game server.' }),
    relayParameter('port', {
      ...{ type: 'integer', minimum: 1, maximum: 65_535 },
      description: 'Its port.',
    }),
  ],
  responses: {
    101: { description: 'The relay is open: binary messages go both ways as they are.' },
    400: { description: 'No WebSocket handshake, or one without the subprotocol ClassiCube.' },
    403: { description: 'Another origin, or no live server that takes the web client.' },
    404: { description: 'The relay is switched off.' },
    503: { description: 'Too many relays are open, or the service is stopping.' },
  },
};

function relayParameter(name: string, schema: object) {
  return { name, in: 'path' as const, required: true, schema };
}

const API_DESCRIPTION =
  'Master server for a multiplayer block game: list, heartbeat, login, players.';

/** Serves `/openapi.json`; `paths` are those that describe themselves. The readable page that the plugin offers loads scripts from elsewhere: off. */
export function openApiRoutes(paths: Record<string, object>, site: Pick<SiteModule, 'identity'>) {
  const description = openapi({
    provider: null,
    specPath: '/openapi.json',
    // By default a path with a dot is taken for a file, and `/heartbeat.jsp` would be missing.
    exclude: { staticFile: false },
    documentation: {
      // The relay is answered before any route is looked for.
      paths: { ...paths, '/p/{ip}/{port}': { get: RELAY } },
      info: describeInfo(site.identity()),
    },
  });
  // The description is made once; what the site is called may change.
  return new Elysia({ name: 'openapi' })
    .onAfterHandle(({ response }) =>
      typeof response === 'object' && response !== null && 'info' in response
        ? { ...response, info: describeInfo(site.identity()) }
        : response,
    )
    .use(description);
}

function describeContact({ href, label }: SiteLink): { email: string } | { url: string } {
  return href.startsWith('mailto:') ? { email: label } : { url: href };
}

/** What the description says of the site, and where its operator is reached. */
function describeInfo({ name, isNamed, description, contact }: SiteIdentity) {
  return {
    title: isNamed ? name : 'Muster',
    version,
    description: description === '' ? API_DESCRIPTION : `${description} ${API_DESCRIPTION}`,
    ...(contact === undefined ? {} : { contact: describeContact(contact) }),
  };
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

/** An answer with status 200 under each type that it may be sent with. */
export function describeAnswer(schemas: Record<string, TSchema>) {
  const content = Object.entries(schemas).map(([type, schema]) => [
    type,
    { schema: plain(schema) },
  ]);
  return { 200: { description: 'OK', content: Object.fromEntries(content) } };
}

/** A page, in the description of the API. */
export function describePage(page: { operationId?: string; summary: string }) {
  const schema = Type.String({ description: 'A page.' });
  return {
    ...page,
    tags: ['Pages'],
    responses: describeAnswer({ 'text/html': schema }),
  };
}

/** TypeBox's regular expressions become the strings with a pattern that OpenAPI knows. */
function plain(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (value?.type !== 'RegExp') return value;
    const { source, flags: _flags, type: _type, ...rest } = value;
    return { ...rest, type: 'string', pattern: source };
  });
}
