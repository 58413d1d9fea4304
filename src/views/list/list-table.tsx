// The table of the list: one row per server, and headings that sort.
/** @jsxImportSource preact */

import { stripColourCodes } from '../../lib/colour-codes.ts';
import { historyMessages, messages } from '../../messages/messages.ts';
import type { Listing, SortColumn } from '../../servers/servers.ts';
import { Face } from '../face.tsx';
import { ColouredName, Country } from '../parts.tsx';
import { Since } from '../time.tsx';
import { COLUMNS, formatListQuery, type ListQuery, sortedBy } from './list-query.ts';
import { type Spark, Sparkline } from './sparkline.tsx';

const { list } = messages;

export function ListTable(properties: {
  path: string;
  query: ListQuery;
  listings: readonly Listing[];
  sparks: ReadonlyMap<string, Spark>;
  /** Which servers can be played in the browser here; `undefined` where none can. */
  isPlayable: ((listing: Listing) => boolean) | undefined;
  now: number;
}) {
  const { path, query, listings, sparks, isPlayable, now } = properties;
  return (
    <table class="board panel" data-live="board">
      <caption class="hidden-label">{list.caption}</caption>
      <thead>
        <tr>
          {COLUMNS.flatMap((column) => [
            <Heading key={column} path={path} query={query} column={column} />,
            column === 'players' && <TrendHeading key="trend" />,
          ])}
          <th scope="col" class="actions">
            <span class="hidden-label">{list.columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody data-live="rows">
        {listings.map((listing) => (
          <Row
            key={listing.hash}
            listing={listing}
            spark={sparks.get(listing.hash)}
            isPlayable={isPlayable?.(listing) === true}
            now={now}
          />
        ))}
      </tbody>
    </table>
  );
}

function Heading({ path, query, column }: { path: string; query: ListQuery; column: SortColumn }) {
  // In the order of the list itself the fullest servers come first, behind featured ones.
  const shown = query.sort ?? { column: 'players', direction: 'desc' };
  const sort = shown.column === column ? shown.direction : undefined;
  const ariaSort = sort === undefined ? 'none' : sort === 'asc' ? 'ascending' : 'descending';
  const label = list.columns[column];
  return (
    <th scope="col" class={column} aria-sort={ariaSort}>
      <a href={`${path}${formatListQuery(sortedBy(query, column))}`} title={list.sortBy(label)}>
        {label}
      </a>
    </th>
  );
}

/** The browser's script takes from here what it shows of an hour. */
function TrendHeading() {
  const forms = Object.entries(historyMessages.sparkValue());
  return (
    <th
      scope="col"
      class="trend"
      title={historyMessages.columnTitle}
      data-unknown={historyMessages.unknown}
      {...Object.fromEntries(forms.map(([form, text]) => [`data-${form}`, text]))}
    >
      {historyMessages.column}
    </th>
  );
}

function Row(properties: {
  listing: Listing;
  spark: Spark | undefined;
  isPlayable: boolean;
  now: number;
}) {
  const { listing, spark, isPlayable, now } = properties;
  const { hash, players, maxPlayers } = listing;
  const name = stripColourCodes(listing.name);
  const path = `/server/play/${hash}/`;
  const { play, playOn, playTitle, join, howToJoin, joinTitle } = list;
  const [look, text, label, title] = isPlayable
    ? ['button play', play, playOn(name), playTitle]
    : ['button play join', join, howToJoin(name), joinTitle];
  const state = players === 0 ? 'empty' : players >= maxPlayers ? 'full' : undefined;
  return (
    <tr data-hash={hash} class={state}>
      <th scope="row" class="name">
        <span class="named">
          <Face hash={hash} />
          <a class="server" href={path}>
            <ColouredName name={listing.name} />
          </a>
          {listing.isFeatured && (
            <span class="tag featured" title={list.featuredTitle}>
              {list.featured}
            </span>
          )}
          {isPlayable && (
            <span class="tag" title={list.webTitle}>
              {list.web}
            </span>
          )}
        </span>
      </th>
      <td class="country">
        <Country code={listing.country} />
      </td>
      <td class="software">
        <bdi>{stripColourCodes(listing.software)}</bdi>
      </td>
      <td class="players">
        <span aria-hidden="true">
          <b>{players}</b>/{maxPlayers}
        </span>
        <span class="hidden-label">{list.playersOf(players, maxPlayers)}</span>
      </td>
      <td class="trend">
        <Sparkline spark={spark} now={now} />
      </td>
      <td class="uptime">
        <Since start={listing.startedAt} now={now} />
      </td>
      <td class="actions">
        <a class={look} href={path} aria-label={label} title={title}>
          {text}
        </a>
      </td>
    </tr>
  );
}
