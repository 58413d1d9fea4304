// The pages of accounts for staff: search, a form that creates one, and each account's page with its actions.
/** @jsxImportSource preact */

import type { ReportPorts } from '../../platform/http/errors.ts';
import {
  adminPage,
  guardParts,
  manyActions,
  type PageAction,
  pageBefore,
  parseId,
  type ReadField,
  type StaffPart,
  type TickedRow,
} from '../../platform/http/staff-page.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { formatEnd } from '../../platform/lib/moment.ts';
import { findRole } from '../../platform/lib/roles.ts';
import { labels, staffMessages } from '../../platform/messages/messages.ts';
import { optionsOf } from '../../platform/views/form-fields.tsx';
import { Notice } from '../../platform/views/forms.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import {
  ActionFields,
  ActionForms,
  type ActionOn,
  lastsField,
  listForms,
} from '../../platform/views/staff-actions.tsx';
import { type Fact, FactList, Status, showList, When } from '../../platform/views/staff-parts.tsx';
import { ACCOUNTS_PATH, accountPath, NEW_ACCOUNT_PATH } from '../../platform/views/staff-paths.ts';
import { End } from '../../platform/views/time.tsx';
import { type AccountAction, mayDo, NEEDED_ROLES } from '../account/index.ts';
import { History } from '../audit/audit-table.tsx';
import type { AuditReader } from '../audit/index.ts';
import type { AccountActions, AccountAdministration, ManagedAccount } from './administration.ts';
import { adminMessages } from './messages.ts';

const { accounts: listMessages, newAccount: newMessages, account: messages } = adminMessages;
const { actions: actionMessages } = adminMessages;
const HISTORY = 20;
const LITERAL = { isLiteral: true, isRequired: true };
/** Browsers must not fill in data about somebody else. */
const UNKNOWN = { ...LITERAL, autocomplete: 'off' };

interface AccountAdminPorts extends ReportPorts {
  administration: AccountAdministration;
  hasTwoFactor(accountId: number): Promise<boolean>;
  audit: AuditReader;
  /** What other modules add to the page of an account. */
  parts: { accountParts?: readonly StaffPart[] };
}

export function accountListRoutes({ administration }: Pick<AccountAdminPorts, 'administration'>) {
  return adminPage({
    path: '/admin/accounts',
    role: 'moderator',
    section: {
      group: 'people',
      label: () => adminMessages.section,
      countOpen: administration.countToVerify,
    },
    done: adminMessages.done,
    search: ['text', 'standing'],
    async show({ actor, frame, query }, search, isRefused) {
      const beforeId = isRefused ? undefined : parseId(query.get('before'));
      const { accounts, nextBeforeId } = isRefused
        ? { accounts: [], nextBeforeId: undefined }
        : await administration.by(actor).searchAccounts({ ...search, beforeId });
      const isAdministrator = frame.role === 'administrator';
      const { text, textWithAddress, standings } = listMessages;
      const { all, ...others } = standings;
      return showList<ManagedAccount>({
        ...listMessages,
        page: pageBefore(accounts, ACCOUNTS_PATH, search, { beforeId, nextBeforeId }),
        search: [
          { name: 'text', label: isAdministrator ? textWithAddress : text, isLiteral: true },
          { name: 'standing', label: labels.show, options: optionsOf(others, all) },
        ],
        many: {
          buttons: {
            verify: actionMessages.verify.title,
            suspend: actionMessages.suspend.title,
            restore: actionMessages.restore.title,
          },
          danger: 'suspend',
          fields: [lastsField('until')],
          keyOf: ({ id, name }) => ({ id: `${id}`, name }),
        },
        aside: isAdministrator && <a href={NEW_ACCOUNT_PATH}>{labels.createAnAccount}</a>,
        columns: [
          [labels.name, ({ id, name }) => <a href={accountPath(id)}>{name}</a>],
          [labels.status, State, 'state'],
          [labels.role, ({ role }) => staffMessages.roles[role]],
          [labels.registered, ({ registeredAt }) => <When at={registeredAt} />],
          ...(isAdministrator
            ? [[labels.email, ({ email }: ManagedAccount) => email] as const]
            : []),
          [labels.id, ({ id }) => id, 'wide'],
        ],
      });
    },
    many: manyActions<EachAccount>({
      results: listMessages.results,
      forEach: administration.forEach,
      async plan(actor, rows, button) {
        const states = new Map<string, ManagedAccount>();
        for (const { id } of rows.slice(0, MAX_ROWS)) {
          const found = administration.by(actor).findAccount(Number(id));
          // A missing account is refused later, by its name.
          const account = await found.catch(() => undefined);
          if (account !== undefined) states.set(id, account);
        }
        const { undone } = staffMessages.many;
        return {
          isSo({ id }) {
            const { suspendedAt = undefined, verifiedAt = undefined } = states.get(id) ?? {};
            if (button === 'verify') return typeof verifiedAt === 'number';
            return button === 'suspend' ? typeof suspendedAt === 'number' : suspendedAt === null;
          },
          ...(button === 'suspend' && {
            undo: (each: EachAccount, { id }: TickedRow) => each.restoreAccount(Number(id), undone),
          }),
          ...(button === 'restore' && {
            undo: async (each: EachAccount, { id }: TickedRow) => {
              const { suspensionReason = '', suspendedUntil = null } = states.get(id) ?? {};
              return each.suspendAccount(
                Number(id),
                suspensionReason || undone,
                suspendedUntil === null ? '' : formatEnd(suspendedUntil),
              );
            },
          }),
        };
      },
      buttons: {
        verify: (each, { row, read }) => each.verifyAccount(Number(row.id), read('reason')),
        suspend: (each, { row, read }) =>
          each.suspendAccount(Number(row.id), read('reason'), read('until')),
        restore: (each, { row, read }) => each.restoreAccount(Number(row.id), read('reason')),
      },
    }),
  });
}

