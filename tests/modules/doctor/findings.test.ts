// What the checks of `muster doctor` make of what they see: DNS, requests as they arrived, tokens, clock and rights.

import { afterAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { configuration } from '../../../src/app/configuration.ts';
import { openStore } from '../../../src/app/open-stores.ts';
import type { Settings } from '../../../src/app/options.ts';
import {
  checkMcGalaxy,
  describeProxy,
  describeReach,
  type HostAddresses,
} from '../../../src/modules/doctor/base-url-checks.ts';
import { examine, type Installation } from '../../../src/modules/doctor/checks.ts';
import {
  checkBackups,
  checkClock,
  checkCountryAge,
  checkPermissions,
} from '../../../src/modules/doctor/file-checks.ts';
import { doctorMessages } from '../../../src/modules/doctor/messages.ts';
import { checkMailRecords } from '../../../src/modules/doctor/network-checks.ts';
import {
  isDoctorToken,
  makeDoctorToken,
  type ServiceReport,
} from '../../../src/modules/doctor/service-proof.ts';
import { countMirrored } from '../../../src/modules/mirrors/mirror-list.ts';
import { loadSettings } from '../../../src/platform/config/load.ts';
import { reviewRunning } from '../../../src/platform/config/running.ts';
import { type Found, tell } from '../../../src/platform/lib/finding.ts';
import { inLanguage } from '../../../src/platform/messages/language.ts';

const folder = mkdtempSync(join(tmpdir(), 'muster-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings: Settings = loadSettings(configuration, {
  flags: {},
  env: {
    MUSTER_BASE_URL: 'https://play.example.net',
    MUSTER_SMTP_URL: 'smtp://mail.example.net',
    MUSTER_MAIL_FROM: 'Muster <muster@example.net>',
  },
  cwd: '/nowhere',
}).settings;

/** Words of English sentences that are no German words, settings or commands. */
const ENGLISH =
  /(?<![-\w])(the|is|are|of|and|not|no|with|from|this|that|which|cannot|to|for|at|by|has|have|it|or|its|your|be|another)(?![-\w])/;

/** `status: message → advice`; nothing of it may be English in German. */
function textOf(what: Found): string {
  const german = inLanguage('de', () => tell(what));
  expect(`${german.message} ${german.advice}`).not.toMatch(ENGLISH);
  const { status, message, advice } = tell(what);
  return status === 'ok' ? `ok: ${message}` : `${status}: ${message} → ${advice}`;
}

const installationOf = (reviewed: Installation['reviewed']): Installation => ({
  options: configuration.options,
  reviewed,
  env: {},
  cwd: '/nowhere',
  countMirrored,
  listChecks: () => [],
});

describe('the records of the sender’s domain', () => {
  type Records = Record<string, string[] | string>;
  const good: Records = {
    'example.net': ['some=thing', 'v=spf1 mx -all'],
    '_dmarc.example.net': ['v=DMARC1; p=none'],
    '_domainkey.example.net': 'ENODATA',
  };
  const look = (records: Records) =>
    checkMailRecords(settings, async (name) => {
      const found = records[name] ?? 'ENOTFOUND';
      if (typeof found === 'string') throw Object.assign(new Error(found), { code: found });
      return found;
    });
  const cases: [title: string, records: Records, said: RegExp][] = [
    ['all of them', good, /^ok: example\.net has SPF and DMARC/],
    ['no SPF', { ...good, 'example.net': ['x'] }, /^warning: example\.net has no SPF \(a TXT/],
    ['no DMARC', { ...good, '_dmarc.example.net': 'ENODATA' }, /^warning: .* has no DMARC/],
    ['no DKIM', { ...good, '_domainkey.example.net': 'ENOTFOUND' }, /^warning: .* has no DKIM/],
    [
      'none',
      { 'example.net': 'ENODATA' },
      /^warning: .* no SPF .*, no DMARC .*, no DKIM .* spam\. → Publish/,
    ],
    [
      'a domain that there is not',
      {},
      /^warning: DNS on this machine does not know example\.net\. → Correct/,
    ],
    ['DNS that is silent', { ...good, 'example.net': 'ETIMEOUT' }, /^skipped: .*\(ETIMEOUT\)/],
    ['DNS that refuses', { 'example.net': 'ECONNREFUSED' }, /^skipped: DNS does not answer/],
  ];
  test.each(cases)('%s', async (_, records, said) => {
    expect(textOf(await look(records))).toMatch(said);
  });

  test('are not looked for where no email is sent', async () => {
    const off = { ...settings, smtpUrl: undefined };
    const never = () => Promise.reject(new Error('Somebody looked.'));
    expect(textOf(await checkMailRecords(off, never))).toStartWith('skipped: No email');
  });
});

describe('the trap of MCGalaxy', () => {
  const both = { ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] };
  const cases: [baseUrl: string, addresses: HostAddresses | string, said: RegExp][] = [
    [
      'http://play.test:8080',
      both,
      /^warning: .* to port 80 of 192\.0\.2\.1, .* → Remove the AAAA/,
    ],
    ['http://play.test', both, /^warning: .* heartbeats over IPv6 are refused/],
    ['https://play.test:8443', both, /^warning: .* heartbeats over IPv6 are refused/],
    ['http://play.test:8080', { ...both, ipv6: [] }, /^ok: /],
    ['http://play.test:8080', { ...both, ipv4: [] }, /^failed: .* no IPv4 address/],
    ['http://my-play.test', both, /^warning: MCGalaxy rejects a hyphen/],
    ['http://192.0.2.1:8080', 'ENOTFOUND', /^ok: /],
    [
      'http://play.test',
      'ENOTFOUND',
      /^skipped: play\.test does not resolve on this machine \(ENOTFOUND\)/,
    ],
  ];
  test.each(cases)('%s, %p', async (baseUrl, addresses, said) => {
    const find = async () => {
      if (typeof addresses !== 'string') return addresses;
      throw Object.assign(new Error(addresses), { code: addresses });
    };
    expect(textOf(await checkMcGalaxy({ ...settings, baseUrl }, find))).toMatch(said);
  });
});

describe('a request as it arrived', () => {
  const report: ServiceReport = {
    ...{ proof: 'p', version: '1.0.0', isTls: false, isHostOurs: true },
    peer: { address: '::ffff:10.0.0.7', port: 40_000 },
    clientAddress: '203.0.113.9',
    headers: { host: 'play.example.net' },
  };
  const forwarded = { ...report.headers, 'x-forwarded-for': '203.0.113.9' };
  const trusting = { ...settings, trustedProxies: ['10.0.0.0/8'] };
  const cases: [title: string, of: Settings, report: ServiceReport, port: number, said: RegExp][] =
    [
      ['directly', settings, report, 40_000, /^ok: There is no proxy/],
      [
        'by a trusted proxy',
        trusting,
        { ...report, headers: forwarded },
        1,
        /^ok: .* 203\.0\.113\.9/,
      ],
      [
        'by a proxy that is not trusted',
        { ...settings, trustedProxies: ['192.0.2.1/32'] },
        { ...report, headers: forwarded },
        1,
        /^failed: .* 10\.0\.0\.7, which is not .* → Set trusted_proxies = \["192\.0\.2\.1\/32", "10\.0\.0\.7"\]/,
      ],
      ['by a proxy without the header', trusting, report, 1, /^failed: .* without X-Forwarded-For/],
      [
        'by a proxy with another header alone',
        trusting,
        { ...report, headers: { ...report.headers, via: '1.1 proxy' } },
        40_000,
        /^failed: .* without X-Forwarded-For/,
      ],
    ];
  test.each(cases)('%s', (_, of, arrived, localPort, said) => {
    expect(textOf(describeProxy(of, { report: arrived, key: '', localPort }))).toMatch(said);
  });

  test('under another host, and by another scheme', () => {
    const reach = (changes: Partial<ServiceReport>) =>
      textOf(describeReach(settings, { report: { ...report, ...changes }, key: '', localPort: 1 }));
    expect(reach({})).toStartWith('ok: https://play.example.net reaches this service');
    expect(reach({ isHostOurs: false })).toMatch(/^failed: .* arrives as play\.example\.net/);
    const http = { ...report.headers, 'x-forwarded-proto': 'http' };
    expect(reach({ headers: http })).toMatch(/^warning: .* reports the scheme http\./);
  });
});

describe('a token', () => {
  const key = 'k'.repeat(43);
  const now = Date.UTC(2026, 0, 1);

  test('is good for half a minute, with its key', () => {
    const token = makeDoctorToken(key, now);
    expect(isDoctorToken(key, token, now)).toBe(true);
    expect(isDoctorToken(key, token, now + 29_999)).toBe(true);
    expect(isDoctorToken(key, token, now + 30_000)).toBe(false);
    // One that was made for a day that has not come.
    expect(isDoctorToken(key, token, now - 1)).toBe(false);
    expect(isDoctorToken('o'.repeat(43), token, now)).toBe(false);
  });

  test('is no other text, whatever it is', () => {
    const token = makeDoctorToken(key, now);
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.string({ maxLength: 3 }), (at, text) => {
        const changed = `${token.slice(0, at)}${text}${token.slice(at + 1)}`;
        expect(isDoctorToken(key, changed, now)).toBe(changed === token);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => !isDoctorToken(key, text, now)));
  });
});

