// The star that marks a server as a favourite, and servers in lists of an account.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import { Face } from '../../platform/views/parts.tsx';
import type { Listing } from '../registry/index.ts';
import { serverMessages } from '../registry/messages.ts';
import { favouriteMessages } from './messages.ts';

/** Marks a server as a favourite. Without `isOn` from the account, the script keeps the star in the browser. */
export function Star(facts: {
  hash: string;
  name: string;
  isOn?: boolean | undefined;
  next?: string;
}) {
  const { hash, name, isOn, next = '/' } = facts;
  return (
    <form class="marks" method="post" action={accountPath('favourites')}>
      <input type="hidden" name="next" value={next} />
      <button
        type="submit"
        class={isOn === undefined ? 'star scripted-only' : 'star'}
        name={isOn === true ? 'remove' : 'add'}
        value={hash}
        aria-pressed={isOn === true}
        aria-label={favouriteMessages.of(name)}
        title={favouriteMessages.of(name)}
      />
    </form>
  );
}

/** A server in a list of an account. Without a listing it is offline, unless it is private. */
export interface ShownServer {
  hash: string;
  name: string;
  listing: Pick<Listing, 'counted' | 'maxPlayers' | 'origin'> | undefined;
  isPrivate?: boolean;
}

/** A server's name without colour codes, as a link to its page. */
export function ServerLink({ hash, name, listing }: ShownServer) {
  const origin = listing?.origin;
  return (
    <a
      href={`${origin?.url ?? ''}/server/play/${hash}/`}
      {...(origin && { rel: 'noopener external', title: serverMessages.opensAt(origin.host) })}
    >
      <bdi>{nameOf(name)}</bdi>
    </a>
  );
}

const nameOf = (name: string) => stripColourCodes(name) || favouriteMessages.nameless;

/** How many players are on a server, or why nobody sees them. */
export function describeState({ listing, isPrivate = false }: ShownServer): string {
  if (listing) return serverMessages.playersOfMost(listing.counted, listing.maxPlayers);
  return isPrivate ? favouriteMessages.isPrivate : serverMessages.offline;
}

/** A line of a list with a server and its state; `about` stands behind the state, and `children` at the end. */
export function ServerRecord(
  facts: ShownServer & {
    icon: string | null | undefined;
    about?: ComponentChildren;
    children?: (name: string) => ComponentChildren;
  },
) {
  const { hash, name, icon, about, children } = facts;
  return (
    <li>
      <Face hash={hash} icon={icon} />
      <p>
        <ServerLink {...facts} />
        <span class="hint">
          {describeState(facts)}
          {about}
        </span>
      </p>
      {children?.(nameOf(name))}
    </li>
  );
}
