// The page with the outbox: emails that wait or failed, why, and the actions on them.
/** @jsxImportSource preact */

import { Fragment } from 'preact';
import type { EmailMessage } from '../../accounts/email-messages.ts';
import { emailAdminMessages as messages, serverAdminMessages } from '../../messages/messages.ts';
import { optionsOf, SelectField } from '../form-fields.tsx';
import { Form, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument } from '../layout.tsx';
import { Moment } from '../time.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { ActionForm, type ActionState, AdminTable, FilterLine, NoRows } from './parts.tsx';
import {
  NumberedPager,
  OPTIONAL_REASON,
  type PageOf,
  RowAction,
  rowActionName,
} from './row-action.tsx';
import { MAIL_PATH } from './server-paths.ts';

/** An outbox entry without its text. Times are milliseconds since the Unix epoch. */
export interface ListedOutboxEntry {
  id: number;
  kind: EmailMessage['kind'];
  recipient: string;
  state: 'waiting' | 'failed';
  attempts: number;
  createdAt: number;
  /** `null` after it failed. */
  nextAttemptAt: number | null;
  failedAt: number | null;
  /** The mail server's last answer; empty before the first attempt. */
  lastError: string;
}

/** The page; `state` has the search under `state`. */
export function renderMailPage(facts: {
  frame: AdminFrame;
  isOn: boolean;
  /** The reader's address, to which a test email goes. */
  ownAddress: string;
  page: PageOf<ListedOutboxEntry>;
  /** Whether there are emails that the search leaves out. */
  isAny: boolean;
  hasFailed: boolean;
  state: ActionState;
}): string {
  const { frame, isOn, ownAddress, page, isAny, hasFailed, state } = facts;
  return renderDocument(
    <AdminPage frame={frame} section={MAIL_PATH} title={messages.title} problems={state.problems}>
      {!isOn && (
        <Notice kind="warning" title={messages.off}>
          <p>{messages.offHow}</p>
          <ul>
            {messages.offSettings.map((setting) => (
              <li key={setting}>{setting}</li>
            ))}
          </ul>
          <p>{messages.offCheck}</p>
        </Notice>
      )}
      <FilterLine action={MAIL_PATH} label={messages.filter}>
        <SelectField
          name="state"
          label={serverAdminMessages.state}
          state={state}
          options={optionsOf(messages.states, serverAdminMessages.all)}
        />
      </FilterLine>
      {page.rows.length === 0 ? (
        <NoRows
          text={isAny ? messages.noneSuch : messages.nothing}
          all={isAny ? MAIL_PATH : undefined}
        />
      ) : (
        <OutboxTable rows={page.rows} state={state} />
      )}
      <NumberedPager page={page} />
      <p class="hint">{messages.kept}</p>
      <div class="action-list">
        {hasFailed && (
          <ActionForm
            name="retry-failed"
            page={MAIL_PATH}
            title={messages.retryAll}
            submit={messages.retryAllSubmit}
            state={state}
            reason={OPTIONAL_REASON}
          />
        )}
        {isOn && <TestEmailForm address={ownAddress} isOpen={state.action === 'test'} />}
      </div>
    </AdminPage>,
  );
}

function OutboxTable({ rows, state }: { rows: readonly ListedOutboxEntry[]; state: ActionState }) {
  const { id, kind, recipient, attempts, created } = messages.columns;
  return (
    <AdminTable
      caption={messages.caption}
      heads={[
        ...[id, kind, recipient, created],
        ...[attempts, serverAdminMessages.state, serverAdminMessages.action],
      ]}
      rows={rows.map((email) => ({
        key: email.id,
        cells: [
          email.id,
          messages.kinds[email.kind],
          <span key="recipient" class="typed-text">
            {email.recipient}
          </span>,
          <Moment key="created" at={email.createdAt} />,
          email.attempts,
          <Fare key="fare" email={email} />,
          <Fragment key="acts">
            <OutboxAction action="retry" email={email} state={state} />
            <OutboxAction action="drop" email={email} state={state} />
          </Fragment>,
        ],
      }))}
    />
  );
}

/** The state of an entry, and the mail server's last answer. */
function Fare({ email }: { email: ListedOutboxEntry }) {
  const { state, nextAttemptAt, lastError } = email;
  return (
    <>
      {messages.states[state]}
      {nextAttemptAt !== null && (
        <>
          {messages.until} <Moment at={nextAttemptAt} />
        </>
      )}
      {lastError !== '' && (
        <>
          <br />
          <bdi lang="en">{lastError}</bdi>
        </>
      )}
    </>
  );
}

function OutboxAction(properties: {
  action: 'retry' | 'drop';
  email: ListedOutboxEntry;
  state: ActionState;
}) {
  const { action, email, state } = properties;
  return (
    <RowAction
      name={rowActionName(action, email.id)}
      action={`${MAIL_PATH}${action}/`}
      label={messages[action]}
      about={`${email.id}`}
      submit={messages[`${action}Submit`]}
      kind={action === 'drop' ? 'danger' : 'main'}
      state={state}
      hidden={{ id: `${email.id}` }}
    />
  );
}

/** The form, without fields: the test email goes to the reader. */
function TestEmailForm({ address, isOpen }: { address: string; isOpen: boolean }) {
  return (
    <details class="action" open={isOpen}>
      <summary>{messages.test}</summary>
      <Form action={`${MAIL_PATH}test/`}>
        <p>{messages.testIntro(address)}</p>
        <SubmitButton label={messages.testSubmit} />
      </Form>
    </details>
  );
}
