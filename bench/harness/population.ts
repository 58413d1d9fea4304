// Made-up game servers that look like the field's, the same ones in every run.

import { computeServerHash } from '../../src/modules/registry/server-hash.ts';
import type { StoredServer } from '../../src/modules/registry/server-ports.ts';

const ADJECTIVES = 'Old,Tiny,Golden,Hidden,Frozen,Crazy,Silent,Epic,Cosy,Lost'.split(',');
const NOUNS = 'Freebuild,Islands,Survival,Lava Survival,Zombies,Castle,Parkour,Towny,CTF'.split(
  ',',
);
const ENDINGS = ['', '', ' [24/7]', ' | Fun & friendly', ' – café', ' (no lag!)'];
const SOFTWARE = [
  'MCGalaxy 1.9.5.3',
  'MCGalaxy 1.9.5.3',
  'MCGalaxy 1.9.4.9',
  '&aProCraft 1.23',
  'fCraft 1.2',
  '',
];
const COUNTRIES = ['US', 'US', 'DE', 'GB', 'NL', 'FR', 'PL', 'CA', 'BR', 'T1'];
const SALT_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const DAY_MS = 86_400_000;

/** Numbers from 0 up to 1 that look random and are the same each time (mulberry32). */
function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Live public servers of as many addresses, as the store holds them at `now`. A part of a larger population
 * names the number of its `first`.
 */
export function makeServers(count: number, now: number, first = 0): StoredServer[] {
  const dice = createDice(count + first);
  const below = (limit: number): number => Math.floor(dice() * limit);
  const pick = (items: readonly string[]): string => items[below(items.length)] ?? '';
  return Array.from({ length: count }, (_, place) => {
    const index = first + place;
    const ip = `${20 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}.${1 + below(250)}`;
    const port = dice() < 0.7 ? 25_565 : 1_024 + below(60_000);
    return {
      hash: computeServerHash(ip, port),
      ip,
      port,
      name: `${pick(ADJECTIVES)} ${pick(NOUNS)} ${index}${pick(ENDINGS)}`,
      // Most servers are empty, a few are full.
      players: Math.floor(64 * dice() ** 6),
      maxPlayers: 64,
      software: pick(SOFTWARE),
      isPublic: true,
      supportsWeb: dice() < 0.6,
      salt: makeSalt(below),
      country: pick(COUNTRIES),
      startedAt: now - below(10 * DAY_MS),
      steadySince: now - DAY_MS,
      lastBeatAt: now,
      reachableAt: null,
    };
  });
}

/** Servers of one address on the ports from 1, as many as heartbeats of one machine can be for. */
export function makeServersOfOneAddress(ip: string, count: number, now: number): StoredServer[] {
  return makeServers(count, now).map((server, index) => {
    const port = index + 1;
    return { ...server, ip, port, hash: computeServerHash(ip, port) };
  });
}

/**
 * Heartbeat forms of servers as MCGalaxy writes them; after each of them beat once, all beat again
 * with other players, `passes` times.
 */
export function makeHeartbeatForms(servers: readonly StoredServer[], passes: number): string[] {
  return Array.from({ length: passes }).flatMap((_, pass) =>
    servers.map((server) => {
      const fields = {
        port: server.port,
        max: server.maxPlayers,
        name: encodeURIComponent(server.name),
        public: 'True',
        version: 7,
        salt: server.salt,
        users: (server.players + pass) % server.maxPlayers,
        software: encodeURIComponent(server.software),
        web: server.supportsWeb ? 'True' : 'False',
      };
      // The leading `&` is MCGalaxy's own.
      return Object.entries(fields)
        .map(([name, value]) => `&${name}=${value}`)
        .join('');
    }),
  );
}

function makeSalt(below: (limit: number) => number): string {
  return Array.from({ length: 32 }, () => SALT_LETTERS[below(SALT_LETTERS.length)]).join('');
}
