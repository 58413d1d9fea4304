// Loading: which source wins, where a value came from, and every problem at once.

import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configuration } from '../../../src/app/configuration.ts';
import { loadSettings, reviewSettings } from '../../../src/platform/config/load.ts';
import { problemsOf, review, sources } from './support.ts';

const FILE = '/srv/play/muster.toml';

describe('precedence', () => {
  const files = { [FILE]: 'log_level = "debug"' };
  const env = { MUSTER_LOG_LEVEL: 'warning' };
  const flags = { log_level: 'error' };

  test.each([
    ['the default stands alone', {}, 'info', 'default'],
    ['the file wins over the default', { files }, 'debug', `${FILE}: log_level`],
    ['the environment wins over the file', { files, env }, 'warning', 'MUSTER_LOG_LEVEL'],
    ['the flag wins over all', { files, env, flags }, 'error', '--log-level'],
  ] as const)('%s', (_, given, level, place) => {
    const { settings, origins } = loadSettings(configuration, sources(given));
    expect(settings.logLevel).toBe(level);
    expect(origins.log_level?.place).toBe(place);
  });

  test('an empty variable counts as one that is not set', () => {
    const { settings } = loadSettings(
      configuration,
      sources({ files, env: { MUSTER_LOG_LEVEL: ' ' } }),
    );
    expect(settings.logLevel).toBe('debug');
  });

  test('an empty list on the command line wins over a filled one', () => {
    const given = { env: { MUSTER_EXTRA_HOSTS: 'a.example' }, flags: { extra_hosts: '' } };
    expect(loadSettings(configuration, sources(given)).settings.extraHosts).toEqual([]);
  });
});

describe('the file', () => {
  test('accepts each kind of TOML value where it makes sense', () => {
    const text = `
      base_url = "https://play.example.net"
      listen = 9090
      port_check = false
      servers_per_address = 3
      extra_hosts = ["a.example", "b.example, c.example"]
      trusted_proxies = "10.0.0.0/8, 192.0.2.1"
    `;
    const { settings } = loadSettings(configuration, sources({ files: { [FILE]: text } }));
    expect(settings).toMatchObject({
      baseUrl: 'https://play.example.net',
      listen: { hostname: '::', port: 9090 },
      isPortCheckOn: false,
      serversPerAddress: 3,
      extraHosts: ['a.example', 'b.example', 'c.example'],
      trustedProxies: ['10.0.0.0/8', '192.0.2.1/32'],
    });
  });

  test('may have spaces around its texts, which are dropped', () => {
    const text = 'data = " /d "\nlog_level = " debug "\nextra_hosts = " a.example ,b.example "';
    const { settings } = loadSettings(configuration, sources({ files: { [FILE]: text } }));
    expect(settings).toMatchObject({
      dataFolder: '/d',
      logLevel: 'debug',
      extraHosts: ['a.example', 'b.example'],
    });
  });

  test('is found by flag before variable, and its paths count from its own folder', () => {
    const files = { '/etc/muster/a.toml': 'data = "data"', '/srv/play/b.toml': 'data = "other"' };
    const env = { MUSTER_CONFIG: 'b.toml' };
    expect(loadSettings(configuration, sources({ files, env })).settings.dataFolder).toBe(
      '/srv/play/other',
    );
    const loaded = loadSettings(
      configuration,
      sources({ files, env, flags: { config: '/etc/muster/a.toml' } }),
    );
    expect(loaded.settings.dataFolder).toBe('/etc/muster/data');
    expect(loaded.values.config).toBe('/etc/muster/a.toml');
  });

  test('is taken from the current folder when nobody names one', () => {
    expect(loadSettings(configuration, sources({ files: { [FILE]: '' } })).values.config).toBe(
      FILE,
    );
    expect(loadSettings(configuration, sources({})).values.config).toBeUndefined();
  });

  test.each([
    ['an unknown key', 'base-url = "http://a"', 'Did you mean base_url?'],
    ['a key like no other', 'zzzzzz = 1', 'no such setting.'],
    ['a list where one value belongs', 'listen = ["8080"]', 'one value'],
    ['a table', '[listen]\nport = 1', 'table'],
    ['a date', 'stale_after = 2026-01-01', 'stale_after'],
    ['an empty text', 'base_url = ""', 'it is empty'],
    ['another file', 'config = "b.toml"', 'cannot name another'],
    ['broken TOML', 'log_level = "info"\nlisten = \n', 'near line 2'],
  ])('%s is one clear line', (_, text, hint) => {
    const problems = problemsOf({ files: { [FILE]: text } });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toStartWith(FILE);
    expect(problems[0]).toContain(hint);
    expect(problems[0]).not.toContain('\n');
  });

  test('that may not be read is a problem, even where nobody named it', () => {
    const readFile = (): never => {
      throw Object.assign(new Error('permission denied'), { code: 'EACCES' });
    };
    expect(problemsOf({ readFile })).toEqual([
      expect.stringContaining(`${FILE}: the settings file cannot be read (EACCES). Make the user`),
    ]);
  });

  test('may not be missing once it is named', () => {
    expect(problemsOf({ flags: { config: 'gone.toml' } })).toEqual([
      expect.stringContaining('/srv/play/gone.toml: the settings file cannot be read (ENOENT).'),
    ]);
  });
});

