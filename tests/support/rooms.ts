// Every room on a real store in memory, under a clock that a test turns, with the web surface on top.

import { type Accounts, createAccounts } from '../../src/accounts/accounts.ts';
import {
  type AccountActions,
  createAccountAdministration,
} from '../../src/accounts/administration.ts';
import { createAuditReader } from '../../src/accounts/audit.ts';
import type { Mailer } from '../../src/accounts/email-messages.ts';
import type { PasswordHasher } from '../../src/accounts/ports.ts';
import { createReservedNames } from '../../src/accounts/registration/reserved-names.ts';
import {
  createRegistration,
  type Registration,
  type RegistrationRules,
} from '../../src/accounts/registration.ts';
import type { Role } from '../../src/accounts/roles.ts';
import { openMail } from '../../src/email/email.ts';
import { createOutboxAdmin } from '../../src/email/outbox-admin.ts';
import { describeSender } from '../../src/email/templates.ts';
import { serverListFormat } from '../../src/http/api/server-record.ts';
import type { FailedRequest, HttpContext } from '../../src/http/context.ts';
import { createHttp, type Http } from '../../src/http/http.ts';
import { createMetricsGate } from '../../src/http/metrics-gate.ts';
import { createProxyCheck } from '../../src/http/untrusted-proxy.ts';
import type { WebClient } from '../../src/http/web-client.ts';
import { createAddressRanges } from '../../src/lib/address.ts';
import { compress, ENCODINGS } from '../../src/lib/compress.ts';
import { Failure } from '../../src/lib/failure.ts';
import { createPasswordHasher } from '../../src/lib/password-hash.ts';
import { createReadiness, type Readiness } from '../../src/lib/readiness.ts';
import { createMetrics, type Measured } from '../../src/ops/metrics.ts';
import {
  createServerModeration,
  type ServerModeration,
} from '../../src/servers/moderation/moderation.ts';
import { openServers, type Servers } from '../../src/servers/servers.ts';
import type { Store } from '../../src/store/open-store.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakeProbe, type FakeProbe } from './fake-probe.ts';
import { createFakeTimers } from './fake-timers.ts';
import { createMailbag, type Mailbag, type SentMail } from './mailbag.ts';
import { openTestStore } from './store.ts';

export const START = Date.UTC(2026, 0, 1);
export const PASSWORD = 'correct horse';

const RULES: RegistrationRules = {
  mode: 'open',
  verification: 'mail',
  isProofOfWorkRequired: false,
  perAddress: 1_000,
  inAll: 10_000,
  reservedNames: [],
  unverifiedDays: 14,
  nameReservedDays: 30,
};

/** What a test may choose about the rooms. */
export interface RoomsOptions {
  baseUrl?: string;
  serversPerAddress?: number;
  /** None unless told otherwise. */
  filteredWords?: readonly string[];
  isPortCheckOn?: boolean;
  /** What the operator decided about registration; open, by mail and without a proof of work otherwise. */
  rules?: Partial<RegistrationRules>;
  /** Whether letters can leave; they can unless told otherwise. */
  isMailOn?: boolean;
  /** Nobody unless told otherwise. */
  metricsAllow?: readonly string[];
  trustedProxies?: readonly string[];
  /** None unless told otherwise. */
  webClient?: WebClient;
  isRelayOn?: boolean;
  isNewDeviceCodeOn?: boolean;
  isStaffTwoFactorRequired?: boolean;
  /** Of the test's own; an empty one otherwise. The rooms dispose it. */
  store?: Store;
  /** Puts another hasher in the place of the quick one. */
  alterPasswords?(quick: PasswordHasher): PasswordHasher;
  /** Puts something else in the place of a part, to see what becomes of its failures. */
  alter?(context: HttpContext): HttpContext;
}

/** Where a request came from; without `peerOf` nothing stands between. */
interface AddressSource extends Pick<HttpContext, 'addressOf' | 'alias'> {
  peerOf?(request: Request): string;
  noteCause?(request: Request, error: unknown): void;
}

/** What the surface told its listeners. */
export interface Heard {
  refused: { ip: string; complaints: readonly string[] }[];
  loggedIn: string[];
  loggedOut: string[];
  loginFailed: { reason: string; address: string }[];
  loginRefused: { outcome: string; address: string }[];
  clientsGone: number;
  proxies: string[];
  /** Told by the front door, where there is one. */
  failed: FailedRequest[];
  registered: string[];
  registrationRefused: { fields: readonly string[]; address: string }[];
  scarce: string[];
  changed: string[];
  unknown: { requestId: string; error: unknown }[];
}

