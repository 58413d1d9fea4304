// The composition root: makes every module with its settings, store and events, and owns all lifetimes.

import { openBackups } from '../modules/backups/open.ts';
import { createDoctorHandler } from '../modules/doctor/doctor-api.ts';
import { createEmailComposer, type EmailModule } from '../modules/email/email.ts';
import { listOutboxMetrics } from '../modules/email/metrics.ts';
import { openEmail, reportEmailMode } from '../modules/email/open-email.ts';
import { openCardPainter } from '../modules/embed/card-painter.ts';
import { serverListFormat } from '../modules/list/list-api.ts';
import { listLoginMetrics } from '../modules/login/metrics.ts';
import { readMirrorList } from '../modules/mirrors/mirror-list.ts';
import { readListed } from '../modules/mirrors/mirrors-api.ts';
import { createServerModeration } from '../modules/moderation/moderation.ts';
import { createAddressComposers } from '../modules/profile/address-emails.ts';
import { createPushSender } from '../modules/rallies/web-push.ts';
import { listRelayMetrics } from '../modules/relay/metrics.ts';
import { openSiteModule } from '../modules/site/open-site.ts';
import { openWebClient } from '../modules/web-client/web-client.ts';
import type { HttpServer } from '../platform/http/http-server.ts';
import { createTraffic } from '../platform/http/monitoring.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { compress } from '../platform/lib/compress.ts';
import { Failure } from '../platform/lib/failure.ts';
import { createPasswordHasher } from '../platform/lib/password-hash.ts';
import { reloadFiles } from '../platform/lib/settled-files.ts';
import { createSteadyClock } from '../platform/lib/steady-clock.ts';
import { systemTimers, type Timers, within } from '../platform/lib/timers.ts';
import { version } from '../platform/lib/version.ts';
import { accountPath } from '../platform/messages/paths.ts';
import { openCountryLookup } from '../platform/net/country.ts';
import { openDescriptorWatch } from '../platform/net/descriptor-watch.ts';
import { findPauseAccepting } from '../platform/net/listening-sockets.ts';
import { createWebhookPost, isOwnHost } from '../platform/net/outgoing-post.ts';
import { openPortProbe } from '../platform/net/port-probe.ts';
import { createEventLoopWatch } from '../platform/ops/event-loop.ts';
import { createJobs } from '../platform/ops/jobs.ts';
import { createMetrics } from '../platform/ops/metrics.ts';
import { createReadiness, type Readiness } from '../platform/ops/readiness.ts';
import { repeatsJob, reportRepeats } from '../platform/ops/repeats.ts';
import { describeOpenFailure } from '../platform/store/sqlite/connection.ts';
import { databasePath } from '../platform/store/sqlite/folder.ts';
import type { ServiceStore } from '../platform/store/sqlite/open-service-store.ts';
import { lookOf, type SiteFrame } from '../platform/views/site-look.ts';
import { type AccountsModule, createAccountsModule } from './accounts.ts';
import { openClockWatch } from './clock-watch.ts';
import type { HttpContext } from './context.ts';
import { report as reportEvent } from './events.ts';
import { emailKinds } from './facts.ts';
import { addHealthChecks } from './health.ts';
import type { DeclaredRoute } from './http.ts';
import { createHttpContext } from './http-context.ts';
import {
  baseUrlOf,
  listenUrlOf,
  metricsUrlOf,
  openCertificate,
  openHttpServer,
  openMetrics,
  openRelay,
} from './http-server.ts';
import {
  listHealthMetrics,
  listHttpMetrics,
  listProcessMetrics,
  listStoreMetrics,
} from './metrics.ts';
import { createModules, type Modules } from './modules.ts';
import type { Settings } from './options.ts';
import type { ServiceOverrides } from './overrides.ts';
import { openRoutes } from './routes.ts';
import { openServers, type Servers } from './servers.ts';
import { openStorage } from './storage.ts';

export { openDataFolder } from './data-folder.ts';

/** Half a second less than the ten that a stop may take; the process ends in the rest. */
const STOP_WITHIN_MS = 9_500;

