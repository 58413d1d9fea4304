// The public face of the module for visitors: recognising them, logging them in, and showing players.

import type { Clock } from '../lib/clock.ts';
import { defaultHashingBounds } from '../lib/password-hash.ts';
import { createAccountLog } from './account-log.ts';
import { ACCOUNT_NAME, isAccountName } from './account-name.ts';
import type { Caller } from './caller.ts';
import type { Mailer } from './email-messages.ts';
import { boundHashing, type HashingBounds } from './hashing.ts';
import { createAnonymousSessions } from './login/anonymous-sessions.ts';
import { createBruteForceProtection } from './login/brute-force-protection.ts';
import { type CredentialCheck, createCredentialCheck } from './login/credentials.ts';
import { createDevices } from './login/devices.ts';
import {
  completeLogin,
  describeLogin,
  LOGIN_TOKEN_LIFETIME_MS,
  type LoginForm,
  type LoginState,
} from './login/login.ts';
import { createLoginCompletion } from './login/login-completion.ts';
import { LoginFailure, unknownSender } from './login/login-failures.ts';
import { createPageLogin, type PageLogin } from './login/page-login.ts';
import { createAccountSessions, recogniseVisitor, type Visitor } from './login/sessions.ts';
import { type Player, toPlayer } from './player.ts';
import {
  createPlayerSummary,
  createRegistrationCounts,
  type PlayerSummary,
  type RegistrationCounts,
} from './player-summary.ts';
import type { Account, AccountStore, PasswordHasher, SessionStore } from './ports.ts';
import type {
  AccountEvent,
  AccountLog,
  AccountLogStore,
  CountryFinder,
  DeviceStore,
  SecurityStore,
} from './security-ports.ts';
import type { SharedStates } from './shared-states-ports.ts';
import { createSignedTokens } from './signed-tokens.ts';
import { readAsOfNow } from './suspension.ts';
import { createLoginCodes } from './two-factor/login-codes.ts';
import { createSecuritySettings, type SecuritySettings } from './two-factor/security-settings.ts';
import { createTwoFactor, hasFactor } from './two-factor/two-factor.ts';

export type { CodeStep } from './login/page-login.ts';
export type {
  Account,
  AccountEvent,
  Caller,
  LoginForm,
  LoginState,
  Player,
  PlayerSummary,
  RegistrationCounts,
  Visitor,
};
export { ACCOUNT_NAME, LoginFailure, unknownSender };

/** The accounts of the service, as requests need them. */
export interface Accounts extends Omit<PageLogin, 'cancel'> {
  /**
   * Finds out whom the values of all `session` cookies, in header order, stand for: the first valid
   * one counts, the first 16 are tried. Notes the use of a logged-in session at most once a day.
   */
  recogniseVisitor(sessionValues: readonly string[]): Promise<Visitor>;
  /** Where the visitor stands, with a fresh token, and a new anonymous session where there was none. */
  describeLogin(visitor: Visitor): LoginState;
  /** Checks the login form of a launcher; a `LoginFailure` is in the state, never thrown. */
  completeLogin(visitor: Visitor, form: LoginForm, caller: Caller): Promise<LoginState>;
  /** Writes into the account's log what its owner just did, and from where. */
  noteEvent(accountId: number, event: AccountEvent, caller: Caller): Promise<void>;
  /** Checks the password of an owner who is logged in; wrong ones count as attempts. Throws `LoginFailure`. */
  checkPassword: CredentialCheck['checkPassword'];
  /** Ends the visitor's session, and a login that waits for its code. */
  logOut(visitor: Visitor): Promise<void>;
  /** What owners do about second factors, sessions and devices. */
  security: SecuritySettings;
  /** Whether the owner set a second factor up. */
  hasTwoFactor(accountId: number): Promise<boolean>;
  /** What happened to accounts. */
  log: AccountLog;
  /** A–Z case-insensitive. */
  findPlayer(name: string): Promise<Player | undefined>;
  findPlayerById(id: number): Promise<Player | undefined>;
  /** At most a second old. */
  summarisePlayers(): Promise<PlayerSummary>;
  /** Of the last 90 days, at most five minutes old; the same object until they are read again. */
  countRegistrations(): Promise<RegistrationCounts>;
  /** Removes what has expired from memory, or from what replicas share. */
  sweepMemory(): Promise<void>;
  /** Removes what has expired from the store; returns how many sessions. */
  sweepSessions(): Promise<number>;
}

