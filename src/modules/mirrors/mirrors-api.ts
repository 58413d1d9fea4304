// Reads other sites' lists, which have the format of the compatible API.

import { cleanText, cutText, isVisible } from '../../platform/lib/text.ts';
import { parseServerHash } from '../registry/index.ts';
import type { MirroredServer } from './mirror-ports.ts';

const MAX_TEXT_LENGTH = 64;

const MAX_PLAYERS = 65_535;

const MAX_UPTIME_SECONDS = 10 * 365 * 86_400;

/**
 * Reads a record of another site's list as strictly as a heartbeat. `undefined` when no heartbeat could have made it,
 * or when the site itself mirrors the server, so that two sites do not show each other their own servers.
 */
export function readListed(record: unknown): MirroredServer | undefined {
  const { players, maxplayers, country_abbr, uptime, ...rest } = Object(record);
  const hash = parseServerHash(readText(rest.hash));
  const name = readText(rest.name);
  if (hash === undefined || !isVisible(name) || (rest.origin ?? null) !== null) return undefined;
  if (!isWhole(players, 0, MAX_PLAYERS) || !isWhole(maxplayers, 1, MAX_PLAYERS)) return undefined;
  return {
    hash,
    name,
    players,
    maxPlayers: maxplayers,
    software: readText(rest.software),
    country: /^[A-Z]{2}$/.exec(readText(country_abbr))?.[0] ?? 'T1',
    supportsWeb: rest.web === true,
    uptimeSeconds: isWhole(uptime, 0, MAX_UPTIME_SECONDS) ? uptime : 0,
  };
}

const readText = (value: unknown): string =>
  typeof value === 'string' ? cutText(cleanText(value), MAX_TEXT_LENGTH) : '';

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
