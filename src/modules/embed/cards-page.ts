// The pictures for link previews: `/card/<hash>.png` of a public server, and `/card/site.png` of the site.

import { Elysia } from 'elysia';
import type { ReportPorts } from '../../platform/http/errors.ts';
import { HIDDEN } from '../../platform/http/openapi.ts';
import { readPart } from '../../platform/http/page.ts';
import { matching, pathParameter } from '../../platform/http/parameters.ts';
import { createBoundedQueue } from '../../platform/lib/bounded-queue.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { removeOldest } from '../../platform/lib/remove-oldest.ts';
import { DEFAULT_ACCENT } from '../../platform/lib/site-facts.ts';
import { type Timers, within } from '../../platform/lib/timers.ts';
import { createTokenBuckets } from '../../platform/lib/token-buckets.ts';
import { DEFAULT_LANGUAGE, inLanguage } from '../../platform/messages/language.ts';
import { messages } from '../../platform/messages/messages.ts';
import { siteMark } from '../../platform/views/assets.ts';
import { renderFaceSvg } from '../../platform/views/face.ts';
import { CARD_KEPT_MS } from '../../platform/views/layout.tsx';
import { drawIcon } from '../../platform/views/site-look.ts';
import type { Claim, Claims } from '../claims/index.ts';
import type { History } from '../history/index.ts';
import { historyMessages } from '../history/messages.ts';
import type { PublicList } from '../list/index.ts';
import type { FoundServer, Listing } from '../registry/index.ts';
import { serverMessages } from '../registry/messages.ts';
import type { SiteModule } from '../site/index.ts';
import type { CardFacts } from './card.ts';
import { answerOpen, OPEN_HEADERS } from './embed-page.ts';

const FileSchema = matching(/^(?:[0-9a-fA-F]{32}|site)\.png$/, {
  description: 'Hash of a server or `site`, and `.png`.',
});
const SITE = 'site';

/** Each card has 25 to 70 KB. The cards that were requested longest ago are removed first. */
const MAX_KEPT = 200;
/** New server cards for the whole site. Each takes a core for a tenth of a second. */
const BUDGET = { refill: 1, everyMs: 2_000, capacity: 30 };
/** Programs that make previews give up after some seconds. */
const MAX_WAIT_MS = 5_000;
/** How soon a failed card is drawn again. Clients that got a substitute ask again after this time, too. */
const RETRY_MS = 30_000;
const LOGO_SIZE = 240;

interface Card {
  png?: Uint8Array<ArrayBuffer>;
  drawing?: Promise<void>;
  dueAt: number;
}

