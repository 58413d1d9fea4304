// Flags and environment variables as they are found, before parsing.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { OPTIONS } from '../../../src/app/options.ts';
import { envName, fileEnvName } from '../../../src/platform/config/option-names.ts';
import { readEnvironment as readAll, readFlags } from '../../../src/platform/config/sources.ts';

const noFile = (): never => {
  throw Object.assign(new Error('none'), { code: 'ENOENT' });
};

function readEnvironment(
  env: Record<string, string>,
  cwd: string,
  files: Record<string, string> = {},
) {
  return readAll(OPTIONS, env, cwd, (path) => files[path] ?? noFile());
}

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

  test('variables without the prefix are never read', () => {
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

describe('a secret in a file', () => {
  const SECRET = 'smtp://u:p@mail.example.net';
  const read = (env: Record<string, string>, files: Record<string, string>) =>
    readEnvironment(env, '/here', files);

  test.each([
    ['as it stands', SECRET, SECRET],
    ['without the line break at its end', `${SECRET}\n`, SECRET],
    ['without one of Windows', `${SECRET}\r\n`, SECRET],
    ['with what else stands around it', ` ${SECRET} \n\n`, ` ${SECRET} \n`],
  ])('is read %s', (_, text, wanted) => {
    const { values, problems } = read({ MUSTER_SMTP_URL_FILE: 'secret' }, { '/here/secret': text });
    expect(problems).toEqual([]);
    expect(values.smtp_url).toEqual({
      kind: 'environment',
      place: 'MUSTER_SMTP_URL_FILE',
      items: [wanted],
      folder: '/here',
    });
  });

  test.each([
    [
      'both are set',
      { MUSTER_SMTP_URL: SECRET, MUSTER_SMTP_URL_FILE: 'secret' },
      'Set only one of the two',
    ],
    ['there is no such file', { MUSTER_SMTP_URL_FILE: '/gone' }, '(ENOENT). It does not exist'],
    ['the path is none', { MUSTER_SMTP_URL_FILE: 'a\0b' }, 'NUL'],
  ] as [string, Record<string, string>, string][])('is a problem where %s', (_, env, hint) => {
    const { problems } = read(env, { '/here/secret': SECRET });
    expect(problems).toEqual([expect.stringContaining(hint)]);
    expect(problems[0]).toStartWith('MUSTER_SMTP_URL_FILE: ');
    expect(problems.join()).not.toContain('u:p');
  });

  test('every secret has such a variable, and no other option has', () => {
    const env = Object.fromEntries(OPTIONS.map(({ key }) => [fileEnvName(key), 'secret']));
    const { values, problems } = read(env, { '/here/secret': SECRET });
    const secrets = OPTIONS.filter(({ isSecret }) => isSecret).map(({ key }) => key);
    expect(secrets).toContain('smtp_url');
    expect(Object.keys(values)).toEqual(secrets);
    expect(problems).toHaveLength(OPTIONS.length - secrets.length);
  });
});

describe('flags', () => {
  test('keep empty texts, which are refused later, and empty lists, which count', () => {
    const { values } = readFlags(OPTIONS, { base_url: '', extra_hosts: '' }, '/here');
    expect(values.base_url?.items).toEqual(['']);
    expect(values.extra_hosts?.items).toEqual([]);
    expect(values.listen).toBeUndefined();
  });
});
