// The facts of a server on its page.
/** @jsxImportSource preact */

import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { formats, labels } from '../../platform/messages/messages.ts';
import { Fact } from '../../platform/views/layout.tsx';
import { Country, languageName } from '../../platform/views/parts.tsx';
import { Since } from '../../platform/views/time.tsx';
import type { Claim } from '../claims/index.ts';
import type { Presence } from '../history/index.ts';
import type { FoundServer } from '../registry/index.ts';
import { serverMessages } from '../registry/messages.ts';

const server = serverMessages;

/** The known facts of a server as pairs. Unknown facts are left out. */
export function ServerFacts(properties: {
  found: FoundServer & { claim: Claim | undefined };
  operator: { name: string; path: string } | undefined;
  presence: Presence | undefined;
  now: number;
}) {
  const { found, operator, presence, now } = properties;
  const { listing, claim, isPublic, relocation } = found;
  const software = stripColourCodes(listing.software);
  const { language = null } = claim ?? {};
  return (
    <dl class="pairs">
      <Fact name={labels.country}>
        <Country code={listing.country} />
      </Fact>
      {language !== null && (
        <Fact name={labels.language}>
          <a href={`/?language=${language}`}>{languageName(language)}</a>
        </Fact>
      )}
      <Fact name={labels.software}>
        <bdi>{software === '' ? server.softwareUnknown : software}</bdi>
      </Fact>
      <Fact name={server.onlineFor}>
        <Since start={listing.startedAt} now={now} />
      </Fact>
      <PresenceFacts presence={presence} />
      {operator !== undefined && (
        <Fact name={server.operator}>
          <a href={operator.path}>{operator.name}</a>
        </Fact>
      )}
      {(!isPublic || relocation !== undefined) && (
        <Fact name={server.listed}>
          <Standing {...found} />
        </Fact>
      )}
    </dl>
  );
}

/** When a server was first listed, and its availability. */
export function PresenceFacts({ presence }: { presence: Presence | undefined }) {
  const { firstAt = 0, hours = 0, availableHours = 0 } = presence ?? {};
  return (
    <>
      {firstAt > 0 && <Fact name={server.firstSeen}>{formats.formatDay(firstAt)}</Fact>}
      {hours > 0 && (
        <Fact name={server.available}>
          <span title={server.availableTitle}>{formats.formatShare(availableHours / hours)}</span>
        </Fact>
      )}
    </>
  );
}

function Standing({ isPublic, relocation }: Pick<FoundServer, 'isPublic' | 'relocation'>) {
  if (relocation === undefined) return <>{isPublic ? server.isPublic : server.isPrivate}</>;
  const { hash } = relocation;
  if (hash === undefined) return <>{server.isRelocated}</>;
  return (
    <>
      {server.isRelocated}: <a href={`/server/play/${hash}/`}>{server.toRelocated}</a>
    </>
  );
}
