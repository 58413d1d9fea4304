// The public API of players: one player by name or number, and the number of players.

import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { decodeField } from '../../platform/http/form.ts';
import { describeRoute, integer, nullable, text } from '../../platform/http/openapi.ts';
import { type MismatchedRequest, matching, pathParameter } from '../../platform/http/parameters.ts';
import { answerPublicJson } from '../../platform/http/read-answer.ts';
import { type AsciiJson, toAsciiJson } from '../../platform/lib/ascii-json.ts';
import type { createPlayers, Player } from './account.ts';
import { ACCOUNT_NAME } from './account-names.ts';

const NameSchema = matching(ACCOUNT_NAME, {
  description: 'Name of the player, case-insensitive.',
  examples: ['Alice'],
});
const NumberSchema = matching(/^[0-9]{1,15}$/, {
  description: 'Id of the player.',
  examples: ['1'],
});

const PlayerSchema = Type.Object(
  {
    error: text('Empty, or "User not found" with status 200.'),
    flags: Type.Array(text('One of a d m b e p u r.')),
    forum_title: Type.String(),
    id: nullable(Type.Integer()),
    premium: Type.Boolean(),
    registered: nullable(integer('Unix seconds.')),
    username: nullable(Type.String()),
  },
  {
    title: 'Player',
    description: 'An account. If there is none, error is set and the other fields are empty.',
    examples: [
      {
        error: '',
        flags: ['a'],
        forum_title: '',
        id: 1,
        premium: false,
        registered: 1_769_903_940,
        username: 'Alice',
      },
    ],
  },
);

const PlayersSchema = Type.Object(
  {
    playercount: integer('Verified accounts that are not suspended.'),
    lastfive: Type.Array(Type.String(), { description: 'Names of the newest five, newest first.' }),
  },
  { title: 'Players', examples: [{ playercount: 2, lastfive: ['Bob', 'Alice'] }] },
);

interface PlayerPorts {
  players: Pick<ReturnType<typeof createPlayers>, 'findPlayer' | 'summarisePlayers'>;
}

export function playerRoutes({ players }: PlayerPorts) {
  const tag = 'Players';
  const response = PlayerSchema;
  const readName = (raw: string) => decodeField(raw).trim();
  // A name or number that nobody can have gets the same answer as one that nobody has (C10.3).
  const answerMismatch = ({ request }: MismatchedRequest) =>
    answerPublicJson(request, toAsciiJson(describePlayer(undefined)));
  return (
    new Elysia({ name: 'players' })
      // Runs after the framework has checked the value against the schema of the route.
      .mapResponse(({ responseValue, request }) =>
        responseValue instanceof Response
          ? undefined
          : answerPublicJson(request, toAsciiJson(responseValue as AsciiJson)),
      )
      .get('/api/player', () => describePlayer(undefined), {
        response,
        detail: describeRoute(tag, 'User not found, because no name was given', 304),
      })
      .get(
        '/api/player/:name',
        async ({ params }) => describePlayer(await players.findPlayer(params.name)),
        {
          ...pathParameter('name', NameSchema, { read: readName, answerMismatch }),
          response,
          detail: describeRoute(tag, 'A player by name, case-insensitive', 304),
        },
      )
      .get('/api/id', () => describePlayer(undefined), {
        response,
        detail: describeRoute(tag, 'User not found, because no id was given', 304),
      })
      .get(
        '/api/id/:id',
        async ({ params }) => describePlayer(await players.findPlayer(Number(params.id))),
        {
          ...pathParameter('id', NumberSchema, { answerMismatch }),
          response,
          detail: describeRoute(tag, 'A player by id', 304),
        },
      )
      .get(
        '/api/players',
        async () => {
          const { playerCount, lastFive } = await players.summarisePlayers();
          return { playercount: playerCount, lastfive: lastFive };
        },
        {
          response: PlayersSchema,
          detail: describeRoute(tag, 'Number of players, and the five newest', 304),
        },
      )
  );
}

/** Returns the same keys whether the player exists or not (C10.1, C10.3). */
function describePlayer(player: Player | undefined): Static<typeof PlayerSchema> {
  return {
    error: player === undefined ? 'User not found' : '',
    flags: [...(player?.flags ?? [])],
    forum_title: player?.forumTitle ?? '',
    id: player?.id ?? null,
    premium: player?.isPremium ?? false,
    registered: player === undefined ? null : Math.floor(player.registeredAt / 1000), // C10.2
    username: player?.name ?? null,
  };
}
