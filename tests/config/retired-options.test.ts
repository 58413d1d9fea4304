// Options that go away: taken with a warning for a time, then refused with what to write instead.

import { describe, expect, test } from 'bun:test';
import {
  loadSettings,
  reloadSettings,
  reviewSettings,
  type SettingsSources,
} from '../../src/config/load.ts';
import { OPTIONS } from '../../src/config/options.ts';
import { RETIRED_OPTIONS, type RetiredOption } from '../../src/config/retired-options.ts';
import { Failure } from '../../src/lib/failure.ts';
import { version } from '../../src/lib/version.ts';

const LATER = '999.0.0';
const NOW = version;

/** One of each kind. */
const RETIRED: readonly RetiredOption[] = [
  {
    ...{ key: 'relay_maximum', removedIn: LATER, becomes: 'relay_limit' },
    advice: 'Write relay_limit instead.',
  },
  {
    ...{ key: 'stale_seconds', removedIn: LATER, becomes: 'stale_after' },
    advice: 'Write stale_after with a unit instead.',
    convert: ([text = '']) => {
      if (/^\d+$/.test(text)) return [`${text}s`];
      throw new Failure('invalid', `"${text}" is not a number of seconds.`);
    },
  },
  {
    ...{ key: 'mail_server', removedIn: LATER, becomes: 'smtp_url' },
    advice: 'Write smtp_url instead.',
  },
  {
    ...{ key: 'own_hosts', removedIn: LATER, becomes: 'extra_hosts' },
    advice: 'Write extra_hosts instead.',
  },
  { key: 'log_format', removedIn: LATER, advice: 'Leave it out: the log will be JSON everywhere.' },
  { key: 'flash_port', removedIn: NOW, advice: 'Leave it out: Flash is not served any more.' },
  {
    ...{ key: 'old_listen', removedIn: '0.0.1', becomes: 'listen' },
    advice: 'Write listen instead.',
  },
];

const FILE = '/srv/muster.toml';
const SECRET = 'smtp://u:p@mail.example.net?requireTLS=true';

type Given = { flags?: Record<string, string>; env?: Record<string, string>; toml?: string };

function sources({ flags = {}, env = {}, toml = '' }: Given): SettingsSources {
  const files: Record<string, string> = { [FILE]: toml, '/srv/secret': `${SECRET}\n` };
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error('none'), { code: 'ENOENT' });
    return text;
  };
  return { flags, env, cwd: '/srv', readFile, retired: RETIRED };
}

const GOES = `this setting will be removed in version ${LATER}.`;

describe('an option that goes away', () => {
  test.each([
    ['a flag', { flags: { relay_maximum: '5' } }, '--relay-maximum'],
    ['a variable', { env: { MUSTER_RELAY_MAXIMUM: '5' } }, 'MUSTER_RELAY_MAXIMUM'],
    ['a line of the file', { toml: 'relay_maximum = 5' }, `${FILE}: relay_maximum`],
  ])('works as %s, and says what to write instead', (_, given, place) => {
    const { settings, origins, warnings } = loadSettings(sources(given));
    expect(settings.relayLimit).toBe(5);
    expect(origins.relay_limit.place).toBe(place);
    expect(warnings).toEqual([`${place}: ${GOES} Write relay_limit instead.`]);
  });

  test('works from a file that a variable names, and nothing shows the secret', () => {
    const env = { MUSTER_MAIL_SERVER_FILE: 'secret', MUSTER_MAIL_FROM: 'm@a.example' };
    const { settings, warnings } = loadSettings(sources({ env }));
    expect(settings.smtpUrl).toBe(SECRET);
    expect(warnings).toEqual([`MUSTER_MAIL_SERVER_FILE: ${GOES} Write smtp_url instead.`]);
  });

  test('has its value carried over, also where the form of it changed', () => {
    const toml = 'stale_seconds = 240\nown_hosts = ["a.example", "b.example, c.example"]';
    const { settings } = loadSettings(sources({ toml }));
    expect(settings.staleAfterMs).toBe(240_000);
    expect(settings.extraHosts).toEqual(['a.example', 'b.example', 'c.example']);
  });

  test('keeps its row until then where nothing takes its place', () => {
    const { settings, warnings } = loadSettings(sources({ toml: 'log_format = "text"' }));
    expect(settings.logFormat).toBe('text');
    expect(warnings).toEqual([
      `${FILE}: log_format: ${GOES} Leave it out: the log will be JSON everywhere.`,
    ]);
  });

  test('is not warned about where nobody set it', () => {
    expect(loadSettings(sources({})).warnings).toEqual([]);
    expect(loadSettings(sources({ env: { MUSTER_RELAY_MAXIMUM: ' ' } })).warnings).toEqual([]);
  });

  test('wins as the source that it stands in does', () => {
    const given = { toml: 'relay_limit = 3', env: { MUSTER_RELAY_MAXIMUM: '5' } };
    expect(loadSettings(sources(given)).settings.relayLimit).toBe(5);
  });

  test.each([
    [
      'its new name stands in the same place',
      { toml: 'relay_maximum = 5\nrelay_limit = 6' },
      `${FILE}: relay_maximum: ${FILE}: relay_limit is set too. Set only one of the two.`,
    ],
    [
      'its new name is in a file that a variable names',
      { env: { MUSTER_MAIL_SERVER: SECRET, MUSTER_SMTP_URL_FILE: 'secret' } },
      'MUSTER_MAIL_SERVER: MUSTER_SMTP_URL_FILE is set too. Set only one of the two.',
    ],
    [
      'its value cannot be carried over',
      { env: { MUSTER_STALE_SECONDS: 'many' } },
      'MUSTER_STALE_SECONDS: "many" is not a number of seconds.',
    ],
    [
      'its value is refused by the option that takes it',
      { flags: { relay_maximum: '0' } },
      '--relay-maximum: "0" is not a whole number from 1 to 1000000.',
    ],
  ])('is a problem where %s', (_, given, problem) => {
    expect(reviewSettings(sources(given)).problems).toContain(problem);
  });

  test('is never suggested', () => {
    const { problems } = reviewSettings(sources({ toml: 'relay_maximun = 5' }));
    expect(problems).toEqual([`${FILE}: relay_maximun: there is no such setting.`]);
  });

  test('is warned about at the reload that brings it, and no more once it is gone', () => {
    const before = loadSettings(sources({ toml: 'relay_limit = 5' }));
    const old = loadSettings(sources({ toml: 'relay_maximum = 6' }));
    const first = reloadSettings(before, old);
    expect(first.changed).toEqual(['relay_limit']);
    expect(first.newWarnings).toEqual([
      `${FILE}: relay_maximum: ${GOES} Write relay_limit instead.`,
    ]);
    expect(reloadSettings(first.loaded, old).newWarnings).toEqual([]);
    expect(reloadSettings(first.loaded, before).loaded.warnings).toEqual([]);
  });
});

