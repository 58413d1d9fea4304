// The composition root: makes every module with its settings, store and events, and owns all lifetimes.

import { createBackupStore } from '../modules/backups/backup-store.ts';
import { openBackups } from '../modules/backups/open.ts';
import { createDoctorHandler } from '../modules/doctor/doctor-api.ts';
import { createEmailComposer, type EmailModule } from '../modules/email/email.ts';
import { listOutboxMetrics } from '../modules/email/metrics.ts';
import { openEmail, reportEmailMode } from '../modules/email/open-email.ts';
import { openCardPainter } from '../modules/embed/card-painter.ts';
import { serverListFormat } from '../modules/list/list-api.ts';
import { readMirrorList } from '../modules/mirrors/mirror-list.ts';
import { readListed } from '../modules/mirrors/mirrors-api.ts';
import { createServerModeration } from '../modules/moderation/moderation.ts';
import { createAddressComposers } from '../modules/profile/address-emails.ts';
import { createRecoveryComposer } from '../modules/profile/recovery-emails.ts';
import { createPushSender } from '../modules/rallies/web-push.ts';
import { listRelayMetrics } from '../modules/relay/metrics.ts';
import { openSiteModule } from '../modules/site/open-site.ts';
import type { SiteModule } from '../modules/site/site.ts';
import { openWebClient } from '../modules/web-client/web-client.ts';
import type { HttpServer } from '../platform/http/http-server.ts';
import type { DeclaredRoute } from '../platform/http/router.ts';
import { compress } from '../platform/lib/compress.ts';
import { Failure } from '../platform/lib/failure.ts';
import { createPasswordHasher } from '../platform/lib/password-hashing.ts';
import { reloadFiles } from '../platform/lib/settled-files.ts';
import { systemTimers, type Timers, within } from '../platform/lib/timers.ts';
import { version } from '../platform/lib/version.ts';
import { accountPath } from '../platform/messages/paths.ts';
import type { Hooks } from '../platform/module/description.ts';
import type { CountryLookup } from '../platform/net/country.ts';
import { openDescriptorWatch } from '../platform/net/descriptor-watch.ts';
import { findPauseAccepting } from '../platform/net/listening-sockets.ts';
import { createWebhookPost, isOwnHost } from '../platform/net/outgoing-post.ts';
import { openPortProbe } from '../platform/net/port-probe.ts';
import { createEventLoopWatch } from '../platform/ops/event-loop.ts';
import { createJobs, type Jobs } from '../platform/ops/jobs.ts';
import { createMetrics } from '../platform/ops/metrics.ts';
import type { Readiness } from '../platform/ops/readiness.ts';
import { repeatsJob, reportRepeats } from '../platform/ops/repeats.ts';
import { describeOpenFailure } from '../platform/store/sqlite/connection.ts';
import { databasePath } from '../platform/store/sqlite/folder.ts';
import { createMaintenance } from '../platform/store/sqlite/maintenance.ts';
import { lookOf } from '../platform/views/site-look.ts';
import { openAccountModules } from './accounts.ts';
import { openClockWatch } from './clock-watch.ts';
import type { HttpContext } from './context.ts';
import { emailKinds } from './facts.ts';
import { addHealthChecks } from './health.ts';
import { createHttpContext } from './http-context.ts';
import { listenUrlOf, metricsUrlOf, openMetrics, openRelay } from './http-server.ts';
import {
  listHealthMetrics,
  listHttpMetrics,
  listProcessMetrics,
  listStoreMetrics,
} from './metrics.ts';
import { createModules, type Modules } from './modules.ts';
import { openOptional } from './open-optional.ts';
import type { ServiceStore } from './open-stores.ts';
import type { Settings } from './options.ts';
import type { ServiceOverrides } from './overrides.ts';
import { openCountries, openPlatform, type Platform } from './platform.ts';
import { openRoutes } from './routes.ts';
import { openServers, type Servers, type ServersOptions } from './servers.ts';

export { openDataFolder } from './data-folder.ts';

/** A stop may take ten seconds. The process ends in the remaining half second. */
const STOP_WITHIN_MS = 9_500;

