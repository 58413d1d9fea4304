// Warns about settings that are allowed but cause trouble that is hard to find.

import { isIPv4 } from 'node:net';
import { longestRelayHost } from '../lib/web-client-address.ts';
import type { Settings } from './settings.ts';

/** The longest interval at which game servers send heartbeats. */
const SLOWEST_HEARTBEAT_MS = 60_000;

export function listHostWarnings(baseUrl: string): string[] {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isAddress = isIPv4(hostname) || hostname.startsWith('[');
  const warnings: string[] = [];
  // C13.1
  if (/[-_]/.test(hostname)) {
    warnings.push(
      `base_url: MCGalaxy rejects a hyphen or an underscore in the host (${hostname}). It then silently sends its heartbeats, with the salt, to the original site.`,
    );
  }
  // C13.3
  if (protocol === 'https:' && isAddress) {
    warnings.push(
      'base_url: the launcher does not accept https with a bare address. Use a host name.',
    );
  }
  // C13.2
  if (protocol === 'http:' && !isAddress && port !== '' && hostname !== 'localhost') {
    warnings.push(
      `base_url: if ${hostname} also has an IPv6 address, MCGalaxy sends its heartbeats to port 80 of the IPv4 address, whatever the port in the URL.`,
    );
  }
  return warnings;
}

function listMetricsWarnings({ metricsListen, metricsToken }: Settings): string[] {
  if (metricsListen === undefined || metricsToken !== undefined) return [];
  const { hostname } = metricsListen;
  if (hostname === 'localhost' || hostname === '::1' || hostname.startsWith('127.')) return [];
  return [
    'metrics_listen: anyone who reaches that port can read the metrics. Set metrics_token, or close the port to others.',
  ];
}

function listMailWarnings({ smtpUrl, mailFrom, isDevelopment }: Settings): string[] {
  if (smtpUrl === undefined) {
    return mailFrom === undefined || isDevelopment
      ? []
      : ['mail_from: no mail server is set (smtp_url), so no email is sent.'];
  }
  const { protocol, hostname, password, searchParams } = new URL(smtpUrl);
  const isHere = hostname === 'localhost' || /^(127\.|\[::1\]$)/.test(hostname);
  const isOpen = protocol === 'smtp:' && searchParams.get('requireTLS') !== 'true';
  return isOpen && password !== '' && !isHere
    ? [
        'smtp_url: an attacker between Muster and the mail server could turn TLS off and read the password. Add ?requireTLS=true at its end, or use smtps://.',
      ]
    : [];
}

/** Warnings about what keeps the web client from working on an https page. */
function listWebClientWarnings(settings: Settings): string[] {
  const { baseUrl, webClientFolder, webClientUrl } = settings;
  if (webClientFolder === undefined && webClientUrl === undefined) return [];
  if (!baseUrl.startsWith('https:')) return [];
  const warnings: string[] = [];
  const { hostname } = new URL(baseUrl);
  const longest = longestRelayHost();
  if (!settings.isRelayOn) {
    warnings.push(
      'relay: it is off, and an https page can only reach game servers through it, so nobody can play in the browser.',
    );
  } else if (hostname.length > longest) {
    warnings.push(
      `base_url: the web client accepts at most 64 characters for an address with the host, the IP address and the port. ${hostname} has ${hostname.length}, so servers with a long address cannot be played in the browser. A host of ${longest} always fits.`,
    );
  }
  if (webClientUrl?.startsWith('http:')) {
    warnings.push(
      'web_client_url: browsers do not load http content in an https page. Use its https address.',
    );
  }
  return warnings;
}

/** Sentences about settings that work, but not as an operator may expect. */
export function listWarnings(settings: Settings): string[] {
  const warnings = settings.isBaseUrlConfigured ? listHostWarnings(settings.baseUrl) : [];
  warnings.push(...listMailWarnings(settings), ...listMetricsWarnings(settings));
  const isProxied = settings.tls === undefined && settings.baseUrl.startsWith('https:');
  if (isProxied && settings.trustedProxies.length === 0) {
    warnings.push(
      'trusted_proxies: the base URL is https and no proxy is trusted, so all heartbeats seem to come from the proxy that terminates TLS. Add its address.',
    );
  }
  if (settings.trustedProxies.some((range) => range.endsWith('/0'))) {
    warnings.push(
      'trusted_proxies: a range of all addresses lets every client choose the address that Muster sees.',
    );
  }
  if (
    settings.verification === 'mail' &&
    settings.smtpUrl === undefined &&
    !settings.isDevelopment
  ) {
    warnings.push(
      'verification: accounts are verified by email, but no mail server is set (smtp_url), so they wait for an administrator.',
    );
  }
  if (settings.isNewDeviceCodeOn && settings.smtpUrl === undefined && !settings.isDevelopment) {
    warnings.push(
      'new_device_code: no mail server is set (smtp_url), so no code can be emailed and nobody is asked for one.',
    );
  }
  if (settings.staleAfterMs < SLOWEST_HEARTBEAT_MS) {
    warnings.push(
      'stale_after: game servers send a heartbeat every 10 to 60 s, so some will keep leaving the list and coming back.',
    );
  }
  warnings.push(...listWebClientWarnings(settings));
  return warnings;
}
