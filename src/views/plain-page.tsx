// A whole page of a heading and paragraphs, for errors: it carries its styles and loads nothing.
/** @jsxImportSource preact */

import { baseStylesText } from './assets.ts';
import { HeadBasics, Masthead, renderDocument } from './layout.tsx';
import { LANGUAGE, messages } from './messages.ts';

/** What a plain page says; all of it is text and gets escaped. */
export interface PlainPage {
  title: string;
  paragraphs: readonly string[];
  /** Where the reader can go on. */
  link?: { href: string; label: string };
  /** What the log calls the request, where the paragraphs do not say it. */
  requestId?: string;
}

const TOKEN = /(--[\w-]+):[^;}]*;?/g;

/**
 * The one inline style of a plain page, so that a policy can name its digest: the base of all pages
 * without the tokens that only others use, such as the colours of names.
 */
export const plainPageStyles = baseStylesText.replace(TOKEN, (declaration, name) =>
  baseStylesText.includes(`var(${name})`) ? declaration : '',
);

/** Writes the page as a complete HTML document without scripts. */
export function renderPlainPage({ title, paragraphs, link, requestId }: PlainPage): string {
  return renderDocument(
    <html lang={LANGUAGE}>
      <head>
        <HeadBasics title={title} />
        <style dangerouslySetInnerHTML={{ __html: plainPageStyles }} />
      </head>
      <body>
        <Masthead />
        <main id="content" class="frame prose">
          <h1>{title}</h1>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {link !== undefined && (
            <p>
              <a class="button quiet" href={link.href}>
                {link.label}
              </a>
            </p>
          )}
          {requestId !== undefined && (
            <p class="hint">
              {messages.failure.requestId} <code>{requestId}</code>
            </p>
          )}
        </main>
      </body>
    </html>,
  );
}
