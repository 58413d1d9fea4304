// The Atom feed of servers that are new in the public list.

import { Elysia } from 'elysia';
import { stripColourCodes } from '../../../lib/colour-codes.ts';
import { createReloaded } from '../../../lib/reloaded.ts';
import { cleanText } from '../../../lib/text.ts';
import { currentLanguage, LANGUAGES, type Language } from '../../../messages/language.ts';
import { messages } from '../../../messages/messages.ts';
import { FEED_PATH } from '../../../views/layout.tsx';
import type { HttpContext } from '../../context.ts';
import { answerKeptPage, type KeptPage, keepPage } from '../../html.ts';
import { HIDDEN } from '../../openapi.ts';
import { NO_SNIFFING } from '../../security-headers.ts';

const MOST_ENTRIES = 50;
const HEADERS = {
  'cache-control': 'public, max-age=300',
  'content-type': 'application/atom+xml; charset=utf-8',
  ...NO_SNIFFING,
} as const;

/** Routes of `/servers.atom`. */
export function feedRoutes({ servers, site, baseUrl }: HttpContext) {
  const self = `${baseUrl}${FEED_PATH}`;
  const toXml = (text: string) => Bun.escapeHTML(cleanText(text));

  async function write(): Promise<KeptPage> {
    const newest = await servers.history.listNewest(MOST_ENTRIES);
    const entries = newest.map(({ id, hash, name, firstAt }) => {
      const at = new Date(firstAt).toISOString();
      return `<entry><id>${self}#${id}</id><title>${toXml(stripColourCodes(name))}</title><link href="${baseUrl}/server/play/${hash}/"/><published>${at}</published><updated>${at}</updated></entry>\n`;
    });
    const title = `${messages.newServers} · ${site.identity().name}`;
    const updated = new Date(newest[0]?.firstAt ?? 0).toISOString();
    return keepPage(
      `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${currentLanguage()}">\n<id>${self}</id><title>${toXml(title)}</title><updated>${updated}</updated><author><name>${toXml(site.identity().name)}</name></author><link rel="self" href="${self}"/><link href="${baseUrl}/"/>\n${entries.join('')}</feed>\n`,
    );
  }

  // The same until the list changes, from which a server may have gone.
  const readIn = Object.fromEntries(
    LANGUAGES.map((language) => [language, createReloaded(servers.listPublic, write)]),
  ) as Record<Language, () => Promise<KeptPage>>;

  return new Elysia({ name: 'feed' }).get(
    FEED_PATH,
    async ({ request }) => answerKeptPage(request, await readIn[currentLanguage()](), HEADERS),
    HIDDEN,
  );
}