type EachAccount = Pick<AccountActions, `${'verify' | 'suspend' | 'restore'}Account`>;

/** The rows of one page. A request for more is refused. */
const MAX_ROWS = 100;

/** The most important fact about the state of an account. */
function stateOf({ suspendedAt, verifiedAt }: ManagedAccount): keyof typeof adminMessages.states {
  if (suspendedAt !== null) return 'suspended';
  return verifiedAt === null ? 'unverified' : 'verified';
}

const DOTS = { verified: 'good', unverified: 'waiting', suspended: 'bad' } as const;

function State(account: ManagedAccount) {
  const state = stateOf(account);
  return <Status is={DOTS[state]}>{adminMessages.states[state]}</Status>;
}

export function newAccountRoutes({ administration }: Pick<AccountAdminPorts, 'administration'>) {
  return adminPage({
    path: '/admin/accounts/new',
    role: 'administrator',
    done: adminMessages.done,
    show: () => ({
      title: labels.createAnAccount,
      body: (
        <ActionFields
          name="create"
          submit={labels.createAccount}
          fields={[
            {
              name: 'name',
              label: labels.name,
              hint: newMessages.nameHint,
              ...UNKNOWN,
              autocomplete: 'username',
            },
            { name: 'email', label: labels.emailAddress, type: 'email', ...UNKNOWN },
            {
              name: 'password',
              label: labels.password,
              type: 'password',
              hint: newMessages.passwordHint,
            },
            { name: 'role', label: labels.role, options: optionsOf(staffMessages.roles) },
            { name: 'verified', label: newMessages.verified, isChecked: true },
          ]}
        />
      ),
    }),
    actions: {
      create: {
        // The accounts module checks the fields.
        reason: 'none',
        async run(read, { actor }) {
          const request = {
            name: read('name').trim(),
            email: read('email').trim(),
            password: read('password'),
            role: findRole(read('role')) ?? 'player',
            isVerified: read('verified') === 'yes',
          };
          const { id } = await administration.by(actor).createAccount(request, read('reason'));
          return `${accountPath(id)}?done=create`;
        },
      },
    },
  });
}

/** The routes of `/admin/accounts/<id>/` and of the actions there. */
export function accountRoutes(context: AccountAdminPorts) {
  const { administration, hasTwoFactor, audit, parts } = context;
  const toAction = ([name, { right, run }]: [string, AccountPageAction]): [string, PageAction] => [
    name,
    {
      role: NEEDED_ROLES[right],
      // The accounts module checks the fields.
      reason: 'none',
      async run(read, { actor, key }) {
        const actions = administration.by(actor);
        await run(actions, await actions.findAccount(Number(key)), read);
        return name === 'delete' ? `${ACCOUNTS_PATH}?done=${name}` : name;
      },
    },
  ];

  return adminPage({
    path: '/admin/accounts/:id',
    role: 'moderator',
    done: adminMessages.done,
    parts: guardParts(context, parts.accountParts),
    async show({ actor, frame, key }, _search, _isRefused, added) {
      const account = await administration.by(actor).findAccount(Number(key));
      const { actions } = await audit.readPage({ account });
      const isTwoFactorOn = await hasTwoFactor(account.id);
      const forms = listForms(PAGE_ACTIONS, actionMessages, account).filter(({ name }) =>
        mayDo(frame.role, PAGE_ACTIONS[name as ActionName].right, account.role),
      );
      const body = (
        <>
          <p class="back">
            <a href={ACCOUNTS_PATH}>{listMessages.standings.all}</a>
          </p>
          <FactList facts={factsOf(account, isTwoFactorOn)} isDense />
          <LinkLine href={frame.site.playerPath?.(account.name)} label={messages.publicPage} />
          <h2>{labels.actions}</h2>
          {forms.length > 0 ? (
            <ActionForms actions={forms} />
          ) : (
            <Notice kind="information" text={messages.onlyByAdministrators} />
          )}
          {added}
          <History
            words={audit.words}
            caption={messages.historyCaption}
            actions={actions.slice(0, HISTORY)}
          />
        </>
      );
      return { title: messages.title(account.name), body };
    },
    actions: Object.fromEntries(Object.entries(PAGE_ACTIONS).map(toAction)),
  });
}

