// The way into the game from the browser: what boots it for this visitor, or what is missing.

import { pagePolicy } from '../../platform/http/html.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import type { Visitor } from '../../platform/lib/visitor.ts';
import type { Listing } from '../registry/index.ts';
import type { GameWay } from './game-section.tsx';
import { gameMessages } from './messages.ts';
import {
  relayAddress,
  WEB_CLIENT_ARGUMENT_LIMIT,
  type WebClientAddress,
} from './web-client-address.ts';
import { findScript, type WebClient, type WebClientScript } from './web-client-ports.ts';

/** The way into the game, and the policy of the page: wider than others' only where the game is booted. */
interface Game {
  way: GameWay;
  policy: string;
}

/** What decides whether the game can be played from pages of this site. */
export interface GamePorts {
  baseUrl: string;
  webClient: WebClient;
  isRelayOn: boolean;
}

/** A live server, and what its players prove themselves with. */
export interface PlayedServer {
  listing: Listing;
  /** Empty while the account is not verified. */
  mppassFor(player: { id: number; name: string; isVerified: boolean }): string;
}

/**
 * Which servers the game can be played on from the pages of this site, by visitors who may; `undefined`
 * where it can be played on none.
 */
export function findPlayable(context: GamePorts): ((listing: Listing) => boolean) | undefined {
  if (typeof findBoot(context) === 'string') return undefined;
  return (listing) =>
    listing.supportsWeb &&
    listing.origin === undefined &&
    findAddress(context, listing) !== undefined;
}

/** Looks at server, installation and visitor, in this order. */
export function describeGame(context: GamePorts, found: PlayedServer, visitor: Visitor): Game {
  const { baseUrl } = context;
  const { listing } = found;
  const { hash, joinIp: ip, joinPort: port, name } = listing;
  if (!listing.supportsWeb) return missing('not taken');
  const script = findBoot(context);
  if (typeof script === 'string') return missing(script);
  const to = findAddress(context, listing);
  if (to === undefined) return missing({ tooLong: WEB_CLIENT_ARGUMENT_LIMIT });
  if (visitor.kind !== 'account') return missing('not logged in');
  const { id, name: playerName, verifiedAt } = visitor.account;
  if (verifiedAt === null) return missing('not verified');

  const isRelayed = isSecure(context);
  const key = found.mppassFor({ id, name: playerName, isVerified: true });
  const { origin, ...files } = script;
  const data = {
    ...files,
    arguments: [cut(playerName), cut(key), cut(to.address), cut(to.port)] as const, // C11.2
    origin: isRelayed ? baseUrl : undefined,
    lookup: `/api/server/${hash}`,
    messages: gameMessages.script(stripColourCodes(name), `${ip}:${port}`, isRelayed),
  };
  const page = `${baseUrl}/server/play/${hash}/`;
  return {
    way: { data, page, playerName },
    policy: gamePolicy(origin, socketSources(to, isRelayed)),
  };
}

export type Phone = 'android' | 'ios';

/**
 * The system of a phone or tablet, as its browser says. The launcher opens no links there, and its files are
 * out of reach: no app may change them since Android 11, and on iOS it is in no store. An iPad that asks
 * for desktop sites says that it is a Mac.
 */
export function phoneOf({ headers }: Pick<Request, 'headers'>): Phone | undefined {
  const agent = headers.get('user-agent') ?? '';
  if (/\b(?:iPhone|iPad|iPod)\b/.test(agent)) return 'ios';
  return /\bAndroid\b/.test(agent) ? 'android' : undefined;
}

/** What boots the game here, or what this site lacks for it. */
function findBoot(
  context: GamePorts,
): WebClientScript | 'no client' | 'client broken' | 'no relay' {
  const { webClient, isRelayOn } = context;
  if (webClient.kind === 'none') return 'no client';
  const script = findScript(webClient);
  if (script === undefined) return 'client broken';
  return isSecure(context) && !isRelayOn ? 'no relay' : script;
}

/** Browsers let a secure page reach a game server through the relay alone. */
function isSecure({ baseUrl }: GamePorts): boolean {
  return baseUrl.startsWith('https:');
}

/** Where the web client connects to for this server; `undefined` where that is too long for it (C11.3). */
function findAddress(context: GamePorts, listing: Listing): WebClientAddress | undefined {
  const { joinIp: ip, joinPort: port } = listing;
  const to = isSecure(context)
    ? relayAddress(context.baseUrl, { ip, port })
    : { address: ip, port: `${port}` };
  // Cut, it would lead somewhere else.
  return to.address.length > WEB_CLIENT_ARGUMENT_LIMIT ? undefined : to;
}

function missing(way: Exclude<GameWay, { data: unknown }>): Game {
  return { way, policy: pagePolicy() };
}

function cut(argument: string): string {
  return argument.slice(0, WEB_CLIENT_ARGUMENT_LIMIT);
}

/** The one address that the game may open a WebSocket to. */
function socketSources({ address, port }: WebClientAddress, isRelayed: boolean): string[] {
  const [host = '', ...path] = address.split('/');
  // A policy cannot name an IPv6 address; the page's own one is under 'self' for WebSockets too.
  if (host.startsWith('[')) return [];
  return [`${isRelayed ? 'wss' : 'ws'}://${host}:${port}/${path.join('/')}`];
}

function gamePolicy(origin: string | undefined, sockets: readonly string[]): string {
  const elsewhere = origin === undefined ? [] : [origin];
  return pagePolicy({
    scripts: ["'wasm-unsafe-eval'", ...elsewhere],
    connections: [...sockets, ...elsewhere],
    // Compatibility: the web client styles its text field for phones with an attribute.
    directives: ["style-src-attr 'unsafe-inline'"],
  });
}
