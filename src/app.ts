// The composition root: ties settings, store and rooms together and owns every lifetime.

import { createAccounts } from './accounts/accounts.ts';
import {
  type AccountAdministration,
  createAccountAdministration,
} from './accounts/administration.ts';
import { localBaseUrl } from './config/load.ts';
import type { Settings } from './config/settings.ts';
import { serverListFormat } from './http/api/server-record.ts';
import type { HttpContext } from './http/context.ts';
import { EXPRESS_PATHS } from './http/express.ts';
import { createFrontDoor } from './http/front-door.ts';
import { createHostGuard } from './http/host-guard.ts';
import { createHttp } from './http/http.ts';
import type { CertificatePair } from './http/listener.ts';
import { relaySurface } from './http/relay.ts';
import { createAddressRanges } from './lib/address.ts';
import { systemClock } from './lib/clock.ts';
import { compress } from './lib/compress.ts';
import { createPasswordHasher } from './lib/password-hash.ts';
import { systemTimers } from './lib/timers.ts';
import { version } from './lib/version.ts';
import type { CertificatePaths } from './net/certificate.ts';
import { openCertificateFiles } from './net/certificate-files.ts';
import { createClientAddress } from './net/client-address.ts';
import { openCountryLookup } from './net/country.ts';
import { connectGame } from './net/game-socket.ts';
import { findListeningSockets } from './net/listening-sockets.ts';
import { createPortProbe } from './net/port-probe.ts';
import * as events from './ops/events.ts';
import { createJobs } from './ops/jobs.ts';
import { createRelay } from './relay/relay.ts';
import { createServerModeration, type ServerModeration } from './servers/moderation.ts';
import { openServers } from './servers/servers.ts';
import { lockFolder } from './store/folder-lock.ts';
import { openStore } from './store/open-store.ts';

/** A running service. */
export interface Service {
  readonly baseUrl: string;
  /** Where it listens, as this machine reaches it. */
  readonly listenUrl: string;
  /** Refuses new requests, finishes those under way, and saves everything. */
  stop(): Promise<void>;
}

/** What administrators do from the command line, whether or not a service runs on the folder. */
export interface Office extends AsyncDisposable {
  accounts: AccountAdministration;
  moderation: ServerModeration;
}

/** How soon the work of the command line is seen: bans and featured servers. */
const MODERATION_LOOK_MS = 250;
const FLUSH_MS = 900;
const SWEEP_MS = 10_000;
const PORT_CHECK_MS = 1_000;
/** How often it is seen whether a minute has begun, and how fast old samples are thinned. */
const HISTORY_LOOK_MS = 1_000;
const SESSION_SWEEP_MS = 60 * 60_000;
const CERTIFICATE_LOOK_MS = 24 * 60 * 60_000;

/** Starts the service; it answers requests when the promise resolves. Throws `MusterError`. */
export async function startService(settings: Settings): Promise<Service> {
  await using lifetimes = new AsyncDisposableStack();
  lifetimes.use(lockFolder(settings.dataFolder));
  const store = lifetimes.use(
    openStore(
      { folder: settings.dataFolder },
      {
        onMigrated: (change) => {
          // A new database is no news.
          if (change.from > 0) events.databaseMigrated(change);
        },
      },
    ),
  );
  const files = settings.tls && (await openCertificate(settings.tls, () => baseUrl));
  if (files !== undefined) lifetimes.use(files);
  const door = openDoor(settings, files?.certificate);
  lifetimes.defer(() => door.close());
  const baseUrl = baseUrlOf(settings, door.port);

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
  const servers = await openServers({
    clock: systemClock,
    timers: systemTimers,
    store: store.servers,
    history: store.history,
    moderation: store.moderation,
    countries,
    probe: createPortProbe(),
    format: serverListFormat,
    compress,
    serversPerAddress: settings.serversPerAddress,
    staleAfterMs: settings.staleAfterMs,
    isPortCheckOn: settings.isPortCheckOn,
    portCheckExempt: createAddressRanges(settings.portCheckExempt),
    events: {
      appeared: events.serverAppeared,
      left: events.serverLeft,
      unreachable: ({ ip, port }) => events.serverUnreachable(ip, port),
      batchFailed: events.batchFailed,
      batchRecovered: events.databaseRecovered,
      listFailed: (error) => events.taskFailed('compress the list', error),
    },
  });
  lifetimes.defer(() => servers.stop());
  refreshCountries = servers.refreshCountries;
  const accounts = createAccounts({
    accounts: store.accounts,
    sessions: store.sessions,
    clock: systemClock,
    passwords: createPasswordHasher(),
  });

  const jobs = lifetimes.use(createJobs(events.taskFailed));
  jobs.repeat('save servers', FLUSH_MS, servers.flush);
  jobs.repeat('sweep stale servers', SWEEP_MS, servers.sweep);
  jobs.repeat('check ports', PORT_CHECK_MS, servers.checkDuePorts);
  jobs.repeat('record players', HISTORY_LOOK_MS, servers.history.sample);
  jobs.repeat('thin the history', HISTORY_LOOK_MS, servers.history.tend);
  jobs.repeat('sweep sessions', SESSION_SWEEP_MS, accounts.sweepSessions);
  let seenVersion = store.changes.version();
  jobs.repeat('see what administrators did', MODERATION_LOOK_MS, async () => {
    const version = store.changes.version();
    if (version === seenVersion) return;
    await servers.reloadModeration();
    seenVersion = version;
  });

  const context: HttpContext = {
    baseUrl,
    servers,
    accounts,
    timers: systemTimers,
    addressOf: createAddressOf(settings, door.peerOf),
    standsFor: door.standsFor,
    events: {
      heartbeatRefused: events.heartbeatRefused,
      loggedIn: events.accountLoggedIn,
      loginFailed: events.loginFailed,
      unknownError: events.unknownError,
    },
  };
  const relay = settings.isRelayOn ? openRelay(settings, context) : undefined;
  door.open({ ...createHttp(context, systemClock), relay });

  if (files !== undefined) {
    files.watch(door.renew);
    jobs.repeat('look at the certificate', CERTIFICATE_LOOK_MS, files.review);
  }

  const running = lifetimes.move();
  const listenUrl = `${settings.tls ? 'https' : 'http'}://${loopbackOf(settings.listen.hostname)}:${door.port}`;
  events.serviceStarted({ baseUrl, listenUrl, version });
  return {
    baseUrl,
    listenUrl,
    async stop() {
      events.serviceStopping();
      // The door closes first: what a request under way still changes is saved with the rest.
      await door.close();
      await running.disposeAsync();
      events.serviceStopped();
    },
  };
}

