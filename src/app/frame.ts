// Reads the module data that the frame of every page shows: the site's look and notice, who is online, and links.

import { siteMessages } from '../modules/site/messages.ts';
import { helpMessages, startMessages } from '../modules/start/messages.ts';
import { statisticsMessages } from '../modules/statistics/messages.ts';
import type { SiteIdentity } from '../platform/lib/site-facts.ts';
import { messages } from '../platform/messages/messages.ts';
import {
  API_DOCS_PATH,
  type Frame,
  HELP_PATH,
  PRIVACY_PATH,
  RULES_PATH,
  START_PATH,
  STATISTICS_PATH,
} from '../platform/views/layout.tsx';
import { lookOf } from '../platform/views/site-look.ts';
import type { HttpContext } from './context.ts';
import { accountLinks, playerPath } from './facts.ts';

/** Reads the frame in the reader's language. */
export function readFrame({
  site,
  servers,
  registration,
  parts,
}: Pick<HttpContext, 'site' | 'servers' | 'registration' | 'parts'>): Frame {
  const { listings, players, madeAt } = servers.listPublic();
  const identity = site.identity();
  const statistics = { href: STATISTICS_PATH, label: statisticsMessages.title };
  return {
    look: lookOf(identity),
    notice: site.notice.current(),
    online: { players, servers: listings.length },
    madeAt,
    playerPath,
    accountLinks: [...accountLinks, ...(parts.accountLinks ?? [])].map(({ label, ...link }) => ({
      ...link,
      label: label(),
    })),
    isRegistrationOpen: registration.rules.registration !== 'closed',
    header: [{ href: START_PATH, label: startMessages.link }, statistics],
    footer: [
      { href: '/', label: messages.footer.list },
      statistics,
      { href: HELP_PATH, label: helpMessages.notListed.title },
      { href: API_DOCS_PATH, label: messages.apiDocs.titles.open },
      ...linksOf(identity),
    ],
  };
}

/** Lists links to the documents that the operator wrote, and to the operator. */
function* linksOf({ rules, privacy, contact }: SiteIdentity) {
  if (rules !== undefined) yield { href: RULES_PATH, label: siteMessages.rules.title };
  if (privacy !== undefined) yield { href: PRIVACY_PATH, label: siteMessages.privacy.title };
  if (contact !== undefined) yield { href: contact.href, label: siteMessages.contact };
}
