// Opens the platform that every module needs: the store, the clocks, the HTTP server, and the countries of addresses.

import { createTraffic } from '../platform/http/monitoring.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { createSteadyClock } from '../platform/lib/steady-clock.ts';
import { systemTimers } from '../platform/lib/timers.ts';
import { openCountryLookup } from '../platform/net/country.ts';
import { createReadiness } from '../platform/ops/readiness.ts';
import type { SiteFrame } from '../platform/views/site-look.ts';
import { report as reportEvent } from './events.ts';
import { baseUrlOf, openCertificate, openHttpServer } from './http-server.ts';
import type { Settings } from './options.ts';
import type { ServiceOverrides } from './overrides.ts';
import { openStorage } from './storage.ts';

export type Platform = Awaited<ReturnType<typeof openPlatform>>;

/** Starts listening. `lifetimes` gets everything that has to be closed. A reload changes `settings` in place. */
export async function openPlatform(
  settings: Settings,
  overrides: ServiceOverrides,
  lifetimes: AsyncDisposableStack,
) {
  const { timers = systemTimers, report = reportEvent } = overrides;
  const storage = await openStorage(settings, overrides.store, lifetimes);
  const { clock = storage.store.clock ?? systemClock } = overrides;
  const steadyClock = createSteadyClock(
    overrides.clock === undefined ? { wall: clock.now } : sourcesOf(overrides.clock),
  );
  const certificate = settings.tls && (await openCertificate(settings.tls, () => baseUrl));
  if (certificate !== undefined) lifetimes.use(certificate);

  const readiness = createReadiness({ now: clock.now, timers });
  if (certificate !== undefined) readiness.add('certificate', certificate.check);
  const traffic = createTraffic();
  /** There is no frame until the site is open. */
  const frames = { read: (): SiteFrame | undefined => undefined };
  const httpServer = openHttpServer(
    settings,
    { tls: certificate?.certificate, readiness, traffic, readFrame: () => frames.read() },
    overrides,
  );
  lifetimes.defer(() => httpServer.close());
  const baseUrl = baseUrlOf(settings, httpServer.port);
  return {
    ...storage,
    settings,
    overrides,
    lifetimes,
    timers,
    report,
    clock,
    steadyClock,
    certificate,
    readiness,
    traffic,
    frames,
    httpServer,
    baseUrl,
  };
}

function sourcesOf({ now, awake = now }: NonNullable<ServiceOverrides['clock']>) {
  return { wall: now, awake, sinceBoot: awake };
}

/** Opens the file of countries, unless a test replaces it. */
export async function openCountries({
  settings,
  overrides,
  readiness,
  lifetimes,
  report,
}: Platform) {
  const geoip = readiness.track('geoip');
  const listeners: (() => void)[] = [];
  const file = lifetimes.use(
    await openCountryLookup({
      databasePath: settings.geoipDatabase,
      onFailure(reason) {
        report('geoip_failed', { reason });
        geoip.degrade('The GeoIP file cannot be read. The countries read before stay in use.');
      },
      onReload(path) {
        report('geoip_reloaded', { path });
        geoip.recover();
        for (const listener of listeners) listener();
      },
    }),
  );
  return {
    file,
    countries: overrides.countries ?? file,
    onReload: (listener: () => void) => void listeners.push(listener),
  };
}
