// Warnings: told where they are true, and silent where they are not.

import { describe, expect, test } from 'bun:test';
import { loadSettings } from '../../src/config/load.ts';

function warningsOf(flags: Record<string, string>): string {
  const readFile = (): never => {
    throw Object.assign(new Error('none'), { code: 'ENOENT' });
  };
  return loadSettings({ flags, env: {}, cwd: '/', readFile }).warnings.join('\n');
}

const PROXY = { trusted_proxies: '10.0.0.1' };

describe('warnings', () => {
  test.each([
    ['a hyphen in the host', { base_url: 'http://my-play.example' }, 'MCGalaxy refuses a hyphen'],
    ['an underscore in the host', { base_url: 'http://my_play.example' }, 'MCGalaxy refuses'],
    ['punycode, which has hyphens', { base_url: 'http://müller.example' }, 'MCGalaxy refuses'],
    ['https to an address', { base_url: 'https://203.0.113.7', ...PROXY }, 'bare address'],
    ['plain http on another port', { base_url: 'http://play.example:8080' }, 'port 80'],
    ['https without a trusted proxy', { base_url: 'https://play.example' }, 'no proxy is trusted'],
    ['a proxy range of everything', { trusted_proxies: '0.0.0.0/0' }, 'every caller'],
    ['verification by mail without mail', { verification: 'mail' }, 'wait for an administrator'],
    ['servers that go stale between beats', { stale_after: '30s' }, '10 to 60 s'],
  ] as [string, Record<string, string>, string][])('%s', (_, flags, hint) => {
    expect(warningsOf(flags)).toContain(hint);
    expect(warningsOf(flags)).not.toContain('\n');
  });

  test.each([
    ['nothing is set', {}],
    ['https behind a trusted proxy', { base_url: 'https://play.example.net', ...PROXY }],
    ['plain http on its own port', { base_url: 'http://play.example.net' }],
    ['a name of this machine with a port', { base_url: 'http://localhost:8080' }],
    ['an address with a port', { base_url: 'http://203.0.113.7:8080' }],
    ['a stale time of a minute', { stale_after: '60s' }],
  ] as [string, Record<string, string>][])('none when %s', (_, flags) => {
    expect(warningsOf(flags)).toBe('');
  });
});
