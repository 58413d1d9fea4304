// The rows of the list. Each row is one link; its second line is the server's text about itself.
/** @jsxImportSource preact */

import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { formats, labels, messages } from '../../platform/messages/messages.ts';
import { countryName, flagOf, NameParts } from '../../platform/views/parts.tsx';
import { describeDuration } from '../../platform/views/time.tsx';
import { Busy } from '../history/history-parts.tsx';
import type { Rhythm } from '../history/index.ts';
import { historyMessages } from '../history/messages.ts';
import type { Listing } from '../registry/index.ts';
import { serverMessages } from '../registry/messages.ts';
import { listMessages } from './messages.ts';
import type { SearchPage } from './search.ts';
import type { Spark } from './sparkline.ts';

/** A row has one line for this text, and no window is wide enough to show a longer one. */
const MAX_LINE_LENGTH = 120;

const list = listMessages;

export interface RowsFacts {
  rows: SearchPage['results'];
  sparks: ReadonlyMap<string, Spark>;
  /** Whether a server can be played in the browser; `undefined` when none can. */
  isPlayable: ((listing: Listing) => boolean) | undefined;
  rhythmOf(listing: Listing): Rhythm | undefined;
  /** The former hashes of a server, under which readers may have it as a favourite. */
  formersOf(hash: string): readonly string[];
  madeAt: number;
}

/** Uses few elements and no classes: three hundred rows are common, and each byte of a row is sent that often. */
export function ServerRows(facts: RowsFacts) {
  const forms = Object.entries(historyMessages.sparkValue());
  return (
    <ol
      class="board panel"
      data-live="board"
      aria-label={list.caption}
      // The script in the browser reads the texts about an hour from here.
      data-unknown={historyMessages.unknown}
      {...Object.fromEntries(forms.map(([form, text]) => [`data-${form}`, text]))}
    >
      {facts.rows.map((row) => (
        <Row key={row.listing.hash} {...row} facts={facts} />
      ))}
    </ol>
  );
}

/** The first line of the operator's text, cut to the length that the list and previews show. */
export const firstLineOf = (description = '') =>
  description.split('\n')[0]?.slice(0, MAX_LINE_LENGTH);

function Row(properties: RowsFacts['rows'][number] & { facts: RowsFacts }) {
  const { listing, claim, facts } = properties;
  const { hash, name, counted: players, maxPlayers, country, origin } = listing;
  const state = players === 0 ? 'empty' : players >= maxPlayers ? 'full' : undefined;
  const nation = countryName(country);
  const fill = Math.min(10, Math.ceil((10 * players) / maxPlayers));
  return (
    <li
      class={[fill > 0 && `f${fill}`, state].filter(Boolean).join(' ') || undefined}
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
      <Meta {...properties} />
      {nation !== messages.countryUnknown && (
        <a href={`?country=${country}`}>
          {flagOf(country)} <u>{nation}</u>
        </a>
      )}
      {origin === undefined && <Sparkline isKnown={facts.sparks.has(hash)} />}
      <span>
        {formats.formatCount(players)}/{formats.formatCount(maxPlayers)}
      </span>
    </li>
  );
}

/** The place of a row's sparkline. The script draws it on wide screens: in the page, all of them would add half its size. */
function Sparkline({ isKnown }: { isKnown: boolean }) {
  if (!isKnown) return <small title={historyMessages.freshTitle}>{historyMessages.fresh}</small>;
  return <svg />;
}

/** The line under the name: the operator's text, or else the software, and when the server is busy. */
function Meta({ listing, claim, facts }: RowsFacts['rows'][number] & { facts: RowsFacts }) {
  const { isFeatured, origin, startedAt } = listing;
  const { description = '', tags = [] } = claim ?? {};
  const software = stripColourCodes(listing.software);
  const rhythm = origin === undefined ? facts.rhythmOf(listing) : undefined;
  const isBusyKnown = rhythm?.busyHour !== undefined || rhythm?.isRising === true;
  const uptime = describeDuration(Math.max(0, facts.madeAt - startedAt) / 1_000);
  return (
    <p>
      {isFeatured && (
        <>
          <em title={list.featuredTitle}>{labels.featured}</em>
          {' · '}
        </>
      )}
      {origin !== undefined && `${list.listedAt(origin.host)} · `}
      {description !== '' && `${firstLineOf(description)} · `}
      {description === '' && software !== '' && <u>{software} · </u>}
      {isBusyKnown ? <Busy rhythm={rhythm} /> : list.onlineFor(uptime)}
      {tags.length > 0 && ` · ${tags.map((tag) => `#${tag}`).join(' ')}`}
    </p>
  );
}
