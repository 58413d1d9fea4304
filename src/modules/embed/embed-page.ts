// Routes for other sites to include: a server's badge, and a script that shows the list.

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { answerFailure } from '../../platform/http/errors.ts';
import { answerNotModified } from '../../platform/http/negotiation.ts';
import { alsoAnswers, describeAnswer } from '../../platform/http/openapi.ts';
import {
  EXAMPLE_HASH,
  type MismatchedRequest,
  matching,
  pathParameter,
} from '../../platform/http/parameters.ts';
import { NO_SNIFFING } from '../../platform/http/security-headers.ts';
import { readableOn } from '../../platform/lib/colours.ts';
import { contentDigest } from '../../platform/lib/digest.ts';
import { createReloaded } from '../../platform/lib/reloaded.ts';
import {
  DEFAULT_ACCENT,
  PAGE_BACKGROUNDS,
  type SiteIdentity,
} from '../../platform/lib/site-facts.ts';
import { currentLanguage, LANGUAGES, type Language } from '../../platform/messages/language.ts';
import type { FoundServer } from '../registry/index.ts';
import { WIDGET_PATH } from '../server-page/share.tsx';
import type { SiteModule } from '../site/index.ts';
import { helpMessages } from '../start/messages.ts';
import { renderBadge } from './badge.ts';
import widgetSource from './servers-widget-browser.js' with { type: 'text' };

const FileSchema = matching(/^[0-9a-fA-F]{32}\.[sS][vV][gG]$/, {
  description: 'Hash of the server, followed by `.svg`.',
  examples: [`${EXAMPLE_HASH}.svg`],
});

/** Other sites may show, read and keep these answers. Sites with cross-origin isolation need the second header. */
export const OPEN_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  ...NO_SNIFFING,
} as const;

/** The headers of answers that contain words. */
const IN_LANGUAGE = { ...OPEN_HEADERS, vary: 'Accept-Language, Cookie' } as const;

const BADGE_HEADERS = {
  ...IN_LANGUAGE,
  'cache-control': 'public, max-age=30',
  'content-type': 'image/svg+xml; charset=utf-8',
  // If somebody opens the picture by itself, it is a document, and must not run anything.
  'content-security-policy': "default-src 'none'; sandbox",
} as const;

const WIDGET_HEADERS = {
  ...IN_LANGUAGE,
  'cache-control': 'public, max-age=300',
  'content-type': 'text/javascript; charset=utf-8',
} as const;

interface EmbedPorts {
  baseUrl: string;
  site: Pick<SiteModule, 'identity'>;
  servers: {
    findServer(hash: string): Pick<FoundServer, 'listing'> | undefined;
    presentHash(hash: string): string;
  };
}

/**
 * Routes of `/badge/<hash>.svg` and `/embed/servers.js`. Private servers have a badge too: they are unlisted, not
 * secret, and anybody who knows the hash can look up the same facts.
 */
export function embedRoutes({ baseUrl, servers, site }: EmbedPorts) {
  const widgetIn = Object.fromEntries(
    LANGUAGES.map((language) => [language, createReloaded(site.identity, widgetScript)]),
  ) as Record<Language, () => string>;

  function answerBadge(request: Request, file: string): Response {
    const hash = file.slice(0, -'.svg'.length).toLowerCase();
    const badge = renderBadge(
      servers.findServer(servers.presentHash(hash))?.listing,
      site.identity(),
    );
    return answerOpen(request, badge, BADGE_HEADERS);
  }

  return new Elysia({ name: 'embed' })
    .get('/badge/:file', ({ request, params }) => answerBadge(request, params.file), {
      ...pathParameter('file', FileSchema, {
        answerMismatch: ({ request }: MismatchedRequest) =>
          answerFailure(request, 404, helpMessages.noBadge),
      }),
      detail: {
        summary: 'Badge with the name of a server and its players',
        ...alsoAnswers(304, 404),
        tags: ['For other sites'],
        responses: describeAnswer({ 'image/svg+xml': Type.String({ description: 'SVG image.' }) }),
      },
    })
    .get(
      WIDGET_PATH,
      ({ request }) => answerOpen(request, widgetIn[currentLanguage()](), WIDGET_HEADERS),
      {
        detail: {
          summary: 'Script of a widget that shows the list on another site',
          description: `One tag shows it:\n\n\`\`\`html\n<script src="${baseUrl}${WIDGET_PATH}" async></script>\n\`\`\``,
          ...alsoAnswers(304),
          tags: ['For other sites'],
          responses: describeAnswer({
            'text/javascript': Type.String({
              description:
                'Included with one script tag; its options are data-limit and data-theme.',
            }),
          }),
        },
      },
    );
}

export function answerOpen(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Response {
  const etag = `"${contentDigest(body)}"`;
  const own = { ...headers, etag };
  return answerNotModified(request.headers, etag, own) ?? new Response(body, { headers: own });
}

/** Returns the widget's source, with its messages and the look of the site filled in. */
function widgetScript({ name, isNamed, accent = DEFAULT_ACCENT }: SiteIdentity): string {
  // The widget stands on the second background, as panels do.
  const [[, light], [, dark]] = [PAGE_BACKGROUNDS.light, PAGE_BACKGROUNDS.dark];
  const site = {
    name: isNamed ? name : '',
    ...accent,
    lightLink: readableOn(accent.light, light),
    darkLink: readableOn(accent.dark, dark),
  };
  return widgetSource
    .replace('MUSTER_WORDS', () => JSON.stringify(helpMessages.widget))
    .replace('MUSTER_SITE', () => JSON.stringify(site));
}
