// The statistics page: records, players over time, servers by software and country, registrations.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { answerKept, createKeptPages } from '../../platform/http/kept-pages.ts';
import {
  type PagePorts,
  type PageRequest,
  pageRoutes,
  readPart,
} from '../../platform/http/page.ts';
import { DAY_MS } from '../../platform/lib/clock.ts';
import { currentLanguage } from '../../platform/messages/language.ts';
import { formats, labels } from '../../platform/messages/messages.ts';
import { Fact, Page, renderDocument, STATISTICS_PATH } from '../../platform/views/layout.tsx';
import { Country, languageName, TableHead } from '../../platform/views/parts.tsx';
import { Moment } from '../../platform/views/time.tsx';
import { Plot, PlotSection, parsePeriod } from '../history/history-plot.tsx';
import { type HistoryRecord, localeOf } from '../history/index.ts';
import { historyMessages } from '../history/messages.ts';
import type { Breakdown, ServerShare, StatisticsPorts } from './breakdown.ts';
import { statisticsMessages as messages } from './messages.ts';

const SOURCE = '/api/v1/statistics';

export function statisticsPageRoutes(context: PagePorts & StatisticsPorts) {
  const { servers, players } = context;
  const { history } = servers;
  const findPage = createKeptPages();

  async function readRegistrations() {
    if (!context.settings.areRegistrationsShown) return undefined;
    const counts = await readPart(context, 'registrations', players.countRegistrations);
    return counts ?? 'failed';
  }

  async function answer({ request, visitor, ...requested }: PageRequest): Promise<Response> {
    const site = requested.site(STATISTICS_PATH);
    const period = parsePeriod(requested.query.period ?? null);
    const [totals, registrations] = await Promise.all([
      readPart(context, 'history', async () => (await history.drawTotals(period)).players),
      readRegistrations(),
    ]);
    // Nothing waits from here on, so the page shows exactly the values under which it is cached.
    const breakdown = servers.breakDown();
    const records = history.records();
    const page = findPage([breakdown, totals, registrations], site, [period], async () =>
      renderDocument(
        <Page site={site} title={messages.title} preview={{ path: STATISTICS_PATH }}>
          <div class="statistics">
            <h1>{messages.title}</h1>
            <Figures online={site.online} records={records} />
            <PlotSection
              title={historyMessages.totalHeading}
              history={totals ? { period, samples: totals } : messages.historyFailed}
              now={site.online.players}
              sourceOf={(each) => `/api/v1/history?range=${each}`}
            />
            <BreakdownTables breakdown={breakdown} />
            {registrations !== undefined && (
              <section>
                <h2>{messages.registrations}</h2>
                <Registrations registrations={registrations} />
              </section>
            )}
            <p class="hint">
              <a href={SOURCE}>{historyMessages.numbers}</a>
            </p>
          </div>
        </Page>,
      ),
    );
    return answerKept(request, visitor, page);
  }

  return pageRoutes(context, [
    { path: STATISTICS_PATH, who: 'anybody', query: ['period'], get: answer },
  ]);
}

/** The current figures and the records. */
function Figures(properties: {
  online: { players: number; servers: number };
  records: Readonly<Record<'players' | 'servers', HistoryRecord>> | undefined;
}) {
  const { online, records } = properties;
  return (
    <>
      <dl class="tiles">
        <Tile title={messages.playersNow} count={online.players} />
        <Tile title={messages.serversNow} count={online.servers} />
        {records && <Tile title={messages.mostPlayers} {...records.players} />}
        {records && <Tile title={messages.mostServers} {...records.servers} />}
      </dl>
      <p class="hint">{records === undefined ? messages.noRecords : messages.recordsNote}</p>
    </>
  );
}

function Tile({ title, count, at }: { title: string; count: number; at?: number }) {
  return (
    <Fact name={title}>
      <b>{formats.formatCount(count)}</b>
      {at !== undefined && <Moment at={at} />}
    </Fact>
  );
}

