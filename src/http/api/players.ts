// What anybody may know of players: one by name or number, and how many there are.

import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Player } from '../../accounts/accounts.ts';
import { decodeField } from '../../lib/form.ts';
import type { HttpContext } from '../context.ts';
import { pathParameter } from '../openapi.ts';
import { pathOf } from '../path.ts';
import { writePublicJson } from './read-answer.ts';

const NAME_PATH = '/api/player/';
const ID_PATH = '/api/id/';
const ACCOUNT_ID = /^[0-9]{1,15}$/;

const PlayerSchema = Type.Object({
  error: Type.String({ description: 'Empty, or "User not found" with status 200.' }),
  flags: Type.Array(Type.String({ description: 'One of a d m b e p u r.' })),
  forum_title: Type.String(),
  id: Type.Union([Type.Integer(), Type.Null()]),
  premium: Type.Boolean(),
  registered: Type.Union([Type.Integer({ description: 'Unix seconds.' }), Type.Null()]),
  username: Type.Union([Type.String(), Type.Null()]),
});

const PlayersSchema = Type.Object({
  playercount: Type.Integer({ description: 'Verified accounts that are not suspended.' }),
  lastfive: Type.Array(Type.String(), { description: 'The newest of them, newest first.' }),
});

/** Routes of `/api/player/<name>`, `/api/id/<n>` and `/api/players`. */
export function playerRoutes({ accounts }: HttpContext) {
  async function findByName(request: Request) {
    const name = decodeField(lastSegment(request, NAME_PATH));
    return describePlayer(await accounts.findPlayer(name));
  }

  async function findById(request: Request) {
    const text = lastSegment(request, ID_PATH);
    const player = ACCOUNT_ID.test(text) ? await accounts.findPlayerById(Number(text)) : undefined;
    return describePlayer(player);
  }

  async function summarise() {
    const { playerCount, lastFive } = await accounts.summarisePlayers();
    return { playercount: playerCount, lastfive: lastFive };
  }

  const tags = ['Players'];
  const response = PlayerSchema;
  return (
    new Elysia({ name: 'players' })
      // After the framework has checked the value against the schema of the route.
      .mapResponse(({ responseValue, request }) => writePublicJson(request, responseValue))
      .get('/api/player', ({ request }) => findByName(request), {
        response,
        detail: { summary: 'User not found: no name was given', tags },
      })
      .get('/api/player/:name', ({ request }) => findByName(request), {
        params: pathParameter('name', 'Name of the player, A-Z in any case.'),
        response,
        detail: { summary: 'The player of this name, in any case', tags },
      })
      .get('/api/id', ({ request }) => findById(request), {
        response,
        detail: { summary: 'User not found: no number was given', tags },
      })
      .get('/api/id/:id', ({ request }) => findById(request), {
        params: pathParameter('id', 'Number of the player.'),
        response,
        detail: { summary: 'The player with this number', tags },
      })
      .get('/api/players', () => summarise(), {
        response: PlayersSchema,
        detail: { summary: 'How many players there are, and the newest five', tags },
      })
  );
}

/** What stands behind the prefix; empty for the path without it. */
function lastSegment(request: Request, prefix: string): string {
  return pathOf(request).slice(prefix.length).replace(/\/$/, '');
}

/** The same keys whether there is such a player or not (C10.1, C10.3). */
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
