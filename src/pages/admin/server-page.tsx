// One server: what is known of it, who claimed it, what was reported, what can be done, and what was.
/** @jsxImportSource preact */

import type { LoggedAct } from '../../accounts/audit.ts';
import type { Claim } from '../../servers/claims/claim-ports.ts';
import type { Report } from '../../servers/moderation/report-ports.ts';
import { Notice } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { serverAdminWords } from '../words/admin-servers.ts';
import { ActsTable } from './acts-table.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import type { ActState } from './parts.tsx';
import { ReportsTable } from './reports-table.tsx';
import { ServerActForms } from './server-acts.tsx';
import { ClaimFacts, ServerFacts } from './server-facts.tsx';
import { AUDIT_PATH, BANS_PATH, SERVERS_PATH, withQuery } from './server-paths.ts';
import type { ServerRow } from './servers-page.tsx';

const words = serverAdminWords.server;

/** What the page is made from. */
export interface ServerView {
  hash: string;
  /** Without colour codes; the hash of one that is away. */
  name: string;
  /** `undefined` while it sends no heartbeats. */
  live: ServerRow | undefined;
  isFeatured: boolean;
  unlisted: { reason: string; unlistedAt: number } | undefined;
  /** The word of the filter that its name has in it. */
  word: string | undefined;
  /** Two letters, where they were set by hand. */
  country: string | undefined;
  /** Why its heartbeats are refused, where it is banned by its hash. */
  banReason: string | undefined;
  claim: Claim | undefined;
  reports: readonly Report[];
  history: readonly LoggedAct[];
}

/** The page. */
export function renderServerAdminPage(facts: {
  frame: AdminFrame;
  server: ServerView;
  state: ActState;
}): string {
  const { frame, server, state } = facts;
  const { hash, name, live, banReason, claim, reports, history } = server;
  return renderDocument(
    <AdminPage
      frame={frame}
      section={SERVERS_PATH}
      title={words.title(name)}
      problems={state.problems}
    >
      <p class="back">
        <a href={SERVERS_PATH}>{words.back}</a>
      </p>
      {live === undefined && (
        <Notice kind="information">
          <p>{words.away}</p>
        </Notice>
      )}
      {banReason !== undefined && (
        <Notice kind="warning">
          <p>
            {words.banned(banReason)}{' '}
            <a href={withQuery(BANS_PATH, { text: hash })}>{words.toBans}</a>
          </p>
        </Notice>
      )}
      <ServerFacts server={server} />
      <h2>{words.actsTitle}</h2>
      <ServerActForms server={server} state={state} />
      <h2>{words.claimTitle}</h2>
      {claim === undefined ? <p>{words.claimNone}</p> : <ClaimFacts claim={claim} />}
      <h2>{words.reportsTitle}</h2>
      {reports.length === 0 ? (
        <p>{words.reportsNone}</p>
      ) : (
        <ReportsTable reports={reports} isOpen isOfOne />
      )}
      <h2>{words.historyTitle}</h2>
      {history.length === 0 ? (
        <p>{words.historyNone}</p>
      ) : (
        <>
          <ActsTable caption={words.historyCaption} acts={history} isOfOne />
          <p>
            <a href={withQuery(AUDIT_PATH, { subject: hash })}>{words.historyAll}</a>
          </p>
        </>
      )}
    </AdminPage>,
  );
}
