// The rows of the list. Each is one link, with a second line of what the server says about itself.
/** @jsxImportSource preact */

import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { labels, messages } from '../../platform/messages/messages.ts';
import { countryName, flagOf, languageName, NameParts } from '../../platform/views/parts.tsx';
import { describeDuration } from '../../platform/views/time.tsx';
import { Busy } from '../history/history-parts.tsx';
import type { Rhythm } from '../history/index.ts';
import { historyMessages } from '../history/messages.ts';
import type { Listing } from '../registry/index.ts';
import { serverMessages } from '../registry/messages.ts';
import { listMessages } from './messages.ts';
import type { SearchPage } from './search.ts';
import { type Spark, Sparkline } from './sparkline.tsx';

/** The row has one line for it, and shows its end in no window. */
const LONGEST_LINE = 120;

const list = listMessages;

export interface RowsFacts {
  path: string;
  rows: SearchPage['results'];
  sparks: ReadonlyMap<string, Spark>;
  /** Which servers can be played in the browser here; `undefined` where none can. */
  isPlayable: ((listing: Listing) => boolean) | undefined;
  rhythmOf(listing: Listing): Rhythm | undefined;
  /** Its former hashes, under which readers may have it as a favourite. */
  formersOf(hash: string): readonly string[];
  madeAt: number;
}

/** In few elements, without classes: three hundred rows are common, and each byte of a row is there as often. */
export function ServerRows(facts: RowsFacts) {
  const forms = Object.entries(historyMessages.sparkValue());
  return (
    <ol
      class="board panel"
      data-live="board"
      aria-label={list.caption}
      // The browser's script takes from here what it shows of an hour.
      data-unknown={historyMessages.unknown}
      {...Object.fromEntries(forms.map(([form, text]) => [`data-${form}`, text]))}
    >
      {facts.rows.map((row) => (
        <Row key={row.listing.hash} {...row} facts={facts} />
      ))}
    </ol>
  );
}

/** Of what its operator says, as much as the list and previews show. */
export const firstLineOf = (description = '') => description.split('\n')[0]?.slice(0, LONGEST_LINE);

function Row(properties: RowsFacts['rows'][number] & { facts: RowsFacts }) {
  const { listing, claim, family, facts } = properties;
  const { path, madeAt } = facts;
  const { hash, name, counted: players, maxPlayers, isFeatured, country, startedAt } = listing;
  const { origin } = listing;
  const state = players === 0 ? 'empty' : players >= maxPlayers ? 'full' : undefined;
  const software = stripColourCodes(listing.software);
  const nation = countryName(country);
  const { description = '', tags = [], language = null } = claim ?? {};
  return (
    <li
      class={state}
      data-former={facts.formersOf(hash).join(' ') || undefined}
      data-icon={claim?.iconDigest ?? undefined}
    >
      <a
        href={`${origin?.url ?? ''}/server/play/${hash}/`}
        {...(origin && { rel: 'noopener external', title: serverMessages.opensAt(origin.host) })}
      >
        <NameParts name={name} />{' '}
        {facts.isPlayable?.(listing) ? <b>{labels.play}</b> : <em>{list.join}</em>}
      </a>
      <span>{serverMessages.playersOfMost(players, maxPlayers)}</span>
      {origin === undefined && <Sparkline spark={facts.sparks.get(hash)} now={madeAt} />}
      <p>
        {isFeatured && <em title={list.featuredTitle}>{labels.featured}</em>}
        {origin !== undefined && (
          <a href={`${path}?${new URLSearchParams({ origin: origin.host })}`}>
            {list.listedAt(origin.host)}
          </a>
        )}
        {nation !== messages.countryUnknown && (
          <a href={`${path}?country=${country}`}>
            {flagOf(country)} {nation}
          </a>
        )}
        {language !== null && <a href={`${path}?language=${language}`}>{languageName(language)}</a>}
        {family !== '' && (
          <a href={`${path}?${new URLSearchParams({ software: family.toLowerCase() })}`}>
            {software}
          </a>
        )}
        {list.onlineFor(describeDuration(Math.max(0, madeAt - startedAt) / 1_000))}
        <Busy rhythm={origin === undefined ? facts.rhythmOf(listing) : undefined} />
      </p>
      {(description !== '' || tags.length > 0) && (
        <p>
          {description !== '' && <q>{firstLineOf(description)}</q>}
          {tags.map((tag) => (
            <a key={tag} href={`${path}?${new URLSearchParams({ tag })}`}>
              #{tag}
            </a>
          ))}
        </p>
      )}
    </li>
  );
}
