// The game on a page: the facts that start it, or the reason why it is missing, and its section.
/** @jsxImportSource preact */

import { pagePolicy } from '../../platform/http/security-headers.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import type { Visitor } from '../../platform/lib/visitor.ts';
import { labels, messages } from '../../platform/messages/messages.ts';
import { createAsset, JAVASCRIPT } from '../../platform/views/assets.ts';
import { bundle } from '../../platform/views/bundle.ts' with { type: 'macro' };
import { LinkLine, type Site } from '../../platform/views/layout.tsx';
import { useContact } from '../../platform/views/parts.tsx';
import type { Listing } from '../registry/index.ts';
import { serverMessages } from '../registry/messages.ts';
import type { GameData, GamePageData } from './game-data.ts';
import { gameMessages } from './messages.ts';
import {
  relayAddress,
  WEB_CLIENT_ARGUMENT_LIMIT,
  type WebClientAddress,
} from './web-client-address.ts';
import { findScript, type WebClient, type WebClientScript } from './web-client-ports.ts';

export const gameScript = createAsset(
  'js',
  JAVASCRIPT,
  bundle('modules/web-client/game-browser.ts'),
);

interface PlayableWay {
  data: GameData;
  page: string;
  playerName: string;
}

export type GameWay =
  | PlayableWay
  | { tooLong: number }
  | 'not taken'
  | 'no client'
  | 'client broken'
  | 'no relay'
  | MissingAccount;

function isPlayable(way: GameWay): way is PlayableWay {
  return typeof way === 'object' && 'data' in way;
}

/** What a visitor needs before joining. */
export type MissingAccount = 'not logged in' | 'not verified';

/** Whether the game runs here, now or once the player is verified. */
export function isInBrowser(way: GameWay): way is PlayableWay | MissingAccount {
  return isPlayable(way) || way === 'not logged in' || way === 'not verified';
}

interface EntryFacts {
  site: Pick<Site, 'loginPath' | 'registerPath' | 'verifyPath'>;
  /** Leads to registration or login, and back. */
  enterPath: string;
}

export function GameSection({ way, ...entry }: EntryFacts & { way: PlayableWay | MissingAccount }) {
  return (
    <section class="way game">
      <h2 class="hidden-label">{gameMessages.title}</h2>
      {isPlayable(way) ? (
        <Game {...way} />
      ) : (
        <div data-live="game-entry">
          <Entry {...entry} missing={way} label={labels.play} />
          <script src={gameScript.path} defer />
        </div>
      )}
    </section>
  );
}

/** The one button for a visitor without a verified account. It leads to one, and back to the page. */
export function Entry(facts: EntryFacts & { missing: MissingAccount; label: string }) {
  const { site, enterPath, missing, label } = facts;
  const { loginPath = '/', registerPath, verifyPath } = site;
  if (missing === 'not verified') {
    return (
      <>
        <LinkLine look="button play big" href={verifyPath} label={serverMessages.verify} />
        <p class="hint">{serverMessages.needsVerification}</p>
      </>
    );
  }
  return (
    <>
      <LinkLine look="button play big" href={enterPath} label={label} />
      <p class="hint">
        {serverMessages.needsAccount} <a href={loginPath}>{messages.logIn}</a>
        {registerPath !== undefined && (
          <>
            {' · '}
            <a href={registerPath}>{messages.register}</a>
          </>
        )}
      </p>
    </>
  );
}

/** Why nobody can play in the browser here. */
export function describeMissing(way: Exclude<GameWay, PlayableWay | MissingAccount>): string {
  if (typeof way === 'object') return gameMessages.tooLong(way.tooLong);
  return {
    'not taken': gameMessages.notTaken,
    'no client': gameMessages.noClient,
    'client broken': gameMessages.clientBroken,
    'no relay': gameMessages.noRelay,
  }[way];
}

