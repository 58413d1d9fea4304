// One account: what is known of it, what can be done, and what was.
/** @jsxImportSource preact */

import type { ManagedAccount } from '../../accounts/administration.ts';
import type { LoggedAct } from '../../accounts/audit.ts';
import { Notice } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { End, Moment } from '../time.tsx';
import { adminWords } from '../words/admin.ts';
import { AccountActForms } from './account-acts.tsx';
import { ACCOUNTS_PATH, accountPath, stateOf } from './accounts-page.tsx';
import { ActsTable } from './acts-table.tsx';
import { type Fact, FactList } from './facts.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import type { ActState } from './parts.tsx';

const words = adminWords.account;

/** What can be done on the page. */
export type ActName = keyof typeof adminWords.acts;

/** Tells whether whoever looks may do an act to this account. */
export type MayDo = (act: ActName) => boolean;

/** The page. */
export function renderAccountPage(facts: {
  frame: AdminFrame;
  account: ManagedAccount;
  hasSecondFactor: boolean;
  history: readonly LoggedAct[];
  mayDo: MayDo;
  state: ActState;
}): string {
  const { frame, account, hasSecondFactor, history, mayDo, state } = facts;
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
      <FactList facts={factsOf(account, hasSecondFactor)} isDense />
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
      {history.length === 0 ? (
        <p>{words.historyNone}</p>
      ) : (
        <ActsTable caption={words.historyCaption} acts={history} isOfOne />
      )}
    </AdminPage>,
  );
}

/** What is known of the account, as far as whoever looks may see it. */
function factsOf(account: ManagedAccount, hasSecondFactor: boolean): Fact[] {
  const { facts } = words;
  const rows: Fact[] = [[facts.id, account.id]];
  if (account.email !== null) rows.push([facts.email, account.email]);
  rows.push(
    [facts.state, adminWords.states[stateOf(account)]],
    [facts.role, adminWords.roles[account.role]],
    [facts.secondFactor, hasSecondFactor ? adminWords.yes : adminWords.no],
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
      [facts.until, until === null ? words.forEver : <End key="until" at={until} />],
      [facts.reason, account.suspensionReason || adminWords.none],
    );
  }
  return rows;
}
