// `muster serve`: runs the service until a signal stops it, and reloads its settings and files at SIGHUP.

import { describeFirstLink } from '../modules/administration/account-commands.ts';
import { examineApart } from '../modules/doctor/doctor-commands.ts';
import { startLog } from '../platform/cli/context.ts';
import type { Io, Signal } from '../platform/cli/io.ts';
import { type LoadedSettings as Loaded, SettingsError } from '../platform/config/load.ts';
import { type ReloadedSettings, reloadSettings } from '../platform/config/reload.ts';
import { forgetRunning, keepRunning } from '../platform/config/running.ts';
import { nameDatabaseHosts } from '../platform/lib/database-url.ts';
import { version } from '../platform/lib/version.ts';
import { countEvent, writeLine } from '../platform/ops/report-event.ts';
import { findServiceManager, type ServiceManager } from '../platform/ops/service-manager.ts';
import type { Context } from './command-context.ts';
import { configuration } from './configuration.ts';
import { report } from './events.ts';
import { OPTIONS, type OptionValues, type Settings } from './options.ts';
import type { Service } from './service.ts';

type LoadedSettings = Loaded<Settings, OptionValues>;

/** Lists the features that are off, why they matter and how to turn them on, in the best order. */
function listWhatIsOff(
  settings: Settings,
  { firstAdministratorLink: link, hasContact }: Service,
): string[] {
  const { isDevelopment } = settings;
  const steps: (string | false)[] = [
    !settings.isBaseUrlConfigured &&
      'Base URL: not set, so play URLs only work on this machine. Set it with --base-url https://play.example.net.',
    !settings.baseUrl.startsWith('https:') &&
      'TLS: off. Give a certificate with --tls-cert FILE and --tls-key FILE, or give the address of a proxy that has one with --trusted-proxies. The base URL then starts with https://.',
    isDevelopment &&
      'Development: ON, so emails are not sent but written to the log, with their links and codes. Never use it with real accounts. --development false turns it off.',
    !isDevelopment &&
      settings.smtpUrl === undefined &&
      'Email: off, so nobody can confirm an address or reset a password. Set a mail server with MUSTER_SMTP_URL and a sender with --mail-from.',
    link !== undefined && describeFirstLink(link),
    settings.registration !== 'closed' &&
      settings.verification === 'administrator' &&
      'Verification: by hand, so new accounts wait for muster account verify NAME. Set up email, or use --verification automatic.',
    !hasContact &&
      'Contact: none, so pages cannot tell people how to contact you. Set an email address with --contact-email ADDRESS, or a page with --contact-url URL.',
    !settings.isPortCheckOn &&
      'Port check: off, so public servers are listed even if nobody can reach them. Turn it on with --port-check true.',
    settings.webClientFolder === undefined &&
      settings.webClientUrl === undefined &&
      'Web client: none, so nobody can play in the browser. Give its folder with --web-client-dir FOLDER.',
    settings.geoipDatabase === undefined &&
      'GeoIP file: none, so countries come from the embedded database. Give a newer file with --geoip-database FILE.',
  ];
  return steps.filter((step) => step !== false);
}

/** Prints where the service is reached, in one write, so that a program that reads along never gets half of it. */
function announce(io: Io, service: Service, { settings, values }: LoadedSettings): void {
  const lines = [
    `Muster ${version} serves ${service.baseUrl}`,
    `Listening on ${service.listenUrl}`,
    ...(service.metricsUrl === undefined ? [] : [`Metrics on ${service.metricsUrl}`]),
    `Data folder: ${settings.dataFolder}`,
  ];
  if (settings.databaseUrl !== undefined) {
    lines.push(`Database: PostgreSQL at ${nameDatabaseHosts(settings.databaseUrl)}`);
  }
  if (values.config !== undefined) lines.push(`Settings file: ${values.config}`);
  const steps = listWhatIsOff(settings, service);
  if (steps.length > 0) lines.push('Still to set up, in this order, with muster setup or by hand:');
  lines.push(...steps.map((step, index) => `${index + 1}. ${step}`));
  io.out(lines.join('\n'));
}

/** After a failed start, leftover timers or threads may keep the process running for this long. */
const END_AFTER_FAILURE_MS = 500;
/** For this long before a stop, answers ask to close their connections. Proxies reuse them within this time. */
const FAREWELL_MS = 100;
/** After a stop, leftovers (say, a connection that the peer keeps open) may keep the process running for this long. */
const END_AFTER_STOP_MS = 200;
/** Signals within this time count as one: service managers send SIGTERM to a whole group, and npm forwards it too. */
const SAME_SIGNAL_MS = 500;

