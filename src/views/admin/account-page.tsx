// The page of one account: facts, actions, and its entries in the audit log.
/** @jsxImportSource preact */

import type { ManagedAccount } from '../../accounts/administration/administration.ts';
import type { LoggedAction } from '../../accounts/audit.ts';
import { adminMessages } from '../../messages/messages.ts';
import { Notice } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { End, Moment } from '../time.tsx';
import { AccountActionForms, type MayDo } from './account-actions.tsx';
import { ACCOUNTS_PATH, accountPath, stateOf } from './accounts-page.tsx';
import { ActionsTable } from './actions-table.tsx';
import { type Fact, FactList } from './facts.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import type { ActionState } from './parts.tsx';

const messages = adminMessages.account;

export type { ActionName } from './account-actions.tsx';

/** The page. */
export function renderAccountPage(facts: {
  frame: AdminFrame;
  account: ManagedAccount;
  hasTwoFactor: boolean;
  history: readonly LoggedAction[];
  mayDo: MayDo;
  state: ActionState;
}): string {
  const { frame, account, hasTwoFactor, history, mayDo, state } = facts;
  return renderDocument(
    <AdminPage
      frame={frame}
      section={ACCOUNTS_PATH}
      title={messages.title(account.name)}
      problems={state.problems}
    >
      <p class="back">
        <a href={ACCOUNTS_PATH}>{messages.back}</a>
      </p>
      <FactList facts={factsOf(account, hasTwoFactor)} isDense />
      <h2>{messages.actionsTitle}</h2>
      {mayDo('suspend') ? (
        <AccountActionForms
          page={accountPath(account.id)}
          account={account}
          mayDo={mayDo}
          state={state}
        />
      ) : (
        <Notice kind="information">
          <p>{messages.onlyByAdministrators}</p>
        </Notice>
      )}
      <h2>{messages.historyTitle}</h2>
      {history.length === 0 ? (
        <p>{messages.historyNone}</p>
      ) : (
        <ActionsTable caption={messages.historyCaption} actions={history} isOfOne />
      )}
    </AdminPage>,
  );
}

/** The facts about the account that the reader may see. */
function factsOf(account: ManagedAccount, hasTwoFactor: boolean): Fact[] {
  const { facts } = messages;
  const rows: Fact[] = [[facts.id, account.id]];
  if (account.email !== null) rows.push([facts.email, account.email]);
  rows.push(
    [facts.state, adminMessages.states[stateOf(account)]],
    [facts.role, adminMessages.roles[account.role]],
    [facts.twoFactor, hasTwoFactor ? adminMessages.yes : adminMessages.no],
    [facts.flags, account.flags || adminMessages.none],
    [facts.forumTitle, account.forumTitle || adminMessages.none],
    [facts.premium, account.isPremium ? adminMessages.yes : adminMessages.no],
    [facts.registered, <Moment key="registered" at={account.registeredAt} />],
  );
  if (account.verifiedAt !== null) {
    rows.push([facts.verified, <Moment key="verified" at={account.verifiedAt} />]);
  }
  if (account.suspendedAt !== null) {
    const { suspendedUntil: until } = account;
    rows.push(
      [facts.suspended, <Moment key="suspended" at={account.suspendedAt} />],
      [facts.until, until === null ? messages.forEver : <End key="until" at={until} />],
      [facts.reason, account.suspensionReason || adminMessages.none],
    );
  }
  return rows;
}
