// Registration on a real store, with a mailer that keeps its emails.

import type { Account } from '../../src/accounts/ports.ts';
import type { ProveCode } from '../../src/accounts/profile/account-settings.ts';
import { createInvites, type Invites } from '../../src/accounts/registration/invites.ts';
import type { SignUpForm } from '../../src/accounts/registration/sign-up.ts';
import {
  createEmailComposer,
  createRegistration,
  type Registration,
  type RegistrationRules,
} from '../../src/accounts/registration.ts';
import type { QueueBounds } from '../../src/lib/bounded-queue.ts';
import { composeInto, createFakeMailer, type FakeMailer } from '../support/fake-mailer.ts';
import { ADDRESS, MINUTE_MS, OPEN_RULES, openRoom, quickPasswords, type Room } from './room.ts';

export const NEW_PASSWORD = 'a good new one';
export const SESSION = 'a.session-of-the-form';

/** Registration, and the composing of its email jobs, whose emails come to the post. */
export interface ComposingRegistration extends Registration {
  composeEmails(): Promise<number>;
}

export interface RegistrationRoom extends Room {
  registration: ComposingRegistration;
  invites: Invites;
  post: FakeMailer;
  /** Registers with everything right unless told otherwise; the time that people take goes by. */
  signUp(form?: Partial<SignUpForm>, address?: string): Promise<Account>;
  /** The same, and writes the letters. */
  mustSignUp(form?: Partial<SignUpForm>): Promise<Account>;
  /** The account as it is now. */
  now(account: Pick<Account, 'id'>): Promise<Account>;
  /** The same store under a new process. */
  reopen(
    rules?: Partial<RegistrationRules>,
    onScarce?: (what: string) => void,
  ): ComposingRegistration;
}

/** Opens registration on an empty store; no proof of work is required unless the rules say so. */
export function openRegistrationRoom(
  rules: Partial<RegistrationRules> = {},
  hashing?: QueueBounds,
): RegistrationRoom {
  const room = openRoom();
  const post = createFakeMailer();
  const reopen = (changed: Partial<RegistrationRules> = {}, onScarce = (_what: string) => {}) => {
    const ports = { ...room.store, mailer: post, clock: room.clock };
    const registration = createRegistration({
      ...ports,
      passwords: quickPasswords,
      ...(hashing === undefined ? {} : { hashing }),
      checkPassword: room.accounts.checkPassword,
      rules: { ...OPEN_RULES, ...rules, ...changed },
      onScarce,
    });
    const composeEmails = composeInto(post, {
      ...ports,
      composeEmails: createEmailComposer(ports),
    });
    return Object.assign(registration, { composeEmails });
  };
  const registration = reopen();

  async function signUp(form: Partial<SignUpForm> = {}, address = ADDRESS) {
    const { challenge } = registration.openForm(SESSION);
    room.clock.advance(5_000);
    const whole = {
      name: 'Alice',
      email: 'alice@example.net',
      password: NEW_PASSWORD,
      invite: '',
      challenge,
      proof: '',
      trap: '',
      ...form,
    };
    return registration.signUp.register(whole, { sessionValue: SESSION, address });
  }

  return {
    ...room,
    registration,
    invites: createInvites({ invites: room.store.invites, clock: room.clock }),
    post,
    signUp,
    reopen,
    async mustSignUp(form = {}) {
      const account = await signUp(form);
      await registration.composeEmails();
      // What follows is not to be held up by the wait between two letters.
      room.clock.advance(2 * MINUTE_MS);
      return account;
    },
    async now({ id }) {
      const account = await room.store.accounts.findAccountById(id);
      if (account === undefined) throw new Error('the account is gone');
      return account;
    },
  };
}

/** No second factor is on, or the code was right. */
export const noCode: ProveCode = async () => {};
