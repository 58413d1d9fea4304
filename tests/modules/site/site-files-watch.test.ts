// The files of the site while they and their paths change under a running service.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument } from '../../../src/modules/site/site-files.ts';
import { openSiteFiles } from '../../../src/modules/site/site-files-watch.ts';

let folder: string;
let rules: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-site-'));
  rules = join(folder, 'rules.md');
  writeFileSync(rules, 'Be kind.');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The files, with what was reported; the test runs the checks. */
async function open(path: string | undefined) {
  const events: string[] = [];
  const named = { path };
  let check: () => Promise<void> = () => Promise.reject(new Error('Nothing is watched.'));
  const files = await openSiteFiles(
    { rules: { setting: 'rules_file', path: () => named.path, read: readDocument } },
    {
      onRead: (settings) => events.push(`read ${settings.join()}`),
      onFailure: (sentence) => events.push(sentence),
      repeat(task) {
        check = task;
        return () => events.push('stopped');
      },
    },
  );
  const textOf = () => files.contents().rules?.text;
  return { files, events, named, textOf, check: () => check() };
}

describe('a file', () => {
  test('is read at the start, and again once it changed and no longer changes', async () => {
    const { files, events, textOf, check } = await open(rules);
    const before = files.contents();
    expect(textOf()).toBe('Be kind.');
    writeFileSync(rules, 'Be kinder than before.');
    await check();
    expect(files.contents()).toBe(before);
    await check();
    expect(textOf()).toBe('Be kinder than before.');
    expect(events).toEqual(['read rules_file']);
    files[Symbol.dispose]();
    expect(events.at(-1)).toBe('stopped');
  });

  test('that cannot be used any more stays in use as it was, and is reported once', async () => {
    const { events, textOf, check } = await open(rules);
    writeFileSync(rules, new Uint8Array([0xff]));
    for (let round = 0; round < 4; round += 1) await check();
    expect(textOf()).toBe('Be kind.');
    expect(events).toEqual([
      `${rules} (rules_file) is not text in UTF-8 (line 1). Save it as UTF-8. What was read before stays in use.`,
    ]);
    rmSync(rules);
    await check();
    await check();
    expect(events.at(-1)).toStartWith(`${rules} (rules_file) cannot be read (ENOENT).`);
    expect(textOf()).toBe('Be kind.');
  });

  test.each([
    ['is not there', () => rmSync(rules), 'cannot be read (ENOENT).'],
    [
      'is a folder',
      () => {
        rmSync(rules);
        mkdirSync(rules);
      },
      'is not a file.',
    ],
    ['is far too large', () => truncateSync(rules, 2 ** 30), 'is larger than 1 MiB'],
    [
      'is too large',
      () => truncateSync(rules, 70_000),
      'has 70000 bytes. The limit is 65536 bytes (64 KiB)',
    ],
  ])('that %s prevents a start', async (_what, prepare, sentence) => {
    prepare();
    await expect(open(rules)).rejects.toThrow(`${rules} (rules_file) ${sentence}`);
  });
});

describe('a reload', () => {
  test('reads the file that is named now, changed or not', async () => {
    const { files, named, textOf } = await open(rules);
    named.path = join(folder, 'other.md');
    writeFileSync(named.path, 'Other rules.');
    expect(await files.reloadNow?.()).toBe(true);
    expect(textOf()).toBe('Other rules.');
    named.path = undefined;
    expect(await files.reloadNow?.()).toBe(true);
    expect(textOf()).toBeUndefined();
    expect(files.reloadNow).toBeUndefined();
  });

  test('reads nothing where no file is named', async () => {
    const { files, named, textOf } = await open(undefined);
    expect(files.reloadNow).toBeUndefined();
    named.path = rules;
    expect(await files.reloadNow?.()).toBe(true);
    expect(textOf()).toBe('Be kind.');
  });
});
