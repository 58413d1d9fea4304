// Links to the pages on which operators claim servers and manage them.
import { labels } from '../../platform/messages/messages.ts';

/** @jsxImportSource preact */

/** What an operator links to, for which this site does not vouch. */
export function ClaimLinks(properties: {
  links: readonly string[];
  nameOf?(link: string): string;
}) {
  const { links, nameOf = (link) => link } = properties;
  return (
    <ul class="about-links" aria-label={labels.links}>
      {links.map((link) => (
        <li key={link}>
          <a href={link} rel="nofollow ugc noopener noreferrer">
            {nameOf(link)}
          </a>
        </li>
      ))}
    </ul>
  );
}