describe('an option that went away', () => {
  const FLASH = `this setting was removed in version ${NOW}. Leave it out: Flash is not served any more.`;

  test.each([
    ['a flag', { flags: { flash_port: '5' } }, `--flash-port: ${FLASH}`],
    ['a variable', { env: { MUSTER_FLASH_PORT: '5' } }, `MUSTER_FLASH_PORT: ${FLASH}`],
    [
      'a variable that names a file',
      { env: { MUSTER_FLASH_PORT_FILE: 'gone' } },
      `MUSTER_FLASH_PORT_FILE: ${FLASH}`,
    ],
    ['a line of the file', { toml: 'flash_port = [[1]]' }, `${FILE}: flash_port: ${FLASH}`],
    [
      'a line of the file, where another took its place',
      { toml: 'old_listen = 9090' },
      `${FILE}: old_listen: this setting was removed in version 0.0.1. Write listen instead.`,
    ],
  ])('is refused as %s, with what to do', (_, given, problem) => {
    const { problems, warnings, settings } = reviewSettings(sources(given));
    expect(problems).toEqual([problem]);
    expect(warnings).toEqual([]);
    expect(settings.listen.port).toBe(8080);
  });
});

/** What is wrong with a table. */
function faultsOf(table: readonly RetiredOption[]): string[] {
  const keys = OPTIONS.map(({ key }): string => key);
  return table.flatMap(({ key, removedIn, advice, becomes }, index) => {
    if (!/^\d+\.\d+\.\d+$/.test(removedIn)) return [`${key}: ${removedIn} is no version`];
    const isRemoved = Bun.semver.order(version, removedIn) >= 0;
    const works = keys.includes(key) || becomes !== undefined;
    return [
      ...(/^[a-z][a-z_]*$/.test(key) ? [] : [`${key}: no name of an option`]),
      ...(table.findIndex((row) => row.key === key) === index ? [] : [`${key}: twice`]),
      ...(/^[A-Z].*\.$/.test(advice) ? [] : [`${key}: the advice is no sentence`]),
      ...(isRemoved && keys.includes(key) ? [`${key}: refused, and still in OPTIONS`] : []),
      ...(isRemoved || works ? [] : [`${key}: to work until ${removedIn}, but nothing takes it`]),
      ...(keys.includes(key) && becomes !== undefined
        ? [`${key}: a row, and becomes another`]
        : []),
    ];
  });
}

describe('the table', () => {
  test('has nothing wrong', () => {
    expect(faultsOf(RETIRED_OPTIONS)).toEqual([]);
    expect(faultsOf(RETIRED)).toEqual([]);
  });

  test.each<[RetiredOption, string]>([
    [{ key: 'Relay-Max', removedIn: '0.0.1', advice: 'Go.' }, 'no name of an option'],
    [{ key: 'relay_max', removedIn: 'soon', advice: 'Go.' }, 'is no version'],
    [{ key: 'relay_max', removedIn: '0.0.1', advice: 'see docs' }, 'no sentence'],
    [{ key: 'listen', removedIn: '0.0.1', advice: 'Go.' }, 'still in OPTIONS'],
    [{ key: 'relay_max', removedIn: LATER, advice: 'Go.' }, 'nothing takes it'],
    [{ key: 'listen', removedIn: LATER, advice: 'Go.', becomes: 'relay' }, 'becomes another'],
  ])('%j is found', (row, fault) => {
    expect(faultsOf([row]).join()).toContain(fault);
  });
});
