// Every option: what it accepts, what it parses to, and its sentence for a bad value.

import { describe, expect, test } from 'bun:test';
import { configuration } from '../../src/app/configuration.ts';
import type { Settings } from '../../src/app/options.ts';
import { OPTIONS, type OptionKey } from '../../src/app/options.ts';
import { loadSettings, reviewSettings } from '../../src/platform/config/load.ts';
import { envName, flagName } from '../../src/platform/config/option-names.ts';
import { review, sources } from '../platform/config/support.ts';
import { contributions } from '../support/contributions.ts';

/** An option alone, with the one without which it is refused; that has its own test. */
const given = (key: OptionKey, text: string) =>
  sources({
    flags: {
      ...(key === 'smtp_url' && { mail_from: 'm@example.net' }),
      ...(String(key) === 'oidc_login' && { oidc_login_client_id: 'muster' }),
      [key]: text,
    },
    isReadableFile: (path) => path.endsWith('.mmdb'),
  });
const load = (key: OptionKey, text: string) => loadSettings(configuration, given(key, text));
const problemsOf = (key: OptionKey, text: string) =>
  reviewSettings(configuration, given(key, text)).problems;

const GOOD: [OptionKey, string, Partial<Settings>][] = [
  ['base_url', 'https://play.example.net/', { baseUrl: 'https://play.example.net' }],
  ['base_url', 'HTTPS://Play.Example.NET:443', { baseUrl: 'https://play.example.net' }],
  ['base_url', 'http://play.example.net:80', { baseUrl: 'http://play.example.net' }],
  ['base_url', 'https://müller.example', { baseUrl: 'https://xn--mller-kva.example' }],
  ['base_url', 'http://[2001:DB8:0::1]:8080', { baseUrl: 'http://[2001:db8::1]:8080' }],
  ['base_url', ' http://localhost ', { baseUrl: 'http://localhost', isBaseUrlConfigured: true }],
  ['listen', '8080', { listen: { hostname: '::', port: 8080 } }],
  ['listen', ':9090', { listen: { hostname: '::', port: 9090 }, baseUrl: 'http://localhost:9090' }],
  ['listen', '0.0.0.0:8080', { listen: { hostname: '0.0.0.0', port: 8080 } }],
  ['listen', '[2001:DB8::1]:8080', { listen: { hostname: '2001:db8::1', port: 8080 } }],
  ['listen', '127.0.0.1:0', { listen: { hostname: '127.0.0.1', port: 0 } }],
  ['listen', 'LocalHost:8080', { listen: { hostname: 'localhost', port: 8080 } }],
  ['data', 'here', { dataFolder: '/srv/play/here' }],
  ['data', '../there/', { dataFolder: '/srv/there' }],
  ['extra_hosts', 'A.example, b.example:8443', { extraHosts: ['a.example', 'b.example:8443'] }],
  ['extra_hosts', '::1,[::1]:8080', { extraHosts: ['[::1]', '[::1]:8080'] }],
  ['extra_hosts', 'a.example,A.EXAMPLE,', { extraHosts: ['a.example'] }],
  ['extra_hosts', '', { extraHosts: [] }],
  ['trusted_proxies', '10.1.2.3/8', { trustedProxies: ['10.0.0.0/8'] }],
  ['trusted_proxies', '127.0.0.1, ::1', { trustedProxies: ['127.0.0.1/32', '::1/128'] }],
  ['servers_per_address', '1', { serversPerAddress: 1 }],
  ['servers_in_all', '1', { serversInAll: 1 }],
  ['ranking', 'Players', { ranking: 'players' }],
  ['least_free_disk', '0', { leastFreeDiskMib: 0 }],
  ['backup_every', 'OFF', { backupEveryMs: 0 }],
  ['backup_every', '168h', { backupEveryMs: 604_800_000 }],
  ['backup_folder', 'copies', { backupFolder: '/srv/play/copies' }],
  ['backup_keep', '1', { backupKeep: 1 }],
  ['backup_keep_days', '0', { backupKeepDays: 0 }],
  ['backup_command', 'push.mmdb', { backupCommand: '/srv/play/push.mmdb' }],
  ['stale_after', '180s', { staleAfterMs: 180_000 }],
  ['stale_after', '1h', { staleAfterMs: 3_600_000 }],
  ['port_check', 'false', { isPortCheckOn: false }],
  ['port_check', '1', { isPortCheckOn: true }],
  ['port_check', 'YES', { isPortCheckOn: true }],
  ['port_check_exempt', '100.64.0.0/10', { portCheckExempt: ['100.64.0.0/10'] }],
  ['filtered_words', 'badword, b4d*, слово', { filteredWords: ['badword', 'b4d*', 'слово'] }],
  [
    'mirrors',
    'https://One.example/, http://10.0.0.2:8080',
    { mirrors: ['https://one.example', 'http://10.0.0.2:8080'] },
  ],
  ['webhooks_to_private_addresses', 'yes', { webhooksToPrivateAddresses: true }],
  [
    'webhook_hosts',
    'Bot.example.net, 127.0.0.1:9000',
    { webhookHosts: ['bot.example.net', '127.0.0.1:9000'] },
  ],
  ['geoip_database', 'c.mmdb', { geoipDatabase: '/srv/play/c.mmdb' }],
  ['relay', 'no', { isRelayOn: false }],
  ['relay_per_address', '1', { relayPerAddress: 1 }],
  ['relay_limit', '5000', { relayLimit: 5_000 }],
  ['relay_message_limit', '64KiB', { relayMessageLimit: 65_536 }],
  ['relay_message_limit', '1mib', { relayMessageLimit: 1_048_576 }],
  ['relay_connect_timeout', '10s', { relayConnectTimeoutMs: 10_000 }],
  ['relay_idle_timeout', '1h', { relayIdleTimeoutMs: 3_600_000 }],
  ['site_name', '  Block World ', { siteName: 'Block World' }],
  ['site_description', 'Freebuild since 2009.', { siteDescription: 'Freebuild since 2009.' }],
  ['site_logo', 'logo.mmdb', { siteLogo: '/srv/play/logo.mmdb' }],
  ['site_accent', '#C4466A', { siteAccent: { light: '#c4466a', dark: '#c4466a' } }],
  ['site_accent', '#8a1f4d, #ff9ac1', { siteAccent: { light: '#8a1f4d', dark: '#ff9ac1' } }],
  ['contact_email', 'Team@Example.NET', { contactEmail: 'Team@example.net' }],
  [
    'contact_url',
    'https://forum.example.net/contact?to=us',
    { contactUrl: 'https://forum.example.net/contact?to=us' },
  ],
  ['rules_file', 'rules.mmdb', { rulesFile: '/srv/play/rules.mmdb' }],
  ['privacy_file', '/srv/privacy.mmdb', { privacyFile: '/srv/privacy.mmdb' }],
  [
    'footer_links',
    'Our  forum https://forum.example.net, Mail mailto:team@example.net',
    { footerLinks: ['Our forum https://forum.example.net/', 'Mail mailto:team@example.net'] },
  ],
  ['registration', 'Invite', { registration: 'invite' }],
  ['verification', 'automatic', { verification: 'automatic' }],
  ['registration_proof_of_work', 'off', { isProofOfWorkRequired: false }],
  ['registrations_per_address', '1', { registrationsPerAddress: 1 }],
  ['registrations_per_hour', '1000', { registrationsPerHour: 1_000 }],
  ['reserved_names', 'BuildTeam, a.b', { reservedNames: ['BuildTeam', 'a.b'] }],
  ['unverified_days', '0', { unverifiedDays: 0 }],
  ['name_reserved_days', '365', { nameReservedDays: 365 }],
  [
    'database_url',
    'postgres://u:p%40@db.example.net/muster?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    {
      databaseUrl:
        'postgres://u:p%40@db.example.net/muster?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    },
  ],
  ['database_url', 'postgresql://u@[::1]:5433/m', { databaseUrl: 'postgresql://u@[::1]:5433/m' }],
  [
    'database_url',
    'postgres://u:a,b@db1.example.net:5432,[::1]:5433,db3/m?sslmode=require',
    { databaseUrl: 'postgres://u:a,b@db1.example.net:5432,[::1]:5433,db3/m?sslmode=require' },
  ],
  ['database_pooler', 'true', { isDatabasePooled: true }],
  [
    'smtp_url',
    'smtp://u:p@h:25?tls.rejectUnauthorized=false&requireTLS=true',
    { smtpUrl: 'smtp://u:p@h:25?tls.rejectUnauthorized=false&requireTLS=true' },
  ],
  ['mail_from', '"Zoë" <a@b.example>', { mailFrom: { name: 'Zoë', address: 'a@b.example' } }],
  ['mail_from', 'a@b.example', { mailFrom: { name: '', address: 'a@b.example' } }],
  ['development', 'true', { isDevelopment: true }],
  ['metrics_allow', '10.0.0.5, 127.0.0.1', { metricsAllow: ['10.0.0.5/32', '127.0.0.1/32'] }],
  ['web_client_dir', 'game', { webClientFolder: '/srv/play/game' }],
  ['web_client_url', 'https://a.example/game', { webClientUrl: 'https://a.example/game/' }],
  ['web_client_url', 'HTTP://A.example:8080', { webClientUrl: 'http://a.example:8080/' }],
  ['web_client_url', 'https://a.example/x/it.js', { webClientUrl: 'https://a.example/x/it.js' }],
  ['statistics_registrations', 'on', { areRegistrationsShown: true }],
  ['launcher_url', 'https://a.example/get', { launcherUrl: 'https://a.example/get' }],
  ['launcher_url', 'HTTP://A.example/x?y#z', { launcherUrl: 'http://a.example/x?y#z' }],
  ['new_device_code', 'on', { isNewDeviceCodeOn: true }],
  ['admin_second_factor', 'on', { isStaffTwoFactorRequired: true }],
  ...contributions.goodSettings,
  ['metrics_token', 'kept-secret-0123456789', { metricsToken: 'kept-secret-0123456789' }],
  ['metrics_listen', '127.0.0.1:9100', { metricsListen: { hostname: '127.0.0.1', port: 9100 } }],
  ['log_requests', 'on', { isRequestLogOn: true }],
  ['log_areas', 'HTTP=Debug, relay=error', { logAreas: ['http=debug', 'relay=error'] }],
  ['log_addresses', 'Shortened', { logAddresses: 'shortened' }],
  ['version_url', 'https://a.example/v', { versionUrl: 'https://a.example/v' }],
  ['log_level', 'Debug', { logLevel: 'debug' }],
  ['log_format', 'json', { logFormat: 'json' }],
];

