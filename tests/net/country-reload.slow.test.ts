// Only a file that changes under the service shows when the operator’s country file is read again.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCountryLookup } from '../../src/net/country.ts';
import { countryRecord, writeMmdb } from '../support/mmdb-writer.ts';

let folder: string;
let path: string;
let stopLookup: (() => void) | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-reload-'));
  path = join(folder, 'countries.mmdb');
});
afterEach(() => {
  stopLookup?.();
  rmSync(folder, { recursive: true });
});

const databaseOf = (code: string): Buffer =>
  writeMmdb('GeoLite2-Country', { '0.0.0.0/0': countryRecord(code) });

/** The lookup over a file that says FR; the test runs the checks. */
async function openWatched() {
  writeFileSync(path, databaseOf('FR'));
  const events: string[] = [];
  let turn: () => Promise<void> = () => Promise.reject(new Error('Nothing is watched.'));
  let isWatching = true;
  const lookup = await openCountryLookup({
    databasePath: path,
    onReload: () => events.push('reloaded'),
    onFailure: (message) => events.push(message),
    repeat: (task, everyMs) => {
      expect(everyMs).toBeGreaterThanOrEqual(1_000);
      turn = task;
      return () => {
        isWatching = false;
      };
    },
  });
  stopLookup = () => lookup[Symbol.dispose]();
  return {
    lookup,
    events,
    country: () => lookup.findCountry('8.8.8.8'),
    turn: () => turn(),
    turns: async (count: number) => {
      for (let round = 0; round < count; round++) await turn();
    },
    stop: stopLookup,
    isWatching: () => isWatching,
  };
}

/** Writes the file in place, at a time that differs from every one before. */
let writes = 0;
function overwrite(bytes: Uint8Array): void {
  writeFileSync(path, bytes);
  const at = new Date(1_800_000_000_000 + 1_000 * writes++);
  utimesSync(path, at, at);
}

function replaceAtomically(bytes: Uint8Array): void {
  const next = join(folder, 'next.mmdb');
  writeFileSync(next, bytes);
  renameSync(next, path);
}

test('is read at once on request, changed or not', async () => {
  const { lookup, events, country, turns } = await openWatched();
  overwrite(databaseOf('DE'));
  expect(await lookup.reloadNow?.()).toBe(true);
  expect(country()).toBe('DE');
  await turns(5);
  expect(events).toEqual(['reloaded']);
  overwrite(Buffer.from('no database'));
  expect(await lookup.reloadNow?.()).toBe(false);
  expect(country()).toBe('DE');
  expect(events[1]).toContain('stays in use');
});

describe('a file that changes', () => {
  test('is read again when it was replaced by one of the same size and time', async () => {
    const file = await openWatched();
    const { atime, mtime, size } = statSync(path);
    const next = join(folder, 'next.mmdb');
    writeFileSync(next, databaseOf('DE'));
    utimesSync(next, atime, mtime);
    renameSync(next, path);
    expect(statSync(path).size).toBe(size);
    await file.turns(2);
    expect(file.country()).toBe('DE');
  });

  test('is left alone while it is still being written', async () => {
    const file = await openWatched();
    const whole = databaseOf('DE');
    for (const share of [0.1, 0.4, 0.7, 1]) {
      overwrite(whole.subarray(0, Math.floor(whole.length * share)));
      await file.turn();
      expect(file.country()).toBe('FR');
    }
    await file.turn();
    expect(file.events).toEqual(['reloaded']);
    expect(file.country()).toBe('DE');
  });
});

describe('a new file that cannot be used', () => {
  const broken: [why: string, breakIt: () => void][] = [
    ['cut off', () => truncateSync(path, 40)],
    ['emptied', () => overwrite(Buffer.alloc(0))],
    ['another kind', () => overwrite(writeMmdb('GeoLite2-ASN', {}))],
    ['deleted', () => rmSync(path)],
  ];
  test.each(broken)(
    'is reported once, the countries stay, and a good one is used: %s',
    async (_why, breakIt) => {
      const file = await openWatched();
      breakIt();
      await file.turns(5);
      expect(file.events).toHaveLength(1);
      expect(file.events[0]).toContain(path);
      expect(file.events[0]).toEndWith('The previous country data stays in use.');
      expect(file.country()).toBe('FR');
      overwrite(databaseOf('DE'));
      await file.turns(2);
      expect(file.events).toEqual([expect.any(String), 'reloaded']);
      expect(file.country()).toBe('DE');
    },
  );
});

describe('the watch', () => {
  test('runs one check at a time', async () => {
    const file = await openWatched();
    replaceAtomically(databaseOf('DE'));
    await Promise.all([file.turn(), file.turn(), file.turn()]);
    expect(file.country()).toBe('FR');
    await Promise.all([file.turn(), file.turn(), file.turn()]);
    expect(file.events).toEqual(['reloaded']);
  });

  test('ends with the lookup', async () => {
    const file = await openWatched();
    expect(file.isWatching()).toBe(true);
    file.stop();
    expect(file.isWatching()).toBe(false);
  });

  test('does not keep a process alive', async () => {
    writeFileSync(path, databaseOf('FR'));
    const script = `
      const { openCountryLookup } = await import(${JSON.stringify(require.resolve('../../src/net/country.ts'))});
      const lookup = await openCountryLookup({
        databasePath: ${JSON.stringify(path)}, onReload() {}, onFailure() {},
      });
      console.log(lookup.findCountry('8.8.8.8'));`;
    const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' });
    expect(await child.exited).toBe(0);
    expect(await new Response(child.stdout).text()).toBe('FR\n');
  });
});
