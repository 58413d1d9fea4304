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
import { adminPage, type PageAction, pageBefore, parseId, type ReadField } from './admin-page.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';

const HISTORY = 20;
const LONGEST_KEPT = 500;

export function accountListRoutes({ administration }: HttpContext) {
  return adminPage({
    path: '/admin/accounts',
    role: 'moderator',
    search: ['text', 'standing'],
    async show({ actor, frame, query }, state, search) {
      const isRefused = state.problems.length > 0;
      const beforeId = isRefused ? undefined : parseId(query.get('before'));
      const { accounts, nextBeforeId } = isRefused
        ? { accounts: [], nextBeforeId: undefined }
        : await administration.by(actor).searchAccounts({ ...search, beforeId });
      const page = pageBefore(accounts, ACCOUNTS_PATH, search, { beforeId, nextBeforeId });
      return renderAccountsPage({ frame, state, page });
    },
  });
}

export function newAccountRoutes({ administration }: HttpContext): AdminRoute[] {
  const show = ({ frame }: AdminRequest, state: FormState = EMPTY_FORM, status = 200) =>
    answerSitePage(renderNewAccountPage({ frame, state }), status);

  async function create({ actor, form }: AdminRequest): Promise<Response> {
    const request = {
      name: form.field('name').trim(),
      email: form.field('email').trim(),
      password: form.field('password'),
      role: findRole(form.field('role')) ?? 'player',
      isVerified: form.field('verified') === 'yes',
    };
    const account = await administration.by(actor).createAccount(request, form.field('reason'));
    return seeOther(`${accountPath(account.id)}?done=create`);
  }

  const route = { path: '/admin/accounts/new', role: 'administrator' } as const;
  return [
    { ...route, method: 'GET', answer: (requested) => show(requested) },
    {
      ...{ ...route, method: 'POST' },
      answer: (requested) =>
        answerForm(() => create(requested), {
          // Never the password.
          values: requested.form.fields('name', 'email', 'role', 'verified', 'reason'),
          keptLength: LONGEST_KEPT,
          show: (state, status) => show(requested, state, status),
        }),
    },
  ];
}

/** Routes of `/admin/accounts/<id>/` and of what is done there. */
export function accountRoutes({ administration, accounts, audit }: HttpContext) {
  const toAction = ([name, [right, run]]: [string, AccountPageAction]): [string, PageAction] => [
    name,
    {
      role: NEEDED_ROLES[right],
      // The accounts module checks the fields.
      checks: {},
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
    async show({ actor, role, frame, key }, state) {
      const account = await administration.by(actor).findAccount(Number(key));
      const { actions } = await audit.readPage({ account });
      return renderAccountPage({
        ...{ frame, account, state, history: actions.slice(0, HISTORY) },
        hasTwoFactor: await accounts.hasTwoFactor(account.id),
        mayDo: (action) => mayDo(role, PAGE_ACTIONS[action][0], account.role),
      });
    },
    actions: Object.fromEntries(Object.entries(PAGE_ACTIONS).map(toAction)),
  });
}

/** One action of the page: the right that it needs, and what it does, which throws a `Failure` where that is not possible. */
type AccountPageAction = readonly [
  right: AccountAction,
  run: (actions: AccountActions, account: ManagedAccount, read: ReadField) => Promise<unknown>,
];

const PAGE_ACTIONS: Readonly<Record<ActionName, AccountPageAction>> = {
  verify: ['verify', (actions, { id }, read) => actions.verifyAccount(id, read('reason'))],
  suspend: [
    'suspend',
    (actions, { id }, read) => actions.suspendAccount(id, read('reason'), read('until')),
  ],
  restore: ['restore', (actions, { id }, read) => actions.restoreAccount(id, read('reason'))],
  details: [
    'change details',
    (actions, { id }, read) => {
      const details = {
        flags: read('flags').trim(),
        forumTitle: read('title').trim(),
        isPremium: read('premium') === 'yes',
      };
      return actions.setDetails(id, details, read('reason'));
    },
  ],
  rename: [
    'rename',
    (actions, { id }, read) => actions.renameAccount(id, read('name'), read('reason')),
  ],
  'end-sessions': [
    'end sessions',
    (actions, { id }, read) => actions.endSessions(id, read('reason')),
  ],
  'reset-second-factor': [
    'reset second factor',
    (actions, { id }, read) => actions.resetTwoFactor(id, read('reason')),
  ],
  role: [
    'change role',
    async (actions, { id }, read) => {
      const role = findRole(read('role'));
      if (role === undefined) refuse('role', adminMessages.actions.role.unknown);
      return actions.setDetails(id, { role }, read('reason'));
    },
  ],
  delete: [
    'delete',
    async (actions, { id, name }, read) => {
      if (read('name').trim() !== name) refuse('name', adminMessages.actions.delete.wrong(name));
      return actions.deleteAccount(id, read('reason'));
    },
  ],
};

function refuse(field: string, sentence: string): never {
  throw new Failure('invalid', sentence, { field });
}
