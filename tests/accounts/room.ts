// The room of accounts on a real store, with visitors who keep their cookie as a browser does.

import {
  type Accounts,
  type Caller,
  createAccounts,
  type LoginForm,
} from '../../src/accounts/accounts.ts';
import {
  type AccountActions,
  type AccountAdministration,
  createAccountAdministration,
} from '../../src/accounts/administration.ts';
import type { LoginState } from '../../src/accounts/login/login.ts';
import type { Account, PasswordHasher } from '../../src/accounts/ports.ts';
import { createReservedNames } from '../../src/accounts/registration/reserved-names.ts';
import { createEmailComposer } from '../../src/accounts/registration.ts';
import type { Role } from '../../src/accounts/roles.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { composeInto } from '../support/fake-post.ts';
import { createLetterBox, type LetterBox } from '../support/letter-box.ts';
import { openTestStore } from '../support/store.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const PASSWORD = 'correct horse';
export const ADDRESS = '203.0.113.7';

/** A hasher that costs nothing; the slow one has tests of its own. */
export const quickPasswords: PasswordHasher = {
  hash: async (password) => `quick:${password}:${crypto.randomUUID()}`,
  verify: async (password, passwordHash) => passwordHash.startsWith(`quick:${password}:`),
  isOutdated: () => false,
};

/** A launcher at an address. */
export function launcherAt(address: string): Caller {
  return { address, userAgent: 'ClassiCube 1.3.8', deviceValue: undefined };
}

/** A hasher whose checks wait until the test lets one through, oldest first. */
export function createGatedPasswords(): PasswordHasher & {
  waiting(): number;
  release(): void;
} {
  const gates: (() => void)[] = [];
  return {
    ...quickPasswords,
    async verify(password, passwordHash) {
      await new Promise<void>((resolve) => gates.push(resolve));
      return quickPasswords.verify(password, passwordHash);
    },
    waiting: () => gates.length,
    release: () => gates.shift()?.(),
  };
}

/** Lets everything that is ready happen. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

/** A visitor who sends back the session value of the latest answer. */
export interface Browser {
  cookie: string | undefined;
  /** The first step of a login. */
  ask(): Promise<LoginState>;
  /** The second step alone; the token is the form's business. */
  post(form: Partial<LoginForm>, address?: string): Promise<LoginState>;
  /** Both steps, with the right password unless told otherwise. */
  logIn(form?: Partial<LoginForm>, address?: string): Promise<LoginState>;
}

export interface Room extends Disposable {
  accounts: Accounts;
  /** Accounts, as the command line manages them. */
  administration: AccountActions;
  /** The same for other actors. */
  desk: AccountAdministration;
  clock: FakeClock;
  store: ReturnType<typeof openTestStore>;
  box: LetterBox;
  /** Composes the email jobs that wait; the emails come into the box. */
  composeEmails(): Promise<number>;
  /** Accounts that began to be guessed at. */
  guessed: string[];
  /** What the room stands on, to open another one with something else in the place of a part. */
  ports: Parameters<typeof createAccounts>[0];
  openBrowser(accounts?: Accounts): Browser;
  /** The same store under a new process. */
  restart(): Accounts;
  register(name: string, options?: { isVerified?: boolean; role?: Role }): Promise<Account>;
}

/** Opens the room on an empty store. */
export function openRoom(
  options: {
    passwords?: PasswordHasher;
    hashing?: { atOnce: number; waiting: number };
    isNewDeviceCodeOn?: boolean;
  } = {},
): Room {
  const store = openTestStore();
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const passwords = options.passwords ?? quickPasswords;
  const hashing = options.hashing ?? { atOnce: 2, waiting: 32 };
  const box = createLetterBox();
  const guessed: string[] = [];
  const ports = {
    ...store,
    clock,
    passwords,
    hashing,
    mailer: box,
    countries: { findCountry: () => 'NL' },
    isNewDeviceCodeOn: () => options.isNewDeviceCodeOn ?? false,
    siteName: 'muster.test',
    onBruteForce: (accountName: string) => guessed.push(accountName),
  };
  const accounts = createAccounts(ports);
  const desk = createAccountAdministration({
    ...ports,
    isReservedName: createReservedNames(['Gatekeeper']),
    nameReservedDays: 30,
  });
  const administration = desk.by({ kind: 'command line' });

  return {
    accounts,
    administration,
    desk,
    clock,
    store,
    box,
    composeEmails: composeInto(box, { ...ports, composeEmails: createEmailComposer(ports) }),
    guessed,
    ports,
    openBrowser: (where = accounts) => openBrowser(where),
    restart: () => createAccounts(ports),
    async register(name, { isVerified = true, role = 'player' } = {}) {
      const email = `${name}@example.net`;
      const request = { name, email, password: PASSWORD, role, isVerified };
      const { id } = await administration.createAccount(request);
      const account = await store.accounts.findAccountById(id);
      if (account === undefined) throw new Error(`${name} is not there.`);
      return account;
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

function openBrowser(accounts: Accounts): Browser {
  const browser: Browser = {
    cookie: undefined,
    async ask() {
      const state = accounts.describeLogin(await recognise());
      browser.cookie = state.sessionValue;
      return state;
    },
    async post(form, address = ADDRESS) {
      const whole = { username: '', password: '', token: '', loginCode: '', ...form };
      const state = await accounts.completeLogin(await recognise(), whole, launcherAt(address));
      browser.cookie = state.sessionValue;
      return state;
    },
    async logIn(form = {}, address = ADDRESS) {
      const { token } = await browser.ask();
      return browser.post({ username: 'Alice', password: PASSWORD, token, ...form }, address);
    },
  };

  function recognise() {
    return accounts.recogniseVisitor(browser.cookie === undefined ? [] : [browser.cookie]);
  }

  return browser;
}
