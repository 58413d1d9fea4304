// What programs may know of the site: its notice, its statistics, and the address that a caller comes from.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { toAsciiJson } from '../../lib/ascii-json.ts';
import type { HistoryRecord } from '../../servers/history/history.ts';
import type { ServerShare } from '../../servers/servers.ts';
import { NOTICE_LEVELS, type Notice } from '../../site/site.ts';
import type { HttpContext } from '../context.ts';
import { alsoAnswers } from '../openapi.ts';
import { openTo } from '../security-headers.ts';
import { answerPublicJson } from './read-answer.ts';

const PATH = '/api/myip';

const HEADERS = {
  'content-type': 'text/plain',
  'cache-control': 'private, no-store',
  ...openTo(PATH),
};

/** Route of `/api/myip`: the address alone, without a newline, as ProCraft parses it untrimmed (C9.1). Nobody may keep it (C5.14). */
export function myIpRoutes(context: HttpContext) {
  return new Elysia({ name: 'my-ip' }).get(
    PATH,
    ({ request }) => new Response(context.addressOf(request), { headers: HEADERS }),
    {
      response: Type.String({
        description: 'Dotted IPv4, or IPv6 in its shortest form.',
        examples: ['203.0.113.7'],
      }),
      detail: { summary: 'The IP address of the client', tags: ['My address'] },
    },
  );
}

const EXAMPLE = {
  ...{ text: 'The service moves on Saturday at 18:00 UTC.', level: 'warning' },
  until: 1_769_903_940,
};

const NoticeSchema = Type.Object(
  {
    text: Type.String({ description: 'Plain text on one line.' }),
    level: Type.Union(NOTICE_LEVELS.map((level) => Type.Literal(level))),
    until: Type.Union([Type.Integer(), Type.Null()], {
      description: 'When it ends by itself, in Unix seconds; null for no end.',
    }),
  },
  { title: 'Notice', examples: [EXAMPLE] },
);

const CurrentNoticeSchema = Type.Object(
  {
    notice: Type.Union([NoticeSchema, Type.Null()], { description: 'null while there is none.' }),
  },
  { title: 'CurrentNotice', examples: [{ notice: EXAMPLE }, { notice: null }] },
);

function describeNotice({ text, level, until }: Notice) {
  return { text, level, until: until === null ? null : Math.ceil(until / 1_000) };
}

export function noticeRoutes({ site }: Pick<HttpContext, 'site'>) {
  function answer(request: Request): Response | Promise<Response> {
    const notice = site.notice.current();
    return answerPublicJson(
      request,
      toAsciiJson({ notice: notice === undefined ? null : describeNotice(notice) }),
    );
  }

  return new Elysia({ name: 'notice' }).get('/api/v1/notice', ({ request }) => answer(request), {
    response: CurrentNoticeSchema,
    detail: {
      operationId: 'getNotice',
      summary: 'The current notice',
      tags: ['Notice'],
      ...alsoAnswers(304),
    },
  });
}

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

const StatisticsSchema = Type.Object(
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
    title: 'Statistics',
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
);

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
