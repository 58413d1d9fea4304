// The page on which suspended players appeal, the page on which staff decide, and the task on the overview.
/** @jsxImportSource preact */

import { answerSitePage } from '../../platform/http/html.ts';
import { loginPath } from '../../platform/http/next-path.ts';
import {
  formPage,
  type PagePorts,
  type PageRequest,
  pageRoutes,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { matching } from '../../platform/http/parameters.ts';
import { adminPage, type PageAction, pageBefore, parseId } from '../../platform/http/staff-page.ts';
import { labels, messages } from '../../platform/messages/messages.ts';
import { accountPath as pagePath } from '../../platform/messages/paths.ts';
import type { PageParts } from '../../platform/module/description.ts';
import { type FormState, optionsOf } from '../../platform/views/form-fields.tsx';
import { FieldsForm, FormPage, Notice } from '../../platform/views/forms.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import { ActionForm } from '../../platform/views/staff-actions.tsx';
import { Status, showList, typedText, When } from '../../platform/views/staff-parts.tsx';
import { accountPath } from '../../platform/views/staff-paths.ts';
import { End, Moment } from '../../platform/views/time.tsx';
import type { Account } from '../account/index.ts';
import { APPEAL_STATES, type Appeal, type ListedAppeal } from './appeal-ports.ts';
import { APPEAL_TOKEN } from './appeal-token.ts';
import { type Appeals, MAX_APPEAL_LENGTH } from './appeals.ts';
import { appealAdminMessages as adminMessages, appealMessages as texts } from './messages.ts';

const PATH = '/admin/appeals';
const ROWS = 50;
const TOKEN = matching(APPEAL_TOKEN, { description: 'Token of the suspension.' });

export type AppealPagePorts = PagePorts<Account> & { appeals: Appeals };

/** The routes of appeals, and what they add to the login and to the overview of staff. */
export function createParts(context: AppealPagePorts): PageParts {
  const { appeals } = context;
  return {
    routes: [appealRoutes(context)],
    staffRoutes: appealAdminRoutes(appeals),
    appealTokens: [appeals.tokenFor],
    tasks: [() => findAppealTask(appeals)],
  };
}

/** Routes of `/acc/appeal/<token>/`. */
function appealRoutes(context: AppealPagePorts) {
  const { appeals } = context;
  const pageOf = ({ params }: PageRequest<Account>) => pagePath('appeal', params.token);

  function answerDead({ site }: PageRequest<Account>) {
    const page = (
      <FormPage site={site()} title={texts.deadTitle}>
        <Notice kind="information" text={texts.dead} />
        <LinkLine look="button quiet" href={loginPath('/')} label={messages.logIn} />
      </FormPage>
    );
    return answerSitePage(page, 410);
  }

  async function show(requested: PageRequest<Account>, state: FormState) {
    const found = await appeals.find(requested.params.token ?? '');
    if (found === undefined) return answerDead(requested);
    const { account, appeal } = found;
    return (
      <FormPage site={requested.site()} title={texts.title} state={state}>
        <Suspension account={account} />
        {appeal === undefined ? (
          <>
            <p>{texts.intro}</p>
            <FieldsForm
              action={pageOf(requested)}
              fields={[
                {
                  name: 'text',
                  label: texts.text,
                  hint: texts.textHint(MAX_APPEAL_LENGTH),
                  rows: 8,
                  maxLength: MAX_APPEAL_LENGTH,
                  isRequired: true,
                },
              ]}
              state={state}
              submit={texts.send}
            />
          </>
        ) : (
          <Outcome appeal={appeal} />
        )}
      </FormPage>
    );
  }

  async function submit(requested: PageRequest<Account>) {
    const { params, form } = requested;
    const isSent = await appeals.send(params.token ?? '', form.field('text'));
    return isSent ? seeOther(pageOf(requested)) : answerDead(requested);
  }

  return pageRoutes<Account>(context, [
    {
      path: `${pagePath('appeal')}:token/`,
      who: 'visitor',
      parameter: { schema: TOKEN, otherwise: answerDead },
      ...formPage({
        show,
        submit,
        keep: ({ fields }) => fields('text'),
        keptLength: 2 * MAX_APPEAL_LENGTH,
      }),
    },
  ]);
}

function Suspension({ account }: { account: Account }) {
  const { name, suspensionReason, suspendedUntil } = account;
  return (
    <Notice kind="warning" title={texts.suspended(name)}>
      {suspensionReason !== '' && (
        <p>
          {labels.reason}: <bdi>{suspensionReason}</bdi>
        </p>
      )}
      <p>
        {texts.until}: {suspendedUntil === null ? texts.forEver : <End at={suspendedUntil} />}
      </p>
    </Notice>
  );
}

/** The state of the appeal, and its text. */
function Outcome({ appeal }: { appeal: Appeal }) {
  const { status, text, answer, createdAt } = appeal;
  return (
    <>
      {status === 'declined' ? (
        <Notice kind="danger" title={texts.declined}>
          <p>
            {texts.answer}: <bdi>{answer}</bdi>
          </p>
        </Notice>
      ) : (
        <Notice kind="success" title={texts.open} text={texts.openHint} />
      )}
      <h2>{texts.text}</h2>
      <p class="hint">
        {texts.sentAt} <Moment at={createdAt} />
      </p>
      {text.split(/\n+/).map((line, index) => (
        <p key={index} dir="auto">
          {line}
        </p>
      ))}
    </>
  );
}

function appealAdminRoutes(appeals: Appeals) {
  return adminPage({
    path: PATH,
    role: 'moderator',
    section: {
      group: 'people',
      label: () => adminMessages.section,
      countOpen: appeals.countOpen,
    },
    done: adminMessages.done,
    search: ['state'],
    async show({ query }, search) {
      const state = APPEAL_STATES.find((each) => each === search.state) ?? 'open';
      const beforeId = parseId(query.get('before'));
      const rows = await appeals.list({ state, beforeId, limit: ROWS });
      const nextBeforeId = rows.length === ROWS ? rows.at(-1)?.id : undefined;
      const { states, statuses, nothing, suspension, appeal, ...others } = adminMessages;
      return showList<ListedAppeal>({
        ...others,
        nothing: nothing[state],
        page: pageBefore(rows, `${PATH}/`, { state }, { beforeId, nextBeforeId }),
        search: [{ name: 'state', label: labels.show, value: state, options: optionsOf(states) }],
        columns: [
          [
            labels.name,
            ({ accountId, accountName }) => <a href={accountPath(accountId)}>{accountName}</a>,
          ],
          [suspension, ({ suspendedAt }) => <When at={suspendedAt} />],
          [labels.reason, ({ suspensionReason }) => typedText(suspensionReason), 'wide'],
          [appeal, ({ text }) => typedText(text)],
          [labels.when, ({ createdAt }) => <When at={createdAt} />],
          state === 'open'
            ? [labels.actions, (row: ListedAppeal) => <Decisions {...row} />]
            : [
                labels.status,
                ({ status }: ListedAppeal) => (
                  <Status is={status === 'accepted' ? 'good' : 'bad'}>{statuses[status]}</Status>
                ),
                'state',
              ],
        ],
      });
    },
    actions: {
      accept: decide(appeals.accept, 'accepted'),
      decline: decide(appeals.decline, 'declined'),
    },
  });
}

/** An action on the appeal of a row; `done` is its key of the result. */
const decide = (run: Appeals['accept'], done: string): PageAction => ({
  // The rules check it.
  reason: 'none',
  async run(read, { actor, form }) {
    await run(actor, parseId(form.field('id')) ?? 0, read('reason'));
    return done;
  },
});

function Decisions({ id, accountName }: ListedAppeal) {
  const { accept, decline } = adminMessages;
  const common = { row: id, about: accountName, hidden: { id: `${id}` } };
  const { answer, ...declining } = decline;
  return (
    <>
      <ActionForm name="accept" {...accept} {...common} />
      <ActionForm
        name="decline"
        kind="danger"
        {...declining}
        {...common}
        reason="notified"
        reasonLabel={answer}
      />
    </>
  );
}

/** The appeals that wait for staff, for the overview. */
async function findAppealTask(appeals: Appeals) {
  const count = await appeals.countOpen();
  return [count, adminMessages.waiting(count), `${PATH}/`] as const;
}
