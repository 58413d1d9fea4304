// Warns about settings that are allowed but cause trouble that is hard to find.

import { isIPv4 } from 'node:net';
import { longestRelayHost } from '../modules/web-client/web-client-address.ts';
import { settingWarnings as texts } from '../platform/messages/findings.ts';
import type { Settings } from './options.ts';

const SLOWEST_HEARTBEAT_MS = 60_000;

function those(warnings: readonly (string | false | undefined)[]): string[] {
  return warnings.filter((warning) => typeof warning === 'string');
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || /^(127\.|\[?::1\]?$)/.test(hostname);
}

function listHostWarnings(baseUrl: string): string[] {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isAddress = isIPv4(hostname) || hostname.startsWith('[');
  const isPlainName = protocol === 'http:' && !isAddress && hostname !== 'localhost';
  return those([
    // C13.1
    /[-_]/.test(hostname) && texts.hyphen(hostname),
    // C13.3
    protocol === 'https:' && isAddress && texts.bareAddress,
    // C13.2
    isPlainName && port !== '' && texts.otherPort(hostname),
  ]);
}

/** Whether the service sends the mail password even if somebody on the way turned TLS off. */
function isPasswordOpen(smtpUrl: string): boolean {
  const { protocol, hostname, password, searchParams } = new URL(smtpUrl);
  const isOpen = protocol === 'smtp:' && searchParams.get('requireTLS') !== 'true';
  return isOpen && password !== '' && !isThisMachine(hostname);
}

function listWebClientWarnings(settings: Settings): string[] {
  const { baseUrl, webClientFolder, webClientUrl, isRelayOn } = settings;
  if (!baseUrl.startsWith('https:') || (webClientFolder ?? webClientUrl) === undefined) return [];
  const { hostname } = new URL(baseUrl);
  const longest = longestRelayHost();
  return those([
    !isRelayOn && texts.noRelay,
    isRelayOn && hostname.length > longest && texts.longHost(hostname, hostname.length, longest),
    webClientUrl?.startsWith('http:') && texts.plainClient,
  ]);
}

/** Lists sentences about settings that work, but not as an operator may expect. */
export function listWarnings(settings: Settings): string[] {
  const { smtpUrl, metricsListen, trustedProxies } = settings;
  const isMailOff = smtpUrl === undefined && !settings.isDevelopment;
  const isProxied = settings.tls === undefined && settings.baseUrl.startsWith('https:');
  return those([
    ...(settings.isBaseUrlConfigured ? listHostWarnings(settings.baseUrl) : []),
    isMailOff && settings.mailFrom !== undefined && texts.noServer,
    smtpUrl !== undefined && isPasswordOpen(smtpUrl) && texts.openPassword,
    metricsListen !== undefined &&
      settings.metricsToken === undefined &&
      !isThisMachine(metricsListen.hostname) &&
      texts.openMetrics,
    isProxied && trustedProxies.length === 0 && texts.noProxy,
    trustedProxies.some((range) => range.endsWith('/0')) && texts.allProxies,
    isMailOff && settings.verification === 'mail' && texts.noVerification,
    isMailOff && settings.isNewDeviceCodeOn && texts.noCode,
    settings.staleAfterMs < SLOWEST_HEARTBEAT_MS && texts.short,
    ...listWebClientWarnings(settings),
  ]);
}
