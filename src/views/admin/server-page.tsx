// The page of one server: facts, claim, reports, actions, and its entries in the audit log.
/** @jsxImportSource preact */

import { serverAdminMessages } from '../../messages/messages.ts';
import { Notice } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { ActionsTable } from './actions-table.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import type { ActionState } from './parts.tsx';
import { OpenReports } from './report-groups.tsx';
import { ServerActionForms } from './server-actions.tsx';
import { ClaimFacts, ServerFacts, type ServerView } from './server-facts.tsx';
import { AUDIT_PATH, BANS_PATH, SERVERS_PATH, withQuery } from './server-paths.ts';

const messages = serverAdminMessages.server;

export type { ServerView } from './server-facts.tsx';

/** The page. */
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
      {live === undefined && (
        <Notice kind="information">
          <p>{messages.offline}</p>
        </Notice>
      )}
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
      <ServerActionForms server={server} state={state} />
      <h2>{messages.claimTitle}</h2>
      {claim === undefined ? <p>{messages.claimNone}</p> : <ClaimFacts claim={claim} />}
      <h2 id="reports">{messages.reportsTitle}</h2>
      {reports === undefined ? (
        <p>{messages.reportsNone}</p>
      ) : (
        <OpenReports group={reports} state={state} origin={{ from: hash }} />
      )}
      <h2>{messages.historyTitle}</h2>
      {history.length === 0 ? (
        <p>{messages.historyNone}</p>
      ) : (
        <>
          <ActionsTable caption={messages.historyCaption} actions={history} isOfOne />
          <p>
            <a href={withQuery(AUDIT_PATH, { subject: hash })}>{messages.historyAll}</a>
          </p>
        </>
      )}
    </AdminPage>,
  );
}
