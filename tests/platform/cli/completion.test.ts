// What `muster __complete` offers a shell, and what the manual page names.

import { afterAll, expect, test } from 'bun:test';
import { OPTIONS } from '../../../src/app/options.ts';
import { flagName } from '../../../src/platform/config/option-names.ts';
import { openBench } from '../../support/command-line.ts';

const bench = openBench();
afterAll(() => bench[Symbol.dispose]());

/** The words that begin as the last one does, as a shell shows them. */
async function complete(...words: string[]): Promise<string[]> {
  const out = await bench.out(['__complete', '--', ...words]);
  return out
    .split('\n')
    .flatMap((line) => line.split('\t')[0] || [])
    .filter((word) => word.startsWith(':') || word.startsWith(words.at(-1) ?? ''));
}

test.each([
  ['acc', ['account']],
  ['account first', ['first-administrator']],
  ['--listen 8081 account ver', ['verify']],
  ['account create --ro', ['--role']],
  ['account create --role mod', ['moderator']],
  ['--log-level war', ['warning']],
  ['--log-level=war', ['--log-level=warning']],
  ['account list --relay f', ['false']],
  ['completion z', ['zsh']],
  ['account create --trusted-p', ['--trusted-proxies']],
  ['backup writ', [':file']],
  ['--data ', [':folder']],
  ['--data=', [':folder']],
  ['account list --data x no', []],
  ['account show Al', []],
  ['account rename Al b', []],
  ['__', []],
])('muster %s is completed', async (typed, offered) => {
  expect(await complete(...typed.split(' '))).toEqual(offered);
});

test('a command offers all its flags, those of the settings among them, with what each does', async () => {
  const flags = OPTIONS.map(({ key }) => flagName(key));
  expect(await complete('serve', '--')).toEqual(expect.arrayContaining(['--help', ...flags]));
  expect(await bench.out(['__complete', '--', ''])).toContain('account\tManage accounts');
});

test('the manual page names every command and every setting', async () => {
  const page = (await bench.out(['man'])).replaceAll('\\-', '-');
  for (const { key } of OPTIONS) expect(page).toContain(`\\fB${flagName(key)}\\fR`);
  for (const words of ['account first-administrator', 'doctor', 'setup', 'config print']) {
    expect(page).toMatch(new RegExp(`^\\.SS muster ${words}`, 'm'));
  }
});
