// Flags and environment variables as they are found, before anything is parsed.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readEnvironment, readFlags } from '../../src/config/environment.ts';
import { envName, OPTIONS } from '../../src/config/options.ts';

describe('the environment', () => {
  test('every option is found under its variable, and lists are split', () => {
    const env = Object.fromEntries(OPTIONS.map(({ key }) => [envName(key), ' a, b ,, ']));
    const { values, problems } = readEnvironment(env, '/here');
    expect(problems).toEqual([]);
    for (const { key, isList } of OPTIONS) {
      expect(values[key]).toEqual({
        kind: 'environment',
        place: envName(key),
        items: isList ? ['a', 'b'] : ['a, b ,,'],
        folder: '/here',
      });
    }
  });

  test('variables of others are never looked at', () => {
    const names = fc.string().filter((name) => !name.startsWith('MUSTER_'));
    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), (env) => {
        expect(readEnvironment(env, '/')).toEqual({ values: {}, problems: [] });
      }),
    );
  });

  test('an unknown variable is named, but its value is not shown', () => {
    const { problems } = readEnvironment({ MUSTER_SMTP_PASSWORD: 'hunter2' }, '/');
    expect(problems).toEqual([expect.stringContaining('MUSTER_SMTP_PASSWORD')]);
    expect(problems.join()).not.toContain('hunter2');
  });
});

describe('flags', () => {
  test('keep empty texts, which are told later, and empty lists, which count', () => {
    const { values } = readFlags({ base_url: '', extra_hosts: '' }, '/here');
    expect(values.base_url?.items).toEqual(['']);
    expect(values.extra_hosts?.items).toEqual([]);
    expect(values.listen).toBeUndefined();
  });
});
