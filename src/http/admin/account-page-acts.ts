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
import { fieldOf } from '../../pages/admin/parts.tsx';
import { adminWords } from '../../pages/words/admin.ts';

/** One act of the page. */
export interface AccountPageAct {
  right: AccountAct;
  /** Its fields besides the reason, which every act has. */
  fields: readonly string[];
  /** `read` gives a field as it was typed. Throws `MusterError` for what is refused. */
  run(
    acts: AccountActs,
    account: ManagedAccount,
    read: (field: string) => string,
  ): Promise<unknown>;
}

/** The acts, under the names of their routes and forms. */
export const ACCOUNT_PAGE_ACTS: Readonly<Record<ActName, AccountPageAct>> = {
  verify: {
    right: 'verify',
    fields: [],
    run: (acts, { id }, read) => acts.verifyAccount(id, read('reason')),
  },
  suspend: {
    right: 'suspend',
    fields: ['until'],
    run: (acts, { id }, read) => acts.suspendAccount(id, read('reason'), read('until')),
  },
  restore: {
    right: 'restore',
    fields: [],
    run: (acts, { id }, read) => acts.restoreAccount(id, read('reason')),
  },
  details: {
    right: 'change details',
    fields: ['flags', 'title', 'premium'],
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
    fields: ['name'],
    run: (acts, { id }, read) => acts.renameAccount(id, read('name'), read('reason')),
  },
  'end-sessions': {
    right: 'end sessions',
    fields: [],
    run: (acts, { id }, read) => acts.endSessions(id, read('reason')),
  },
  'reset-second-factor': {
    right: 'reset second factor',
    fields: [],
    run: (acts, { id }, read) => acts.resetSecondFactor(id, read('reason')),
  },
  role: {
    right: 'change role',
    fields: ['role'],
    async run(acts, { id }, read) {
      const role = findRole(read('role'));
      if (role === undefined) refuse('role', adminWords.acts.role.unknown);
      return acts.setDetails(id, { role }, read('reason'));
    },
  },
  delete: {
    right: 'delete',
    fields: ['name'],
    async run(acts, { id, name }, read) {
      if (read('name').trim() !== name) {
        refuse('name', adminWords.acts.delete.wrong(name));
      }
      return acts.deleteAccount(id, read('reason'));
    },
  },
};

/** What is kept of the form of an act that was refused. */
export function keepFields(
  name: ActName,
  read: (field: string) => string,
): Readonly<Record<string, string>> {
  const fields = ['reason', ...ACCOUNT_PAGE_ACTS[name].fields];
  return Object.fromEntries(fields.map((field) => [fieldOf(name, field), read(field)]));
}

function refuse(field: string, sentence: string): never {
  throw new FieldError(field, new MusterError('invalid', sentence));
}
