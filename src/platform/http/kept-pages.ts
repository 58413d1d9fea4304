// Pages that are rendered once for all requests with the same content.

import type { Visitor } from '../lib/visitor.ts';
import { currentLanguage } from '../messages/language.ts';
import type { Site } from '../views/layout.tsx';
import { answerKeptPage, type KeptPage, keepPage, SITE_PAGE_HEADERS } from './html.ts';

/** Maximum number of kept pages for the same facts. The oldest is dropped first. */
const MAX_KEPT = 64;
/** Keeps pages by the choices of a request, as long as their `facts` are the same. */
export function createKeptPages() {
  let keptFor: readonly unknown[] = [];
  let kept = new Map<string, Promise<KeptPage>>();

  return (
    facts: readonly unknown[],
    site: Site,
    choice: unknown[],
    make: () => Promise<string>,
  ) => {
    const sources = [...facts, site.look, site.notice];
    if (sources.some((source, index) => source !== keptFor[index])) {
      keptFor = sources;
      kept = new Map();
    }
    const { theme, accountName, adminPath, registerPath } = site;
    const reader = [currentLanguage(), theme, accountName, adminPath, registerPath];
    const key = [...reader, ...choice].join('\n');
    const pages = kept;
    const known = pages.get(key);
    if (known !== undefined) return known;
    const page = make().then((html) => keepPage(html));
    if (pages.size >= MAX_KEPT) pages.delete(pages.keys().next().value ?? '');
    pages.set(key, page);
    page.catch(() => pages.delete(key));
    return page;
  };
}

/** Sends a page. If it shows who is logged in, only this service keeps it. */
export async function answerKept(request: Request, visitor: Visitor, page: Promise<KeptPage>) {
  return visitor.kind === 'account'
    ? answerKeptPage(request, await page, SITE_PAGE_HEADERS)
    : answerKeptPage(request, await page);
}
