// The page on which players read their warnings, and the part with warnings on the pages of accounts for staff.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { type OwnerRequest, type PagePorts, pageRoutes } from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { parseId, type StaffPart } from '../../platform/http/staff-page.ts';
import { parseReason } from '../../platform/input/plain-line.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { labels } from '../../platform/messages/messages.ts';
import { accountPath } from '../../platform/messages/paths.ts';
import type { PageParts } from '../../platform/module/description.ts';
import { EMPTY_FORM } from '../../platform/views/form-fields.tsx';
import { FieldsForm, FormPage, Notice } from '../../platform/views/forms.tsx';
import { LinkLine, PRIVACY_PATH, RULES_PATH } from '../../platform/views/layout.tsx';
import { ActionForm } from '../../platform/views/staff-actions.tsx';
import { AdminTable, Status, typedText, When } from '../../platform/views/staff-parts.tsx';
import { Ago } from '../../platform/views/time.tsx';
import { accountNavigation } from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import { warningAdminMessages as adminMessages, warningMessages as texts } from './messages.ts';
import { WARNINGS_PATH, type Warning } from './warning-ports.ts';
import type { Warnings } from './warnings.ts';

/** Pages that open before the warning is read. */
const OPEN = [WARNINGS_PATH, RULES_PATH, PRIVACY_PATH];

export type WarningPagePorts = PagePorts<Account> & { warnings: Warnings };

/** The routes of warnings, and what they add to other pages. */
export const createParts = (context: WarningPagePorts, clock: Clock): PageParts => ({
  routes: [warningRoutes(context, clock)],
  homeParts: [warningsLine(context)],
  accountParts: [accountWarningsPart(context)],
  requiredPages: [warningFirst(context)],
});

/** Leads from the overview of an account to the warnings that its player has read. */
const warningsLine =
  ({ warnings }: { warnings: Pick<Warnings, 'listOwn'> }) =>
  async ({ id }: Account) => {
    const { length } = await warnings.listOwn(id);
    return length > 0 && <LinkLine href={WARNINGS_PATH} label={texts.see(length)} />;
  };

/** Leads every page of an account with an unread warning to the page of warnings. */
const warningFirst =
  ({ warnings }: { warnings: Pick<Warnings, 'isDue'> }) =>
  (accountId: number, path: string): string | undefined => {
    const isOpen = OPEN.some((each) => each === path || each === `${path}/`);
    return warnings.isDue(accountId) && !isOpen ? WARNINGS_PATH : undefined;
  };

/** Routes of `/acc/warning/`. */
function warningRoutes(context: WarningPagePorts, clock: Clock) {
  const { warnings } = context;

  async function show({ account, site, query, next }: OwnerRequest<Account>) {
    const all = await warnings.listOwn(account.id);
    const [unread = [], read = []] = [true, false].map((isUnread) =>
      all.filter(({ readAt }) => (readAt === null) === isUnread),
    );
    const frame = site(WARNINGS_PATH);
    if (unread.length > 0) {
      return (
        <FormPage site={frame} title={texts.unreadTitle(unread.length)}>
          <p>{texts.unread}</p>
          {unread.map((warning) => (
            <Notice key={warning.id} kind="warning">
              <Told warning={warning} now={clock.now()} />
            </Notice>
          ))}
          <FieldsForm
            action={WARNINGS_PATH}
            hidden={{ id: `${unread[0]?.id}`, next }}
            fields={[]}
            state={EMPTY_FORM}
            submit={texts.confirm}
          />
        </FormPage>
      );
    }
    // The warning was withdrawn, or read in another window.
    if (query.next !== undefined) return seeOther(next);
    return (
      <FormPage
        site={frame}
        title={texts.title}
        navigation={accountNavigation(accountPath('account'))}
      >
        <p>{read.length === 0 ? texts.none : texts.kept}</p>
        {read.length > 0 && (
          <ul class="records">
            {read.map((warning) => (
              <li key={warning.id}>
                <div>
                  <Told warning={warning} now={clock.now()} />
                </div>
              </li>
            ))}
          </ul>
        )}
      </FormPage>
    );
  }

  async function confirm({ account, form, next }: OwnerRequest<Account>) {
    await warnings.confirm(account.id, parseId(form.field('id')) ?? 0);
    return seeOther(next);
  }

  return pageRoutes<Account>(context, [
    { path: WARNINGS_PATH, who: 'owner', query: ['next'], get: show, post: confirm },
  ]);
}

/** A warning as its player reads it, without its author. */
function Told({ warning, now }: { warning: Warning; now: number }) {
  const { reason, server, createdAt } = warning;
  return (
    <>
      <p dir="auto">
        <strong>{reason}</strong>
      </p>
      {server !== '' && (
        <p>
          <bdi>{texts.about(server)}</bdi>
        </p>
      )}
      <p class="hint">
        <Ago at={createdAt} now={now} />
      </p>
    </>
  );
}

/** The part on the page of an account: its warnings, and the form that gives one. */
const accountWarningsPart = ({ warnings }: { warnings: Warnings }): StaffPart => ({
  done: adminMessages.done,
  async show({ actor, key }) {
    const found = await warnings.find(actor, Number(key));
    return found === undefined ? null : <Given {...found} />;
  },
  actions: {
    warn: {
      reason: 'notified',
      async run(read, { actor, key }) {
        const typed = { reason: read('reason'), server: read('server') };
        await warnings.warn(actor, Number(key), typed);
        return 'warn';
      },
    },
    'warning-withdraw': {
      async run(read, { actor, key, form }) {
        const id = parseId(form.field('id')) ?? 0;
        await warnings.withdraw(actor, Number(key), id, parseReason(read('reason')));
        return 'warning-withdraw';
      },
    },
  },
});

type Found = NonNullable<Awaited<ReturnType<Warnings['find']>>>;

function Given({ warnings, servers }: Found): ComponentChildren {
  const { title, caption, none, warning, server, noServer, warn, reason } = adminMessages;
  const options = [
    { value: '', label: noServer },
    ...servers.map(({ hash: value, name: label }) => ({ value, label })),
  ];
  return (
    <>
      <h2 id="warnings">{title}</h2>
      {warnings.length === 0 ? (
        <p class="hint">{none}</p>
      ) : (
        <AdminTable<Warning>
          caption={caption}
          columns={[
            [labels.when, ({ createdAt }) => <When at={createdAt} />],
            [labels.by, ({ authorName }) => authorName],
            [warning, (row) => typedText(row.reason)],
            [server, (row) => typedText(row.server)],
            [labels.status, State, 'state'],
            [labels.actions, Withdraw],
          ]}
          rows={warnings}
        />
      )}
      <ActionForm
        name="warn"
        {...warn}
        fields={servers.length > 0 ? [{ name: 'server', label: server, options }] : []}
        reason="notified"
        reasonLabel={reason}
      />
    </>
  );
}

function State({ readAt }: Warning) {
  const { read, unread } = adminMessages;
  if (readAt === null) return <Status is="waiting">{unread}</Status>;
  return (
    <Status is="good">
      {read} <When at={readAt} />
    </Status>
  );
}

function Withdraw({ id, reason, readAt }: Warning) {
  if (readAt !== null) return null;
  const { withdraw } = adminMessages;
  return (
    <ActionForm
      name="warning-withdraw"
      row={id}
      about={reason}
      {...withdraw}
      hidden={{ id: `${id}` }}
    />
  );
}
