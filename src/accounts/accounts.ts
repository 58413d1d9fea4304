// The door of the room: recognising visitors, logging them in, and showing players.

import type { QueueBounds } from '../lib/bounded-queue.ts';
import type { Clock } from '../lib/clock.ts';
import { defaultHashingBounds } from '../lib/password-hash.ts';
import { isAccountName } from './account-name.ts';
import { createAccountSessions } from './account-sessions.ts';
import { createAnonymousSessions } from './anonymous-sessions.ts';
import { createCredentialCheck, LOGIN_ERRORS, type Refusal } from './credentials.ts';
import { boundHashing } from './hashing.ts';
import {
  type Credentials,
  completeLogin,
  describeLogin,
  type LoginForm,
  type LoginOutcome,
  type LoginState,
  logIn,
  logOut,
} from './login.ts';
import { createLoginTokens } from './login-tokens.ts';
import { type Player, toPlayer } from './player.ts';
import { createPlayerSummary, type PlayerSummary } from './player-summary.ts';
import type { Account, AccountStore, PasswordHasher, SessionStore } from './ports.ts';
import { recogniseVisitor, type Visitor } from './visitors.ts';

export type { Account, LoginForm, LoginState, Player, PlayerSummary, Refusal, Visitor };
export { LOGIN_ERRORS };

/** Whether a login was not looked into since too many others are. */
export function isBusy(state: LoginState): boolean {
  return state.errors.includes(LOGIN_ERRORS.busy);
}

/** The accounts of the service, as requests need them. */
export interface Accounts {
  /**
   * Finds out whom the values of all `session` cookies, in header order, stand for: the first valid
   * one counts, the first 16 are tried. Notes the use of a logged-in session at most once a day.
   */
  recogniseVisitor(sessionValues: readonly string[]): Promise<Visitor>;
  /** Where the visitor stands, with a fresh token, and a new anonymous session where there was none. */
  describeLogin(visitor: Visitor): LoginState;
  /** Checks a login form that came from `address`; failures are in the answer, never thrown. */
  completeLogin(visitor: Visitor, form: LoginForm, address: string): Promise<LoginState>;
  /**
   * Logs in with the same rules and attempts, for forms that need no token. On success the session
   * is a new one and the visitor's has ended; failures are in the answer, never thrown.
   */
  logIn(visitor: Visitor, credentials: Credentials, address: string): Promise<LoginOutcome>;
  /**
   * Starts a session for whoever just proved to own the account in another way than by logging in;
   * the visitor's ends. `undefined` when the account has changed since it was read.
   */
  startSession(visitor: Visitor, account: Account): Promise<string | undefined>;
  /** Ends the visitor's session. */
  logOut(visitor: Visitor): Promise<void>;
  /** A–Z case-insensitive. */
  findPlayer(name: string): Promise<Player | undefined>;
  findPlayerById(id: number): Promise<Player | undefined>;
  /** At most a second old. */
  summarisePlayers(): Promise<PlayerSummary>;
  /** Removes expired sessions from the store, and old state from memory; returns how many sessions. */
  sweepSessions(): Promise<number>;
}

/** Opens the room on its ports. `hashing` bounds password checks; by default as the machine can bear. */
export function createAccounts(ports: {
  accounts: AccountStore;
  sessions: SessionStore;
  clock: Clock;
  passwords: PasswordHasher;
  hashing?: QueueBounds;
}): Accounts {
  const { accounts, sessions, clock } = ports;
  const passwords = boundHashing(ports.passwords, ports.hashing ?? defaultHashingBounds());
  const anonymous = createAnonymousSessions(clock);
  const ofAccounts = createAccountSessions({ sessions, clock });
  const tokens = createLoginTokens(clock);
  const credentials = createCredentialCheck({ accounts, clock, passwords });
  const login = { accounts, anonymous, ofAccounts, tokens, credentials };

  return {
    recogniseVisitor: (values) => recogniseVisitor({ anonymous, ofAccounts }, values),
    describeLogin: (visitor) => describeLogin(login, visitor),
    completeLogin: (visitor, form, address) => completeLogin(login, visitor, form, address),
    logIn: (visitor, credentials, address) => logIn(login, visitor, credentials, address),
    async startSession(visitor, account) {
      const endsValue = visitor.kind === 'account' ? visitor.value : undefined;
      const value = await ofAccounts.start(account, endsValue);
      if (value !== undefined && visitor.kind === 'anonymous') anonymous.end(visitor.value);
      return value;
    },
    logOut: (visitor) => logOut(login, visitor),
    async findPlayer(name) {
      const account = isAccountName(name) ? await accounts.findAccountByName(name) : undefined;
      return account && toPlayer(account);
    },
    async findPlayerById(id) {
      const isPossible = Number.isSafeInteger(id) && id >= 1;
      const account = isPossible ? await accounts.findAccountById(id) : undefined;
      return account && toPlayer(account);
    },
    summarisePlayers: createPlayerSummary({ accounts, clock }),
    sweepSessions() {
      anonymous.sweep();
      tokens.sweep();
      credentials.sweep();
      return ofAccounts.removeExpired();
    },
  };
}
