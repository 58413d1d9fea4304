// The page of one server: facts, claim, reports, actions, and its entries in the audit log.
/** @jsxImportSource preact */

import type { LoggedAction } from '../../accounts/audit.ts';
import { adminMessages, serverAdminMessages } from '../../messages/messages.ts';
import type { Claim } from '../../servers/claims/ports.ts';
import type { ReportGroup } from '../../servers/moderation/moderation.ts';
import { Notice } from '../forms.tsx';
import { LinkLine, renderDocument } from '../layout.tsx';
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
  const { yes, no } = adminMessages;
  return (
    <>
      <FactList
        facts={[
          live && [listMessages.columns.name, <ColouredName name={live.name} />],
          live && [facts.address, `${live.ip}:${live.port}`],
          [facts.hash, <code>{hash}</code>],
          live && [serverAdminMessages.state, listMessages.states[live.state]],
          live && [facts.players, `${live.players} / ${live.maxPlayers}`],
          live && [facts.software, live.software === '' ? null : <bdi>{live.software}</bdi>],
          live && [facts.started, <Moment at={live.startedAt} />],
          live && [facts.beat, <Moment at={live.lastBeatAt} />],
          country === undefined
            ? live && [facts.country, <Country code={live.country} />]
            : [facts.country, messages.byHand(countryName(country))],
          claim !== undefined && claim.joinIp !== null
            ? [facts.joinPlace, `${claim.joinIp}:${claim.joinPort}`]
            : claim !== undefined && claim.joinPort !== null && [facts.joinPort, claim.joinPort],
          [facts.featured, isFeatured ? yes : no],
          unlisted && [facts.unlisted, <Moment at={unlisted.unlistedAt} />],
          unlisted && [facts.reason, <bdi>{unlisted.reason}</bdi>],
          word !== undefined && [facts.word, word],
        ]}
      />
      {live !== undefined && <LinkLine href={`/server/play/${hash}/`} label={messages.toPublic} />}
    </>
  );
}

function ClaimFacts({ claim }: { claim: Claim }) {
  const { owner, since, description, links, tags, country } = messages.claim;
  return (
    <FactList
      facts={[
        [owner, <a href={accountPath(claim.accountId)}>{claim.accountName}</a>],
        [since, <Moment at={claim.claimedAt} />],
        [description, typedText(claim.description)],
        [links, claim.links.length === 0 ? null : <Links links={claim.links} />],
        [tags, claim.tags.length === 0 ? null : <bdi>{claim.tags.join(', ')}</bdi>],
        [country, claim.country === null ? null : <Country code={claim.country} />],
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

function actionsOn(server: ServerView): (ActionOf | false)[] {
  const { live, name, isFeatured, unlisted, country, claim } = server;
  const { unlist, country: ofCountry } = actionMessages;
  const action = (which: ServerActionName, more: Partial<ActionOf> = {}): ActionOf => {
    return { ...actionMessages[which], name: which, ...more };
  };
  const danger = { kind: 'danger', reason: 'notified' } as const;
  const ofClaim = { kind: 'danger', reason: 'required' } as const;
  /** Filled in with what only a live server has, and can be changed, such as to a wider range. */
  const banTyped = (which: 'ban-address' | 'ban-name', value: string): ActionOf => {
    const { field: label, hint } = actionMessages[which];
    return action(which, { ...danger, fields: [{ ...SUBJECT, label, hint, value }, lastsField()] });
  };
  const countryField = {
    ...{ name: 'country', label: ofCountry.field, hint: ofCountry.hint, maxLength: 2 },
    ...{ value: country ?? '', isLiteral: true, isRequired: true },
  };
  return [
    action(isFeatured ? 'unfeature' : 'feature'),
    unlisted !== undefined && action('relist'),
    action('unlist', { ...danger, title: unlisted === undefined ? unlist.title : unlist.again }),
    action('country', { fields: [countryField] }),
    country !== undefined && action('country-reset'),
    action('ban', { ...danger, fields: [lastsField()] }),
    live !== undefined && banTyped('ban-address', live.ip),
    live !== undefined && banTyped('ban-name', name),
    claim !== undefined && action('claim-clear', ofClaim),
    claim !== undefined && action('claim-remove', ofClaim),
  ];
}
