// Warnings: given where they apply, and only there.

import { describe, expect, test } from 'bun:test';
import { configuration } from '../../src/app/configuration.ts';
import { loadSettings } from '../../src/platform/config/load.ts';
import { sources } from '../platform/config/support.ts';

const warningsOf = (flags: Record<string, string>) =>
  loadSettings(configuration, sources({ flags, cwd: '/' })).warnings.join('\n');

const TLS = { tls_cert: 'cert.pem', tls_key: 'key.pem' };
const PROXY = { trusted_proxies: '10.0.0.1' };

const SMTP = { smtp_url: 'smtp://u:hunter2@mail.example', mail_from: 'm@a.example' };

// C13.1, C13.2, C13.3
describe('warnings', () => {
  test.each([
    ['a hyphen in the host', { base_url: 'http://my-play.example' }, 'MCGalaxy rejects a hyphen'],
    ['https to an address', { base_url: 'https://203.0.113.7', ...PROXY }, 'bare address'],
    ['plain http on another port', { base_url: 'http://play.example:8080' }, 'port 80'],
    ['metrics open to others', { metrics_listen: ':9100' }, 'can read the metrics'],
    ['codes for new devices without mail', { new_device_code: 'on' }, 'nobody is asked for one'],
    ['https without a trusted proxy', { base_url: 'https://play.example' }, 'no proxy is trusted'],
    [
      'a host too long for the relay',
      { base_url: `https://${'a'.repeat(33)}.example`, web_client_dir: 'game', ...PROXY },
      'A host of 40 always fits',
    ],
    [
      'a web client on https without a relay',
      { base_url: 'https://play.example', web_client_dir: 'game', relay: 'off', ...PROXY },
      'nobody can play in the browser',
    ],
    [
      'a web client over http for https pages',
      { base_url: 'https://play.example', web_client_url: 'http://a.example/', ...PROXY },
      'Use its https address',
    ],
    ['a proxy range of everything', { trusted_proxies: '0.0.0.0/0' }, 'every client'],
    ['a range of everything among others', { trusted_proxies: '10.0.0.1,::/0' }, 'every client'],
    ['a sender without a mail server', { mail_from: 'm@a.example' }, 'no mail server is set'],
    ['a password that may go in the clear', { ...SMTP }, 'requireTLS=true'],
    ['verification by mail without mail', { verification: 'mail' }, 'wait for an administrator'],
    ['servers that go stale between beats', { stale_after: '30s' }, '10 to 60 s'],
  ] as [string, Record<string, string>, string][])('%s', (_, flags, hint) => {
    expect(warningsOf(flags)).toContain(hint);
    expect(warningsOf(flags)).not.toMatch(/\n|hunter2/);
  });

  test.each([
    ['nothing is set', {}],
    ['a large range is trusted, but not all', { trusted_proxies: '10.0.0.0/8,fd00::/8,::/10' }],
    ['https behind a trusted proxy', { base_url: 'https://play.example.net', ...PROXY }],
    ['https with a certificate of its own', { base_url: 'https://play.example.net', ...TLS }],
    [
      'the longest host that always fits the relay',
      { base_url: `https://${'a'.repeat(32)}.example`, web_client_dir: 'game', ...PROXY },
    ],
    [
      'a host too long for the relay, but no web client',
      { base_url: `https://${'a'.repeat(33)}.example`, relay: 'off', ...PROXY },
    ],
    [
      'a long host on plain http, where the relay is not used',
      { base_url: `http://${'a'.repeat(50)}.example`, web_client_dir: 'game', relay: 'off' },
    ],
    ['plain http on its own port', { base_url: 'http://play.example.net' }],
    ['a name of this machine with a port', { base_url: 'http://localhost:8080' }],
    ['TLS is demanded', { ...SMTP, smtp_url: `${SMTP.smtp_url}?requireTLS=true` }],
    ['the mail server is on this machine', { ...SMTP, smtp_url: 'smtp://u:hunter2@127.0.0.1:25' }],
    ['the mail server asks for no password', { ...SMTP, smtp_url: 'smtp://mail.example' }],
    ['a stale time of a minute', { stale_after: '60s' }],
  ] as [string, Record<string, string>][])('none when %s', (_, flags) => {
    expect(warningsOf(flags)).toBe('');
  });
});