/** Those that are either on or off. */
const SWITCHES = OPTIONS.filter(({ words }) => words?.[0] === 'true').map(({ key }) => key);

const BAD: [OptionKey, string, string][] = [
  ...SWITCHES.map((key): [OptionKey, string, string] => [key, 'maybe', 'neither true nor false']),
  ['base_url', '', 'empty'],
  ['base_url', 'play.example.net', 'http://'],
  ['base_url', 'https://play.example.net/muster', 'path'],
  ['base_url', 'https://play.example.net/?a=1', 'query'],
  ['base_url', 'https://play.example.net#top', 'fragment'],
  ['base_url', 'https://play.example.net.', 'dot'],
  ['base_url', 'https://play.example.net:', '1 to 65535'],
  ['base_url', 'https://play example.net', 'not a host name'],
  ['base_url', 'http://0.0.0.0:8080', 'reach'],
  ['base_url', 'http://2130706433', 'not a host name'],
  ['listen', 'localhost', 'port'],
  ['listen', '70000', '65535'],
  ['listen', '::1:8080', '[::1]:8080'],
  ['listen', '[localhost]:8080', 'IPv6'],
  ['listen', '1.2.3:8080', 'address'],
  ['data', '', 'empty'],
  ['data', 'a\0b', 'NUL'],
  ['extra_hosts', 'https://a.example', 'only the host name'],
  ['extra_hosts', 'a.example/x', 'not a host name'],
  ['extra_hosts', 'a.example:x', 'not a host name'],
  ['webhook_hosts', 'https://a.example/hook', 'only the host name'],
  ['trusted_proxies', '10.0.0.0/33', 'range'],
  ['servers_per_address', '0', '1 to 1000000'],
  ['servers_in_all', '0', '1 to 1000000'],
  ['ranking', 'random', 'people, players'],
  ['least_free_disk', '-1', '0 to 100000000'],
  ['servers_per_address', '1.5', '1 to 1000000'],
  ['servers_per_address', '0x10', '1 to 1000000'],
  ['backup_every', 'daily', 'duration'],
  ['backup_every', '0s', '1s to 10000h'],
  ['backup_folder', 'a\0b', 'NUL'],
  ['backup_keep', '0', '1 to 100000'],
  ['backup_keep_days', '1.5', '0 to 36500'],
  ['backup_command', 'push.sh --all', 'read'],
  ['version_url', 'https://u:p@a.example/v', 'user name'],
  ['version_url', `https://a.example/${'v'.repeat(2_000)}`, 'https'],
  ['stale_after', '180', '180s'],
  ['stale_after', '180 s', 'duration'],
  ['stale_after', '25h', '1s to 24h'],
  ['port_check_exempt', '300.0.0.1', 'range'],
  ['mirrors', 'https://one.example/api/servers', 'has a path'],
  [
    'mirrors',
    Array.from({ length: 9 }, (_, index) => `https://m${index}.example`).join(', '),
    'It has 9 urls. Use at most 8.',
  ],
  ['filtered_words', 'two words', 'not one word'],
  ['filtered_words', 'x'.repeat(33), 'not one word'],
  ['geoip_database', 'missing.bin', 'read'],
  ['site_name', '', 'empty'],
  ['site_name', 'n'.repeat(61), 'has 61 characters. Use at most 60'],
  ['site_name', 'Block\nWorld', 'control characters'],
  ['site_name', '\u200b\u2060', 'contains no visible characters'],
  ['site_description', 'd'.repeat(201), 'Use at most 200'],
  ['site_logo', 'missing.png', 'read'],
  ['site_accent', 'red', 'is not a colour'],
  ['site_accent', '#c4466a #c4466a #c4466a', 'is not a colour'],
  [
    'site_accent',
    '#ffe000',
    '#ffe000 has a contrast of 1.1:1 with the background #f4f2ed of light pages. It needs 3:1. Use a darker colour',
  ],
  ['site_accent', '#101080', '1.1:1 with the background #201e1a of dark pages. It needs 3:1'],
  ['contact_email', 'a@b.example,c@d.example', 'is not an email address'],
  ['contact_url', 'forum.example.net', 'is not the address of a page'],
  [
    'contact_url',
    'https://u:p@forum.example.net',
    'user name or password that everybody could read',
  ],
  ['contact_url', `https://a.example/${'x'.repeat(500)}`, 'at most 500 characters'],
  ['rules_file', 'missing.md', 'read'],
  ['privacy_file', '', 'empty'],
  ['footer_links', 'https://forum.example.net', 'Write a label, a space and an address'],
  ['footer_links', 'Forum javascript:alert(1)', 'is not an address that pages can link to'],
  ['footer_links', `${'F'.repeat(41)} https://a.example`, 'Use at most 40'],
  [
    'footer_links',
    Array.from({ length: 9 }, (_, at) => `L${at} https://a.example`).join(','),
    'It has 9 links. Use at most 8.',
  ],
  ['relay_per_address', '0', '1 to 1000000'],
  ['relay_limit', 'all', '1 to 1000000'],
  ['relay_message_limit', '65536', '64KiB'],
  ['relay_message_limit', '2MiB', '1KiB to 1MiB'],
  ['relay_connect_timeout', '2m', '1s to 1m'],
  ['relay_idle_timeout', '0s', '1s to 24h'],
  ['registration', 'ajar', 'not one of open, invite, closed'],
  ['verification', 'fax', 'not one of mail, automatic, administrator'],
  ['registrations_per_address', '0', 'from 1'],
  ['registrations_per_hour', '-1', 'from 1'],
  ['reserved_names', 'a b', 'not a valid account name'],
  ['unverified_days', '3651', 'to 3650'],
  ['name_reserved_days', '1.5', 'to 3650'],
  ['database_url', 'db.example.net/muster', 'postgres://'],
  ['database_url', 'mysql://u:hunter2@h/m', 'postgres://'],
  ['database_url', 'postgres://u:hunter2@h:99999/m', 'cannot be read'],
  ['database_url', 'postgres://u:hunter2@a,/m', 'a comma without a host'],
  ['database_url', 'postgres://u:hunter2@a,:5433/m', 'a comma without a host'],
  ['database_url', `postgres://u:hunter2@${Array(9).fill('h').join(',')}/m`, 'more than 8 hosts'],
  ['database_url', 'postgres://u:hunter2@h', 'names no database'],
  ['database_url', 'postgres://h/m', 'no user name'],
  ['database_url', 'postgres://u:hunter2#x@h/m', '%23'],
  ['database_url', 'postgres://u:hunter2%zz@h/m', '%25'],
  ['database_url', 'postgres://u:hunter2@h/m?sslmode=maybe', 'sslmode'],
  ['database_url', 'postgres://u:hunter2@h/m?options=x', 'unknown parameter'],
  ['smtp_url', 'mail.example.net:587', 'smtp://'],
  ['smtp_url', 'http://mail.example', 'does not start with smtp://'],
  ['smtp_url', 'smtp://', 'has no host'],
  ['smtp_url', 'smtp://user:hunter2@', 'cannot be read'],
  ['smtp_url', 'smtp://mail.example:70000', 'cannot be read'],
  ['smtp_url', 'smtp://user:hunter2#x@mail.example', 'cannot be read'],
  ['smtp_url', 'smtp://mail.example/inbox', 'has a path'],
  ['smtp_url', 'smtp://user:hunter2%zz@mail.example', 'contains a %'],
  ['smtp_url', 'smtp://user@mail.example', 'without a password'],
  ['smtp_url', 'smtp://mail.example?debug=true', 'an unknown query parameter'],
  ['smtp_url', 'smtp://mail.example?constructor=1', 'an unknown query parameter'],
  ['smtp_url', 'smtp://mail.example?requireTLS=true&pool=1', 'unknown query'],
  ['smtp_url', 'smtp://u:hunter2/x@h', '%2F'],
  ['mail_from', 'nobody', 'muster@example.net'],
  ['mail_from', 'a@example.net, b@example.net', 'is not a valid sender address'],
  ['mail_from', 'Our server <a@example.net', 'is not a valid sender address'],
  ['mail_from', 'Our\nserver <a@example.net>', 'has a name that cannot be used'],
  ['mail_from', 'Our "server <a@example.net>', 'has a name that cannot be used'],
  ['mail_from', 'Our \\ server <a@example.net>', 'has a name that cannot be used'],
  ['mail_from', `${'x'.repeat(101)} <a@example.net>`, 'has a name that cannot be used'],
  ['metrics_allow', 'everybody', 'range'],
  ['metrics_token', 'hunter2', '16 to 256'],
  ['metrics_token', 'hunter2 hunter2 hunter2', 'without spaces'],
  ['metrics_listen', '9100/metrics', 'not an address to listen on'],
  ['metrics_listen', '127.0.0.1:8080', 'Use another port for the metrics'],
  ['web_client_dir', 'a\0b', 'NUL'],
  ['launcher_url', 'get/launcher.zip', 'is not the address of a page'],
  ['launcher_url', 'https://a:b@a.example/', 'user name or password'],
  ['web_client_url', 'game/', 'http://'],
  ['web_client_url', `https://a.example/${'a'.repeat(1_000)}`, 'address of a web client'],
  ['web_client_url', 'https://a:b@a.example/', 'user name or password'],
  ['web_client_url', 'https://a.example/?v=1', 'query'],
  ['web_client_url', 'https://a.example/#game', 'fragment'],
  ['web_client_url', 'https://[2001:db8::1]/game/', 'IPv6'],
  ...contributions.badSettings,
  ['log_level', 'loud', 'debug, info, warning, error'],
  ['log_areas', 'http', 'not an area with its level'],
  ['log_areas', 'web=debug', 'accounts, email'],
  ['log_addresses', 'some', 'full, shortened, none'],
  ['log_format', 'xml', 'auto, text, json'],
];

