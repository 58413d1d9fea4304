// A page of a heading and paragraphs, for errors: it contains its styles and loads nothing.
/** @jsxImportSource preact */

import { baseStylesText } from './assets.ts';
import { HeadBasics, Masthead, renderDocument } from './layout.tsx';
import { LANGUAGE, messages } from './messages.ts';

/** The text of a plain page; all of it is escaped. */
export interface PlainPage {
  title: string;
  paragraphs: readonly string[];
  /** Links at the end. */
  links?: readonly { href: string; label: string }[];
  /** The request's id in the log, where the paragraphs do not name it. */
  requestId?: string;
}

const TOKEN = /(--[\w-]+):[^;}]*;?/g;

/** Multiples of the unit, which are shorter as pixels; an error page is to stay within 4 KiB. */
const MULTIPLE = /calc\(([\d.]+)\*var\(--unit\)\)(?=(\w?))/g;
const UNIT_PX = Number(/--unit:(\d+)px/.exec(baseStylesText)?.[1]);
const withPixels = baseStylesText.replace(
  MULTIPLE,
  (_, times, next) => `${times * UNIT_PX}px${next && ' '}`,
);

/**
 * The only inline style of a plain page, so that the content security policy can name its digest: without
 * the tokens that only other pages use, such as the colours of names.
 */
export const plainPageStyles = withPixels.replace(TOKEN, (declaration, name) =>
  withPixels.includes(`var(${name})`) ? declaration : '',
);

/** Renders the page as a complete HTML document without scripts. */
export function renderPlainPage({ title, paragraphs, links = [], requestId }: PlainPage): string {
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
          {links.map(({ href, label }) => (
            <p key={href}>
              <a class="button quiet" href={href}>
                {label}
              </a>
            </p>
          ))}
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
