// The claimed servers of a key's account, for programs: reads and changes their texts.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { text } from '../../platform/http/openapi.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import {
  CLAIM_FIELD_NAMES,
  type Claim,
  type ClaimFieldName,
  type Claims,
  claimApi,
  claimField,
} from '../claims/index.ts';
import type { LiveOverview } from '../moderation/index.ts';
import type { KeyAuditAction } from './audit-actions.ts';
import {
  createKeyedRoutes,
  fieldsOf,
  type KeyedRoutePorts,
  orNull,
  recordOf,
  STATES,
  serverHash,
  timeOf,
} from './keyed-routes-api.ts';

const TEXTS = Object.fromEntries(
  CLAIM_FIELD_NAMES.map((name) => {
    const { label, hint } = claimField(name);
    return [name, [label(), hint?.()].filter(Boolean).join('. ')];
  }),
) as Record<ClaimFieldName, string>;

const OWN_SERVER_PATH = '/api/v1/own/servers/:hash';

export interface OwnServerPorts extends KeyedRoutePorts {
  baseUrl: string;
  servers: {
    claims: Pick<Claims, 'listEditable' | 'requireEditable' | 'changeTexts'>;
    overview: Pick<LiveOverview, 'find'>;
    presentHash(hash: string): string;
  };
}

/** Routes of `/api/v1/own/servers`. */
export function ownServerRoutes(context: OwnServerPorts, clock: Clock) {
  const { baseUrl, servers } = context;
  const { claims, overview, presentHash } = servers;

  const live = ({ hash }: Claim) => overview.find(hash);
  const { schema, describe } = recordOf<Claim>('OwnServer', {
    hash: [text('32 lower-case hex digits.'), ({ hash }) => hash],
    url: [text('The page of the server.'), ({ hash }) => `${baseUrl}/server/play/${hash}/`],
    name: orNull(Type.String(), 'Without colour codes; null while it is offline.', (claim) => {
      const name = live(claim)?.name;
      return name && stripColourCodes(name);
    }),
    state: orNull(Type.String(), STATES, (claim) => live(claim)?.state),
    claimedAt: timeOf('when it was claimed.', ({ claimedAt }) => claimedAt),
    ...Object.fromEntries(
      Object.entries(claimApi.schemas).map(([name, each]) => [
        name,
        [each, (claim: Claim) => claimApi.describe(claim)[name]] as const,
      ]),
    ),
    country: orNull(
      Type.String(),
      'The country that you chose; null for the country of its address.',
      (claim) => claim.country,
    ),
  });

  const reading = createKeyedRoutes(context, 'servers:read');
  reading.add('GET', '/api/v1/own/servers', {
    summary: 'Your claimed servers',
    response: Type.Object({ servers: Type.Array(schema) }, { title: 'OwnServers' }),
    run: async ({ holder: { account } }) => ({
      servers: (await claims.listEditable(account.id)).map(describe),
    }),
  });
  reading.add('GET', OWN_SERVER_PATH, {
    summary: 'One of your servers',
    statuses: [404],
    parameter: serverHash(),
    response: schema,
    run: async ({ holder: { account }, params: { hash = '' } }) =>
      describe(await claims.requireEditable(account.id, presentHash(hash))),
  });

  const writing = createKeyedRoutes(context, 'own:write');
  writing.add('PATCH', OWN_SERVER_PATH, {
    summary: 'Change texts of one of your servers; texts that you leave out stay as they are',
    statuses: [404],
    parameter: serverHash(),
    fields: fieldsOf({}, TEXTS),
    response: schema,
    async run({ holder: { account, actor }, params, fields }) {
      const hash = presentHash(params.hash ?? '');
      const action: KeyAuditAction = 'server texts changed';
      const entry = { at: clock.now(), actor, action, subject: hash, reason: '', detail: '' };
      await claims.changeTexts(account.id, hash, fields as Partial<typeof TEXTS>, entry);
      return describe(await claims.requireEditable(account.id, hash));
    },
  });

  return new Elysia({ name: 'own servers' }).use(reading.app).use(writing.app);
}