const dataUri = (type: string, bytes: Uint8Array | string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

type ShownServer = FoundServer & { claim: Pick<Claim, 'iconDigest'> | undefined };

interface CardPorts extends ReportPorts {
  baseUrl: string;
  site: Pick<SiteModule, 'identity'>;
  servers: {
    listPublic(): PublicList;
    findServer(hash: string): ShownServer | undefined;
    presentHash(hash: string): string;
    history: Pick<History, 'drawTotals' | 'findCurve'>;
    claims: Pick<Claims, 'findIcon'>;
  };
  timers: Timers;
  /** Draws the PNG of a preview, one at a time. Throws when drawing fails. */
  drawCard(facts: CardFacts): Promise<Uint8Array<ArrayBuffer>>;
}

export function cardRoutes(context: CardPorts, clock: Clock) {
  const { servers, drawCard, timers } = context;
  const cards = new Map<string, Card>();
  const budget = createTokenBuckets(clock, BUDGET, 1);
  const queue = createBoundedQueue({ atOnce: 1, waiting: 2 * BUDGET.capacity });

  async function draw(card: Card, listing: Listing | undefined): Promise<void> {
    const make = async () =>
      drawCard(await inLanguage(DEFAULT_LANGUAGE, () => describeCard(context, listing)));
    // The site's card goes first, because it substitutes for the others. Curves are read one at a time, too.
    const caller = listing && { address: listing.hash, site: listing.hash };
    const png = await readPart(context, 'card', () => queue.run(make, caller));
    if (png !== undefined) card.png = png;
    card.dueAt = clock.now() + (png === undefined ? RETRY_MS : CARD_KEPT_MS);
    delete card.drawing;
  }

  /** Returns the card, redrawn if it is old. Late drawings and a spent budget leave the old card, or none. */
  async function find(server?: ShownServer): Promise<Card['png']> {
    const listing = server?.listing;
    // The key contains the icon's digest, so that a removed icon never appears again.
    const key = listing ? `${listing.hash} ${server.claim?.iconDigest ?? ''}` : SITE;
    const card = cards.get(key) ?? { dueAt: Number.NEGATIVE_INFINITY };
    const isDue = card.drawing === undefined && clock.now() >= card.dueAt;
    if (isDue && (key === SITE || budget.spend('') === 0)) card.drawing = draw(card, listing);
    // A card that is not being drawn must not push out one that exists.
    if (cards.delete(key) || card.drawing !== undefined) {
      if (cards.size >= MAX_KEPT) removeOldest(cards);
      cards.set(key, card);
    }
    await within(MAX_WAIT_MS, card.drawing, () => {}, timers);
    return card.png;
  }

  async function answer(request: Request, file: string): Promise<Response> {
    const name = file.slice(0, -'.png'.length).toLowerCase();
    const found = name === SITE ? undefined : servers.findServer(servers.presentHash(name));
    // Unlisted servers get the site's card, which does not even reveal whether they exist.
    const isListed = found?.isPublic === true && found.relocation === undefined;
    const own = isListed ? await find(found) : undefined;
    const png = own ?? (await find());
    const isRight = own !== undefined || (name === SITE && png !== undefined);
    const body = png ?? new Uint8Array(siteMark);
    return answerOpen(request, body, {
      ...OPEN_HEADERS,
      'content-type': 'image/png',
      'cache-control': `public, max-age=${(isRight ? CARD_KEPT_MS : RETRY_MS) / 1_000}`,
    });
  }

  const hook = { ...pathParameter('file', FileSchema), ...HIDDEN };
  return new Elysia({ name: 'cards' }).get(
    '/card/:file',
    ({ request, params }) => answer(request, params.file),
    hook,
  );
}

/** What the card of a server shows, or the card of the site. */
async function describeCard(context: CardPorts, listing: Listing | undefined): Promise<CardFacts> {
  const { baseUrl, servers, site } = context;
  const identity = site.identity();
  const { name, isNamed, accent, logo, description } = identity;
  const { listings, players } = servers.listPublic();
  const siteName = isNamed ? name : messages.product;
  const curve = await readPart(context, 'history', async () =>
    listing === undefined
      ? (await servers.history.drawTotals('24h')).players
      : servers.history.findCurve(listing.hash, '24h'),
  );
  const frame = {
    host: new URL(baseUrl).host,
    accent: (accent ?? DEFAULT_ACCENT).dark,
    curve: curve?.means ?? [],
    curveLabel: historyMessages.periods['24h'],
  };
  if (listing !== undefined) {
    const { hash, name } = listing;
    const own = await servers.claims.findIcon(hash);
    return {
      ...frame,
      site: siteName,
      title: stripColourCodes(name),
      icon: own ? dataUri('image/png', own) : dataUri('image/svg+xml', renderFaceSvg(hash)),
      detail: stripColourCodes(listing.software),
      players: `${listing.counted} / ${listing.maxPlayers}`,
      playersLabel: serverMessages.playersNow,
    };
  }
  const icon =
    logo?.extension === 'svg'
      ? dataUri(logo.type, logo.bytes)
      : dataUri('image/png', await drawIcon(identity, LOGO_SIZE));
  return {
    ...frame,
    icon,
    site: '',
    title: siteName,
    detail: description,
    players: messages.playingOn(players, listings.length),
    playersLabel: '',
  };
}