function BreakdownTables({ breakdown }: { breakdown: Breakdown }) {
  const { software, countries, languages, tags } = breakdown;
  return (
    <div class="shares">
      <Shares
        title={messages.bySoftware}
        column={labels.software}
        shares={software}
        show={(name) => name}
      />
      <Shares
        title={messages.byCountry}
        column={labels.country}
        shares={countries}
        show={(name) => <Country code={name} />}
      />
      {languages.some(({ name }) => name !== undefined) && (
        <Shares
          title={messages.byLanguage}
          column={labels.language}
          shares={languages}
          show={languageName}
        />
      )}
      {tags.some(({ name }) => name !== undefined) && (
        <Shares title={messages.byTag} column={labels.tag} shares={tags} show={(name) => name} />
      )}
    </div>
  );
}

interface SharesFacts {
  title: string;
  column: string;
  shares: readonly ServerShare[];
  show(name: string): ComponentChildren;
}

/** The rows that a table shows at first, so that neighbouring tables are about as long. The others are folded. */
const SHOWN_SHARES = 8;

/** Tables with bars for their numbers. */
function Shares(facts: SharesFacts) {
  const { title, shares } = facts;
  const shown = shares.length > SHOWN_SHARES + 1 ? SHOWN_SHARES : shares.length;
  return (
    <section>
      <h2>{title}</h2>
      {shares.length === 0 ? (
        <p>{messages.noServers}</p>
      ) : (
        <SharesTable {...facts} part={shares.slice(0, shown)} />
      )}
      {shown < shares.length && (
        <details>
          <summary>{messages.more(shares.length - shown)}</summary>
          <SharesTable {...facts} part={shares.slice(shown)} />
        </details>
      )}
    </section>
  );
}

function SharesTable({
  column,
  shares,
  show,
  part,
}: SharesFacts & { part: SharesFacts['shares'] }) {
  const all = shares.reduce((sum, { servers }) => sum + servers, 0);
  const most = Math.max(...shares.map(({ servers }) => servers));
  return (
    <table class="plain-table panel">
      <TableHead heads={[column, messages.servers, labels.players]} counts={2} />
      <tbody>
        {part.map(({ name, servers, players }) => (
          <tr key={name} title={messages.share(Math.round((100 * servers) / all))}>
            <th scope="row">
              {name === undefined ? messages.other : show(name)}
              <svg class="bar" aria-hidden="true">
                <rect width={`${Math.round((1_000 * servers) / most) / 10}%`} height="100%" />
              </svg>
            </th>
            <td class="count">{formats.formatCount(servers)}</td>
            <td class="count">{formats.formatCount(players)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Registrations by day in UTC. */
function Registrations({
  registrations,
}: {
  registrations: { startAt: number; counts: readonly number[] } | 'failed';
}) {
  if (registrations === 'failed') return <p>{messages.registrationsFailed}</p>;
  const { startAt, counts } = registrations;
  const sum = counts.reduce((all, count) => all + count, 0);
  const days = new Intl.DateTimeFormat(localeOf(currentLanguage()), {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  const rows = counts
    .map((count, index) => ({ count, at: startAt + index * DAY_MS }))
    .filter(({ count }) => count > 0)
    .reverse();
  return (
    <>
      <Plot
        samples={{ startAt, stepMs: DAY_MS, means: counts, peaks: counts }}
        period="90d"
        columns={counts.length}
        source={SOURCE}
        texts={{
          title: messages.registrationsTitle,
          summary: messages.registrationsSum(sum, Math.max(...counts)),
          legend: messages.registrationsNote,
          axis: messages.axisAccounts,
          value: messages.value,
        }}
        isInUtc
      />
      {rows.length > 0 && (
        <details>
          <summary>{messages.days}</summary>
          <table class="plain-table panel">
            <TableHead heads={[messages.day, messages.axisAccounts]} counts={1} />
            <tbody>
              {rows.map(({ count, at }) => (
                <tr key={at}>
                  <th scope="row">{days.format(at)}</th>
                  <td class="count">{formats.formatCount(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </>
  );
}
