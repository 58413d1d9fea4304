// The page of a text of the site: its rules, or its privacy notice.
/** @jsxImportSource preact */

import type { SiteDocument } from '../site/site.ts';
import { Page, renderDocument, type Site, siteName } from './layout.tsx';
import { type RenderedMarkdown, renderMarkdown } from './markdown.ts';

const rendered = new WeakMap<SiteDocument, RenderedMarkdown>();

/** The whole document; the text is rendered once. `title` is the heading where the text has none of its own. */
export function renderDocumentPage(facts: {
  site: Site;
  title: string;
  path: string;
  document: SiteDocument;
}): string {
  const { site, path, document } = facts;
  const text = rendered.get(document) ?? renderMarkdown(document.text);
  rendered.set(document, text);
  const title = text.title ?? facts.title;
  return renderDocument(
    <Page site={site} title={`${title} · ${siteName(site)}`} preview={{ path }}>
      <article class="reading document">
        <h1>{title}</h1>
        <div dangerouslySetInnerHTML={{ __html: text.html }} />
      </article>
    </Page>,
  );
}
