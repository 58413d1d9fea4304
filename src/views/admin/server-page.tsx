// The page of one server: facts, claim, reports, actions, and its entries in the audit log.
/** @jsxImportSource preact */

import type { LoggedAction } from '../../accounts/audit.ts';
import { adminMessages, serverAdminMessages } from '../../messages/messages.ts';
import type { Claim } from '../../servers/claims/ports.ts';
import type { ReportGroup } from '../../servers/moderation/moderation.ts';
import { Notice } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { ColouredName, Country, countryName } from '../parts.tsx';
import { Moment } from '../time.tsx';
import {
  AUDIT_PATH,
  accountPath,
  BANS_PATH,
  SERVERS_PATH,
  serverAdminPath,
  withQuery,
} from './admin-paths.ts';
import { History } from './audit-page.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import {
  ActionForms,
  type ActionOf,
  type ActionState,
  type Fact,
  FactList,
  lastsField,
  SUBJECT,
  typedText,
} from './parts.tsx';
import { OpenReports } from './reports-page.tsx';
import type { ServerRow } from './servers-page.tsx';

const {
  server: messages,
  servers: listMessages,
  serverActions: actionMessages,
} = serverAdminMessages;

export type ServerActionName = keyof typeof actionMessages;

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
  banReason: string | undefined;
  claim: Claim | undefined;
  reports: ReportGroup | undefined;
  history: readonly LoggedAction[];
}

export function renderServerAdminPage(facts: {
  frame: AdminFrame;
  server: ServerView;
  state: ActionState;
}): string {
  const { frame, server, state } = facts;
  const { hash, name, live, banReason, claim, reports, history } = server;
  return renderDocument(
    <AdminPage
      frame={frame}
      section={SERVERS_PATH}
      title={messages.title(name)}
      problems={state.problems}
    >
      <p class="back">
        <a href={SERVERS_PATH}>{messages.back}</a>
      </p>
      {live === undefined && <Notice kind="information" text={messages.offline} />}
      {banReason !== undefined && (
        <Notice kind="warning">
          <p>
            {messages.banned(banReason)}{' '}
            <a href={withQuery(BANS_PATH, { text: hash })}>{messages.toBans}</a>
          </p>
        </Notice>
      )}
      <ServerFacts server={server} />
      <h2>{messages.actionsTitle}</h2>
      <ActionForms page={serverAdminPath(hash)} state={state} actions={actionsOn(server)} />
      <h2>{messages.claimTitle}</h2>
      {claim === undefined ? <p>{messages.claimNone}</p> : <ClaimFacts claim={claim} />}
      <h2 id="reports">{messages.reportsTitle}</h2>
      {reports === undefined ? (
        <p>{messages.reportsNone}</p>
      ) : (
        <OpenReports group={reports} state={state} origin={{ from: hash }} />
      )}
      <History
        messages={messages}
        actions={history}
        all={{ path: withQuery(AUDIT_PATH, { subject: hash }), label: messages.historyAll }}
      />
    </AdminPage>,
  );
}

function ServerFacts({ server }: { server: ServerView }) {
  const { hash, live, isFeatured, unlisted, word, country, claim } = server;
  const { facts } = messages;
  const rows: Fact[] = [];
  if (live !== undefined) {
    rows.push(
      [listMessages.columns.name, <ColouredName key="name" name={live.name} />],
      [facts.address, `${live.ip}:${live.port}`],
    );
  }
  rows.push([facts.hash, <code key="hash">{hash}</code>]);
  if (live !== undefined) {
    rows.push(
      [serverAdminMessages.state, listMessages.states[live.state]],
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

function ClaimFacts({ claim }: { claim: Claim }) {
  const { owner, since, description, links, tags, country } = messages.claim;
  return (
    <FactList
      facts={[
        [owner, <a href={accountPath(claim.accountId)}>{claim.accountName}</a>],
        [since, <Moment key="since" at={claim.claimedAt} />],
        [description, typedText(claim.description) ?? adminMessages.none],
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

function actionsOn(server: ServerView): ActionOf[] {
  const { live, name, isFeatured, unlisted, country, claim } = server;
  const { unlist, country: setCountry, ...others } = actionMessages;
  const danger = { kind: 'danger', reason: 'notified' } as const;
  const ofClaim = { kind: 'danger', reason: 'required' } as const;
  /** Filled in with what only a live server has, and can be changed, such as to a wider range. */
  const banTyped = (action: 'ban-address' | 'ban-name', value: string): ActionOf => {
    const { field, hint, ...described } = others[action];
    const subject = { ...SUBJECT, label: field, hint, value };
    return { name: action, ...described, ...danger, fields: [subject, lastsField()] };
  };
  const feature = isFeatured ? 'unfeature' : 'feature';
  const actions: (ActionOf | false)[] = [
    { name: feature, ...others[feature] },
    unlisted !== undefined && { name: 'relist', ...others.relist },
    {
      name: 'unlist',
      title: unlisted === undefined ? unlist.title : unlist.again,
      intro: unlist.intro,
      submit: unlist.submit,
      ...danger,
    },
    {
      name: 'country',
      title: setCountry.title,
      submit: setCountry.submit,
      fields: [
        {
          ...{ name: 'country', label: setCountry.field, hint: setCountry.hint, maxLength: 2 },
          ...{ value: country ?? '', isLiteral: true, isRequired: true },
        },
      ],
    },
    country !== undefined && { name: 'country-reset', ...others['country-reset'] },
    { name: 'ban', ...others.ban, ...danger, fields: [lastsField()] },
    live !== undefined && banTyped('ban-address', live.ip),
    live !== undefined && banTyped('ban-name', name),
    claim !== undefined && { name: 'claim-clear', ...others['claim-clear'], ...ofClaim },
    claim !== undefined && { name: 'claim-remove', ...others['claim-remove'], ...ofClaim },
  ];
  return actions.filter((action) => action !== false);
}