/** Creates the accounts over their ports. `hashing` bounds how many passwords are checked at once; by default as the machine can bear. */
export function createAccounts(given: {
  accounts: AccountStore;
  sessions: SessionStore;
  clock: Clock;
  passwords: PasswordHasher;
  hashing?: HashingBounds;
  security: SecurityStore;
  devices: DeviceStore;
  accountLog: AccountLogStore;
  states: SharedStates;
  mailer: Mailer;
  countries: CountryFinder;
  /** Whether a device that an account does not know needs a mailed code. */
  isNewDeviceCodeOn: () => boolean;
  /** What authenticator apps call the service. */
  siteName(): string;
  /** Called once each time that brute-force protection of an account begins. */
  onBruteForce(accountName: string): void;
}): Accounts {
  const ports = readAsOfNow(given);
  const { accounts, sessions, clock, states } = ports;
  const passwords = boundHashing(ports.passwords, ports.hashing ?? defaultHashingBounds());
  const anonymous = createAnonymousSessions(ports);
  const ofAccounts = createAccountSessions({ sessions, clock });
  const tokens = createSignedTokens(ports, {
    ...{ purpose: 'login tokens', lifetimeMs: LOGIN_TOKEN_LIFETIME_MS },
  });
  const log = createAccountLog(ports);
  const devices = createDevices(ports);
  const bruteForce = createBruteForceProtection({ ...ports, log });
  const onWrongPassword = bruteForce.noteWrong;
  const credentials = createCredentialCheck({
    ...ports,
    passwords,
    findKnown: devices.findKnown,
    onWrongPassword,
  });
  const loginCodes = createLoginCodes(ports);
  const twoFactor = createTwoFactor({ ...ports, loginCodes, log });
  const parts = {
    ...ports,
    anonymous,
    ofAccounts,
    log,
    devices,
    credentials,
    loginCodes,
    twoFactor,
  };
  const loginCompletion = createLoginCompletion({ ...parts, isOutdated: passwords.isOutdated });
  const login = { ...parts, tokens, loginCompletion };
  const pages = createPageLogin({ ...parts, loginCompletion });
  const security = createSecuritySettings(parts);

  return {
    recogniseVisitor: (values) => recogniseVisitor({ anonymous, ofAccounts }, values),
    describeLogin: (visitor) => describeLogin(login, visitor),
    completeLogin: (visitor, form, caller) => completeLogin(login, visitor, form, caller),
    startSession: pages.startSession,
    noteEvent: (accountId, event, caller) => log.note(accountId, event, devices.describe(caller)),
    checkPassword: credentials.checkPassword,
    async logOut(visitor) {
      await pages.cancel(visitor);
      // An anonymous session holds nothing else, and remembering that it ended would cost memory.
      if (visitor.kind === 'account') await ofAccounts.end(visitor.value);
    },
    logIn: pages.logIn,
    findCodeStep: pages.findCodeStep,
    enterCode: pages.enterCode,
    mailLoginCode: pages.mailLoginCode,
    security,
    hasTwoFactor: async (id) => hasFactor(await ports.security.findSecurity(id)),
    log,
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
    countRegistrations: createRegistrationCounts({ accounts, clock }),
    async sweepMemory() {
      // What outlives the process is swept once for all replicas, by a job of the store.
      if (!states.outlivesProcess) await states.sweep();
      bruteForce.sweep();
    },
    async sweepSessions() {
      await loginCodes.sweep();
      await devices.removeExpired();
      await log.removeOld();
      return ofAccounts.removeExpired();
    },
  };
}