export interface Service {
  readonly baseUrl: string;
  readonly listenUrl: string;
  readonly metricsUrl: string | undefined;
  /** Secret link that makes the first administrator; `undefined` when the site has one. */
  readonly firstAdministratorLink: string | undefined;
  readonly hasContact: boolean;
  readonly modules: ServiceModules;
  /** Applies reloadable settings and reads files again. Returns the files that were read, and the unusable ones. */
  reload(settings: Settings): Promise<{ filesRead: string[]; filesFailed: string[] }>;
  /** Makes every further answer ask to close its connection. Call it shortly before `stop`. */
  endConnections(): void;
  /** Finishes requests under way and saves everything. Throws `unavailable` after 9.5 seconds. */
  stop(signal: string): Promise<void>;
}

export interface ServiceModules {
  store: ServiceStore;
  opened: Modules;
  servers: Servers;
  email: EmailModule;
  readiness: Readiness;
  httpServer: HttpServer;
  context: HttpContext;
  routes: readonly DeclaredRoute[];
}

/** How long a failed start waits for its parts to close. Data that must not be lost is already on disk. */
const GIVE_UP_AFTER_MS = 1_000;

/** Starts the service, which answers requests once this resolves. Throws `Failure` at most a second after failing. */
export async function startService(
  given: Settings,
  overrides: ServiceOverrides = {},
): Promise<Service> {
  // A private copy, because a reload changes it.
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
  const platform = await openPlatform(settings, overrides, lifetimes);
  const capabilities = await openCapabilities(platform);
  const jobs = await startJobs(platform, capabilities);
  const context = createContext(platform, capabilities);
  const { metricsListener, routes } = await takeRequests(platform, capabilities, { jobs, context });
  const { servers, accounts, email, site, modules } = capabilities;
  const { store, readiness, httpServer, baseUrl, report } = platform;

  await servers.rallies.openPush().catch(() => {});
  // If the disk cannot be written now, the service still runs, and `muster account` can make a link later.
  const token = await accounts.registration.firstAdministrator.openLink().catch(() => undefined);

  const listenUrl = listenUrlOf(settings, httpServer.port);
  report('service_started', { baseUrl, listenUrl, version });
  platform.reportStarted();
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
      email,
      readiness,
      httpServer,
      context,
      routes,
    },
    reload: (next) => reload(platform, capabilities, next),
    endConnections: httpServer.endConnections,
    stop: createStop(platform, capabilities, lifetimes.move()),
  };
}

type Capabilities = Awaited<ReturnType<typeof openCapabilities>>;

/** Opens the modules, lower ones first. */
async function openCapabilities(platform: Platform) {
  const { settings, overrides, lifetimes, store, clock, baseUrl, report } = platform;
  const { host } = new URL(baseUrl);
  const modules = createModules();
  const site = await openSiteModule(settings, { host, store, clock, lifetimes, report });
  modules.add('site', { jobs: site.jobs });
  const siteName = () => site.identity().name;
  const hooks: Hooks = {};
  platform.frames.read = () => ({ look: lookOf(site.identity()), notice: site.notice.current() });

  const { file: countryFile, countries, onReload } = await openCountries(platform);
  lifetimes.use(modules);
  const servers = await openServers(listServerPorts(platform, countries), modules);
  onReload(servers.refreshCountries);
  const { webClientFolder: folder, webClientUrl: url } = settings;
  const webClient = lifetimes.use(await openWebClient({ folder, url, report }));
  const email = await openEmails(platform, site, hooks);
  const { outbox } = store;
  modules.add('email', { jobs: email.jobs, metrics: listOutboxMetrics(outbox, clock) });
  const accounts = openAccountModules(modules.add, {
    ...store,
    clock,
    countries,
    mailer: email.mailer,
    passwords: overrides.passwords ?? createPasswordHasher(),
    hashing: overrides.hashing,
    rules: settings,
    isNewDeviceCodeOn: () => settings.isNewDeviceCodeOn,
    siteName,
    rulesVersion: () => site.identity().rules?.version,
    hooks,
    report,
  });
  modules.add('relay', { metrics: listRelayMetrics() });
  const ports = { store, clock, servers, accounts, settings, baseUrl, host, siteName, report };
  const optional = await openOptional(modules.add, hooks, ports);
  return { modules, site, countryFile, servers, webClient, email, accounts, optional };
}