function Game({ data, page, playerName }: PlayableWay) {
  const contact = useContact();
  return (
    <>
      <p data-live="game-needs-script">{gameMessages.needsScript}</p>
      <div data-live="game-start" hidden>
        <p>
          <button class="button play big" type="button">
            {gameMessages.play}
          </button>
        </p>
        <p class="hint">{gameMessages.how(playerName)}</p>
      </div>
      <p data-live="game-elsewhere" hidden>
        {gameMessages.wrongOrigin} <a href={page}>{gameMessages.rightOrigin}</a>
      </p>
      <div class="game-bar">
        <p class="game-status" role="status" data-live="game-status" />
        <button class="button quiet" type="button" data-live="game-full-screen" hidden>
          {gameMessages.fullScreen}
        </button>
      </div>
      <div class="game-again" data-live="game-again" hidden>
        <button class="button play" type="button">
          {labels.tryAgain}
        </button>
        <p class="hint" data-live="game-again-hint">
          {gameMessages.joinAgainHint}
        </p>
      </div>
      <div class="stage" data-live="game-stage" hidden>
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the game takes every key */}
        <canvas id="canvas" role="application" aria-label={gameMessages.label} tabIndex={0} />
      </div>
      <script
        type="application/json"
        data-live="game-data"
        dangerouslySetInnerHTML={{ __html: toScriptJson({ ...data, contact }) }}
      />
      <script src={gameScript.path} defer />
    </>
  );
}

/** JSON that is safe in a `<script>`: nothing in it ends the element or starts another (C11.4). */
function toScriptJson(value: GamePageData): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** How the visitor plays, and the policy of the page, which is wider only if the game starts there. */
interface Game {
  way: GameWay;
  policy: string;
}

/** Facts that decide whether pages of this site can run the game. */
export interface GamePorts {
  baseUrl: string;
  webClient: WebClient;
  isRelayOn: boolean;
  /** The URL of a skin without the name of its player, which comes last. */
  skinUrl?: string | undefined;
}

/** A live server, and the proof for its players. */
export interface PlayedServer {
  listing: Listing;
  /** Empty while the account is not verified. */
  mppassFor(player: { id: number; name: string; isVerified: boolean }): string;
}

/**
 * Which servers permitted visitors can play on from this site's pages; `undefined`
 * if none.
 */
export function findPlayable(context: GamePorts): ((listing: Listing) => boolean) | undefined {
  if (typeof findBoot(context) === 'string') return undefined;
  return (listing) =>
    listing.supportsWeb &&
    listing.origin === undefined &&
    findAddress(context, listing) !== undefined;
}

/** Checks the server, the installation and the visitor, in this order. */
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
    options: optionsOf(context),
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
 * The system of a phone or tablet, according to its browser. The launcher opens no links there, and its files are
 * out of reach: on Android 11 and later no app may change them, and no iOS store has it. An iPad that asks
 * for desktop sites identifies as a Mac.
 */
export function phoneOf({ headers }: Pick<Request, 'headers'>): Phone | undefined {
  const agent = headers.get('user-agent') ?? '';
  if (/\b(?:iPhone|iPad|iPod)\b/.test(agent)) return 'ios';
  return /\bAndroid\b/.test(agent) ? 'android' : undefined;
}

/** The script that starts the game here, or what this site lacks for it. */
function findBoot(
  context: GamePorts,
): WebClientScript | 'no client' | 'client broken' | 'no relay' {
  const { webClient, isRelayOn } = context;
  if (webClient.kind === 'none') return 'no client';
  const script = findScript(webClient);
  if (script === undefined) return 'client broken';
  return isSecure(context) && !isRelayOn ? 'no relay' : script;
}

/** Browsers let a secure page reach a game server only through the relay. */
function isSecure({ baseUrl }: GamePorts): boolean {
  return baseUrl.startsWith('https:');
}

/** The address for the web client to connect to; `undefined` if it is too long for it (C11.3). */
function findAddress(context: GamePorts, listing: Listing): WebClientAddress | undefined {
  const { joinIp: ip, joinPort: port } = listing;
  const to = isSecure(context)
    ? relayAddress(context.baseUrl, { ip, port })
    : { address: ip, port: `${port}` };
  // If cut, the address would lead somewhere else.
  return to.address.length > WEB_CLIENT_ARGUMENT_LIMIT ? undefined : to;
}

function missing(way: Exclude<GameWay, { data: unknown }>): Game {
  return { way, policy: pagePolicy() };
}

/** Compatibility: the web client adds a slash, the name and `.png`. */
function optionsOf({ skinUrl }: GamePorts): GameData['options'] {
  return skinUrl === undefined ? {} : { 'http-skinserver': skinUrl.replace(/\/$/, '') };
}

function cut(argument: string): string {
  return argument.slice(0, WEB_CLIENT_ARGUMENT_LIMIT);
}

/** The only address that the game may open a WebSocket to. */
function socketSources({ address, port }: WebClientAddress, isRelayed: boolean): string[] {
  const [host = '', ...path] = address.split('/');
  // A policy cannot name an IPv6 address. 'self' covers the page's own address, for WebSockets too.
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
