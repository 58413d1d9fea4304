// Facts about one server, and its operator's description.
/** @jsxImportSource preact */

import type { LoggedAction } from '../../accounts/audit.ts';
import { adminMessages, serverAdminMessages } from '../../messages/messages.ts';
import type { Claim } from '../../servers/claims/ports.ts';
import type { ReportGroup } from '../../servers/moderation/moderation.ts';
import { ColouredName } from '../coloured-name.tsx';
import { Country, countryName } from '../country.tsx';
import { Moment } from '../time.tsx';
import { accountPath } from './accounts-page.tsx';
import { type Fact, FactList } from './facts.tsx';
import type { ServerRow } from './servers-page.tsx';

const messages = serverAdminMessages.server;
const { servers: listWords } = serverAdminMessages;

/** What the page of a server shows. */
export interface ServerView {
  hash: string;
  /** The name without colour codes; the hash while the server is offline. */
  name: string;
  /** `undefined` while it sends no heartbeats. */
  live: ServerRow | undefined;
  isFeatured: boolean;
  unlisted: { reason: string; unlistedAt: number } | undefined;
  /** The word of the name filter that its name contains. */
  word: string | undefined;
  /** Two letters, where a moderator set them. */
  country: string | undefined;
  /** The reason of the ban, where it is banned by its hash. */
  banReason: string | undefined;
  claim: Claim | undefined;
  /** The open ones. */
  reports: ReportGroup | undefined;
  history: readonly LoggedAction[];
}

/** The facts about the server. */
export function ServerFacts({ server }: { server: ServerView }) {
  const { hash, live, isFeatured, unlisted, word, country, claim } = server;
  const { facts } = messages;
  const rows: Fact[] = [];
  if (live !== undefined) {
    rows.push(
      [listWords.columns.name, <ColouredName key="name" name={live.name} />],
      [facts.address, `${live.ip}:${live.port}`],
    );
  }
  rows.push([facts.hash, <code key="hash">{hash}</code>]);
  if (live !== undefined) {
    rows.push(
      [serverAdminMessages.state, listWords.states[live.state]],
      [facts.players, `${live.players} / ${live.maxPlayers}`],
      [facts.software, live.software === '' ? adminMessages.none : <bdi>{live.software}</bdi>],
      [facts.started, <Moment key="started" at={live.startedAt} />],
      [facts.beat, <Moment key="beat" at={live.lastBeatAt} />],
    );
  }
  if (country !== undefined) rows.push([facts.country, messages.byHand(countryName(country))]);
  else if (live !== undefined) {
    rows.push([facts.country, <Country key="country" code={live.country} />]);
  }
  if (claim !== undefined && claim.joinIp !== null) {
    rows.push([facts.joinPlace, `${claim.joinIp}:${claim.joinPort}`]);
  } else if (claim !== undefined && claim.joinPort !== null) {
    rows.push([facts.joinPort, claim.joinPort]);
  }
  rows.push([facts.featured, isFeatured ? adminMessages.yes : adminMessages.no]);
  if (unlisted !== undefined) {
    rows.push(
      [facts.unlisted, <Moment key="unlisted" at={unlisted.unlistedAt} />],
      [facts.reason, <bdi key="reason">{unlisted.reason}</bdi>],
    );
  }
  if (word !== undefined) rows.push([facts.word, word]);
  return (
    <>
      <FactList facts={rows} />
      {live !== undefined && (
        <p>
          <a href={`/server/play/${hash}/`}>{messages.toPublic}</a>
        </p>
      )}
    </>
  );
}

/** The claim, and the operator's description. */
export function ClaimFacts({ claim }: { claim: Claim }) {
  const { owner, since, description, links, tags, country } = messages.claim;
  return (
    <FactList
      facts={[
        [owner, <a href={accountPath(claim.accountId)}>{claim.accountName}</a>],
        [since, <Moment key="since" at={claim.claimedAt} />],
        [
          description,
          claim.description === '' ? (
            adminMessages.none
          ) : (
            <span class="typed-text" dir="auto">
              {claim.description}
            </span>
          ),
        ],
        [links, claim.links.length === 0 ? adminMessages.none : <Links links={claim.links} />],
        [tags, claim.tags.length === 0 ? adminMessages.none : <bdi>{claim.tags.join(', ')}</bdi>],
        [country, claim.country === null ? adminMessages.none : <Country code={claim.country} />],
      ]}
    />
  );
}

function Links({ links }: { links: readonly string[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link}>
          <a href={link} rel="nofollow ugc noopener noreferrer">
            {link}
          </a>
        </li>
      ))}
    </ul>
  );
}