/** Lists the ports of the modules about servers: the store, the settings and the outside world. */
function listServerPorts(platform: Platform, countries: CountryLookup): ServersOptions {
  const { settings, overrides, lifetimes, store, timers, baseUrl } = platform;
  const { host } = new URL(baseUrl);
  const receivers = {
    mayBePrivate: () => settings.webhooksToPrivateAddresses,
    ownHosts: () => [host, ...settings.extraHosts],
    namedHosts: () => settings.webhookHosts,
  };
  // Any player can name a push service of a browser.
  const { ownHosts } = receivers;
  const postPush =
    overrides.postWebhook ?? createWebhookPost({ mayBePrivate: () => false, ownHosts, timers });
  return {
    ...store,
    clock: platform.steadyClock,
    timers,
    store: store.servers,
    rallies: { store: store.rallies, push: createPushSender(baseUrl, postPush) },
    webhooks: {
      store: store.webhooks,
      baseUrl,
      mayBeHttp: () => receivers.mayBePrivate() || settings.webhookHosts.length > 0,
      post: overrides.postWebhook ?? createWebhookPost({ ...receivers, timers }),
    },
    countries,
    mirrors: {
      urls: () => settings.mirrors.filter((url) => !isOwnHost(new URL(url), ownHosts())),
      read: (url, known) => readMirrorList(url, { ...known, read: readListed }),
    },
    probe: overrides.probe ?? lifetimes.use(openPortProbe()),
    format: serverListFormat,
    compress: overrides.compress ?? compress,
    staleAfterMs: settings.staleAfterMs,
    traffic: platform.traffic,
    limits: settings,
    report: platform.report,
  };
}

async function openEmails(platform: Platform, site: SiteModule, hooks: Hooks) {
  const { settings, overrides, lifetimes, store, clock, baseUrl, readiness, report } = platform;
  const { outbox, leadership } = store;
  const composers = {
    ...createAddressComposers(store),
    ...createRecoveryComposer({ ...store, clock }),
  };
  const composeEmails = createEmailComposer(emailKinds, composers, hooks);
  const health = readiness.track('email');
  return lifetimes.use(
    await openEmail(
      { settings: { ...settings, baseUrl }, site, report },
      { outbox, kinds: emailKinds, composeEmails, leadership, health },
      { ...overrides, clock },
    ),
  );
}

/** Starts the recurring jobs and adds the checks that watch them. */
async function startJobs(platform: Platform, { modules, servers }: Capabilities): Promise<Jobs> {
  const { settings, overrides, lifetimes, store, clock, steadyClock, readiness, report } = platform;
  const { leadership, checkDamage } = store;
  const jobs = lifetimes.use(overrides.jobs ?? createJobs(report, { leadership }));
  const isInMemory = overrides.store !== undefined;
  const isBackedUp = !isInMemory && settings.databaseUrl === undefined;
  const { copy } = lifetimes.use(createMaintenance());
  const backupStore = createBackupStore(settings, clock, copy);
  const { check: checkBackups } = modules.add(
    'backups',
    openBackups(settings, { clock, checkDamage, report, store: backupStore }, isBackedUp),
  );
  addHealthChecks(readiness, { settings, store, jobs, clock, checkBackups, isInMemory });

  const pauseAccepting = findPauseAccepting();
  const descriptors = lifetimes.use(
    openDescriptorWatch({ pauseAccepting, now: clock.now, report }),
  );
  const eventLoop = createEventLoopWatch();
  const clockWatch = await openClockWatch({
    ...store,
    clock: steadyClock,
    report,
    onChange: servers.adjustClock,
  });
  modules.add('descriptors', { jobs: descriptors.jobs });
  modules.add('clock', { jobs: [clockWatch, repeatsJob] });
  addServiceMetrics(modules, platform, { jobs, eventLoop });
  jobs.start([...store.jobs, ...modules.listJobs()]);
  return jobs;
}

