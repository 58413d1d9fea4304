// The watch of files that an operator replaces: they are read again once they changed and no longer change.

import { afterAll, expect, spyOn, test } from 'bun:test';
import {
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  reloadFiles,
  signatureOfFiles,
  watchSettled,
} from '../../../src/platform/lib/settled-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'muster-settled-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A watch over a text; the test runs the checks. */
async function open() {
  const state = { text: 'first', reads: 0 };
  let turn: () => Promise<void> = () => Promise.reject(new Error('Nothing is watched.'));
  const watched = await watchSettled(
    async () => state.text,
    async () => {
      state.reads += 1;
      return state.text !== 'broken';
    },
  );
  const stop = watched.keepWatching((task, everyMs) => {
    expect(everyMs).toBe(5_000);
    turn = task;
    return () => {
      turn = () => Promise.resolve();
    };
  });
  const turns = async (count: number) => {
    for (let round = 0; round < count; round += 1) await turn();
  };
  return { state, watched, stop, turns, turn: () => turn() };
}

test('what stays as it is, is not read again', async () => {
  const { state, turns } = await open();
  await turns(5);
  expect(state.reads).toBe(0);
});

test('what is being written is left alone until it is the same twice, and then read once', async () => {
  const { state, turns, turn } = await open();
  for (const text of ['a tenth', 'a half', 'the whole']) {
    state.text = text;
    await turn();
    expect(state.reads).toBe(0);
  }
  await turns(5);
  expect(state.reads).toBe(1);
  // What was taken back meanwhile is no change.
  state.text = 'another';
  await turn();
  state.text = 'the whole';
  await turns(3);
  expect(state.reads).toBe(1);
});

test('what cannot be used is tried once, and again when it changes', async () => {
  const { state, turns } = await open();
  state.text = 'broken';
  await turns(5);
  expect(state.reads).toBe(1);
  state.text = 'good';
  await turns(5);
  expect(state.reads).toBe(2);
});

test('a request reads at once, changed or not, and says whether it can be used', async () => {
  const { state, watched, turns } = await open();
  expect(await watched.reloadNow()).toBe(true);
  state.text = 'broken';
  expect(await watched.reloadNow()).toBe(false);
  await turns(5);
  expect(state.reads).toBe(2);
});

test('one check runs at a time, and none after the end', async () => {
  const { state, stop, turn, turns } = await open();
  state.text = 'second';
  await Promise.all([turn(), turn(), turn()]);
  expect(state.reads).toBe(0);
  await Promise.all([turn(), turn(), turn()]);
  expect(state.reads).toBe(1);
  stop();
  state.text = 'third';
  await turns(3);
  expect(state.reads).toBe(1);
});

test('the checks do not keep a process alive', async () => {
  const { watched } = await open();
  const timers = spyOn(globalThis, 'setInterval');
  const stop = watched.keepWatching();
  const made = timers.mock.results.map(({ value }) => value as NodeJS.Timeout);
  timers.mockRestore();
  expect(made.map((timer) => timer.hasRef())).toEqual([false]);
  stop();
});

test('a file differs when it was replaced by one of the same size and time, also behind a link', async () => {
  const at = (name: string) => join(folder, name);
  for (const name of ['a', 'b', 'c']) writeFileSync(at(name), name);
  const { atime, mtime } = statSync(at('a'));
  for (const name of ['b', 'c']) utimesSync(at(name), atime, mtime);
  symlinkSync('a', at('link'));
  const read = () => signatureOfFiles([at('a'), at('link'), at('missing')]);
  const seen = [await read(), await read()];
  renameSync(at('b'), at('a'));
  seen.push(await read());
  symlinkSync('c', at('next'));
  renameSync(at('next'), at('link'));
  seen.push(await read());
  rmSync(at('a'));
  seen.push(await read());
  expect(seen[1]).toBe(seen[0] ?? '');
  expect(new Set(seen).size).toBe(4);
});

test('a reload tells which files were read, which cannot be used, and leaves out what is none', async () => {
  const read = (isGood: boolean) => ({ reloadNow: async () => isGood });
  const sources = {
    certificate: read(true),
    countries: { reloadNow: undefined },
    'web client': read(false),
    nothing: undefined,
  };
  expect(await reloadFiles(sources)).toEqual({
    filesRead: ['certificate'],
    filesFailed: ['web client'],
  });
});
