// Ways to share a server: its link, its badge, and the list as a widget, each with a preview.
/** @jsxImportSource preact */

import { Fragment } from 'preact';
import { messages } from '../../platform/messages/messages.ts';
import { CopyLine } from '../../platform/views/parts.tsx';
import { operatorMessages } from '../claims/messages.ts';
import { shareMessages } from './messages.ts';

const share = shareMessages;

export const WIDGET_PATH = '/embed/servers.js';

interface ShareFacts {
  hash: string;
  /** Without colour codes. */
  name: string;
  baseUrl: string;
}

const linkOf = ({ hash, baseUrl }: ShareFacts) => `${baseUrl}/server/play/${hash}/`;

/** The badge of the server for other sites, and the code that embeds it. */
export function Badge(facts: ShareFacts) {
  const { hash, name, baseUrl } = facts;
  const picture = `${baseUrl}/badge/${hash}.svg`;
  const page = linkOf(facts);
  const alt = operatorMessages.own.badgeAlt(name);
  const lines = {
    HTML: `<a href="${page}"><img src="${picture}" alt="${Bun.escapeHTML(alt)}"></a>`,
    Markdown: `[![${alt.replace(/[\\[\]]/g, '\\$&')}](${picture})](${page})`,
  };
  return (
    <>
      <p>{operatorMessages.own.badgeHow}</p>
      <p>
        <img src={`/badge/${hash}.svg`} alt={alt} loading="lazy" />
      </p>
      {Object.entries(lines).map(([format, line]) => (
        <Fragment key={format}>
          <h3>{format}</h3>
          <CopyLine text={line} what={format} />
        </Fragment>
      ))}
    </>
  );
}

/** Within the folded part: a link to it unfolds the part. */
export const SHARE_ID = 'share';

/** The page's link, the badge, and the list as a widget. */
export function ShareWays({ id, ...facts }: ShareFacts & { id?: string }) {
  return (
    <>
      <h2 id={id}>{share.link}</h2>
      <CopyLine text={linkOf(facts)} what={share.link} />
      <h2>{operatorMessages.adoption.names.badge}</h2>
      <Badge {...facts} />
      <h2>{messages.footer.list}</h2>
      <p>{share.widgetHow}</p>
      <div class="scripted-only" data-preview={WIDGET_PATH} />
      <CopyLine text={`<script src="${facts.baseUrl}${WIDGET_PATH}" async></script>`} what="HTML" />
    </>
  );
}

/** The script loads the widget only once the reader sees it, since the widget keeps fetching the list. */
export function Share(facts: ShareFacts) {
  return (
    <details class="fold share">
      <summary>{share.title}</summary>
      <ShareWays {...facts} id={SHARE_ID} />
    </details>
  );
}
