// The actions on the page of an account: the right that each needs, its fields, and what it does.

import type {
  AccountAction,
  AccountActions,
  ManagedAccount,
} from '../../../accounts/administration.ts';
import { findRole } from '../../../accounts/roles.ts';
import { Failure } from '../../../lib/failure.ts';
import { adminMessages } from '../../../messages/messages.ts';
import type { ActionName } from '../../../views/admin/account-page.tsx';
import type { ReadField, SubmittedAction } from './action-form.ts';

/** One action of the page. */
export interface AccountPageAction {
  right: AccountAction;
  /** Its fields; the accounts module checks them. */
  fields: SubmittedAction['fields'];
  /** Throws a `Failure` where it is not possible. */
  run(actions: AccountActions, account: ManagedAccount, read: ReadField): Promise<unknown>;
}

/** The actions, under the names of their routes and forms. */
export const ACCOUNT_PAGE_ACTIONS: Readonly<Record<ActionName, AccountPageAction>> = {
  verify: {
    right: 'verify',
    fields: fieldsOf(),
    run: (actions, { id }, read) => actions.verifyAccount(id, read('reason')),
  },
  suspend: {
    right: 'suspend',
    fields: fieldsOf('until'),
    run: (actions, { id }, read) => actions.suspendAccount(id, read('reason'), read('until')),
  },
  restore: {
    right: 'restore',
    fields: fieldsOf(),
    run: (actions, { id }, read) => actions.restoreAccount(id, read('reason')),
  },
  details: {
    right: 'change details',
    fields: fieldsOf('flags', 'title', 'premium'),
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
    fields: fieldsOf('name'),
    run: (actions, { id }, read) => actions.renameAccount(id, read('name'), read('reason')),
  },
  'end-sessions': {
    right: 'end sessions',
    fields: fieldsOf(),
    run: (actions, { id }, read) => actions.endSessions(id, read('reason')),
  },
  'reset-second-factor': {
    right: 'reset second factor',
    fields: fieldsOf(),
    run: (actions, { id }, read) => actions.resetTwoFactor(id, read('reason')),
  },
  role: {
    right: 'change role',
    fields: fieldsOf('role'),
    async run(actions, { id }, read) {
      const role = findRole(read('role'));
      if (role === undefined) refuse('role', adminMessages.actions.role.unknown);
      return actions.setDetails(id, { role }, read('reason'));
    },
  },
  delete: {
    right: 'delete',
    fields: fieldsOf('name'),
    async run(actions, { id, name }, read) {
      if (read('name').trim() !== name) {
        refuse('name', adminMessages.actions.delete.wrong(name));
      }
      return actions.deleteAccount(id, read('reason'));
    },
  },
};

/** The fields of an action, with the reason, which every action has. */
function fieldsOf(...names: string[]): SubmittedAction['fields'] {
  return Object.fromEntries(['reason', ...names].map((name) => [name, undefined]));
}

function refuse(field: string, sentence: string): never {
  throw new Failure('invalid', sentence, { field });
}