/** The parts that both kinds of test app are made of. */
export interface Rooms extends AsyncDisposable {
  store: Store;
  servers: Servers;
  accounts: Accounts;
  /** Accounts, as the command line manages them. */
  administration: AccountActions;
  registration: Registration;
  moderation: ServerModeration;
  heard: Heard;
  /** Nothing is wrong unless a test adds it. */
  readiness: Readiness;
  /** Finds every port open unless told otherwise. */
  probe: FakeProbe;
  baseUrl: string;
  /** The real room of mail, its queue included, in front of a mail server that takes everything. */
  mailer: Mailer;
  /**
   * Sends what waits, without turning the clock, and returns every mail that was ever sent here,
   * oldest first: `{ kind, to, subject, text, html, links, code }`.
   */
  readMails(): Promise<readonly SentMail[]>;
  /** What the mail server does with letters from now on. */
  treatMails(outcome: Mailbag['outcome']): void;
  /** Turns the clock, runs what falls due on the way, and waits until the list is ready in every encoding. */
  advance(ms: number): Promise<void>;
  /** Sets the clock forward and runs nothing. */
  skip(ms: number): void;
  now(): number;
  register(name: string, options?: { isVerified?: boolean; role?: Role }): Promise<void>;
  createSurface(from: AddressSource): Http;
}

/** What there is, without a door that counts requests. */
function measure(servers: Servers): Measured {
  return { ...servers.count(), requests: 0, pendingRequests: 0 };
}

