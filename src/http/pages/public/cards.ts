// The pictures of link previews: `/card/<hash>.png` of a public server, `/card/site.png` of the site.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { createBoundedQueue } from '../../../lib/bounded-queue.ts';
import type { Clock } from '../../../lib/clock.ts';
import { stripColourCodes } from '../../../lib/colour-codes.ts';
import { findCountryName } from '../../../lib/country-name.ts';
import { sha256Hex } from '../../../lib/digest.ts';
import { removeOldest } from '../../../lib/remove-oldest.ts';
import { within } from '../../../lib/timers.ts';
import { createTokenBuckets } from '../../../lib/token-buckets.ts';
import { DEFAULT_LANGUAGE, inLanguage } from '../../../messages/language.ts';
import { helpMessages, historyMessages, messages } from '../../../messages/messages.ts';
import type { Listing } from '../../../servers/servers.ts';
import { siteIcon, siteMark } from '../../../views/assets.ts';
import type { CardFacts } from '../../../views/card/card.ts';
import { renderFaceSvg } from '../../../views/face.ts';
import { CARD_KEPT_MS } from '../../../views/layout.tsx';
import type { HttpContext } from '../../context.ts';
import { answerFailure } from '../../errors.ts';
import { answerNotModified } from '../../negotiation.ts';
import { alsoAnswers, describeAnswer } from '../../openapi.ts';
import { EXAMPLE_HASH, type MismatchedRequest, matching, pathParameter } from '../../parameters.ts';
import { readPart } from '../page.ts';
import { OPEN_HEADERS } from './embed.ts';
import { drawIcon } from './well-known.ts';

const FileSchema = matching(/^(?:[0-9a-fA-F]{32}|site)\.png$/, {
  description: 'Hash of the server, or `site`, followed by `.png`.',
  examples: [`${EXAMPLE_HASH}.png`],
});

/** Each has 20 to 60 KB. The one that was not asked for longest is forgotten first. */
const MOST_KEPT = 200;
/** New cards of servers, for the whole site: each takes a core for a tenth of a second. */
const BUDGET = { refill: 1, everyMs: 2_000, capacity: 30 };
/** Programs that make previews give up after a few seconds. */
const LONGEST_WAIT_MS = 5_000;
/** How soon one that failed is tried again, and a picture that stands for another is asked for again. */
const RETRY_MS = 30_000;

const SITE = 'site';
/** The green of links on dark pages. */
const GREEN = '#86cf62';
const LOGO_SIZE = 192;

interface Card {
  /** `undefined` where it could not be drawn. */
  png: Uint8Array<ArrayBuffer> | undefined;
  madeAt: number;
}

