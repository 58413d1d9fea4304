// What a service leaves of its flags and variables in its data folder, and what a command beside it makes of that.

import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configuration } from '../../../src/app/configuration.ts';
import { loadSettings } from '../../../src/platform/config/load.ts';
import {
  forgetRunning,
  keepRunning,
  loadRunning,
  reviewRunning,
} from '../../../src/platform/config/running.ts';
import type { SettingsSources } from '../../../src/platform/config/source-precedence.ts';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'muster-running-'));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** Starts a service in the folder, as far as its settings go; its data folder is the folder itself. */
function start(flags: SettingsSources['flags'], env: SettingsSources['env'] = {}): void {
  const sources = { flags: { data: '.', ...flags }, env, cwd };
  keepRunning(configuration.options, sources, loadSettings(configuration, sources));
}

const beside = (flags: SettingsSources['flags'] = {}, env: SettingsSources['env'] = {}) => ({
  flags: { data: cwd, ...flags },
  env,
  cwd: '/nowhere',
});

const path = () => join(cwd, 'service.json');

test('flags and variables of the service count after those of the command, and before the file', () => {
  writeFileSync(join(cwd, 'muster.toml'), 'listen = ":1"\nstale_after = "4m"\nsite_name = "File"');
  start({ listen: ':9090', base_url: 'http://play.example.net' }, { MUSTER_SITE_NAME: 'Service' });
  const { settings, values, origins, problems } = reviewRunning(
    configuration,
    beside({ listen: ':7' }),
  );
  expect(problems).toEqual([]);
  expect(settings.listen.port).toBe(7);
  expect(settings.baseUrl).toBe('http://play.example.net');
  expect(values.site_name).toBe('Service');
  expect(origins.site_name).toEqual({ kind: 'service', place: 'MUSTER_SITE_NAME' });
  // The file of the service, though the command was run elsewhere.
  expect(settings.staleAfterMs).toBe(240_000);
  expect(loadRunning(configuration, beside()).settings.listen.port).toBe(9090);
});

test('relative paths count from the folder of the service', () => {
  writeFileSync(join(cwd, 'rules.md'), 'Be kind.');
  start({ rules_file: 'rules.md' });
  expect(reviewRunning(configuration, beside()).settings.rulesFile).toBe(join(cwd, 'rules.md'));
});

test('secrets are not kept, only their names, in a file for its owner alone', () => {
  const secret = 'smtp://user:hunter2@mail.example.net:587?requireTLS=true';
  writeFileSync(join(cwd, 'token'), 'b'.repeat(32));
  start(
    { mail_from: 'muster@example.net' },
    { MUSTER_SMTP_URL: secret, MUSTER_METRICS_TOKEN_FILE: join(cwd, 'token') },
  );
  const kept = readFileSync(path(), 'utf8');
  expect(kept).not.toMatch(/hunter2|bbbb/);
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(reviewRunning(configuration, beside()).hidden).toEqual(['smtp_url', 'metrics_token']);
  const known = beside({}, { MUSTER_SMTP_URL: secret });
  expect(reviewRunning(configuration, known).hidden).toEqual(['metrics_token']);
});

test.each<[string, () => void]>([
  ['there is no file', () => rmSync(path())],
  ['it is damaged', () => writeFileSync(path(), '{"values":')],
  ['it is of another program', () => writeFileSync(path(), '[]')],
  ['the service was stopped', () => forgetRunning(cwd)],
])('where %s the settings are those of the command', (_what, alter) => {
  start({ listen: ':9090' });
  alter();
  const reviewed = reviewRunning(configuration, beside());
  expect(reviewed.settings.listen.port).toBe(8080);
  expect([reviewed.problems, reviewed.hidden]).toEqual([[], []]);
});

test('what cannot be used here is told by the doctor, and does not stop other commands', () => {
  writeFileSync(join(cwd, 'rules.md'), 'Be kind.');
  start({ rules_file: 'rules.md', base_url: 'http://play.example.net' });
  rmSync(join(cwd, 'rules.md'));
  expect(reviewRunning(configuration, beside()).problems).toEqual([
    `--rules-file: "${join(cwd, 'rules.md')}" is not a readable file.`,
  ]);
  expect(loadRunning(configuration, beside()).settings.baseUrl).toBe('http://localhost:8080');
});
