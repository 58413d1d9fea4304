// The web client's address argument leads to the relay, and its longest host is known beforehand.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseRelayPath } from '../../../src/modules/relay/admission.ts';
import {
  longestRelayHost,
  relayAddress,
  WEB_CLIENT_ARGUMENT_LIMIT,
} from '../../../src/modules/web-client/web-client-address.ts';

/** The address that the web client opens on an https page, each argument cut as it cuts them. */
function openedBy({ address, port }: { address: string; port: string }): string {
  const [host, ...rest] = address.slice(0, 64).split('/');
  return `wss://${host}:${port.slice(0, 64)}/${rest.join('/')}`;
}

const targets = fc.record({
  ip: fc.ipV4().filter((ip) => parseRelayPath(`/p/${ip}/1`) !== undefined),
  port: fc.integer({ min: 1, max: 65_535 }),
});
const hosts = fc
  .stringMatching(/^[a-z]{1,20}(\.[a-z]{1,9}){0,2}$/)
  .filter((host) => host.length <= longestRelayHost());
const ports = fc.option(fc.integer({ min: 1, max: 65_535 }));

describe('the address of the relay', () => {
  test.each([
    [
      'on the usual port',
      'https://play.example.net',
      { address: 'play.example.net/p/203.0.113.7/25565', port: '443' },
      'wss://play.example.net:443/p/203.0.113.7/25565',
    ],
    [
      'on another port',
      'https://localhost:8443',
      { address: 'localhost/p/203.0.113.7/25565', port: '8443' },
      'wss://localhost:8443/p/203.0.113.7/25565',
    ],
    [
      'under an IPv6 address',
      'https://[2001:db8::1]:8443',
      { address: '[2001:db8::1]/p/203.0.113.7/25565', port: '8443' },
      'wss://[2001:db8::1]:8443/p/203.0.113.7/25565',
    ],
  ])('%s', (_what, baseUrl, wanted, url) => {
    const found = relayAddress(baseUrl, { ip: '203.0.113.7', port: 25_565 });
    expect(found).toEqual(wanted);
    expect(openedBy(found)).toBe(url);
  });

  test('of any game server leads to it, under any host that is short enough', () => {
    fc.assert(
      fc.property(hosts, ports, targets, (host, port, target) => {
        const baseUrl = new URL(`https://${host}${port === null ? '' : `:${port}`}`).origin;
        const found = relayAddress(baseUrl, target);
        expect(found.address.length).toBeLessThanOrEqual(WEB_CLIENT_ARGUMENT_LIMIT);
        const url = new URL(openedBy(found));
        expect(parseRelayPath(url.pathname)).toEqual(target);
        expect(url.host).toBe(new URL(baseUrl).host);
      }),
    );
  });

  test('no longer fits, for the longest game server, under a host of one character more', () => {
    const longest = { ip: '255.255.255.255', port: 65_535 };
    const lengthUnder = (count: number) =>
      relayAddress(`https://${'a'.repeat(count)}`, longest).address.length;
    expect(longestRelayHost()).toBe(40);
    expect(lengthUnder(40)).toBe(WEB_CLIENT_ARGUMENT_LIMIT);
    expect(lengthUnder(41)).toBeGreaterThan(WEB_CLIENT_ARGUMENT_LIMIT);
  });
});
