// Passes settings on so that whatever reads them gets the values of the latest reload.

import type { RegistrationRules } from '../accounts/registration/registration.ts';
import type { Settings } from '../config/settings.ts';
import { createView } from '../lib/reloaded.ts';
import {
  createMetricsGate,
  createProxyCheck,
  createRequestAddress,
} from '../net/client-address.ts';
import type { RelayLimits } from '../relay/ports.ts';
import type { SiteSettings } from '../site/site.ts';

export function registrationRulesOf(settings: Settings): RegistrationRules {
  return createView(settings, {
    mode: 'registration',
    verification: 'verification',
    isProofOfWorkRequired: 'isProofOfWorkRequired',
    perAddress: 'registrationsPerAddress',
    inAll: 'registrationsPerHour',
    reservedNames: 'reservedNames',
    unverifiedDays: 'unverifiedDays',
    nameReservedDays: 'nameReservedDays',
  });
}

export function siteSettingsOf(settings: Settings): SiteSettings {
  return createView(settings, {
    name: 'siteName',
    description: 'siteDescription',
    accent: 'siteAccent',
    contact: () => settings.contactUrl ?? settings.contactEmail,
    footerLinks: 'footerLinks',
  });
}

export function relayLimitsOf(settings: Settings): RelayLimits {
  return createView(settings, {
    messageBytes: 'relayMessageLimit',
    perAddress: 'relayPerAddress',
    total: 'relayLimit',
    connectTimeoutMs: 'relayConnectTimeoutMs',
    idleTimeoutMs: 'relayIdleTimeoutMs',
  });
}

/**
 * Finds the client's address of a request, the untrusted proxy that it came through, and whether it
 * may read the metrics, with the trusted proxies of the latest reload.
 */
export function createAddresses(settings: Settings, onProxyRefused: (proxy: string) => void) {
  const addressOf = createRequestAddress(settings);
  return {
    addressOf,
    refuseProxy: createProxyCheck(settings, onProxyRefused),
    mayReadMetrics: createMetricsGate(settings, addressOf),
  };
}
