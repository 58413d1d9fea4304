// The composition root: ties settings, store and rooms together and owns every lifetime.

import { createAccounts } from './accounts/accounts.ts';
import { createAuditReader } from './accounts/audit.ts';
import { boundHashing } from './accounts/hashing.ts';
import { createRegistration } from './accounts/registration.ts';
import { openAdministration } from './app/administration.ts';
import { openConfiguredTransport, openEmailAdmin } from './app/email.ts';
import { httpEvents } from './app/http-events.ts';
import {
  baseUrlOf,
  listenUrlOf,
  openCertificate,
  openHttpServer,
  openRelay,
} from './app/http-server.ts';
import { repeatWork } from './app/jobs.ts';
import { reloadFiles, stopInTime, watchDescriptors } from './app/lifecycle.ts';
import { createAddresses, registrationRulesOf, serverLimitsOf } from './app/live-settings.ts';
import { openRoutes } from './app/routes.ts';
import { openStorage } from './app/store.ts';
import type { Settings } from './config/settings.ts';
import { openMail } from './email/email.ts';
import { describeSender } from './email/templates.ts';
import { serverListFormat } from './http/api/server-record.ts';
import type { HttpContext } from './http/context.ts';
import { accountPath } from './lib/account-paths.ts';
import { createBoundedQueue } from './lib/bounded-queue.ts';
import { systemClock } from './lib/clock.ts';
import { compress } from './lib/compress.ts';
import { createPasswordHasher, defaultHashingBounds } from './lib/password-hash.ts';
import { createReadiness } from './lib/readiness.ts';
import { createSteadyClock } from './lib/steady-clock.ts';
import { systemTimers } from './lib/timers.ts';
import { version } from './lib/version.ts';
import { openCountryLookup } from './net/country.ts';
import { openPortProbe } from './net/port-probe.ts';
import { openWebClient } from './net/web-client.ts';
import * as mailEvents from './ops/email-events.ts';
import * as events from './ops/events.ts';
import { createJobs } from './ops/jobs.ts';
import { createMetrics } from './ops/metrics.ts';
import { reportRepeats } from './ops/repeats.ts';
import { createServerModeration } from './servers/moderation/moderation.ts';
import { openServers } from './servers/servers.ts';
import { describeOpenFailure } from './store/connection.ts';
import { databasePath } from './store/folder.ts';

export { type AdminServices, openDataFolder } from './app/data-folder.ts';
export { verifyMail } from './app/email.ts';

/** A running service. */
export interface Service {
  readonly baseUrl: string;
  /** Where it listens, as this machine reaches it. */
  readonly listenUrl: string;
  /** Where the first administrator is made, a secret; `undefined` when there is one already. */
  readonly firstAdministratorLink: string | undefined;
  /**
   * Takes over the settings that say of themselves that they reload, and reads the certificate, the
   * GeoIP file and the web client anew. Returns the names of those that were read, and that cannot be used.
   */
  reload(settings: Settings): Promise<{ filesRead: string[]; filesFailed: string[] }>;
  /**
   * Refuses new requests, finishes those under way, and saves everything; `signal` is what asked for it.
   * Throws `unavailable` when that takes longer than nine seconds and a half.
   */
  stop(signal: string): Promise<void>;
}

const CERTIFICATE_LOOK_MS = 24 * 60 * 60_000;

/**
 * How long a start that failed waits for what it has begun. Nothing is lost with the rest: what must
 * not be lost is on the disk before anybody is answered.
 */
const GIVE_UP_AFTER_MS = 1_000;

/**
 * Starts the service; it answers requests when the promise resolves. Throws `Failure`, at most a
 * second after something failed: what has not ended by then goes with the process.
 */
export async function startService(given: Settings): Promise<Service> {
  // Its own: what reads it while it runs finds what was changed.
  const settings = { ...given };
  const lifetimes = new AsyncDisposableStack();
  try {
    return await openService(settings, lifetimes);
  } catch (error) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = systemTimers.after(GIVE_UP_AFTER_MS, resolve);
    await Promise.race([lifetimes.disposeAsync().catch(() => {}), promise]);
    cancel();
    throw describeOpenFailure(error, databasePath(settings.dataFolder));
  }
}