describe('good values', () => {
  test.each(GOOD)('%s takes %j', (key, text, expected) => {
    expect(load(key, text).settings).toMatchObject(expected);
  });

  test('every option but the file itself has a good and a bad value here', () => {
    for (const { key } of OPTIONS) {
      // The two files of TLS are only valid together: tls.test.ts.
      if (key === 'config' || key === 'tls_cert' || key === 'tls_key') continue;
      expect(GOOD.some(([name]) => name === key)).toBe(true);
      if (key !== 'data') expect(BAD.some(([name]) => name === key)).toBe(true);
    }
  });
});

describe('bad values', () => {
  // C2.5
  test.each(BAD)('%s refuses %j', (key, text, hint) => {
    const problems = problemsOf(key, text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toStartWith(`${flagName(key)}: `);
    expect(problems[0]).toContain(hint);
    expect(problems[0]).not.toContain('\n');
  });

  test.each([
    'https://admin:hunter2@play.example.net',
    'https://hunter2@play.example.net/',
    'admin:hunter2@play.example.net',
  ])('credentials in a base URL are refused without being repeated', (text) => {
    const [problem] = problemsOf('base_url', text);
    expect(problem).toContain('user name or password');
    expect(problem).not.toContain('hunter2');
  });
});

describe('mail', () => {
  const SMTP = 'smtp://u:hunter2@mail.example.net';
  const problemsWith = (flags: Record<string, string>) => {
    const { problems, broken } = review({ flags });
    return { problems, broken: [...broken] };
  };

  test('a server needs an address that emails are from', () => {
    const { problems, broken } = problemsWith({ smtp_url: SMTP });
    expect(problems).toEqual([expect.stringContaining('MUSTER_MAIL_FROM')]);
    expect(broken).toEqual(['mail_from']);
    expect(problemsWith({ smtp_url: SMTP, mail_from: 'x' }).problems).toHaveLength(1);
  });

  test('emails are sent or written to the log, not both', () => {
    const flags = { smtp_url: SMTP, mail_from: 'a@b.example', development: 'true' };
    expect(problemsWith(flags).problems).toEqual([expect.stringContaining('one of the two')]);
    expect(problemsWith({ development: 'true' }).problems).toEqual([]);
  });

  test('no problem repeats a password', () => {
    for (const [key, text] of BAD) {
      if (['smtp_url', 'metrics_token', 'database_url'].includes(key))
        expect(problemsOf(key, text).join()).not.toContain('hunter2');
    }
  });
});

describe('the table', () => {
  test('flag, variable and line follow from one name', () => {
    expect(envName('base_url')).toBe('MUSTER_BASE_URL');
    expect(flagName('base_url')).toBe('--base-url');
    for (const { key } of OPTIONS) expect(key).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(new Set(OPTIONS.map(({ key }) => key)).size).toBe(OPTIONS.length);
  });

  test('each option is explained by one sentence', () => {
    for (const { help } of OPTIONS) expect(help).toMatch(/^[A-Z].*\.$/s);
  });

  test('what an option shows of its value is parsed again', () => {
    for (const [key, text, expected] of GOOD) {
      const option = OPTIONS.find((candidate) => candidate.key === key);
      const shown = option?.format(load(key, text).values[key]) ?? '';
      expect(load(key, shown).settings).toMatchObject(expected);
    }
  });

  // C6.13, C6.20, C12.13
  test('without any setting the defaults of the contract hold', () => {
    const { settings } = load('log_level', 'info');
    expect(settings).toMatchObject({
      baseUrl: 'http://localhost:8080',
      listen: { hostname: '::', port: 8080 },
      dataFolder: '/srv/play/muster-data',
      trustedProxies: [],
      serversPerAddress: 10,
      serversInAll: 20_000,
      backupEveryMs: 86_400_000,
      backupKeep: 7,
      staleAfterMs: 180_000,
      isPortCheckOn: true,
      isRelayOn: true,
      relayPerAddress: 8,
      relayLimit: 1_000,
      relayMessageLimit: 65_536,
      relayConnectTimeoutMs: 5_000,
      relayIdleTimeoutMs: 300_000,
      registration: 'open',
      verification: 'administrator',
      areRegistrationsShown: false,
      isProofOfWorkRequired: true,
      isDevelopment: false,
      metricsAllow: ['127.0.0.0/8', '::1/128'],
      logAddresses: 'full',
    });
  });
});
