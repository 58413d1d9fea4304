// Hands settings on so that what reads them finds what a reload changed.

import type { RegistrationRules } from '../accounts/registration.ts';
import type { Settings } from '../config/settings.ts';
import { createMetricsGate } from '../http/metrics-gate.ts';
import { createProxyCheck } from '../http/untrusted-proxy.ts';
import { createAddressRanges } from '../lib/address.ts';
import { createReloaded } from '../lib/reloaded.ts';
import { createRequestAddress } from '../net/client-address.ts';
import type { ServerLimits } from '../servers/ports.ts';

/** What the operator decides about servers, at each moment. */
export function serverLimitsOf(settings: Settings): ServerLimits {
  const exempt = createReloaded(() => settings.portCheckExempt, createAddressRanges);
  return {
    get serversPerAddress() {
      return settings.serversPerAddress;
    },
    get isPortCheckOn() {
      return settings.isPortCheckOn;
    },
    get portCheckExempt() {
      return exempt();
    },
    get filteredWords() {
      return settings.filteredWords;
    },
  };
}

/** What the operator decides about registration, at each moment. */
export function registrationRulesOf(settings: Settings): RegistrationRules {
  return {
    verification: settings.verification,
    nameReservedDays: settings.nameReservedDays,
    get mode() {
      return settings.registration;
    },
    get isProofOfWorkRequired() {
      return settings.isProofOfWorkRequired;
    },
    get perAddress() {
      return settings.registrationsPerAddress;
    },
    get inAll() {
      return settings.registrationsPerHour;
    },
    get reservedNames() {
      return settings.reservedNames;
    },
    get unverifiedDays() {
      return settings.unverifiedDays;
    },
  };
}

/**
 * Whom requests came from, which came through a proxy that is not trusted, and who may read the metrics:
 * by the proxies that are trusted at each moment.
 */
export function createAddresses(settings: Settings, peerOf: (request: Request) => string) {
  const find = createReloaded(
    () => settings.trustedProxies,
    (proxies) => createRequestAddress(proxies, peerOf),
  );
  const addressOf = (request: Request): string => find()(request);
  const gate = createReloaded(
    () => `${settings.metricsAllow} ${settings.trustedProxies}`,
    () => createMetricsGate({ ...settings, peerOf, addressOf }),
  );
  const findProxy = createReloaded(
    () => settings.trustedProxies,
    (proxies) => createProxyCheck(proxies, peerOf),
  );
  return {
    addressOf,
    findUntrustedProxy: (request: Request): string | undefined => findProxy()(request),
    mayReadMetrics: (request: Request): boolean => gate()(request),
  };
}
