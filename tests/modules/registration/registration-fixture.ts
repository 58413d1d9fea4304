// Registration on a real store, with a mailer that keeps its emails.

import type { Account } from '../../../src/modules/account/account-ports.ts';
import type { RegistrationRules } from '../../../src/modules/account/settings.ts';
import { createInvites } from '../../../src/modules/registration/invites.ts';
import type { SignUpForm } from '../../../src/modules/registration/sign-up.ts';
import type { QueueBounds } from '../../../src/platform/lib/bounded-queue.ts';
import type { PasswordHasher } from '../../../src/platform/lib/password-hashing.ts';
import { createMemoryStates } from '../../../src/platform/lib/shared-states.ts';
import { createReporter } from '../../support/reporter.ts';
import {
  ADDRESS,
  MINUTE_MS,
  OPEN_RULES,
  openAccounts,
  openAccountsFixture,
} from '../../support/test-accounts.ts';

export const NEW_PASSWORD = 'a good new one';
export const SESSION = 'a.session-of-the-form';

/** Opens registration on an empty store; no proof of work is required unless the rules say so. */
export function openRegistrationFixture(
  rules: Partial<RegistrationRules> = {},
  parts: { hashing?: QueueBounds; passwords?: PasswordHasher } = {},
) {
  const ownRules = { ...OPEN_RULES, ...rules };
  const fixture = openAccountsFixture({ rules: ownRules, ...parts });
  const { composeEmails, registration } = fixture;
  const { address, recovery, own } = registration;

  /** Registers with everything right by default; the time that people take goes by. */
  async function signUp(form: Partial<SignUpForm> = {}, from = ADDRESS) {
    const { challenge } = registration.openForm(SESSION);
    fixture.clock.advance(5_000);
    const whole = {
      name: 'Alice',
      email: 'alice@example.net',
      password: NEW_PASSWORD,
      invite: '',
      challenge,
      proof: '',
      trap: '',
      agreedRules: '',
      ...form,
    };
    return registration.signUp.register(whole, { sessionValue: SESSION, address: from });
  }

  return {
    ...{ ...fixture, address, recovery, own },
    invites: createInvites({ invites: fixture.store.invites, clock: fixture.clock }),
    signUp,
    /** The same store under a new process. */
    reopen(changed: Partial<RegistrationRules> = {}, onScarce: (what: string) => void = () => {}) {
      const states = createMemoryStates(fixture.clock);
      const report = createReporter({ budget_scarce: ({ what }) => onScarce(what) });
      const ports = { ...fixture.ports, states, rules: { ...ownRules, ...changed }, report };
      return { ...openAccounts(ports).registration, composeEmails };
    },
    /** The same as `signUp`, and composes the emails. */
    async mustSignUp(form: Partial<SignUpForm> = {}) {
      const account = await signUp(form);
      await composeEmails();
      // What follows is not to be held up by the wait between two emails.
      fixture.clock.advance(2 * MINUTE_MS);
      return account;
    },
    /** The account as it is now. */
    async now({ id }: Pick<Account, 'id'>) {
      const account = await fixture.store.accounts.findAccountById(id);
      if (account === undefined) throw new Error('the account is gone');
      return account;
    },
  };
}

export type RegistrationFixture = ReturnType<typeof openRegistrationFixture>;

/** The same, with Alice's account, which is verified. */
export async function openRegistered(rules: Partial<RegistrationRules> = {}) {
  const fixture = openRegistrationFixture(rules);
  await fixture.register('Alice');
  return fixture;
}