function addServiceMetrics(
  modules: Modules,
  { settings, overrides, store, readiness, traffic, httpServer }: Platform,
  { jobs, eventLoop }: { jobs: Jobs; eventLoop: ReturnType<typeof createEventLoopWatch> },
): void {
  const dataFolder = overrides.store === undefined ? settings.dataFolder : undefined;
  const { leadership, writes } = store;
  const { delays: eventLoopDelays } = eventLoop;
  modules.add('health', { metrics: listHealthMetrics(readiness) });
  modules.add('http', { metrics: listHttpMetrics(traffic, httpServer) });
  modules.add('store', { metrics: listStoreMetrics(writes) });
  modules.add('process', {
    jobs: [eventLoop.job],
    metrics: listProcessMetrics({ dataFolder, leadership, eventLoopDelays, jobs }),
  });
}

function createContext(platform: Platform, capabilities: Capabilities): HttpContext {
  const { settings, overrides, lifetimes, store, clock } = platform;
  const { baseUrl, readiness, traffic, timers } = platform;
  const { site, servers, accounts, optional, email, webClient, modules } = capabilities;
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
  const { drawCard } = lifetimes.use(openCardPainter(timers));
  const parts = { baseUrl, site, servers, moderation, readiness, metrics, traffic };
  return createHttpContext(
    settings,
    { ...accounts, ...optional, ...parts, webClient, clock, mail: email.admin, drawCard },
    overrides,
  );
}

/** Opens the routes, then everything that can wait until the first list is answered. */
async function takeRequests(
  platform: Platform,
  { site }: Capabilities,
  { jobs, context }: { jobs: Jobs; context: HttpContext },
) {
  const { settings, lifetimes, store, clock, httpServer, certificate, serviceKey: key } = platform;
  const { addressOf } = context;
  const loadRelay = settings.isRelayOn ? () => openRelay(settings, context) : undefined;
  const doctor = key === undefined ? undefined : createDoctorHandler({ key, addressOf, site });
  const routes = await openRoutes(httpServer, context, { loadRelay, doctor }, clock);
  // The writer thread starts late: with one core, the first list would wait for it. Nobody could log in until now.
  await store.startWriter();
  void store.checkDamage();

  const metricsListener = openMetrics(settings, context.metrics);
  if (metricsListener !== undefined) lifetimes.use(metricsListener);
  if (certificate !== undefined) {
    certificate.watch(httpServer.renew);
    jobs.start(certificate.jobs);
  }
  return { metricsListener, routes };
}

async function reload(
  { settings, certificate }: Platform,
  { servers, site, countryFile, webClient }: Capabilities,
  next: Settings,
) {
  Object.assign(settings, next);
  await servers.reloadModeration();
  const sources = { certificate, countries: countryFile, 'web client': webClient };
  const outcome = await reloadFiles({ ...sources, site: site.files });
  await site.reload();
  return outcome;
}

function createStop(
  { store, httpServer, report }: Platform,
  { email }: Capabilities,
  running: AsyncDisposableStack,
) {
  async function stopInOrder(): Promise<void> {
    // Emails get as much time as requests. Emails that still wait are sent after the next start.
    const emailStopped = email[Symbol.asyncDispose]();
    // The HTTP server closes first, so that changes of requests under way are saved.
    await httpServer.close();
    await emailStopped;
    await running.disposeAsync();
  }

  return async (signal: string): Promise<void> => {
    report('service_stopping', { signal });
    store.startDeadline();
    await stopInTime(stopInOrder());
    reportRepeats('at the end');
    report('service_stopped');
  };
}

/** Waits for an orderly stop. Throws `unavailable` after 9.5 seconds. */
export function stopInTime(stopped: Promise<void>, timers: Timers = systemTimers): Promise<void> {
  const late = () => {
    throw new Failure(
      'unavailable',
      `The service did not stop within ${STOP_WITHIN_MS / 1000} s, so it was ended. Heartbeats of the last seconds may not be saved. The log shows what failed.`,
    );
  };
  return within(STOP_WITHIN_MS, stopped, late, timers);
}