const dataUri = (type: string, bytes: Uint8Array | string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

export function cardRoutes(context: HttpContext, clock: Clock) {
  const { baseUrl, servers, site, drawCard, timers } = context;
  const { history } = servers;
  const kept = new Map<string, Card>();
  const underWay = new Map<string, Promise<Card>>();
  const budget = createTokenBuckets(clock, BUDGET, 1);
  const queue = createBoundedQueue({ atOnce: 1, waiting: 2 * BUDGET.capacity });

  const readCurve = async (read: () => Promise<{ means: CardFacts['curve'] } | undefined>) =>
    (await readPart(context, 'history', read))?.means ?? [];

  function describeFrame() {
    const { name, isNamed, accent } = site.identity();
    return {
      site: isNamed ? name : messages.product,
      host: new URL(baseUrl).host,
      accent: accent?.dark ?? GREEN,
      curveLabel: historyMessages.periods['24h'],
    };
  }

  async function describeServer(listing: Listing): Promise<CardFacts> {
    const { hash, name, software, country, counted, maxPlayers } = listing;
    const icon = await servers.claims.findIcon(hash);
    const facts = [stripColourCodes(software), findCountryName(country, DEFAULT_LANGUAGE) ?? ''];
    return {
      ...describeFrame(),
      picture: icon ? dataUri('image/png', icon) : dataUri('image/svg+xml', renderFaceSvg(hash)),
      title: stripColourCodes(name),
      untitled: helpMessages.badge.unnamed,
      detail: facts.filter((fact) => fact !== '').join(' · '),
      figure: helpMessages.badge.players(counted, maxPlayers),
      figureLabel: messages.server.playersNow,
      curve: await readCurve(() => history.findCurve(hash, '24h')),
    };
  }

  async function describeSite(): Promise<CardFacts> {
    const identity = site.identity();
    const { logo, description } = identity;
    const { listings, players } = servers.listPublic();
    const frame = describeFrame();
    const picture =
      logo === undefined
        ? dataUri(siteIcon.type, siteIcon.text)
        : logo.extension === 'svg'
          ? dataUri(logo.type, logo.bytes)
          : dataUri('image/png', await drawIcon(identity, LOGO_SIZE));
    return {
      ...{ ...frame, picture, title: frame.site, untitled: frame.host, detail: description },
      ...{ figure: messages.playingOn(players, listings.length), figureLabel: '', site: '' },
      curve: await readCurve(async () => (await history.drawTotals('24h')).players),
    };
  }

  async function draw(key: string, describe: () => Promise<CardFacts>): Promise<Card> {
    const make = async () => drawCard(await inLanguage(DEFAULT_LANGUAGE, describe));
    // That of the site goes first, since it stands for the others. Curves are read one by one, too.
    const caller = key === SITE ? undefined : { address: key, site: key };
    const png = await readPart(context, 'card', () => queue.run(make, caller));
    const due = clock.now() + (png === undefined ? RETRY_MS : CARD_KEPT_MS);
    const card = { png: png ?? kept.get(key)?.png, madeAt: due - CARD_KEPT_MS };
    if (kept.size >= MOST_KEPT) removeOldest(kept);
    kept.set(key, card);
    return card;
  }

  /** The card as it is kept or is drawn now; an old one or none where that takes too long, or too many are wanted. */
  async function find(key: string, describe: () => Promise<CardFacts>): Promise<Card | undefined> {
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      const age = clock.now() - known.madeAt;
      if (age >= 0 && age < CARD_KEPT_MS) return known;
    }
    let drawing = underWay.get(key);
    if (drawing === undefined) {
      if (key !== SITE && budget.spend('') > 0) return known;
      drawing = draw(key, describe).finally(() => underWay.delete(key));
      underWay.set(key, drawing);
    }
    return within<Card | undefined>(LONGEST_WAIT_MS, drawing, () => known, timers);
  }

  async function findPng(hash: string) {
    const found = hash === SITE ? undefined : servers.findServer(servers.presentHash(hash));
    // The card of the site says nothing of servers that are not listed, not even that they exist.
    if (found?.isPublic && found.relocation === undefined) {
      const { listing } = found;
      const card = await find(listing.hash, () => describeServer(listing));
      if (card?.png !== undefined) return { png: card.png, isWanted: true };
    }
    const card = await find(SITE, describeSite);
    return { png: card?.png, isWanted: hash === SITE };
  }

  async function answer(request: Request, file: string): Promise<Response> {
    const { png, isWanted } = await findPng(file.slice(0, -'.png'.length).toLowerCase());
    const body = png ?? new Uint8Array(siteMark);
    const keptMs = png !== undefined && isWanted ? CARD_KEPT_MS : RETRY_MS;
    const headers = {
      ...OPEN_HEADERS,
      'content-type': 'image/png',
      'cache-control': `public, max-age=${keptMs / 1_000}`,
      etag: `"${sha256Hex(body).slice(0, 20)}"`,
    };
    return (
      answerNotModified(request.headers, headers.etag, headers) ?? new Response(body, { headers })
    );
  }

  return new Elysia({ name: 'cards' }).get(
    '/card/:file',
    ({ request, params }) => answer(request, params.file),
    {
      ...pathParameter('file', FileSchema, {
        answerMismatch: ({ request }: MismatchedRequest) =>
          answerFailure(request, 404, helpMessages.noCard),
      }),
      detail: {
        summary: 'Picture for previews of links to a server or to the site',
        description: 'PNG of 1200 × 630 pixels. A server that is not listed has that of the site.',
        ...alsoAnswers(304, 404),
        tags: ['For other sites'],
        responses: describeAnswer({ 'image/png': Type.String({ description: 'PNG image.' }) }),
      },
    },
  );
}
