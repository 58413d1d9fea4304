// A document as a page.
/** @jsxImportSource preact */

import type { PageRoute } from '../../platform/http/page.ts';
import { Page } from '../../platform/views/layout.tsx';

/** The page of a document, which is read on each request. */
export const documentRoute = (
  path: string,
  read: () => { title?: string | undefined; html: string },
): PageRoute => ({
  path,
  who: 'visitor',
  get({ site }) {
    const { title = '', html } = read();
    return (
      <Page site={site(path)} title={title} preview={{ path }}>
        <article class="reading document">
          <h1>{title}</h1>
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </article>
      </Page>
    );
  },
});
