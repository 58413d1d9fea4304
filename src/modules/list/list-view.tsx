// The page with the public list. It works without a script.
/** @jsxImportSource preact */

import type { VNode } from 'preact';
import { formats, labels, messages } from '../../platform/messages/messages.ts';
import {
  LinkLine,
  Page,
  RANKING_PATH,
  renderDocument,
  type Site,
} from '../../platform/views/layout.tsx';
import { Star } from '../favourites/favourites-parts.tsx';
import { HistoryPlot } from '../history/history-plot.tsx';
import { type Curve, columnsOf, drawBlocks, type Frame } from '../history/index.ts';
import { historyMessages } from '../history/messages.ts';
import type { Listing } from '../registry/index.ts';
import { ListFilters } from './list-filters.tsx';
import { clearFilters, formatInListOrder, formatListQuery, type ListQuery } from './list-query.ts';
import { listMessages, rankingMessages } from './messages.ts';
import type { SearchChoices } from './search.ts';
import { type RowsFacts, ServerRows } from './server-rows.tsx';

/** Searching beats reading more rows than this. A page of them is fast to make, send and lay out. */
export const MAX_ROWS = 300;
const TOTAL_COLUMNS = 96;
/** The picture of the day beside the headline. Its scale reaches at least `height` players. */
const SKYLINE: Frame = { left: 0, top: 0, width: 576, height: 40 };

const list = listMessages;

export interface ListPage extends RowsFacts {
  site: Site;
  path: string;
  query: ListQuery;
  listings: readonly Listing[];
  choices: SearchChoices;
  /** The number of all results, and where the rows of this page and of the next page begin. */
  found: number;
  first: number;
  next: string | undefined;
  totals: Curve | undefined;
  isByPeople: boolean;
  /** The parts of the reader's own list, above and below the rows. */
  recent?: VNode | undefined;
  hidden?: VNode | undefined;
}

export function renderListPage(page: ListPage): string {
  const { site, path, query, listings, totals, madeAt, isPlayable } = page;
  const { players, servers } = site.online;
  const { description } = site.look.identity;
  const headline = messages.playingOn(players, servers);
  const { found, rows, first, next } = page;
  const elsewhere = listings.reduce((sum, { origin }) => sum + Number(origin !== undefined), 0);
  const inOrder = { ...query, after: '' };
  const changes = Object.entries(list.changes()).map(([form, text]) => [`data-${form}`, text]);
  return renderDocument(
    <Page site={site} title={headline} preview={{ path: '/' }} stylesheets={[]} isCounting>
      <div class="hero row" data-live="hero">
        <Headline text={headline} description={description} />
        {totals !== undefined && <Skyline samples={totals} />}
      </div>
      <ListFilters
        {...page}
        hasOthers={elsewhere > 0}
        offersWeb={isPlayable !== undefined}
        isOfAccount={site.accountName !== undefined}
      />
      <div class="live row">
        <p role="status" data-live="shown">
          {list.shown(found, listings.length)}
          {elsewhere > 0 && ` · ${list.elsewhere(elsewhere)}`}
        </p>
        <LiveTools madeAt={madeAt} />
      </div>
      <button
        class="changes button quiet"
        type="button"
        data-live="changes"
        title={list.changesTitle}
        {...Object.fromEntries(changes)}
        hidden
      />
      <p class="notice outdated panel" data-live="outdated" role="alert" hidden>
        {list.outdated}
      </p>
      <p class="notice panel" data-live="no-favourites" hidden>
        {list.noFavourites}
      </p>
      <div data-live="content">
        {page.recent}
        {found === 0 ? (
          <NothingFound path={path} query={query} all={listings.length} />
        ) : (
          <ServerRows {...page} />
        )}
        {rows.length < found && (
          <nav class="pages row">
            <span class="hint">{list.cut(first + 1, first + rows.length, found)}</span>
            {first > 0 && <a href={`${path}${formatListQuery(inOrder)}`}>{list.first}</a>}
            {next !== undefined && (
              <a
                class="button quiet"
                rel="next"
                href={`${path}${formatListQuery({ ...query, after: next })}`}
              >
                {labels.nextPage}
              </a>
            )}
          </nav>
        )}
        {page.hidden}
        {found > 0 && <p class="hint">{list.buttons(isPlayable !== undefined)}</p>}
        {rows.some(({ listing }) => listing.origin !== undefined) && (
          <p class="hint">{list.mirrored}</p>
        )}
        <p class="hint ranking">
          {list.ranking(page.isByPeople)}
          {query.sort !== undefined && (
            <>
              {' '}
              <a href={`${path}${formatInListOrder(query)}`}>{list.defaultOrder}</a>
            </>
          )}
        </p>
        <p class="hint">
          <a href={RANKING_PATH}>{rankingMessages.title}</a>
        </p>
        {totals !== undefined && <Totals samples={totals} players={players} />}
      </div>
    </Page>,
  );
}

function Headline({ text, description }: { text: string; description: string }) {
  if (description === '') return <h1>{text}</h1>;
  return (
    <div>
      <h1>{text}</h1>
      <p class="tagline">{description}</p>
    </div>
  );
}

/** A picture of the day, hidden from screen readers: the plot below has the numbers. */
function Skyline({ samples }: { samples: Curve }) {
  const columns = columnsOf(samples.peaks, TOTAL_COLUMNS, 'peak');
  const top = Math.max(SKYLINE.height, ...columns.map((column) => column ?? 0));
  const path = drawBlocks(columns, SKYLINE, top);
  if (path === '') return null;
  return (
    <svg
      class="skyline"
      viewBox={`0 0 ${SKYLINE.width} ${SKYLINE.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

function Totals({ samples, players }: { samples: Curve; players: number }) {
  return (
    <section class="totals">
      <h2>{historyMessages.totalHeading}</h2>
      <HistoryPlot
        samples={samples}
        period="24h"
        columns={TOTAL_COLUMNS}
        now={players}
        source="/api/v1/history?range=24h"
      />
    </section>
  );
}

function NothingFound({ path, query, all }: { path: string; query: ListQuery; all: number }) {
  return (
    <section class="notice panel">
      <h2>{list.nothingFound}</h2>
      <p>{list.nothingFoundHint(all)}</p>
      <LinkLine
        look="button quiet"
        href={`${path}${formatListQuery(clearFilters(query))}`}
        label={list.showAll}
      />
    </section>
  );
}

/** The age of the list, and the controls that need the script. The script shows them and reads its messages here. */
function LiveTools({ madeAt }: { madeAt: number }) {
  return (
    <>
      <p data-live="made" data-ago={list.madeAgo('{time}')}>
        {list.madeAt}{' '}
        <time dateTime={new Date(madeAt).toISOString()}>{formats.formatMomentExact(madeAt)}</time>
      </p>
      <div class="live-tools row" data-live="tools" hidden>
        <span class="live-state">
          <span class="live-dot" aria-hidden="true" />
          <span
            data-live="state"
            data-on={list.live}
            data-paused={list.paused}
            data-away={list.away}
          >
            {list.live}
          </span>
        </span>
        <button class="button quiet" type="button" data-live="pause" data-resume={list.resume}>
          {list.pause}
        </button>
      </div>
      <template data-live="row-tools">
        <Star hash="" name="{server}" />
      </template>
    </>
  );
}
