// The page about the order of the list.

import { type PagePorts, pageRoutes } from '../../platform/http/page.ts';
import { RANKING_PATH } from '../../platform/views/layout.tsx';
import { renderMarkdown } from '../../platform/views/markdown.ts';
import { documentRoute } from '../site/document-parts.tsx';
import { listMessages, rankingMessages } from './messages.ts';
import { mostPlayersWith, peopleForSteps, RANKING } from './ranking.ts';

const STEPS = [0, 1, 2, 3, 4, 5];
const ROWS = STEPS.map((steps) => `${steps}|${peopleForSteps(steps)}|${mostPlayersWith(steps)}`);

function renderRanking(isByPeople: boolean) {
  const ranking = rankingMessages;
  const list = listMessages;
  const texts = isByPeople ? ranking.rules(RANKING, ROWS.join('\n')) : [list.ranking(false)];
  return renderMarkdown([`# ${ranking.title}`, ...texts].join('\n\n'));
}

export const rankingRoutes = (context: PagePorts & { servers: { ranking: { isOn(): boolean } } }) =>
  pageRoutes(context, [
    documentRoute(RANKING_PATH, () => renderRanking(context.servers.ranking.isOn())),
  ]);
