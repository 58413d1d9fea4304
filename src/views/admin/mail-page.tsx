// The page with the outbox: emails that wait or failed, why, and the actions on them.
/** @jsxImportSource preact */

import type { EmailMessage } from '../../accounts/email-messages.ts';
import { emailAdminMessages as messages, serverAdminMessages } from '../../messages/messages.ts';
import { optionsOf } from '../form-fields.tsx';
import { Form, Notice, SubmitButton } from '../forms.tsx';
import { Items } from '../parts.tsx';
import { Moment } from '../time.tsx';
import { MAIL_PATH } from './admin-paths.ts';
import {
  ActionForm,
  type ActionState,
  type ListFacts,
  RowAction,
  renderListPage,
} from './parts.tsx';

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

export function renderMailPage(
  facts: ListFacts<ListedOutboxEntry> & {
    isOn: boolean;
    /** The reader's address, to which a test email goes. */
    ownAddress: string;
    /** Whether there are emails that the search leaves out. */
    isAny: boolean;
    hasFailed: boolean;
  },
): string {
  const { isOn, ownAddress, isAny, hasFailed, state } = facts;
  const { columns, states, retryAll: title, retryAllSubmit: submit } = messages;
  const { state: status, all, action } = serverAdminMessages;
  return renderListPage<ListedOutboxEntry>({
    ...{ ...facts, section: MAIL_PATH, ...messages },
    intro: !isOn && <MailIsOff />,
    search: [{ name: 'state', label: status, options: optionsOf(states, all) }],
    columns: [
      [columns.id, ({ id }) => id],
      [columns.kind, ({ kind }) => messages.kinds[kind]],
      [columns.recipient, ({ recipient }) => <span class="typed-text">{recipient}</span>],
      [columns.created, ({ createdAt }) => <Moment at={createdAt} />],
      [columns.attempts, ({ attempts }) => attempts],
      [status, (email) => <Delivery email={email} />],
      [
        action,
        (email) => (
          <>
            <OutboxAction action="retry" email={email} state={state} />
            <OutboxAction action="drop" email={email} state={state} />
          </>
        ),
      ],
    ],
    nothing: isAny ? messages.noneSuch : messages.nothing,
    hasMore: isAny,
    children: (
      <>
        <p class="hint">{messages.kept}</p>
        <div class="action-list">
          {hasFailed && (
            <ActionForm name="retry-failed" page={MAIL_PATH} {...{ title, submit, state }} />
          )}
          {isOn && <TestEmailForm address={ownAddress} isOpen={state.action === 'test'} />}
        </div>
      </>
    ),
  });
}

function MailIsOff() {
  return (
    <Notice kind="warning" title={messages.off}>
      <p>{messages.offHow}</p>
      <ul>
        <Items texts={messages.offSettings} />
      </ul>
      <p>{messages.offCheck}</p>
    </Notice>
  );
}

function Delivery({ email }: { email: ListedOutboxEntry }) {
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
      name={action}
      row={email.id}
      page={MAIL_PATH}
      title={messages[action]}
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
    <details class="action panel" open={isOpen}>
      <summary>{messages.test}</summary>
      <Form action={`${MAIL_PATH}test/`}>
        <p>{messages.testIntro(address)}</p>
        <SubmitButton label={messages.testSubmit} />
      </Form>
    </details>
  );
}