async function serveUntil(
  stop: Promise<Signal>,
  context: Context,
  onStarted: (reload: () => void) => void,
): Promise<void> {
  const { io } = context;
  const loaded = context.loadSettings();
  const { settings, warnings } = loaded;
  startLog(io, settings);
  const { startService } = await import('./service.ts');
  const examine = () => examineApart(context);
  const service = await startService(settings, { examine });
  keepRunning(OPTIONS, context.sources(), loaded);
  announce(io, service, loaded);
  // The build delays just-in-time compilation, because compiling does not pay off during the start.
  Bun.unsafe.setJITPolicy(1);
  for (const warning of warnings) report('configuration_warning', { warning });
  const manager = findServiceManager(io.env);
  onStarted(createReload(service, loaded, context, manager));
  manager.ready();
  const { watchdogMs } = manager;
  const watchdog = watchdogMs === undefined ? undefined : setInterval(manager.alive, watchdogMs);
  const signal = await stop;
  onStarted(() => {});
  manager.stopping();
  // The service manager has its own time limit for a stop.
  clearInterval(watchdog);
  service.endConnections();
  await Bun.sleep(FAREWELL_MS);
  forgetRunning(settings.dataFolder);
  await service.stop(signal);
}

/**
 * Runs the service until SIGTERM, SIGINT or SIGQUIT. A second signal ends the process at once; SIGHUP reloads. Throws
 * when the service fails; the process then ends within half a second.
 */
export async function serve(context: Context): Promise<void> {
  const { io } = context;
  const first = Promise.withResolvers<Signal>();
  const second = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  let isReloadDue = false;
  let reload = (): void => {
    isReloadDue = true;
  };

  function stop(signal: Signal): void {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      first.resolve(signal);
    } else if (signal !== 'SIGTERM' || now - firstAt > SAME_SIGNAL_MS) {
      report('service_ended_at_once', { signal });
      second.resolve();
    }
  }

  const ignoreSignals = io.onSignal((signal) => {
    if (signal === 'SIGTERM' || signal === 'SIGINT' || signal === 'SIGQUIT') stop(signal);
    else if (signal === 'SIGHUP') reload();
    else report('signal_ignored', { signal });
  });
  try {
    await Promise.race([
      serveUntil(first.promise, context, (started) => {
        reload = started;
        if (isReloadDue) reload();
        isReloadDue = false;
      }),
      second.promise.then(() => {
        context.exitCode = 1;
        io.exitAtOnce(1);
      }),
    ]);
    io.exitWithin(END_AFTER_STOP_MS, context.exitCode);
  } catch (error) {
    io.exitWithin(END_AFTER_FAILURE_MS, 1);
    throw error;
  } finally {
    ignoreSignals();
  }
}

const NEED_RESTART = 'Changed settings that need a restart';

/** Creates the reload of a running service. The reload never throws. Calls during a reload cause one more after it. */
function createReload(
  service: Service,
  loaded: LoadedSettings,
  context: Context,
  manager: ServiceManager,
): () => void {
  let current = loaded;
  let isUnderWay = false;
  let isRequestedAgain = false;

  async function reload(): Promise<void> {
    const taken = takeSettings();
    if (taken !== undefined) {
      current = taken.loaded;
      startLog(context.io, current.settings);
    }
    const files = await service.reload(current.settings);
    const { changed = [], needRestart = [], newWarnings = [] } = taken ?? {};
    report('reloaded', { changed, needRestart, ...files });
    if (needRestart.length > 0) {
      writeLine('configuration_warning', { settings: needRestart }, NEED_RESTART);
    }
    for (const warning of newWarnings) report('configuration_warning', { warning });
  }

  function takeSettings(): ReloadedSettings<Settings, OptionValues> | undefined {
    try {
      return reloadSettings(configuration, current, context.loadSettings());
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      for (const problem of error.problems) writeLine('reload_refused', { problem });
      countEvent('reload_refused');
      return undefined;
    }
  }

  async function run(): Promise<void> {
    isUnderWay = true;
    manager.reloading();
    do {
      isRequestedAgain = false;
      await reload().catch((error: unknown) => report('task_failed', { task: 'reload', error }));
    } while (isRequestedAgain);
    manager.ready();
    isUnderWay = false;
  }

  return () => {
    if (isUnderWay) isRequestedAgain = true;
    else void run();
  };
}
