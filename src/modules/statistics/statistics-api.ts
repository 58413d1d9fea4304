// Facts about the site for programs: its notice, its statistics, its health, and the address of the caller.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { ClientPorts } from '../../platform/http/address-limit.ts';
import { answerFailure } from '../../platform/http/errors.ts';
import type { Incoming } from '../../platform/http/listener.ts';
import {
  answerLive,
  answerMetrics,
  answerReady,
  LIVE_PATH,
  METRICS_PATH,
  READY_PATH,
  type RenderMetrics,
} from '../../platform/http/monitoring.ts';
import {
  describeAnswer,
  describeRoute,
  integer,
  nullable,
  oneOf,
  text,
} from '../../platform/http/openapi.ts';
import { answerPublicJson } from '../../platform/http/read-answer.ts';
import { openTo } from '../../platform/http/security-headers.ts';
import { toAsciiJson } from '../../platform/lib/ascii-json.ts';
import { NOTICE_LEVELS, type Notice } from '../../platform/lib/site-facts.ts';
import { messages } from '../../platform/messages/messages.ts';
import type { HistoryRecord } from '../history/index.ts';
import type { PublicList } from '../list/index.ts';
import type { SiteModule } from '../site/index.ts';
import type { ServerShare, StatisticsPorts } from './breakdown.ts';

const MY_IP_PATH = '/api/myip';

const MY_IP_HEADERS = {
  'content-type': 'text/plain',
  'cache-control': 'private, no-store',
  ...openTo(MY_IP_PATH),
};

const MyIpSchema = Type.String({
  description: 'Dotted IPv4, or IPv6 in its shortest form.',
  examples: ['203.0.113.7'],
});

const EXAMPLE = {
  text: 'The service moves on Saturday at 18:00 UTC.',
  level: 'warning',
  until: 1_769_903_940,
};

const NoticeSchema = Type.Object(
  {
    text: text('Plain text on one line.'),
    level: oneOf(NOTICE_LEVELS),
    until: nullable(Type.Integer(), 'When it ends by itself, in Unix seconds; null for no end.'),
  },
  { title: 'Notice', examples: [EXAMPLE] },
);

const CurrentNoticeSchema = Type.Object(
  { notice: nullable(NoticeSchema, 'null while there is none.') },
  { title: 'CurrentNotice', examples: [{ notice: EXAMPLE }, { notice: null }] },
);

const RecordSchema = nullable(
  Type.Object({
    count: Type.Integer(),
    at: integer('When it was first reached, in Unix seconds.'),
  }),
  'null before the first minute.',
);

const shareSchema = (key: string) =>
  Type.Array(
    Type.Object({
      [key]: nullable(Type.String()),
      servers: Type.Integer(),
      players: Type.Integer(),
    }),
    {
      description:
        'Most servers first, at most 20; the rest and unknown ones are counted together as null.',
    },
  );

const StatisticsSchema = Type.Object(
  {
    servers: integer('Public servers now.'),
    players: integer('Players on them.'),
    records: Type.Object({ players: RecordSchema, servers: RecordSchema }),
    software: shareSchema('software'),
    countries: shareSchema('country'),
    registrations: nullable(
      Type.Object({
        from: integer('Start of the first day, in Unix seconds.'),
        step: integer('Seconds per day.'),
        counts: Type.Array(Type.Integer(), {
          description: '90 days in UTC, today last; without accounts that were deleted since.',
        }),
      }),
      'null unless the operator shows them.',
    ),
  },
  {
    title: 'Statistics',
    examples: [
      {
        servers: 41,
        players: 123,
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

const HealthSchema = Type.Object(
  {
    status: oneOf(['ready', 'degraded', 'not_ready']),
    checks: Type.Record(
      Type.String(),
      Type.Object({
        status: oneOf(['ok', 'degraded', 'failed']),
        since: Type.String({ format: 'date-time' }),
        message: Type.String(),
      }),
    ),
  },
  {
    title: 'Health',
    description: 'Result of each health check.',
    examples: [
      {
        status: 'ready',
        checks: { database: { status: 'ok', since: '2026-01-31T23:59:00.000Z', message: '' } },
      },
    ],
  },
);

type StatisticsApiPorts = StatisticsPorts &
  ClientPorts & {
    servers: { listPublic(): PublicList };
    site: Pick<SiteModule, 'notice'>;
    metrics: { render: RenderMetrics; mayRead(request: Incoming): boolean };
    readiness: Parameters<typeof answerReady>[0];
  };

/** Routes of the site. `/metrics` is an unknown path for clients that may not read it. */
export function siteRoutes(context: StatisticsApiPorts) {
  const { servers, site, metrics, readiness } = context;

  function answerNotice(request: Request): Response | Promise<Response> {
    const notice = site.notice.current();
    const described = notice === undefined ? null : describeNotice(notice);
    return answerPublicJson(request, toAsciiJson({ notice: described }));
  }

  async function answerStatistics(request: Request): Promise<Response> {
    const registrations = context.settings.areRegistrationsShown
      ? await context.players.countRegistrations()
      : undefined;
    const { listings, players } = servers.listPublic();
    const { software, countries } = servers.breakDown();
    const records = servers.history.records();
    const body = {
      servers: listings.length,
      players,
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

  return (
    new Elysia({ name: 'site' })
      .get(LIVE_PATH, () => answerLive(), {
        response: Type.Literal('ok'),
        detail: describeRoute('Health', 'Liveness check: ok while the process runs'),
      })
      .get(READY_PATH, () => answerReady(readiness), {
        response: { 200: HealthSchema, 503: HealthSchema },
        detail: describeRoute('Health', 'Readiness check, with the result of each part'),
      })
      .get(
        METRICS_PATH,
        ({ request }) =>
          metrics.mayRead(request)
            ? answerMetrics(metrics.render)
            : answerFailure(request, 404, messages.failure.nothingHere),
        {
          detail: {
            ...describeRoute(
              'Health',
              'Metrics, for addresses in metrics_allow and for requests with metrics_token',
              404,
            ),
            security: [{}, { metricsToken: [] }],
            responses: describeAnswer({
              'text/plain': text('Prometheus text format.'),
            }),
          },
        },
      )
      // Only the address, without a newline, since ProCraft does not trim it (C9.1). It must not be cached (C5.14).
      .get(
        MY_IP_PATH,
        ({ request }) => new Response(context.addressOf(request), { headers: MY_IP_HEADERS }),
        {
          response: MyIpSchema,
          detail: describeRoute('My address', 'The IP address of the client'),
        },
      )
      .get('/api/v1/notice', ({ request }) => answerNotice(request), {
        response: CurrentNoticeSchema,
        detail: {
          operationId: 'getNotice',
          ...describeRoute('Notice', 'The current notice', 304),
        },
      })
      .get('/api/v1/statistics', ({ request }) => answerStatistics(request), {
        response: StatisticsSchema,
        detail: {
          operationId: 'getStatistics',
          ...describeRoute(
            'History',
            'Servers and players now, records, software, countries, and registrations',
            304,
          ),
        },
      })
  );
}

function describeNotice({ text, level, until }: Notice) {
  return { text, level, until: until === null ? null : Math.ceil(until / 1_000) };
}

function describeRecord(record: HistoryRecord | undefined) {
  return record === undefined ? null : { count: record.count, at: record.at / 1_000 };
}

function describeShare(key: 'software' | 'country', { name, servers, players }: ServerShare) {
  return { [key]: name ?? null, servers, players };
}
