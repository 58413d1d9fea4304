// The accounts module on a real store, with visitors who keep their cookie as a browser does.

import { openAccountModules } from '../../src/app/accounts.ts';
import { emailKinds } from '../../src/app/facts.ts';
import { createModules } from '../../src/app/modules.ts';
import { createAccountLog } from '../../src/modules/account/account-log.ts';
import type { RegistrationRules } from '../../src/modules/account/settings.ts';
import { createEmailComposer } from '../../src/modules/email/email.ts';
import type { LoginForm, LoginState } from '../../src/modules/login/login.ts';
import { createAddressComposers } from '../../src/modules/profile/address-emails.ts';
import { createRecoveryComposer } from '../../src/modules/profile/recovery-emails.ts';
import type { PasswordHasher } from '../../src/platform/lib/password-hashing.ts';
import type { Role } from '../../src/platform/lib/roles.ts';
import { createMemoryStates } from '../../src/platform/lib/shared-states.ts';
import type { Caller } from '../../src/platform/lib/visitor.ts';
import type { Hooks } from '../../src/platform/module/description.ts';
import { DEFAULT_SETTINGS } from './default-settings.ts';
import { createFakeClock } from './fake-clock.ts';
import { composeInto, createFakeMailer } from './fake-mailer.ts';
import { createReporter } from './reporter.ts';
import { openTestStore } from './store.ts';

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

/** A browser at an address. */
export function browserAt(address = ADDRESS, deviceValue = ''): Caller {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
  return { address, userAgent, deviceValue };
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
  await new Promise<void>((resolve) => setImmediate(resolve));
}

/** A visitor who sends back the session value of the latest answer. */
export interface Browser {
  cookie: string | undefined;
  /** The first step of a login. */
  openLogin(): Promise<LoginState>;
  /** The second step alone; the token is the form's business. */
  post(form: Partial<LoginForm>, address?: string): Promise<LoginState>;
  /** Both steps, with the right password by default. */
  logIn(form?: Partial<LoginForm>, address?: string): Promise<LoginState>;
}

/** Rules that refuse no registration; no proof of work is required. */
export const OPEN_RULES: RegistrationRules = {
  ...DEFAULT_SETTINGS,
  verification: 'mail',
  isProofOfWorkRequired: false,
  registrationsPerAddress: 1_000,
  registrationsPerHour: 10_000,
};

type Ports = Parameters<typeof openAccountModules>[1];

/** Opens the modules about accounts, and joins what tests use of them. */
export function openAccounts(ports: Ports) {
  const modules = createModules();
  const hooks: Hooks = {};
  const opened = openAccountModules(modules.add, { hooks, ...ports });
  const { administration, profile, registration, players, login, ...others } = opened;
  const run = (name: string) =>
    modules
      .listJobs()
      .find((job) => job.name === name)
      ?.run();
  return {
    administration,
    registration: { ...registration, ...profile },
    accounts: {
      ...{ ...players, ...login, ...others, hooks },
      log: createAccountLog(ports),
      sweepMemory: () => run('sweep the memory of logins'),
      sweepSessions: () => run('sweep sessions'),
    },
  };
}

export type Accounts = ReturnType<typeof openAccounts>['accounts'];

/** Opens the modules about accounts on an empty store. */
export function openAccountsFixture(
  options: {
    passwords?: PasswordHasher;
    hashing?: { atOnce: number; waiting: number };
    isNewDeviceCodeOn?: boolean;
    rules?: RegistrationRules;
    rulesVersion?: () => string | undefined;
    store?: ReturnType<typeof openTestStore>;
  } = {},
) {
  const store = options.store ?? openTestStore();
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const passwords = options.passwords ?? quickPasswords;
  const hashing = options.hashing ?? { atOnce: 2, waiting: 32 };
  const mailer = createFakeMailer();
  const guessed: string[] = [];
  const ports = {
    ...store,
    clock,
    states: createMemoryStates(clock),
    passwords,
    hashing,
    mailer,
    countries: { findCountry: () => 'NL' },
    isNewDeviceCodeOn: () => options.isNewDeviceCodeOn ?? false,
    siteName: () => 'muster.test',
    rulesVersion: options.rulesVersion ?? (() => undefined),
    rules: options.rules ?? { ...OPEN_RULES, reservedNames: ['Gatekeeper'] },
    report: createReporter({ account_guessed_at: ({ account }) => guessed.push(account) }),
  };
  const { accounts, administration: adminService, registration } = openAccounts(ports);
  const administration = adminService.by({ kind: 'command line' });

  return {
    accounts,
    /** Accounts, as the command line manages them. */
    administration,
    /** The same for other actors. */
    adminService,
    registration,
    clock,
    store,
    mailer,
    /** Composes the email jobs that wait; the emails come into the mailer. */
    composeEmails: composeInto(mailer, {
      ...ports,
      composeEmails: createEmailComposer(emailKinds, {
        ...createAddressComposers(ports),
        ...createRecoveryComposer(ports),
      }),
    }),
    /** Names of accounts under a brute-force attack. */
    guessed,
    /** What the module was made with, to make another one with one part replaced. */
    ports,
    openBrowser: (where = accounts) => openBrowser(where),
    /** The accounts of a new process on the same store. */
    restart: () => openAccounts({ ...ports, states: createMemoryStates(clock) }).accounts,
    async register(
      name: string,
      { isVerified = true, role = 'player' }: { isVerified?: boolean; role?: Role } = {},
    ) {
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

export type AccountsFixture = ReturnType<typeof openAccountsFixture>;

/** The same, with Alice's account, which is verified. */
export async function openWithAlice(options?: Parameters<typeof openAccountsFixture>[0]) {
  const fixture = openAccountsFixture(options);
  await fixture.register('Alice');
  return fixture;
}

/** What a launcher's login is refused for, with the right password by default. */
export async function errorsOf(
  fixture: AccountsFixture,
  form: Partial<LoginForm> = {},
  address = ADDRESS,
): Promise<string[]> {
  return (await fixture.openBrowser().logIn(form, address)).errors;
}

function openBrowser(accounts: Accounts): Browser {
  const browser: Browser = {
    cookie: undefined,
    async openLogin() {
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
      const { token } = await browser.openLogin();
      return browser.post({ username: 'Alice', password: PASSWORD, token, ...form }, address);
    },
  };

  function recognise() {
    return accounts.recogniseVisitor(browser.cookie === undefined ? [] : [browser.cookie]);
  }

  return browser;
}
