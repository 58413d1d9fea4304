// The public API of player counts, for one server and for all: the numbers behind the plots.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { type ClientPorts, createAddressLimit } from '../../platform/http/address-limit.ts';
import { type KeptPage, keepPage } from '../../platform/http/html.ts';
import { describeRoute, integer, nullable, oneOf } from '../../platform/http/openapi.ts';
import { EXAMPLE_HASH, hashParameter } from '../../platform/http/parameters.ts';
import { answerPublicJson } from '../../platform/http/read-answer.ts';
import { toAsciiJson } from '../../platform/lib/ascii-json.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { quoteSeen } from '../../platform/lib/text.ts';
import type { History } from './history.ts';
import type { Curve } from './history-line.ts';
import { HISTORY_RANGES, type HistoryRange } from './history-tiers.ts';
import type { Presence } from './presence.ts';

/** Far more than pages need, because a site may ask for a hundred servers at once. */
const HISTORY_BUDGET = { refill: 600, everyMs: 10_000, capacity: 1_200 };
const DEFAULT_RANGE: HistoryRange = '24h';
const NEVER_SAMPLED: Presence = { firstAt: 0, hours: 0, availableHours: 0 };

const RANGE_MEANING = 'How far back; the step is 1, 10 and 60 minutes.';

const SamplesSchema = Type.Array(nullable(Type.Integer()), {
  description: 'Oldest first; null where there is no data.',
});

const RangeSchema = oneOf(HISTORY_RANGES, { default: DEFAULT_RANGE, description: RANGE_MEANING });

/** The framework checks the range and answers an invalid one with the sentence in `error`. */
const RangeQuery = Type.Object(
  {
    range: Type.Optional(
      oneOf(HISTORY_RANGES, {
        description: RANGE_MEANING,
        error: ({ found }: { found: { range: string } }) =>
          `The range "${quoteSeen(found.range)}" is unknown. Use one of ${HISTORY_RANGES.join(', ')}.`,
      }),
    ),
  },
  // Without this, the framework would refuse unknown fields.
  { additionalProperties: true },
);

const SpanSchema = {
  range: RangeSchema,
  from: integer('Start of the first sample, in Unix seconds.'),
  step: integer('Seconds from one sample to the next.'),
  players: SamplesSchema,
  peaks: SamplesSchema,
};

const EXAMPLE = {
  range: '24h',
  from: 1_769_903_940,
  step: 60,
  players: [3, null],
  peaks: [4, null],
};

const HistorySchema = Type.Object(
  { hash: Type.String(), ...SpanSchema },
  { title: 'History', examples: [{ hash: EXAMPLE_HASH, ...EXAMPLE }] },
);
const TotalsSchema = Type.Object(
  { ...SpanSchema, servers: SamplesSchema },
  { title: 'Totals', examples: [{ ...EXAMPLE, servers: [41, null] }] },
);

const AvailabilitySchema = Type.Object(
  {
    hash: Type.String(),
    firstSeen: nullable(Type.Integer(), 'When it was first listed, in Unix seconds.'),
    hours: integer('Hours of the last 30 days that count.'),
    availableHours: integer('How many of these hours it was listed in.'),
  },
  {
    title: 'Availability',
    examples: [{ hash: EXAMPLE_HASH, firstSeen: 1_735_689_600, hours: 719, availableHours: 717 }],
  },
);

interface HistoryApiPorts extends ClientPorts {
  servers: {
    history: Pick<History, 'drawTotals' | 'findCurve' | 'findPresence'>;
    presentHash(hash: string): string;
  };
}

export function historyRoutes(context: HistoryApiPorts, clock: Clock) {
  const { history, presentHash } = context.servers;
  const admit = createAddressLimit(
    context,
    clock,
    HISTORY_BUDGET,
    (seconds) => `Too many requests for the history from your address. Try again in ${seconds} s.`,
  );
  // A curve stays the same object until the next sample, so its text is written and compressed once.
  const written = new WeakMap<Curve, KeptPage>();

  const write = (curve: Curve, body: () => string): KeptPage =>
    written.getOrInsertComputed(curve, () => keepPage(body()));

  /** One sentence for every case, because a private server must look like a missing one. */
  function failWithoutServer(): never {
    throw new Failure(
      'not_found',
      'No public server with this hash is known. Only listed servers have a history.',
    );
  }

  const tag = 'History';
  return (
    new Elysia({ name: 'history' })
      // Runs before the framework's checks, so that refused requests count too.
      .onTransform(({ request }) => admit(request))
      .get(
        '/api/v1/servers/:hash/history',
        async ({ request, params, query: { range = DEFAULT_RANGE } }) => {
          const hash = presentHash(params.hash);
          const curve = await history.findCurve(hash, range);
          if (curve === undefined) return failWithoutServer();
          const body = write(curve, () => toAsciiJson({ hash, ...spanOf(range, curve) }));
          return answerPublicJson(request, body);
        },
        {
          ...hashParameter(failWithoutServer, 1),
          query: RangeQuery,
          response: HistorySchema,
          detail: describeRoute(tag, 'Player history of a public server', 304, 400, 404, 429),
        },
      )
      .get(
        '/api/v1/servers/:hash/availability',
        async ({ request, params }) => {
          const hash = presentHash(params.hash);
          // The same servers have both.
          if ((await history.findCurve(hash, '90d')) === undefined) return failWithoutServer();
          const presence = await history.findPresence(hash);
          return answerPublicJson(request, toAsciiJson({ hash, ...describePresence(presence) }));
        },
        {
          ...hashParameter(failWithoutServer, 1),
          response: AvailabilitySchema,
          detail: describeRoute(tag, 'First seen and availability', 304, 404, 429),
        },
      )
      .get(
        '/api/v1/history',
        async ({ request, query: { range = DEFAULT_RANGE } }) => {
          const { players, servers } = await history.drawTotals(range);
          const body = write(players, () =>
            toAsciiJson({ ...spanOf(range, players), servers: servers.means }),
          );
          return answerPublicJson(request, body);
        },
        {
          query: RangeQuery,
          response: TotalsSchema,
          detail: describeRoute(tag, 'History of players and public servers', 304, 400, 429),
        },
      )
  );
}

function describePresence({ firstAt, ...hours }: Presence = NEVER_SAMPLED) {
  return { firstSeen: firstAt === 0 ? null : Math.floor(firstAt / 1000), ...hours };
}

function spanOf(range: HistoryRange, { startAt, stepMs, means, peaks }: Curve) {
  return { range, from: startAt / 1000, step: stepMs / 1000, players: means, peaks };
}
