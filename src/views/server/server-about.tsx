// What the operator of a claimed server says about it, and the ways to claim, edit and report one.
/** @jsxImportSource preact */

import type { Claim } from '../../servers/claims/ports.ts';
import { operatorMessages } from '../messages/operators.ts';

/** Where players report a server, operators claim it, and look after it. */
export const operatorPaths = {
  report: (hash: string) => `/server/report/${hash}/`,
  claim: (hash: string) => `/server/claim/${hash}/`,
  own: (hash: string) => `/server/own/${hash}/`,
  /** Where machines show, by a code, that they have a public address. */
  address: '/server/address',
} as const;

/** The operator's words, links and tags; nothing where nothing was said. */
export function ServerAbout({ claim }: { claim: Claim | undefined }) {
  if (claim === undefined) return null;
  const { description, links, tags } = claim;
  if (description === '' && links.length === 0 && tags.length === 0) return null;
  const { about } = operatorMessages;
  return (
    <section class="about">
      <h2>{about.title}</h2>
      {description !== '' && (
        <p class="about-text" dir="auto">
          {description}
        </p>
      )}
      {links.length > 0 && (
        <ul class="about-links" aria-label={about.links}>
          {links.map((link) => (
            <li key={link}>
              <a href={link} rel="nofollow ugc noopener noreferrer">
                {nameLink(link)}
              </a>
            </li>
          ))}
        </ul>
      )}
      {tags.length > 0 && (
        <ul class="about-tags" aria-label={about.tags}>
          {tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Ways on from the page of a server. */
export function ServerWays({ hash, isOwn }: { hash: string; isOwn: boolean }) {
  const { ways } = operatorMessages;
  return (
    <nav class="server-ways" aria-label={ways.title}>
      {isOwn ? (
        <a href={operatorPaths.own(hash)}>{ways.edit}</a>
      ) : (
        <>
          <a href={operatorPaths.claim(hash)} rel="nofollow">
            {ways.claim}
          </a>
          <a href={operatorPaths.report(hash)} rel="nofollow">
            {ways.report}
          </a>
        </>
      )}
    </nav>
  );
}

/** The whole address but its scheme, so that readers see where it leads. */
function nameLink(link: string): string {
  return link.replace(/^https:\/\//, '').replace(/\/$/, '');
}
