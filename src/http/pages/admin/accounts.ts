// The accounts, searched and page by page; making one; the page of one account, and the actions on it.

import {
  type AccountAction,
  type AccountActions,
  type ManagedAccount,
  mayDo,
  NEEDED_ROLES,
} from '../../../accounts/administration/administration.ts';
import { findRole } from '../../../accounts/roles.ts';
import { Failure } from '../../../lib/failure.ts';
import { adminMessages } from '../../../messages/messages.ts';
import {
  type ActionName,
  renderAccountPage,
  renderAccountsPage,
  renderNewAccountPage,
} from '../../../views/admin/accounts-page.tsx';
import { ACCOUNTS_PATH, accountPath } from '../../../views/admin/admin-paths.ts';
import { EMPTY_FORM, type FormState } from '../../../views/forms.tsx';
import type { HttpContext } from '../../context.ts';
import { answerSitePage } from '../../html.ts';
import { answerForm, seeOther } from '../page-form.ts';
import { type PageAction, pageRoutes, type ReadField } from './admin-page.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';
import { linkPages, parseId } from './search.ts';

const NONE = { accounts: [], nextBeforeId: undefined };
/** How much of what was done to an account its page shows. */
const HISTORY = 20;
/** The fields of a new account that are shown again when the form fails; never the password. */
const KEPT = ['name', 'email', 'role', 'verified', 'reason'] as const;
const LONGEST_KEPT = 500;

/** Routes of `/admin/accounts/`. */
export function accountListRoutes({ administration }: HttpContext): AdminRoute[] {
  return pageRoutes({
    path: '/admin/accounts',
    role: 'moderator',
    search: ['text', 'standing'],
    async show({ actor, frame, query }, state, search) {
      const isRefused = state.problems.length > 0;
      const beforeId = isRefused ? undefined : parseId(query.get('before'));
      const found = isRefused
        ? NONE
        : await administration.by(actor).searchAccounts({ ...search, beforeId });
      const links = linkPages(ACCOUNTS_PATH, search, { beforeId, ...found });
      return renderAccountsPage({ frame, state, accounts: found.accounts, ...links });
    },
  });
}

/** Routes of `/admin/accounts/new/`. */
export function newAccountRoutes({ administration }: HttpContext): AdminRoute[] {
  const show = ({ frame }: AdminRequest, state: FormState = EMPTY_FORM, status = 200) =>
    answerSitePage(renderNewAccountPage({ frame, state }), status);

  function create(requested: AdminRequest): Promise<Response> {
    const { actor, form } = requested;
    return answerForm(
      async () => {
        const request = {
          name: form.field('name').trim(),
          email: form.field('email').trim(),
          password: form.field('password'),
          role: findRole(form.field('role')) ?? 'player',
          isVerified: form.field('verified') === 'yes',
        };
        const account = await administration.by(actor).createAccount(request, form.field('reason'));
        return seeOther(`${accountPath(account.id)}?done=create`);
      },
      {
        values: Object.fromEntries(KEPT.map((name) => [name, form.field(name)])),
        keptLength: LONGEST_KEPT,
        show: (state, status) => show(requested, state, status),
      },
    );
  }

  const route = { path: '/admin/accounts/new', role: 'administrator' } as const;
  return [
    { ...route, method: 'GET', answer: (requested) => show(requested) },
    { ...route, method: 'POST', answer: create },
  ];
}

/** Routes of `/admin/accounts/<id>/` and of what is done there. */
export function accountRoutes({ administration, accounts, audit }: HttpContext): AdminRoute[] {
  const toAction = ([name, action]: [string, AccountPageAction]): [string, PageAction] => {
    const { right, fields = [], run } = action;
    return [
      name,
      {
        role: NEEDED_ROLES[right],
        // The accounts module checks them.
        fields: Object.fromEntries(['reason', ...fields].map((field) => [field, undefined])),
        async run(read, { actor, params }) {
          const actions = administration.by(actor);
          await run(actions, await actions.findAccount(Number(params.id)), read);
          return name === 'delete' ? `${ACCOUNTS_PATH}?done=${name}` : name;
        },
      },
    ];
  };

  return pageRoutes({
    path: '/admin/accounts/:id',
    role: 'moderator',
    async show({ actor, role, frame, params }, state) {
      const account = await administration.by(actor).findAccount(Number(params.id));
      const { actions } = await audit.readPage({ account });
      return renderAccountPage({
        ...{ frame, account, state, history: actions.slice(0, HISTORY) },
        hasTwoFactor: await accounts.hasTwoFactor(account.id),
        mayDo: (action) => mayDo(role, PAGE_ACTIONS[action].right, account.role),
      });
    },
    actions: Object.fromEntries(Object.entries(PAGE_ACTIONS).map(toAction)),
  });
}

/** One action of the page: the right that it needs, its fields besides the reason, and what it does. */
interface AccountPageAction {
  right: AccountAction;
  fields?: readonly string[];
  /** Throws a `Failure` where it is not possible. */
  run(actions: AccountActions, account: ManagedAccount, read: ReadField): Promise<unknown>;
}

const PAGE_ACTIONS: Readonly<Record<ActionName, AccountPageAction>> = {
  verify: {
    right: 'verify',
    run: (actions, { id }, read) => actions.verifyAccount(id, read('reason')),
  },
  suspend: {
    right: 'suspend',
    fields: ['until'],
    run: (actions, { id }, read) => actions.suspendAccount(id, read('reason'), read('until')),
  },
  restore: {
    right: 'restore',
    run: (actions, { id }, read) => actions.restoreAccount(id, read('reason')),
  },
  details: {
    right: 'change details',
    fields: ['flags', 'title', 'premium'],
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
    fields: ['name'],
    run: (actions, { id }, read) => actions.renameAccount(id, read('name'), read('reason')),
  },
  'end-sessions': {
    right: 'end sessions',
    run: (actions, { id }, read) => actions.endSessions(id, read('reason')),
  },
  'reset-second-factor': {
    right: 'reset second factor',
    run: (actions, { id }, read) => actions.resetTwoFactor(id, read('reason')),
  },
  role: {
    right: 'change role',
    fields: ['role'],
    async run(actions, { id }, read) {
      const role = findRole(read('role'));
      if (role === undefined) refuse('role', adminMessages.actions.role.unknown);
      return actions.setDetails(id, { role }, read('reason'));
    },
  },
  delete: {
    right: 'delete',
    fields: ['name'],
    async run(actions, { id, name }, read) {
      if (read('name').trim() !== name) refuse('name', adminMessages.actions.delete.wrong(name));
      return actions.deleteAccount(id, read('reason'));
    },
  },
};

function refuse(field: string, sentence: string): never {
  throw new Failure('invalid', sentence, { field });
}