/** Opens every room on an empty store in memory. */
export async function openRooms(options: RoomsOptions): Promise<Rooms> {
  const { baseUrl = 'http://muster.test', alter = (context) => context } = options;
  const { store = openTestStore() } = options;
  const clock = createFakeClock(START);
  const timers = createFakeTimers(clock);
  const readiness = createReadiness();
  const probe = createFakeProbe(true);
  const heard: Heard = {
    refused: [],
    loggedIn: [],
    loggedOut: [],
    loginFailed: [],
    loginRefused: [],
    clientsGone: 0,
    proxies: [],
    failed: [],
    registered: [],
    registrationRefused: [],
    scarce: [],
    changed: [],
    unknown: [],
  };
  const fail = (error: unknown) => {
    throw error;
  };
  const servers = await openServers({
    clock,
    timers,
    store: store.servers,
    history: store.history,
    moderation: store.moderation,
    claims: store.claims,
    reports: store.reports,
    countries: { findCountry: () => 'NL' },
    probe,
    format: serverListFormat,
    compress,
    staleAfterMs: 180_000,
    limits: {
      filteredWords: options.filteredWords ?? [],
      serversPerAddress: options.serversPerAddress ?? 10,
      isPortCheckOn: options.isPortCheckOn ?? true,
      portCheckExempt: createAddressRanges([]),
    },
    events: {
      appeared() {},
      left() {},
      relocated() {},
      unreachable() {},
      claimed() {},
      claimFailed: fail,
      moved() {},
      batchFailed: fail,
      batchRecovered() {},
      batchLost: fail,
      listFailed: fail,
    },
  });
  // The real algorithm at the lowest price.
  const mailbag = createMailbag();
  const mail = openMail({
    outbox: store.outbox,
    transport: options.isMailOn === false ? undefined : mailbag.transport,
    events: {
      queued() {},
      dropped() {},
      sent() {},
      postponed() {},
      failed() {},
      queueFailed: fail,
    },
    clock,
    timers,
    ...describeSender(baseUrl),
  });
  const { alterPasswords = (quick) => quick } = options;
  const passwords = alterPasswords(createPasswordHasher({ memoryKib: 8, iterations: 1 }));
  const ports = {
    ...store,
    clock,
    passwords,
    mailer: mail.mailer,
    countries: { findCountry: () => 'NL' },
    isNewDeviceCodeOn: () => options.isNewDeviceCodeOn ?? false,
    siteName: 'muster.test',
    onBruteForce() {},
  };
  const accounts = createAccounts(ports);
  const desk = createAccountAdministration({
    ...ports,
    isReservedName: createReservedNames([]),
    nameReservedDays: RULES.nameReservedDays,
  });
  const administration = desk.by({ kind: 'command line' });
  const moderation = createServerModeration({
    ...store,
    clock,
    filteredWords: options.filteredWords ?? [],
    staleAfterMs: 180_000,
    onChanged: servers.reloadModeration,
  });

  const mailOffice = createOutboxAdmin({
    outbox: store.outbox,
    clock,
    openTransport: async () => undefined,
    ...describeSender(baseUrl),
  });
  const registration = createRegistration({
    ...store,
    mailer: mail.mailer,
    clock,
    passwords,
    checkPassword: accounts.checkPassword,
    rules: { ...RULES, ...options.rules },
    onScarce: (what) => heard.scarce.push(what),
  });

  return {
    store,
    servers,
    accounts,
    administration,
    registration,
    moderation,
    heard,
    probe,
    baseUrl,
    mailer: mail.mailer,
    treatMails(outcome) {
      mailbag.outcome = outcome;
    },
    async readMails() {
      for (;;) {
        const before = mailbag.mails.length;
        await registration.composeEmails();
        await mail.sendDue();
        await mail.settled();
        if (mailbag.mails.length === before) return mailbag.mails;
      }
    },
    now: clock.now,
    skip: clock.advance,
    async advance(ms) {
      await timers.turn(ms);
      for (const encoding of ENCODINGS) servers.list.rendition(encoding);
      await servers.list.settled();
    },
    async register(name, { isVerified = true, role = 'player' } = {}) {
      const email = `${name}@example.net`;
      await administration.createAccount({
        ...{ name, email, password: PASSWORD, role, isVerified },
      });
    },
    readiness,
    createSurface: (from) =>
      createHttp(
        alter({
          baseUrl,
          servers,
          moderation,
          audit: createAuditReader(store.audit),
          accounts,
          registration,
          administration: desk,
          isStaffTwoFactorRequired: options.isStaffTwoFactorRequired ?? false,
          mail: {
            ...mailOffice,
            isOn: mail.mailer.isOpen,
            queueTest: (to, accountName) => mail.mailer.send({ kind: 'test', to, accountName }),
          },
          timers,
          readiness,
          metrics: {
            ...createMetrics({ version: '0.0.0', measure: () => measure(servers) }),
            mayRead: createMetricsGate({
              metricsAllow: options.metricsAllow ?? [],
              trustedProxies: options.trustedProxies ?? [],
              peerOf: from.peerOf ?? from.addressOf,
              addressOf: from.addressOf,
            }),
          },
          addressOf: from.addressOf,
          alias: from.alias,
          noteCause(request, error) {
            if (!(error instanceof Failure)) heard.unknown.push({ requestId: '', error });
            from.noteCause?.(request, error);
          },
          findUntrustedProxy: createProxyCheck(
            options.trustedProxies ?? [],
            from.peerOf ?? from.addressOf,
          ),
          webClient: options.webClient ?? { kind: 'none' },
          isRelayOn: options.isRelayOn ?? true,
          events: {
            heartbeatRefused: (ip, complaints) => heard.refused.push({ ip, complaints }),
            loggedIn: (name) => heard.loggedIn.push(name),
            loggedOut: (name) => heard.loggedOut.push(name),
            registered: (name) => heard.registered.push(name),
            registrationRefused: (fields, address) =>
              heard.registrationRefused.push({ fields, address }),
            firstAdministratorMade: (name) => heard.registered.push(name),
            budgetScarce: (what) => heard.scarce.push(what),
            accountChanged: (change, name) => heard.changed.push(`${change}: ${name}`),
            accountDeleted: () => heard.changed.push('deleted'),
            loginFailed: (reason, address) => heard.loginFailed.push({ reason, address }),
            loginRefused: (outcome, address) => heard.loginRefused.push({ outcome, address }),
            partFailed: (requestId, error) => heard.unknown.push({ requestId, error }),
            clientGone() {
              heard.clientsGone += 1;
            },
            proxyRefused: (proxy) => heard.proxies.push(proxy),
          },
        }),
        clock,
      ),
    async [Symbol.asyncDispose]() {
      await servers.stop();
      await mail[Symbol.asyncDispose]();
      store[Symbol.dispose]();
    },
  };
}
