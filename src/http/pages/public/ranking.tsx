// The page that says how the list is ordered.
/** @jsxImportSource preact */

import { formats, messages } from '../../../messages/messages.ts';
import { mostPlayersWith, peopleForSteps, RANKING } from '../../../servers/servers.ts';
import { Page, RANKING_PATH } from '../../../views/layout.tsx';
import { TableHead } from '../../../views/parts.tsx';
import type { HttpContext } from '../../context.ts';
import { type PageRequest, pageRoutes } from '../page.ts';

const { list, ranking } = messages;
const STEPS = [0, 1, 2, 3, 4, 5];

export function rankingRoutes(context: HttpContext) {
  const show = ({ site }: PageRequest) => (
    <Page site={site(RANKING_PATH)} title={ranking.title} preview={{ path: RANKING_PATH }}>
      <article class="reading document">
        <h1>{ranking.title}</h1>
        {context.servers.ranking.isOn() ? <Rules /> : <p>{list.ranking(false)}</p>}
      </article>
    </Page>
  );
  return pageRoutes(context, [{ path: RANKING_PATH, who: 'visitor', get: show }]);
}

function Rules() {
  return (
    <div>
      {ranking
        .rules(RANKING)
        .flatMap(([heading, ...texts]) => [
          <h2 key={heading}>{heading}</h2>,
          ...texts.map((text) => <p key={text}>{text}</p>),
        ])}
      <table>
        <TableHead heads={ranking.heads} counts={3} />
        {STEPS.map((steps) => (
          <tr key={steps}>
            {[steps, peopleForSteps(steps), mostPlayersWith(steps)].map((number) => (
              <td class="count">{formats.formatCount(number)}</td>
            ))}
          </tr>
        ))}
      </table>
    </div>
  );
}