export interface Service {
  readonly baseUrl: string;
  readonly listenUrl: string;
  readonly metricsUrl: string | undefined;
  /** Where the first administrator is made, a secret; `undefined` when there is one already. */
  readonly firstAdministratorLink: string | undefined;
  readonly hasContact: boolean;
  readonly modules: ServiceModules;
  /** Takes over the settings that can be reloaded, and reads files again; returns which were read, and which cannot be used. */
  reload(settings: Settings): Promise<{ filesRead: string[]; filesFailed: string[] }>;
  /** Each answer asks for the end of its connection from now on. To be called a moment before `stop`. */
  endConnections(): void;
  /** Finishes requests under way and saves everything. Throws `unavailable` after nine seconds and a half. */
  stop(signal: string): Promise<void>;
}

export interface ServiceModules {
  store: ServiceStore;
  opened: Modules;
  servers: Servers;
  accounts: AccountsModule;
  email: EmailModule;
  readiness: Readiness;
  httpServer: HttpServer;
  context: HttpContext;
  routes: readonly DeclaredRoute[];
}

/** How long a failed start waits: whatever must not be lost is on the disk before a request is answered. */
const GIVE_UP_AFTER_MS = 1_000;

/** Starts the service; it answers requests when the promise resolves. Throws `Failure`, at most a second after it failed. */
export async function startService(
  given: Settings,
  overrides: ServiceOverrides = {},
): Promise<Service> {
  // A copy of its own, which a reload changes.
  const settings = { ...given };
  const lifetimes = new AsyncDisposableStack();
  try {
    return await openService(settings, overrides, lifetimes);
  } catch (error) {
    const ended = lifetimes.disposeAsync().catch(() => {});
    await within(GIVE_UP_AFTER_MS, ended, () => {});
    throw describeOpenFailure(error, databasePath(settings.dataFolder));
  }
}

