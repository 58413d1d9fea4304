// The operator's description of a claimed server, and links to claim, edit and report a server.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { labels } from '../../platform/messages/messages.ts';
import { serverAdminPath } from '../../platform/views/staff-paths.ts';
import { ClaimLinks } from '../claims/claim-parts.tsx';
import { type Claim, operatorPaths } from '../claims/index.ts';
import { operatorMessages } from '../claims/messages.ts';
import { firstLineOf } from '../list/server-rows.tsx';

/** The operator's description; nothing if it is only the one line that stands below the name. */
export function ServerAbout({ claim }: { claim: Claim | undefined }) {
  const { description = '' } = claim ?? {};
  if (description === (firstLineOf(description) ?? '')) return null;
  return (
    <section class="about">
      <h2>{operatorMessages.about.title}</h2>
      <p class="about-text" dir="auto">
        {description}
      </p>
    </section>
  );
}

export function ServerLinks({ claim }: { claim: Claim | undefined }) {
  const { links = [], tags = [] } = claim ?? {};
  return (
    <>
      {tags.length > 0 && (
        <ul class="about-tags" aria-label={labels.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <a href={`/?${new URLSearchParams({ tag })}`}>{tag}</a>
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && <ClaimLinks links={links} nameOf={nameLink} />}
    </>
  );
}

/** Links to claim, edit and report a server, and `children`. `isStaff` is whether the reader moderates. */
export function ServerWays({
  hash,
  isOwn,
  isStaff,
  isOffline = false,
  children,
}: Record<'isOwn' | 'isStaff', boolean> & {
  hash: string;
  isOffline?: boolean;
  children?: ComponentChildren;
}) {
  const { ways } = operatorMessages;
  return (
    <nav class="server-ways row" aria-label={ways.title}>
      {isOwn ? (
        <a href={operatorPaths.own(hash)}>{ways.edit}</a>
      ) : isOffline ? null : (
        <>
          <a href={operatorPaths.claim(hash)} rel="nofollow">
            {ways.claim}
          </a>
          <a href={operatorPaths.report(hash)} rel="nofollow">
            {ways.report}
          </a>
        </>
      )}
      {isStaff && <a href={serverAdminPath(hash)}>{ways.moderate}</a>}
      {children}
    </nav>
  );
}

function nameLink(link: string): string {
  return link.replace(/^https:\/\//, '').replace(/\/$/, '');
}
