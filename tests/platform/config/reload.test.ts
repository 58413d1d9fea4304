// A reload: which settings a running service takes, and which wait for a restart.

import { describe, expect, test } from 'bun:test';
import { configuration } from '../../../src/app/configuration.ts';
import { loadSettings } from '../../../src/platform/config/load.ts';
import { reloadSettings } from '../../../src/platform/config/reload.ts';
import type { SettingsSources } from '../../../src/platform/config/source-precedence.ts';
import { sources } from './support.ts';

const FILE = '/srv/play/muster.toml';

describe('a reload', () => {
  const load = (file: string, given: Partial<SettingsSources> = {}) =>
    loadSettings(configuration, sources({ files: { [FILE]: file }, ...given }));

  test('applies what can change, keeps the rest, and names both', () => {
    const current = load('listen = 9090');
    const next = load('listen = 9091\nrelay_limit = 5\nfiltered_words = ["alpha"]');
    const { loaded, changed, needRestart } = reloadSettings(configuration, current, next);
    expect(changed).toEqual(['filtered_words', 'relay_limit']);
    expect(needRestart).toEqual(['listen']);
    expect(loaded.settings).toEqual({
      ...current.settings,
      relayLimit: 5,
      filteredWords: ['alpha'],
    });
    expect(loaded.values).toMatchObject({ relay_limit: 5, listen: current.values.listen });
  });

  test('does not name what stays the same, nor a value that another source overrides', () => {
    const given = { flags: { relay_limit: '7' } };
    const current = load('relay_limit = 8\nextra_hosts = ["a.example"]', given);
    const next = load('relay_limit = 9\nextra_hosts = ["a.example"]', given);
    const { loaded, changed, needRestart } = reloadSettings(configuration, current, next);
    expect([changed, needRestart]).toEqual([[], []]);
    // A value that did not change is the same object.
    expect(loaded.settings.extraHosts).toBe(current.settings.extraHosts);
  });

  test('back to the default is a change; a value that waits for a restart is compared with the one in use', () => {
    const current = load('relay_limit = 5');
    const first = reloadSettings(configuration, current, load('stale_after = "100s"'));
    expect(first.changed).toEqual(['relay_limit']);
    expect(first.needRestart).toEqual(['stale_after']);
    const again = reloadSettings(configuration, first.loaded, load('stale_after = "100s"'));
    expect([again.changed, again.needRestart]).toEqual([[], ['stale_after']]);
    expect(reloadSettings(configuration, again.loaded, load('')).needRestart).toEqual([]);
  });

  test('gives only warnings that are new', () => {
    const current = load('stale_after = "5s"');
    expect(current.warnings).toHaveLength(1);
    const { newWarnings } = reloadSettings(
      configuration,
      current,
      load('stale_after = "5s"\ntrusted_proxies = ["0.0.0.0/0"]'),
    );
    expect(newWarnings).toHaveLength(1);
    expect(newWarnings[0]).toContain('trusted_proxies');
  });

  test('keeps the base URL of a service without a configured one', () => {
    const current = load('');
    const next = load('base_url = "https://play.example.net"');
    const { loaded, needRestart } = reloadSettings(configuration, current, next);
    expect(needRestart).toEqual(['base_url']);
    expect(loaded.settings).toEqual(current.settings);
  });
});
