// Warns about settings that are allowed but cause trouble that is hard to find.

import { isIPv4 } from 'node:net';
import { longestRelayHost } from '../site/web-client-address.ts';
import type { Settings } from './settings.ts';

const SLOWEST_HEARTBEAT_MS = 60_000;

function those(warnings: readonly (string | false | undefined)[]): string[] {
  return warnings.filter((warning) => typeof warning === 'string');
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || /^(127\.|\[?::1\]?$)/.test(hostname);
}

export function listHostWarnings(baseUrl: string): string[] {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isAddress = isIPv4(hostname) || hostname.startsWith('[');
  const isPlainName = protocol === 'http:' && !isAddress && hostname !== 'localhost';
  return those([
    // C13.1
    /[-_]/.test(hostname) &&
      `base_url: MCGalaxy rejects a hyphen or an underscore in the host (${hostname}). It then silently sends its heartbeats, with the salt, to the original site.`,
    // C13.3
    protocol === 'https:' &&
      isAddress &&
      'base_url: the launcher does not accept https with a bare address. Use a host name.',
    // C13.2
    isPlainName &&
      port !== '' &&
      `base_url: if ${hostname} also has an IPv6 address, MCGalaxy sends its heartbeats to port 80 of the IPv4 address, whatever the port in the URL.`,
  ]);
}

/** Whether the mail server gets its password even where TLS was turned off on the way. */
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
    !isRelayOn &&
      'relay: it is off, and an https page can only reach game servers through it, so nobody can play in the browser.',
    isRelayOn &&
      hostname.length > longest &&
      `base_url: the web client accepts at most 64 characters for an address with the host, the IP address and the port. ${hostname} has ${hostname.length}, so servers with a long address cannot be played in the browser. A host of ${longest} always fits.`,
    webClientUrl?.startsWith('http:') &&
      'web_client_url: browsers do not load http content in an https page. Use its https address.',
  ]);
}

/** Sentences about settings that work, but not as an operator may expect. */
export function listWarnings(settings: Settings): string[] {
  const { smtpUrl, metricsListen, trustedProxies } = settings;
  const isMailOff = smtpUrl === undefined && !settings.isDevelopment;
  const isProxied = settings.tls === undefined && settings.baseUrl.startsWith('https:');
  return those([
    ...(settings.isBaseUrlConfigured ? listHostWarnings(settings.baseUrl) : []),
    isMailOff &&
      settings.mailFrom !== undefined &&
      'mail_from: no mail server is set (smtp_url), so no email is sent.',
    smtpUrl !== undefined &&
      isPasswordOpen(smtpUrl) &&
      'smtp_url: an attacker between Muster and the mail server could turn TLS off and read the password. Add ?requireTLS=true at its end, or use smtps://.',
    metricsListen !== undefined &&
      settings.metricsToken === undefined &&
      !isThisMachine(metricsListen.hostname) &&
      'metrics_listen: anyone who reaches that port can read the metrics. Set metrics_token, or close the port to others.',
    isProxied &&
      trustedProxies.length === 0 &&
      'trusted_proxies: the base URL is https and no proxy is trusted, so all heartbeats seem to come from the proxy that terminates TLS. Add its address.',
    trustedProxies.some((range) => range.endsWith('/0')) &&
      'trusted_proxies: a range of all addresses lets every client choose the address that Muster sees.',
    isMailOff &&
      settings.verification === 'mail' &&
      'verification: accounts are verified by email, but no mail server is set (smtp_url), so they wait for an administrator.',
    isMailOff &&
      settings.isNewDeviceCodeOn &&
      'new_device_code: no mail server is set (smtp_url), so no code can be emailed and nobody is asked for one.',
    settings.staleAfterMs < SLOWEST_HEARTBEAT_MS &&
      'stale_after: game servers send a heartbeat every 10 to 60 s, so some will keep leaving the list and coming back.',
    ...listWebClientWarnings(settings),
  ]);
}