/** Opens the data folder for administration. Throws `MusterError`. */
export async function openOffice(settings: Settings): Promise<Office> {
  const store = openStore({ folder: settings.dataFolder });
  return {
    accounts: createAccountAdministration({
      accounts: store.accounts,
      clock: systemClock,
      passwords: createPasswordHasher(),
    }),
    moderation: createServerModeration({
      servers: store.servers,
      moderation: store.moderation,
      clock: systemClock,
      staleAfterMs: settings.staleAfterMs,
    }),
    async [Symbol.asyncDispose]() {
      store[Symbol.dispose]();
    },
  };
}

function openCertificate(paths: CertificatePaths, baseUrl: () => string) {
  return openCertificateFiles({
    paths,
    baseUrl,
    now: systemClock.now,
    events: {
      renewed: events.certificateRenewed,
      failed: events.certificateFailed,
      doubted: events.certificateDoubted,
    },
  });
}

function openDoor(settings: Settings, tls: CertificatePair | undefined) {
  const { listen } = settings;
  return createFrontDoor({
    socket: { listen, tls, sockets: tls && findListeningSockets(), timers: systemTimers },
    expressPaths: EXPRESS_PATHS,
    messageBytes: settings.relayMessageLimit,
    createGuard(port) {
      const baseUrl = baseUrlOf(settings, port);
      const { extraHosts } = settings;
      const acceptsLoopback = !settings.isBaseUrlConfigured;
      return { guard: createHostGuard({ baseUrl, extraHosts, acceptsLoopback }), baseUrl };
    },
    onError: (error) => events.unknownError('transport', error),
  });
}

/** The relay as the front door knows it, which closes it. */
function openRelay(settings: Settings, { baseUrl, servers, addressOf }: HttpContext) {
  const relay = createRelay({
    origin: baseUrl,
    limits: {
      perAddress: settings.relayPerAddress,
      total: settings.relayLimit,
      messageBytes: settings.relayMessageLimit,
      connectTimeoutMs: settings.relayConnectTimeoutMs,
      idleTimeoutMs: settings.relayIdleTimeoutMs,
    },
    findRelayTarget: servers.findRelayTarget,
    connect: connectGame,
    timers: systemTimers,
    events: {
      opened: events.relayOpened,
      closed: events.relayClosed,
      refused: events.relayRefused,
      carried: events.relayCarried,
    },
  });
  return relaySurface({ relay, addressOf });
}

/** Without a configured base URL the service is where it listens, seen from this machine. */
function baseUrlOf(settings: Settings, port: number): string {
  return settings.isBaseUrlConfigured
    ? settings.baseUrl
    : localBaseUrl(port, settings.tls !== undefined);
}

function createAddressOf(settings: Settings, peerOf: (request: Request) => string) {
  const { trustedProxies } = settings;
  if (trustedProxies.length === 0) {
    const find = createClientAddress(undefined);
    return (request: Request) => find(peerOf(request), null);
  }
  const find = createClientAddress(createAddressRanges(trustedProxies));
  return (request: Request) => find(peerOf(request), request.headers.get('x-forwarded-for'));
}

function loopbackOf(hostname: string): string {
  if (hostname === '::' || hostname === '0.0.0.0') return 'localhost';
  return hostname.includes(':') ? `[${hostname}]` : hostname;
}
