// The page of a text of the site: its rules, or its privacy notice.
/** @jsxImportSource preact */

import type { SiteDocument } from '../site/site.ts';
import { Page, renderDocument, type Site, siteName } from './layout.tsx';
import { renderMarkdown } from './markdown.ts';

const rendered = new WeakMap<SiteDocument, string>();

/** The whole document; the text is rendered once. */
export function renderDocumentPage(facts: {
  site: Site;
  title: string;
  path: string;
  document: SiteDocument;
}): string {
  const { site, title, path, document } = facts;
  const html = rendered.get(document) ?? renderMarkdown(document.text);
  rendered.set(document, html);
  return renderDocument(
    <Page site={site} title={`${title} · ${siteName(site)}`} preview={{ path }}>
      <article class="reading document">
        <h1>{title}</h1>
        <div dangerouslySetInnerHTML={{ __html: html }} />
      </article>
    </Page>,
  );
}
