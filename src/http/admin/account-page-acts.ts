// What can be done on the page of an account: the right that it takes, its fields, and the act itself.

import {
  type AccountAct,
  type AccountActs,
  FieldError,
  type ManagedAccount,
} from '../../accounts/administration.ts';
import { findRole } from '../../accounts/roles.ts';
import { MusterError } from '../../lib/errors.ts';
import type { ActName } from '../../pages/admin/account-page.tsx';
import { adminWords } from '../../pages/words/admin.ts';
import type { AskedAct, ReadField } from './try-act.ts';

/** One act of the page. */
export interface AccountPageAct {
  right: AccountAct;
  /** Its fields; their rules are the room's. */
  fields: AskedAct['fields'];
  /** Throws `MusterError` for what is refused. */
  run(acts: AccountActs, account: ManagedAccount, read: ReadField): Promise<unknown>;
}

/** The acts, under the names of their routes and forms. */
export const ACCOUNT_PAGE_ACTS: Readonly<Record<ActName, AccountPageAct>> = {
  verify: {
    right: 'verify',
    fields: fieldsOf(),
    run: (acts, { id }, read) => acts.verifyAccount(id, read('reason')),
  },
  suspend: {
    right: 'suspend',
    fields: fieldsOf('until'),
    run: (acts, { id }, read) => acts.suspendAccount(id, read('reason'), read('until')),
  },
  restore: {
    right: 'restore',
    fields: fieldsOf(),
    run: (acts, { id }, read) => acts.restoreAccount(id, read('reason')),
  },
  details: {
    right: 'change details',
    fields: fieldsOf('flags', 'title', 'premium'),
    run(acts, { id }, read) {
      const details = {
        flags: read('flags').trim(),
        forumTitle: read('title').trim(),
        isPremium: read('premium') === 'yes',
      };
      return acts.setDetails(id, details, read('reason'));
    },
  },
  rename: {
    right: 'rename',
    fields: fieldsOf('name'),
    run: (acts, { id }, read) => acts.renameAccount(id, read('name'), read('reason')),
  },
  'end-sessions': {
    right: 'end sessions',
    fields: fieldsOf(),
    run: (acts, { id }, read) => acts.endSessions(id, read('reason')),
  },
  'reset-second-factor': {
    right: 'reset second factor',
    fields: fieldsOf(),
    run: (acts, { id }, read) => acts.resetSecondFactor(id, read('reason')),
  },
  role: {
    right: 'change role',
    fields: fieldsOf('role'),
    async run(acts, { id }, read) {
      const role = findRole(read('role'));
      if (role === undefined) refuse('role', adminWords.acts.role.unknown);
      return acts.setDetails(id, { role }, read('reason'));
    },
  },
  delete: {
    right: 'delete',
    fields: fieldsOf('name'),
    async run(acts, { id, name }, read) {
      if (read('name').trim() !== name) {
        refuse('name', adminWords.acts.delete.wrong(name));
      }
      return acts.deleteAccount(id, read('reason'));
    },
  },
};

/** The fields of an act, with the reason, which every act has. */
function fieldsOf(...names: string[]): AskedAct['fields'] {
  return Object.fromEntries(['reason', ...names].map((name) => [name, undefined]));
}

function refuse(field: string, sentence: string): never {
  throw new FieldError(field, new MusterError('invalid', sentence));
}
