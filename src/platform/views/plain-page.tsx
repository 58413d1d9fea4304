// A page of a heading and paragraphs, for errors. It contains its styles and loads nothing.
/** @jsxImportSource preact */

import { currentLanguage } from '../messages/language.ts';
import { messages } from '../messages/messages.ts';
import { HeadBasics, Masthead, NoticeText, renderDocument } from './layout.tsx';
import { ButtonLink, ContactProvider, Paragraph } from './parts.tsx';
import type { SiteFrame } from './site-look.ts';
import { plainStyles, SYSTEM_THEME, type Theme } from './site-look.ts';

export interface PlainPage {
  title: string;
  paragraphs: readonly string[];
  links?: readonly { href: string; label: string }[];
  requestId?: string;
}

/** A document without scripts. With a frame, it shows the site's name, logo, accent and notice. */
export function renderPlainPage(
  { title, paragraphs, links = [], requestId }: PlainPage,
  frame?: SiteFrame,
  theme: Theme = SYSTEM_THEME,
): string {
  const { look, notice } = frame ?? {};
  const styles = (look?.plainStyles ?? plainStyles)[theme];
  return renderDocument(
    <ContactProvider value={look?.identity.contact}>
      <html lang={currentLanguage()}>
        <head>
          <HeadBasics title={title} theme={theme} />
          <style dangerouslySetInnerHTML={{ __html: styles }} />
        </head>
        <body>
          <Masthead look={look} />
          <main id="content" class="frame prose">
            {notice !== undefined && <NoticeText notice={notice} />}
            <h1>{title}</h1>
            {paragraphs.map((paragraph) => (
              <Paragraph key={paragraph} text={paragraph} />
            ))}
            {links.map(({ href, label }) => (
              <p key={href}>
                <ButtonLink href={href} label={label} />
              </p>
            ))}
            {requestId !== undefined && (
              <p class="hint">
                {messages.failure.requestId} <code>{requestId}</code>
              </p>
            )}
          </main>
        </body>
      </html>
    </ContactProvider>,
  );
}
