// The statistics in numbers: now, records, by software, by country, and registrations where they are shown.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { toAsciiJson } from '../../lib/ascii-json.ts';
import type { HistoryRecord } from '../../servers/history/history.ts';
import type { ServerShare } from '../../servers/servers.ts';
import type { HttpContext } from '../context.ts';
import { alsoAnswers, named } from '../openapi.ts';
import { answerPublicJson } from './read-answer.ts';

const RecordSchema = Type.Union(
  [
    Type.Object({
      count: Type.Integer(),
      at: Type.Integer({ description: 'When it was first reached, in Unix seconds.' }),
    }),
    Type.Null(),
  ],
  { description: 'null before the first minute.' },
);

const SHARE_MEANING =
  'Most servers first, at most 20; the rest and unknown ones are counted together as null.';

const shareSchema = (key: string) =>
  Type.Array(
    Type.Object({
      [key]: Type.Union([Type.String(), Type.Null()]),
      servers: Type.Integer(),
      players: Type.Integer(),
    }),
    { description: SHARE_MEANING },
  );

const StatisticsSchema = named(
  'Statistics',
  Type.Object(
    {
      servers: Type.Integer({ description: 'Public servers now.' }),
      players: Type.Integer({ description: 'Players on them.' }),
      records: Type.Object({ players: RecordSchema, servers: RecordSchema }),
      software: shareSchema('software'),
      countries: shareSchema('country'),
      registrations: Type.Union(
        [
          Type.Object({
            from: Type.Integer({ description: 'Start of the first day, in Unix seconds.' }),
            step: Type.Integer({ description: 'Seconds per day.' }),
            counts: Type.Array(Type.Integer(), {
              description: '90 days in UTC, today last; without accounts that were deleted since.',
            }),
          }),
          Type.Null(),
        ],
        { description: 'null unless the operator shows them.' },
      ),
    },
    {
      examples: [
        {
          ...{ servers: 41, players: 123 },
          records: {
            players: { count: 310, at: 1_769_903_940 },
            servers: { count: 52, at: 1_769_000_040 },
          },
          software: [
            { software: 'MCGalaxy', servers: 38, players: 120 },
            { software: null, servers: 3, players: 3 },
          ],
          countries: [{ country: 'NL', servers: 41, players: 123 }],
          registrations: { from: 1_769_817_600, step: 86_400, counts: [4, 7] },
        },
      ],
    },
  ),
);

/** Route of `/api/v1/statistics`. */
export function statisticsRoutes(context: HttpContext) {
  const { servers, accounts } = context;

  async function answer(request: Request): Promise<Response> {
    const registrations = context.areRegistrationsShown
      ? await accounts.countRegistrations()
      : undefined;
    const { listings, players } = servers.listPublic();
    const { software, countries } = servers.breakDown();
    const records = servers.history.records();
    const body = {
      ...{ servers: listings.length, players },
      records: {
        players: describeRecord(records?.players),
        servers: describeRecord(records?.servers),
      },
      software: software.map((share) => describeShare('software', share)),
      countries: countries.map((share) => describeShare('country', share)),
      registrations:
        registrations === undefined
          ? null
          : { from: registrations.startAt / 1_000, step: 86_400, counts: registrations.counts },
    };
    return answerPublicJson(request, toAsciiJson(body));
  }

  return new Elysia({ name: 'statistics' }).get(
    '/api/v1/statistics',
    ({ request }) => answer(request),
    {
      response: StatisticsSchema,
      detail: {
        operationId: 'getStatistics',
        summary: 'Servers and players now, records, software, countries, and registrations',
        tags: ['History'],
        ...alsoAnswers(304),
      },
    },
  );
}

function describeRecord(record: HistoryRecord | undefined) {
  return record === undefined ? null : { count: record.count, at: record.at / 1_000 };
}

function describeShare(key: 'software' | 'country', { name, servers, players }: ServerShare) {
  return { [key]: name ?? null, servers, players };
}