async function openService(
  settings: Settings,
  overrides: ServiceOverrides,
  lifetimes: AsyncDisposableStack,
): Promise<Service> {
  const { timers = systemTimers, report = reportEvent } = overrides;
  const { store, serviceKey, reportStarted } = await openStorage(
    settings,
    overrides.store,
    lifetimes,
  );
  const { clock = store.clock ?? systemClock } = overrides;
  const steadyClock = createSteadyClock(
    overrides.clock === undefined ? { wall: clock.now } : sourcesOf(overrides.clock),
  );
  const certificate = settings.tls && (await openCertificate(settings.tls, () => baseUrl));
  if (certificate !== undefined) lifetimes.use(certificate);

  const readiness = createReadiness({ now: clock.now, timers });
  if (certificate !== undefined) readiness.add('certificate', certificate.check);
  const traffic = createTraffic();
  let frame: () => SiteFrame | undefined = () => undefined;
  const httpServer = openHttpServer(
    settings,
    {
      tls: certificate?.certificate,
      readiness,
      traffic,
      readFrame: () => frame(),
    },
    overrides,
  );
  lifetimes.defer(() => httpServer.close());
  const baseUrl = baseUrlOf(settings, httpServer.port);
  const { host } = new URL(baseUrl);
  const site = await openSiteModule(settings, { host, store, clock, lifetimes, report });
  frame = () => ({ look: lookOf(site.identity()), notice: site.notice.current() });

  let refreshCountries = (): void => {};
  const geoip = readiness.track('geoip');
  const countryFile = lifetimes.use(
    await openCountryLookup({
      databasePath: settings.geoipDatabase,
      onFailure(reason) {
        report('geoip_failed', { reason });
        geoip.degrade('The GeoIP file cannot be read. The countries read before stay in use.');
      },
      onReload(path) {
        report('geoip_reloaded', { path });
        geoip.recover();
        refreshCountries();
      },
    }),
  );
  const countries = overrides.countries ?? countryFile;

  const receivers = {
    mayBePrivate: () => settings.webhooksToPrivateAddresses,
    ownHosts: () => [host, ...settings.extraHosts],
    namedHosts: () => settings.webhookHosts,
  };
  // Any player names services of browsers.
  const { ownHosts } = receivers;
  const postPush =
    overrides.postWebhook ?? createWebhookPost({ mayBePrivate: () => false, ownHosts, timers });
  const modules = lifetimes.use(createModules());
  const servers = await openServers(
    {
      clock: steadyClock,
      timers,
      store: store.servers,
      others: store.others,
      history: store.history,
      leadership: store.leadership,
      moderation: store.moderation,
      claims: store.claims,
      reports: store.reports,
      returnAlerts: store.returnAlerts,
      rallies: { store: store.rallies, push: createPushSender(baseUrl, postPush) },
      favourites: store.favourites,
      visits: store.visits,
      webhooks: {
        store: store.webhooks,
        baseUrl,
        mayBeHttp: () => receivers.mayBePrivate() || settings.webhookHosts.length > 0,
        post: overrides.postWebhook ?? createWebhookPost({ ...receivers, timers }),
      },
      changes: store.changes,
      countries,
      mirrors: {
        urls: () => settings.mirrors.filter((url) => !isOwnHost(new URL(url), ownHosts())),
        read: (url, known) => readMirrorList(url, { ...known, read: readListed }),
      },
      probe: overrides.probe ?? lifetimes.use(openPortProbe()),
      format: serverListFormat,
      compress: overrides.compress ?? compress,
      staleAfterMs: settings.staleAfterMs,
      traffic,
      limits: settings,
      report,
    },
    modules,
  );
  refreshCountries = servers.refreshCountries;

  const webClient = lifetimes.use(
    await openWebClient({
      folder: settings.webClientFolder,
      url: settings.webClientUrl,
      report,
    }),
  );
  const { outbox } = store;
  const composers = createAddressComposers({ ...store, clock });
  const composeEmails = createEmailComposer(emailKinds, composers);
  const email = lifetimes.use(
    await openEmail(
      { settings: { ...settings, baseUrl }, site, report },
      {
        outbox,
        kinds: emailKinds,
        composeEmails,
        leadership: store.leadership,
        health: readiness.track('email'),
      },
      { ...overrides, clock },
    ),
  );
  const accounts = createAccountsModule({
    ...store,
    clock,
    countries,
    mailer: email.mailer,
    passwords: overrides.passwords ?? createPasswordHasher(),
    hashing: overrides.hashing,
    rules: settings,
    isNewDeviceCodeOn: () => settings.isNewDeviceCodeOn,
    siteName: () => site.identity().name,
    rulesVersion: () => site.identity().rules?.version,
    report,
  });

  const { leadership } = store;
  const jobs = lifetimes.use(overrides.jobs ?? createJobs(report, { leadership }));
  const isInMemory = overrides.store !== undefined;
  const isBackedUp = !isInMemory && settings.databaseUrl === undefined;
  const { check: checkBackups } = modules.add(
    'backups',
    openBackups(settings, { clock, checkDamage: store.checkDamage, report }, isBackedUp),
  );
  addHealthChecks(readiness, { settings, store, jobs, clock, checkBackups, isInMemory });

  const descriptors = lifetimes.use(
    openDescriptorWatch({
      pauseAccepting: findPauseAccepting(),
      now: clock.now,
      report,
    }),
  );

  const eventLoop = createEventLoopWatch();
  const clockWatch = await openClockWatch({
    ...store,
    clock: steadyClock,
    report,
    onChange: servers.adjustClock,
  });
  const dataFolder = isInMemory ? undefined : settings.dataFolder;
  const { delays: eventLoopDelays } = eventLoop;
  modules.add('health', { metrics: listHealthMetrics(readiness) });
  modules.add('http', { metrics: listHttpMetrics(traffic, httpServer) });
  modules.add('accounts', { jobs: accounts.jobs, metrics: listLoginMetrics() });
  modules.add('relay', { metrics: listRelayMetrics() });
  modules.add('email', { jobs: email.jobs, metrics: listOutboxMetrics(outbox, clock) });
  modules.add('store', { metrics: listStoreMetrics(store.writes) });
  modules.add('descriptors', { jobs: descriptors.jobs });
  modules.add('site', { jobs: site.jobs });
  modules.add('clock', { jobs: [clockWatch, repeatsJob] });
  modules.add('process', {
    jobs: [eventLoop.job],
    metrics: listProcessMetrics({ dataFolder, leadership, eventLoopDelays, jobs }),
  });
  jobs.start([...store.jobs, ...modules.listJobs()]);

  const moderation = createServerModeration({
    ...store,
    clock,
    get filteredWords() {
      return settings.filteredWords;
    },
    staleAfterMs: settings.staleAfterMs,
    listLive: servers.overview.list,
    nameOf: (hash) => servers.findServer(hash)?.listing.name,
    onChanged: servers.reloadModeration,
  });
  const metrics = createMetrics(modules.listMetrics());
  const context = createHttpContext(
    settings,
    {
      baseUrl,
      site,
      servers,
      moderation,
      accounts,
      readiness,
      metrics,
      traffic,
      webClient,
      clock,
      mail: email.admin,
      drawCard: lifetimes.use(openCardPainter(timers)).drawCard,
    },
    overrides,
  );
  const loadRelay = settings.isRelayOn ? () => openRelay(settings, context) : undefined;
  const { addressOf } = context;
  const doctor =
    serviceKey === undefined
      ? undefined
      : createDoctorHandler({ key: serviceKey, addressOf, site });
  const routes = await openRoutes(httpServer, context, { loadRelay, doctor }, clock);
  // Where there is one core, the first list would wait for it; nobody can log in before this.
  await store.startWriter();
  void store.checkDamage();

  const metricsListener = openMetrics(settings, metrics);
  if (metricsListener !== undefined) lifetimes.use(metricsListener);
  if (certificate !== undefined) {
    certificate.watch(httpServer.renew);
    jobs.start(certificate.jobs);
  }

  await servers.rallies.openPush().catch(() => {});
  // Where nothing can be written now, the service is there all the same, and the command makes a link.
  const token = await accounts.registration.firstAdministrator.openLink().catch(() => undefined);

  const running = lifetimes.move();

  async function stopInOrder(): Promise<void> {
    // Emails have as much time as requests; what still waits is sent after the next start.
    const emailStopped = email[Symbol.asyncDispose]();
    // The HTTP server closes before the rest: what a request under way still changes is saved with it.
    await httpServer.close();
    await emailStopped;
    await running.disposeAsync();
  }

  const listenUrl = listenUrlOf(settings, httpServer.port);
  report('service_started', { baseUrl, listenUrl, version });
  reportStarted();
  reportEmailMode({ settings, report }, email.mailer);
  return {
    baseUrl,
    listenUrl,
    metricsUrl: metricsListener && metricsUrlOf(settings, metricsListener.port),
    firstAdministratorLink:
      token === undefined ? undefined : `${baseUrl}${accountPath('firstAdministrator', token)}`,
    hasContact: site.identity().contact !== undefined,
    modules: {
      store,
      opened: modules,
      servers,
      accounts,
      email,
      readiness,
      httpServer,
      context,
      routes,
    },
    async reload(next) {
      Object.assign(settings, next);
      await servers.reloadModeration();
      const sources = { certificate, countries: countryFile, 'web client': webClient };
      const outcome = await reloadFiles({ ...sources, site: site.files });
      await site.reload();
      return outcome;
    },
    endConnections: httpServer.endConnections,
    async stop(signal) {
      report('service_stopping', { signal });
      store.startDeadline();
      await stopInTime(stopInOrder());
      reportRepeats('at the end');
      report('service_stopped');
    },
  };
}

function sourcesOf({ now, awake = now }: NonNullable<ServiceOverrides['clock']>) {
  return { wall: now, awake, sinceBoot: awake };
}

/** Waits for an orderly stop, but not without end. Throws `unavailable` after nine seconds and a half. */
export function stopInTime(stopped: Promise<void>, timers: Timers = systemTimers): Promise<void> {
  const late = () => {
    throw new Failure(
      'unavailable',
      `The service did not stop within ${STOP_WITHIN_MS / 1000} s, so it was ended. Heartbeats of the last seconds may not be saved. The log shows what failed.`,
    );
  };
  return within(STOP_WITHIN_MS, stopped, late, timers);
}