describe('the environment', () => {
  test.each([
    ['MUSTER_BASEURL', 'x', 'Did you mean MUSTER_BASE_URL?'],
    ['MUSTER_PORT', '8080', 'Did you mean MUSTER_LISTEN?'],
    ['MUSTER_QQQQ', '1', 'no such setting.'],
  ])('%s is refused', (name, value, hint) => {
    const problems = problemsOf({ env: { [name]: value } });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toStartWith(`${name}: `);
    expect(problems[0]).toContain(hint);
  });

  test('variables that Kubernetes sets for a service of this name are ignored', () => {
    const env = {
      MUSTER_SERVICE_HOST: '10.0.0.1',
      MUSTER_SERVICE_PORT: '8080',
      MUSTER_SERVICE_PORT_HTTP: '8080',
      MUSTER_PORT: 'tcp://10.0.0.1:8080',
      MUSTER_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      MUSTER_PORT_8080_TCP_ADDR: '10.0.0.1',
      PATH: '/bin',
    };
    expect(problemsOf({ env })).toEqual([]);
  });
});

describe('problems', () => {
  const given = {
    flags: { listen: 'nowhere', stale_after: '5' },
    env: { MUSTER_LOG_LEVEL: 'loud', MUSTER_NOTHING_LIKE_IT: '1' },
    files: { [FILE]: 'trusted_proxies = ["x", "y"]\nunknown_thing = 1' },
  };

  test('are all reported at once, a line for each', () => {
    const problems = problemsOf(given);
    expect(problems.map((problem) => problem.split(': ')[0])).toEqual([
      'MUSTER_NOTHING_LIKE_IT',
      FILE,
      '--listen',
      FILE,
      '--stale-after',
      'MUSTER_LOG_LEVEL',
    ]);
  });

  test('leave the other settings readable in a review', () => {
    const { settings, broken } = review({ ...given, env: { MUSTER_DATA: '/d' } });
    expect(settings.dataFolder).toBe('/d');
    expect(settings.listen.port).toBe(8080);
    expect([...broken].sort()).toContain('listen');
    expect(broken.has('data')).toBe(false);
  });

  test('of two settings that exclude each other name both, wherever they come from', () => {
    const both = {
      flags: { web_client_url: 'https://cdn.example/game/' },
      env: { MUSTER_WEB_CLIENT_DIR: 'game' },
    };
    expect(problemsOf(both)).toEqual([
      'web_client_url (MUSTER_WEB_CLIENT_URL): web_client_dir is set too. Set only one of the two, the folder or the address of the web client.',
    ]);
    expect(review(both).broken.has('web_client_url')).toBe(true);
  });

  test('a broken value is not replaced by that of a weaker source', () => {
    expect(problemsOf({ flags: { listen: 'x' }, env: { MUSTER_LISTEN: '8080' } })).toHaveLength(1);
  });
});

describe('real files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-config-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const loadHere = (flags: Record<string, string>) =>
    reviewSettings(configuration, { flags, env: {}, cwd: folder }).problems;

  test('a settings file is read from the disk', () => {
    writeFileSync(join(folder, 'muster.toml'), '\uFEFFlisten = "127.0.0.1:9"\r\n');
    const { settings } = loadSettings(configuration, { flags: {}, env: {}, cwd: folder });
    expect(settings.listen).toEqual({ hostname: '127.0.0.1', port: 9 });
  });

  test('a settings file in another encoding is refused with the line', () => {
    writeFileSync(join(folder, 'latin1.toml'), 'relay = true\nsite_name = "Bl\xF6cke"\n', 'latin1');
    expect(loadHere({ config: 'latin1.toml' })).toEqual([
      `${join(folder, 'latin1.toml')}: the settings file cannot be read: it is not UTF-8 (line 2). Save it in that encoding.`,
    ]);
  });

  test('a folder is not accepted as settings file or GeoIP file', () => {
    expect(loadHere({ config: '.' })[0]).toContain('It is a folder');
    expect(loadHere({ geoip_database: '.' })[0]).toContain('not a readable file');
    expect(loadHere({ geoip_database: 'none.mmdb' })[0]).toContain('none.mmdb');
  });
});
