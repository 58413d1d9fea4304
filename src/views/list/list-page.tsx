// The page with the public list, complete without a script.
/** @jsxImportSource preact */

import { formats, historyMessages, messages, startMessages } from '../../messages/messages.ts';
import type { Listing } from '../../servers/servers.ts';
import { HELP_PATH, LinkLine, Page, renderDocument, type Site, START_PATH } from '../layout.tsx';
import { HistoryPlot } from '../server/history-plot.tsx';
import { LauncherLine, ProgramLine } from '../start/server-lines.tsx';
import { columnsOf, drawBlocks, type Frame, type PlotSamples } from './history-line.ts';
import { clearFilters, ListFilters } from './list-filters.tsx';
import { formatInListOrder, formatListQuery, type ListQuery } from './list-query.ts';
import { ListTable } from './list-table.tsx';
import type { Spark } from './sparkline.tsx';

/** In a longer page, searching is faster than reading. */
export const MOST_ROWS = 500;
const TOTAL_COLUMNS = 96;
/** The picture of the day beside the headline; its scale goes up to `height` players at least. */
const SKYLINE: Frame = { left: 0, top: 0, width: 576, height: 40 };

const { list } = messages;

export interface ListPage {
  site: Site;
  path: string;
  query: ListQuery;
  listings: readonly Listing[];
  software: readonly string[];
  countries: readonly string[];
  chosen: readonly Listing[];
  sparks: ReadonlyMap<string, Spark>;
  totals: PlotSamples | undefined;
  /** Which servers can be played in the browser here; `undefined` where none can. */
  isPlayable: ((listing: Listing) => boolean) | undefined;
  madeAt: number;
}

export function renderListPage(page: ListPage): string {
  const { site, path, query, listings, chosen, sparks, totals, madeAt, isPlayable } = page;
  const { players, servers } = site.online;
  const { description } = site.look.identity;
  const headline = messages.playingOn(players, servers);
  return renderDocument(
    <Page site={site} title={headline} preview={{ path: '/' }} stylesheets={[]} isCounting>
      <div class="hero row" data-live="hero">
        <Headline text={headline} description={description} />
        {listings.length > 0 && totals !== undefined && <Skyline samples={totals} />}
      </div>
      <ListFilters
        path={path}
        query={query}
        software={page.software}
        countries={page.countries}
        offersWeb={isPlayable !== undefined}
        isHidden={listings.length === 0}
      />
      <div class="status">
        <p role="status" data-live="shown">
          {list.shown(chosen.length, listings.length)}
        </p>
        <p data-live="made" data-now={list.madeNow} data-ago={list.madeAgo('{time}')}>
          {list.madeAt}{' '}
          <time dateTime={new Date(madeAt).toISOString()}>{formats.formatMomentExact(madeAt)}</time>
        </p>
      </div>
      <LiveTools />
      <div data-live="content">
        {listings.length === 0 ? (
          <FirstServer baseUrl={site.baseUrl} />
        ) : chosen.length === 0 ? (
          <NothingFound path={path} query={query} all={listings.length} />
        ) : (
          <ListTable
            path={path}
            query={query}
            listings={chosen.slice(0, MOST_ROWS)}
            sparks={sparks}
            isPlayable={isPlayable}
            now={madeAt}
          />
        )}
        {chosen.length > MOST_ROWS && <p class="hint">{list.cut(MOST_ROWS, chosen.length)}</p>}
        {chosen.length > 0 && <p class="hint">{list.buttons(isPlayable !== undefined)}</p>}
        {listings.length > 0 && (
          <p class="hint ranking">
            {list.ranking}
            {query.sort !== undefined && (
              <>
                {' '}
                <a href={`${path}${formatInListOrder(query)}`}>{list.defaultOrder}</a>
              </>
            )}
          </p>
        )}
        {listings.length > 0 && totals !== undefined && (
          <Totals samples={totals} players={players} />
        )}
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
function Skyline({ samples }: { samples: PlotSamples }) {
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

function Totals({ samples, players }: { samples: PlotSamples; players: number }) {
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

/** Controls that need the script, which shows them. The script takes its messages from here. */
function LiveTools() {
  return (
    <>
      <div class="live row" data-live="tools" hidden>
        <label class="switch">
          <input type="checkbox" data-live="favourites-only" />
          <span>{list.favouritesOnly}</span>
        </label>
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
      <p class="notice outdated panel" data-live="outdated" role="alert" hidden>
        {list.outdated}
      </p>
      <p class="notice panel" data-live="no-favourites" hidden>
        {list.noFavourites}
      </p>
      <template data-live="row-tools">
        <button class="icon-button copy" type="button" title={list.copyAddress}>
          <span class="copy-mark" aria-hidden="true" />
          <span
            class="hidden-label"
            data-done={list.copied}
            data-failed={list.copyFailed}
            data-named={list.copyAddressOf('{server}')}
          />
        </button>
        <button class="icon-button star" type="button" aria-pressed="false" title={list.favourite}>
          <span class="star-mark" aria-hidden="true" />
          <span class="hidden-label" data-named={list.favouriteOf('{server}')} />
        </button>
      </template>
    </>
  );
}

const { empty } = messages;

function FirstServer({ baseUrl }: { baseUrl: string }) {
  const { play, add } = startMessages;
  return (
    <section class="notice first panel">
      <h2>{empty.title}</h2>
      <p>{empty.intro}</p>
      {(['mcgalaxy', 'other'] as const).map((program) => (
        <>
          <h3>{add.programs[program].name}</h3>
          <ProgramLine program={program} baseUrl={baseUrl} />
        </>
      ))}
      <h3>{play.line}</h3>
      <p>{play.lineHow}</p>
      <LauncherLine baseUrl={baseUrl} />
      <p class="hint">{add.port}</p>
      <LinkLine look="elsewhere" href={START_PATH} label={empty.more} />
      <LinkLine look="elsewhere" href={HELP_PATH} label={empty.why} />
    </section>
  );
}