function factsOf(account: ManagedAccount, hasTwoFactor: boolean): Fact[] {
  const { facts } = messages;
  const { yes, no } = labels;
  const { suspendedAt, suspendedUntil, verifiedAt } = account;
  const isSuspended = suspendedAt !== null;
  return [
    [labels.id, account.id],
    account.email !== null && [labels.email, account.email],
    [labels.status, <State {...account} />],
    [labels.role, staffMessages.roles[account.role]],
    [labels.twoFactor, hasTwoFactor ? yes : no],
    [labels.flags, account.flags || null],
    [labels.forumTitle, account.forumTitle || null],
    [facts.premium, account.isPremium ? yes : no],
    [labels.registered, <When at={account.registeredAt} />],
    verifiedAt !== null && [labels.verified, <When at={verifiedAt} />],
    isSuspended && [facts.suspended, <When at={suspendedAt} />],
    isSuspended && [
      facts.until,
      suspendedUntil === null ? labels.permanent : <End at={suspendedUntil} />,
    ],
    isSuspended && [labels.reason, account.suspensionReason || null],
  ];
}

type ActionName = keyof typeof actionMessages;

/** An action: the right that it needs, its form, and its function, which throws a `Failure` when it is not possible. */
interface AccountPageAction extends ActionOn<ManagedAccount> {
  right: AccountAction;
  run(actions: AccountActions, account: ManagedAccount, read: ReadField): Promise<unknown>;
}

const PAGE_ACTIONS: Readonly<Record<ActionName, AccountPageAction>> = {
  verify: {
    right: 'verify',
    isPossible: ({ verifiedAt }) => verifiedAt === null,
    run: (actions, { id }, read) => actions.verifyAccount(id, read('reason')),
  },
  restore: {
    right: 'restore',
    isPossible: ({ suspendedAt }) => suspendedAt !== null,
    run: (actions, { id }, read) => actions.restoreAccount(id, read('reason')),
  },
  suspend: {
    right: 'suspend',
    kind: 'danger',
    reason: 'notified',
    form({ suspendedAt }) {
      const { title, again, reason: reasonLabel } = actionMessages.suspend;
      return {
        title: suspendedAt === null ? title : again,
        reasonLabel,
        fields: [lastsField('until')],
      };
    },
    run: (actions, { id }, read) => actions.suspendAccount(id, read('reason'), read('until')),
  },
  details: {
    right: 'change details',
    form({ flags: value, forumTitle, isPremium }) {
      const { flags: label, forumTitle: title } = labels;
      const { flagsHint: hint, premium } = actionMessages.details;
      return {
        fields: [
          { name: 'flags', label, hint, value, isLiteral: true },
          { name: 'title', label: title, value: forumTitle, maxLength: 64 },
          { name: 'premium', label: premium, isChecked: isPremium },
        ],
      };
    },
    run(actions, { id }, read) {
      const details = {
        flags: read('flags').trim(),
        forumTitle: read('title').trim(),
        isPremium: read('premium') === 'yes',
      };
      return actions.setDetails(id, details, read('reason'));
    },
  },
  rename: {
    right: 'rename',
    reason: 'required',
    form({ name: value }) {
      const { name: label } = actionMessages.rename;
      return { fields: [{ name: 'name', label, value, maxLength: 16, ...LITERAL }] };
    },
    run: (actions, { id }, read) => actions.renameAccount(id, read('name'), read('reason')),
  },
  'end-sessions': {
    right: 'end sessions',
    run: (actions, { id }, read) => actions.endSessions(id, read('reason')),
  },
  'reset-second-factor': {
    right: 'reset second factor',
    kind: 'danger',
    reason: 'required',
    run: (actions, { id }, read) => actions.resetTwoFactor(id, read('reason')),
  },
  role: {
    right: 'change role',
    form({ role: value }) {
      const options = optionsOf(staffMessages.roles);
      return { fields: [{ name: 'role', label: labels.role, value, options }] };
    },
    async run(actions, { id }, read) {
      const role = findRole(read('role'));
      if (role === undefined) refuse('role', actionMessages.role.unknown);
      return actions.setDetails(id, { role }, read('reason'));
    },
  },
  delete: {
    right: 'delete',
    kind: 'danger',
    reason: 'required',
    form: ({ name }) => ({
      fields: [{ name: 'name', label: actionMessages.delete.confirm(name), ...LITERAL }],
    }),
    async run(actions, { id, name }, read) {
      if (read('name').trim() !== name) refuse('name', actionMessages.delete.wrong(name));
      return actions.deleteAccount(id, read('reason'));
    },
  },
};

function refuse(field: string, sentence: string): never {
  throw new Failure('invalid', sentence, { field });
}
