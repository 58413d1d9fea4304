// The page of the outbox: waiting and failed emails with reasons, retries, deletions, and a test email.
/** @jsxImportSource preact */

import {
  adminPage,
  assertDone,
  type PageAction,
  pageOf,
  parseId,
} from '../../platform/http/staff-page.ts';
import { labels, staffFormMessages } from '../../platform/messages/messages.ts';
import { optionsOf } from '../../platform/views/form-fields.tsx';
import { Notice } from '../../platform/views/forms.tsx';
import { Items } from '../../platform/views/parts.tsx';
import { ActionForm, ActionForms } from '../../platform/views/staff-actions.tsx';
import { Status, showList, When } from '../../platform/views/staff-parts.tsx';
import { MAIL_PATH } from '../../platform/views/staff-paths.ts';
import { Moment } from '../../platform/views/time.tsx';
import { emailAdminMessages as messages } from './messages.ts';
import type { EmailAdmin, ListedOutboxEntry } from './outbox-admin.ts';

/** Routes of `/admin/mail/`, all for administrators only, because emails show addresses. */
export function mailRoutes({ mail }: { mail: EmailAdmin }) {
  const onOne = (change: typeof mail.retryEmail, done: string): PageAction => ({
    async run(read, { actor, form }) {
      await change(actor, parseId(form.field('id')) ?? 0, read('reason'));
      return done;
    },
  });

  return adminPage({
    path: '/admin/mail',
    role: 'administrator',
    section: { group: 'site', label: () => messages.section, countOpen: mail.countFailed },
    done: messages.done,
    search: ['state'],
    async show({ query, account }, search) {
      const all = await mail.listOutbox();
      const rows = all.filter((email) => search.state === '' || email.state === search.state);
      const { columns, states, retryAll, retryAllSubmit } = messages;
      const { all: anyState } = staffFormMessages;
      const { status, actions } = labels;
      return showList<ListedOutboxEntry>({
        ...messages,
        page: pageOf(rows, query, MAIL_PATH, search),
        intro: !mail.isOn && <MailIsOff />,
        search: [{ name: 'state', label: status, options: optionsOf(states, anyState) }],
        columns: [
          [columns.kind, ({ kind }) => mail.nameKind(kind)],
          [labels.number, ({ id }) => id, 'wide'],
          [columns.recipient, ({ recipient }) => recipient],
          [columns.created, ({ createdAt }) => <When at={createdAt} />],
          [columns.attempts, ({ attempts }) => attempts, 'named'],
          [
            status,
            ({ state }) => (
              <Status is={state === 'failed' ? 'bad' : 'waiting'}>{states[state]}</Status>
            ),
            'state',
          ],
          [labels.detail, Delivery],
          [
            actions,
            ({ id: row }) => {
              const own = { row, hidden: { id: `${row}` } };
              const { retry, retrySubmit, drop, dropSubmit } = messages;
              return (
                <>
                  <ActionForm {...own} name="retry" title={retry} submit={retrySubmit} />
                  <ActionForm {...own} name="drop" title={drop} submit={dropSubmit} kind="danger" />
                </>
              );
            },
          ],
        ],
        children: (
          <>
            <p class="hint">{messages.kept}</p>
            <ActionForms
              actions={[
                all.some(({ state }) => state === 'failed') && {
                  name: 'retry-failed',
                  title: retryAll,
                  submit: retryAllSubmit,
                },
                mail.isOn && {
                  name: 'test',
                  title: messages.test,
                  submit: messages.testSubmit,
                  // The test email goes to the reader.

                  intro: messages.testIntro(account.email),
                  reason: 'none',
                },
              ]}
            />
          </>
        ),
      });
    },
    actions: {
      retry: onOne(mail.retryEmail, 'email-retried'),
      drop: onOne(mail.dropFromOutbox, 'email-dropped'),
      'retry-failed': {
        async run(read, { actor }) {
          await mail.retryFailedEmails(actor, read('reason'));
          return 'emails-retried';
        },
      },
      test: {
        reason: 'none',
        async run(_, { account, actor }) {
          assertDone(mail.isOn, messages.testOff);
          await mail.queueTest(account.email, actor.name);
          return 'email-tested';
        },
      },
    },
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

/** The next attempt, and the last answer of the mail server. */
function Delivery({ nextAttemptAt, lastError }: ListedOutboxEntry) {
  return (
    <span class="typed-text">
      {nextAttemptAt !== null && (
        <>
          {messages.next} <Moment at={nextAttemptAt} />{' '}
        </>
      )}
      {lastError !== '' && <bdi lang="en">{lastError}</bdi>}
    </span>
  );
}
