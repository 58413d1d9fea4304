// The notice of the site, above the content of every page.
/** @jsxImportSource preact */

import { siteMessages } from '../messages/messages.ts';
import type { Notice } from '../site/site.ts';
import { End } from './time.tsx';

const messages = siteMessages.notice;

/** The notice with its place, which the live list keeps up to date. */
export function SiteNotice({ notice }: { notice: Notice | undefined }) {
  return (
    <div data-live="notice">
      {notice !== undefined && (
        <aside class={`site-notice ${notice.level}`} aria-label={messages.label}>
          <div class="frame">
            <NoticeText notice={notice} />
          </div>
        </aside>
      )}
    </div>
  );
}

/** Its level, its text and its end. */
export function NoticeText({ notice }: { notice: Notice }) {
  const { level, text, until } = notice;
  return (
    <p>
      <strong>{messages.levels[level]}</strong> {text}{' '}
      {until !== null && (
        <span class="hint">
          {messages.until} <End at={until} /> UTC
        </span>
      )}
    </p>
  );
}