test('backups are doubted like by /readyz: by the latest one, and before it by the database', async () => {
  const dataFolder = join(folder, 'backed-up');
  const backupFolder = join(dataFolder, 'backups');
  mkdirSync(backupFolder, { recursive: true });
  const check = (backupEveryMs = 3_600_000) =>
    checkBackups({ ...settings, dataFolder, backupFolder, backupEveryMs }).then(textOf);
  expect(await check()).toBe(`ok: ${backupFolder}`);
  expect(await check(0)).toStartWith('warning: ');
  writeFileSync(join(backupFolder, 'muster-20200101T000000Z.db'), '');
  expect(await check()).toMatch(/^warning: The latest backup is \d+ days old/);
  const now = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  writeFileSync(join(backupFolder, `muster-${now}.db`), '');
  expect(await check()).toBe(`ok: ${backupFolder}`);
});

describe('files', () => {
  test('that the schedule does not copy are a warning with its advice', async () => {
    const flags = { backup_every: 'off', data: join(folder, 'new'), listen: '127.0.0.1:0' };
    const reviewed = reviewRunning(configuration, { flags, env: {}, cwd: '/nowhere' });
    const { en: findings } = await examine(installationOf(reviewed), { isOffline: true });
    expect(findings.find(({ check }) => check === 'backups')).toEqual({
      ...{ check: 'backups', status: 'warning', message: 'No backups are made by the schedule.' },
      advice: 'Set backup_every, unless something else backs the database up.',
    });
    expect(findings.map(({ check }) => check)).not.toContain('service');
    const names = Object.keys(doctorMessages.checks);
    for (const { check } of findings) expect(names).toContain(check);
  });

  test('of a database that has seen a later time than the clock shows', async () => {
    const data = join(folder, 'clock');
    expect(textOf(await checkClock(data, 0))).toStartWith('skipped: There is no database');
    const store = openStore({ folder: data });
    await store.servers.saveBatch({ saved: [], removed: [], aliveAt: 1_000_000 });
    store[Symbol.dispose]();
    expect(textOf(await checkClock(data, 1_000_000))).toStartWith('ok: ');
    expect(textOf(await checkClock(data, 998_000))).toStartWith('ok: ');
    expect(textOf(await checkClock(data, 400_000))).toMatch(
      /^failed: It is 1970-01-01T00:06:40\.000Z here, 10 min.* before .* → Set the clock/,
    );
  });

  test('that others may read', () => {
    const data = join(folder, 'rights');
    mkdirSync(data, { mode: 0o700 });
    const secret = join(folder, 'secret');
    for (const path of [secret, join(data, 'muster.db')]) writeFileSync(path, '', { mode: 0o640 });
    const look = () => textOf(checkPermissions(data, [{ path: secret, setting: 'smtp_url' }]));
    expect(look()).toStartWith('ok: ');
    chmodSync(secret, 0o644);
    expect(look()).toBe(
      `warning: Other users of this machine can read ${secret} (smtp_url). → chmod o-rwx ${secret}`,
    );
    chmodSync(secret, 0o640);
    // Nobody else may enter the folder.
    chmodSync(join(data, 'muster.db'), 0o644);
    expect(look()).toStartWith('ok: ');
    chmodSync(data, 0o755);
    expect(look()).toMatch(/^warning: .*muster\.db \(data\)/);
  });

  test('of countries that are old', async () => {
    expect(textOf(await checkCountryAge(undefined, Date.UTC(2026, 6, 1)))).toStartWith('ok: ');
    expect(textOf(await checkCountryAge(undefined, Date.UTC(2029, 0, 1)))).toMatch(
      /^warning: The embedded data is from .* → Upgrade Muster/,
    );
  });
});

test('a broken installation is described in German, check by check', async () => {
  const data = join(folder, 'broken');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(join(data, 'muster.db'), 'no database'.repeat(1_000));
  const file = join(folder, 'file');
  writeFileSync(file, 'text');
  await using taken = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const flags = {
    ...{ data, base_url: `https://127.0.0.1:${taken.port}`, listen: `127.0.0.1:${taken.port}` },
    ...{ tls_cert: file, tls_key: file, geoip_database: file, site_logo: file },
    ...{ web_client_dir: folder, backup_folder: join(file, 'x'), mirrors: 'http://127.0.0.1:1' },
    ...{ smtp_url: 'smtp://127.0.0.1:1', mail_from: 'muster@muster.invalid', relay_limit: '60000' },
  };
  const reviewed = reviewRunning(configuration, { flags, env: {}, cwd: '/nowhere' });
  const { en, de } = await examine(installationOf(reviewed));
  expect(en.filter(({ status }) => status === 'failed').length).toBeGreaterThan(8);
  for (const { message, advice } of de) expect(`${message} ${advice}`).not.toMatch(ENGLISH);
});
