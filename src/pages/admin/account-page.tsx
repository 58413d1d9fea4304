// One account: what is known of it, what can be done, and what was.
/** @jsxImportSource preact */

import type { ManagedAccount } from '../../accounts/administration.ts';
import type { LoggedAct } from '../../accounts/audit.ts';
import { Notice } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { adminWords } from '../words/admin.ts';
import { AccountActForms } from './account-acts.tsx';
import { ACCOUNTS_PATH, accountPath, stateOf } from './accounts-page.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { type ActState, AdminTable, Moment } from './parts.tsx';

const words = adminWords.account;

/** What can be done on the page. */
export type ActName = keyof typeof adminWords.acts;

/** Tells whether whoever looks may do an act to this account. */
export type MayDo = (act: ActName) => boolean;

/** The page. */
export function renderAccountPage(facts: {
  frame: AdminFrame;
  account: ManagedAccount;
  history: readonly LoggedAct[];
  mayDo: MayDo;
  state: ActState;
}): string {
  const { frame, account, history, mayDo, state } = facts;
  return renderDocument(
    <AdminPage
      frame={frame}
      section={ACCOUNTS_PATH}
      title={words.title(account.name)}
      problems={state.problems}
    >
      <p class="back">
        <a href={ACCOUNTS_PATH}>{words.back}</a>
      </p>
      <Facts account={account} />
      <h2>{words.actsTitle}</h2>
      {mayDo('suspend') ? (
        <AccountActForms
          page={accountPath(account.id)}
          account={account}
          mayDo={mayDo}
          state={state}
        />
      ) : (
        <Notice kind="information">
          <p>{words.onlyByAdministrators}</p>
        </Notice>
      )}
      <h2>{words.historyTitle}</h2>
      <History acts={history} />
    </AdminPage>,
  );
}

function Facts({ account }: { account: ManagedAccount }) {
  const { facts } = words;
  const rows: [string, preact.ComponentChildren][] = [[facts.id, account.id]];
  if (account.email !== null) rows.push([facts.email, account.email]);
  rows.push(
    [facts.state, adminWords.states[stateOf(account)]],
    [facts.role, adminWords.roles[account.role]],
    [facts.flags, account.flags || adminWords.none],
    [facts.forumTitle, account.forumTitle || adminWords.none],
    [facts.premium, account.isPremium ? adminWords.yes : adminWords.no],
    [facts.registered, <Moment key="registered" at={account.registeredAt} />],
  );
  if (account.verifiedAt !== null) {
    rows.push([facts.verified, <Moment key="verified" at={account.verifiedAt} />]);
  }
  if (account.suspendedAt !== null) {
    const { suspendedUntil: until } = account;
    rows.push(
      [facts.suspended, <Moment key="suspended" at={account.suspendedAt} />],
      [facts.until, until === null ? words.forEver : <Moment key="until" at={until} />],
      [facts.reason, account.suspensionReason || adminWords.none],
    );
  }
  return (
    <dl class="admin-facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function History({ acts }: { acts: readonly LoggedAct[] }) {
  if (acts.length === 0) return <p>{words.historyNone}</p>;
  const { at, by, act, detail, reason } = words.historyColumns;
  return (
    <AdminTable
      caption={words.historyCaption}
      heads={[at, by, act, detail, reason]}
      rows={acts.map((each) => ({
        key: each.id,
        cells: [
          <Moment key="at" at={each.at} />,
          each.actor.kind === 'account' ? each.actor.name : words.commandLine,
          each.act,
          each.detail || null,
          each.reason || null,
        ],
      }))}
    />
  );
}