async function openService(settings: Settings, lifetimes: AsyncDisposableStack): Promise<Service> {
  const { store, reportStarted } = openStorage(settings, lifetimes);
  const files = settings.tls && (await openCertificate(settings.tls, () => baseUrl));
  if (files !== undefined) lifetimes.use(files);
  const readiness = createReadiness();
  readiness.add(store.findings);
  const httpServer = openHttpServer(settings, files?.certificate, readiness);
  lifetimes.defer(() => httpServer.close());
  const baseUrl = baseUrlOf(settings, httpServer.port);

  let refreshCountries = (): void => {};
  const countries = lifetimes.use(
    await openCountryLookup({
      databasePath: settings.geoipDatabase,
      onReload: (path) => {
        events.geoipReloaded(path);
        refreshCountries();
      },
      onFailure: events.geoipFailed,
    }),
  );
  const clock = createSteadyClock();
  const servers = await openServers({
    clock,
    timers: systemTimers,
    store: store.servers,
    history: store.history,
    moderation: store.moderation,
    claims: store.claims,
    reports: store.reports,
    countries,
    probe: lifetimes.use(openPortProbe()),
    format: serverListFormat,
    compress,
    staleAfterMs: settings.staleAfterMs,
    limits: serverLimitsOf(settings),
    events: {
      appeared: events.serverAppeared,
      ...{ left: events.serverLeft, relocated: events.serverRelocated },
      unreachable: ({ ip, port }) => events.serverUnreachable(ip, port),
      claimed: events.serverClaimed,
      moved: events.serverMoved,
      claimFailed: (error) => events.taskFailed('complete a claim', error),
      batchFailed: events.batchFailed,
      batchRecovered: events.databaseRecovered,
      batchLost: events.batchLost,
      listFailed: (error) => events.taskFailed('compress the list', error),
    },
  });
  lifetimes.defer(() => servers.stop());
  refreshCountries = servers.refreshCountries;
  const webClient = lifetimes.use(
    await openWebClient({
      folder: settings.webClientFolder,
      url: settings.webClientUrl,
      onRead: events.webClientRead,
      onFailure: events.webClientFailed,
    }),
  );
  const mail = lifetimes.use(
    openMail({
      outbox: store.outbox,
      transport: await openConfiguredTransport(settings),
      events: mailEvents,
      clock: systemClock,
      timers: systemTimers,
      ...describeSender(baseUrl),
    }),
  );
  // One for all: who registers, logs in or makes accounts for others share what hashing may take.
  const hashing = createBoundedQueue(defaultHashingBounds());
  const passwordsOfService = boundHashing(createPasswordHasher(), hashing);
  const accounts = createAccounts({
    ...store,
    clock: systemClock,
    passwords: createPasswordHasher(),
    hashing,
    mailer: mail.mailer,
    countries,
    isNewDeviceCodeOn: () => settings.isNewDeviceCodeOn,
    siteName: new URL(baseUrl).host,
    onBruteForce: events.bruteForceDetected,
  });
  const registration = createRegistration({
    ...store,
    mailer: mail.mailer,
    clock: systemClock,
    passwords: createPasswordHasher(),
    hashing,
    checkPassword: accounts.checkPassword,
    onScarce: events.budgetScarce,
    rules: registrationRulesOf(settings),
  });

  const jobs = lifetimes.use(
    createJobs({ failed: events.taskFailed, recovered: events.taskRecovered }),
  );
  const descriptors = lifetimes.use(watchDescriptors());
  repeatWork(jobs, { store, clock, servers, accounts, registration, mail, descriptors });

  const { addressOf, findUntrustedProxy, mayReadMetrics } = createAddresses(
    settings,
    httpServer.peerOf,
  );
  const context: HttpContext = {
    baseUrl,
    servers,
    moderation: createServerModeration({
      ...store,
      clock: systemClock,
      get filteredWords() {
        return settings.filteredWords;
      },
      staleAfterMs: settings.staleAfterMs,
      onChanged: servers.reloadModeration,
    }),
    audit: createAuditReader(store.audit),
    accounts,
    registration,
    administration: openAdministration(settings, store, passwordsOfService),
    get isStaffTwoFactorRequired() {
      return settings.isStaffTwoFactorRequired;
    },
    mail: openEmailAdmin({ ...settings, baseUrl }, store.outbox, mail.mailer),
    timers: systemTimers,
    readiness,
    metrics: {
      ...createMetrics({
        version,
        measure: () => ({ ...servers.count(), ...httpServer.countRequests() }),
      }),
      mayRead: mayReadMetrics,
    },
    addressOf,
    webClient,
    isRelayOn: settings.isRelayOn,
    alias: httpServer.alias,
    noteCause: httpServer.noteCause,
    findUntrustedProxy,
    events: httpEvents,
  };
  const relay = settings.isRelayOn ? openRelay(settings, context) : undefined;
  await openRoutes(httpServer, context, relay);
  // A first list would wait for it where there is one core; nobody can log in before this.
  await store.startWriter();

  if (files !== undefined) {
    files.watch(httpServer.renew);
    jobs.repeat('look at the certificate', CERTIFICATE_LOOK_MS, files.review);
  }

  const token = await registration.firstAdministrator.openLink();

  const running = lifetimes.move();

  async function stopInOrder(): Promise<void> {
    // Letters have their time while requests have theirs: what waits is sent after the next start.
    const mailStopped = mail[Symbol.asyncDispose]();
    // The door closes before the rest: what a request under way still changes is saved with it.
    await httpServer.close();
    await mailStopped;
    await running.disposeAsync();
  }

  const listenUrl = listenUrlOf(settings, httpServer.port);
  events.serviceStarted({ baseUrl, listenUrl, version });
  reportStarted();
  if (settings.isDevelopment) mailEvents.developmentIsOn();
  else if (!mail.mailer.isOpen) mailEvents.mailIsOff();
  return {
    baseUrl,
    listenUrl,
    firstAdministratorLink:
      token === undefined ? undefined : `${baseUrl}${accountPath('firstAdministrator', token)}`,
    async reload(next) {
      Object.assign(settings, next);
      await servers.reloadModeration();
      return reloadFiles({ certificate: files, countries, 'web client': webClient });
    },
    async stop(signal) {
      events.serviceStopping(signal);
      store.hurry();
      await stopInTime(stopInOrder());
      reportRepeats('at the end');
      events.serviceStopped();
    },
  };
}
