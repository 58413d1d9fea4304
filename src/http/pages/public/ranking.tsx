// The page that says how the list is ordered.
/** @jsxImportSource preact */

import { messages } from '../../../messages/messages.ts';
import { mostPlayersWith, peopleForSteps, RANKING } from '../../../servers/servers.ts';
import { Page, RANKING_PATH } from '../../../views/layout.tsx';
import { renderMarkdown } from '../../../views/markdown.ts';
import type { HttpContext } from '../../context.ts';
import { type PageRequest, pageRoutes } from '../page.ts';

const { list, ranking } = messages;
const STEPS = [0, 1, 2, 3, 4, 5];
const ROWS = STEPS.map((steps) => `${steps}|${peopleForSteps(steps)}|${mostPlayersWith(steps)}`);

export function rankingRoutes(context: HttpContext) {
  const show = ({ site }: PageRequest) => {
    const { title } = ranking;
    const isOn = context.servers.ranking.isOn();
    const texts = isOn ? ranking.rules(RANKING, ROWS.join('\n')) : [list.ranking(false)];
    const { html } = renderMarkdown([`# ${title}`, ...texts].join('\n\n'));
    return (
      <Page site={site(RANKING_PATH)} title={title} preview={{ path: RANKING_PATH }}>
        <article class="reading document">
          <h1>{title}</h1>
          <div dangerouslySetInnerHTML={{ __html: html }} />
        </article>
      </Page>
    );
  };
  return pageRoutes(context, [{ path: RANKING_PATH, who: 'visitor', get: show }]);
}
