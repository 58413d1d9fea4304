// The folder with the web client: what of it is served, and what happens when it changes.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWebClientFolder } from '../../../src/modules/web-client/web-client.ts';
import {
  findWebClientFiles,
  listMissing,
  readWebClientFile,
} from '../../../src/modules/web-client/web-client-files.ts';
import { createReporter } from '../../support/reporter.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'muster-web-client-'));
  folder = join(root, 'game');
  mkdirSync(join(folder, 'sounds'), { recursive: true });
  write('ClassiCube.js', 'boot();');
  write('ClassiCube.wasm', '\0asm');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes a file at a time that differs from every one before. */
let writes = 0;
function write(name: string, text: string): void {
  const path = join(folder, name);
  writeFileSync(path, text);
  const at = new Date(1_800_000_000_000 + 1_000 * writes++);
  utimesSync(path, at, at);
}

const namesFound = async () => (await findWebClientFiles(folder)).map(({ name }) => name);

/** The sentence that the folder is refused with. */
async function refusal(): Promise<string> {
  return findWebClientFiles(folder).then(
    () => '',
    (error: Error) => error.message,
  );
}

describe('what is served', () => {
  test('are the files that a web client has, and its sounds', async () => {
    write('default.zip', 'PK');
    write('ClassiCube.data', 'x');
    write('ClassiCube.wasm.map', '{}');
    write('sounds/dig_stone1.wav', 'RIFF');
    expect(await namesFound()).toEqual([
      'ClassiCube.data',
      'ClassiCube.js',
      'ClassiCube.wasm',
      'ClassiCube.wasm.map',
      'default.zip',
      'sounds/dig_stone1.wav',
    ]);
  });

  test.each([
    ['a dot file', '.htpasswd.js'],
    ['a page', 'index.html'],
    ['a file without an ending', 'README'],
    ['a key', 'server.key'],
    ['a space', 'a b.js'],
    ['a percent sign', '%2e%2e.js'],
    ['a backslash', '..\\x.js'],
    ['too long a name', `${'a'.repeat(120)}.js`],
    ['a name in another script', 'ä.js'],
  ])('is not %s', async (_what, name) => {
    write(name, 'x');
    expect(await namesFound()).toEqual(['ClassiCube.js', 'ClassiCube.wasm']);
  });

  test('is no folder, and no link that leads out', async () => {
    writeFileSync(join(root, 'secret.js'), 'secret');
    symlinkSync(join(root, 'secret.js'), join(folder, 'out.js'));
    symlinkSync('/etc/hostname', join(folder, 'sounds', 'host.wav'));
    symlinkSync(root, join(folder, 'up.zip'));
    symlinkSync('ClassiCube.wasm', join(folder, 'in.wasm'));
    symlinkSync('nowhere.js', join(folder, 'broken.js'));
    mkdirSync(join(folder, 'deep.js'));
    expect(await namesFound()).toEqual(['ClassiCube.js', 'ClassiCube.wasm', 'in.wasm']);
  });

  test('is not what lies in a sounds folder that leads out', async () => {
    mkdirSync(join(root, 'other'));
    writeFileSync(join(root, 'other', 'a.wav'), 'x');
    rmSync(join(folder, 'sounds'), { recursive: true });
    symlinkSync(join(root, 'other'), join(folder, 'sounds'));
    expect(await namesFound()).toEqual(['ClassiCube.js', 'ClassiCube.wasm']);
  });

  test('has its type, and a digest made from its content', async () => {
    write('copy.js', 'boot();');
    write('default.zip', 'PK');
    const files = await Promise.all((await findWebClientFiles(folder)).map(readWebClientFile));
    expect(files.map(({ type }) => type)).toEqual([
      'text/javascript; charset=utf-8',
      'application/wasm',
      'text/javascript; charset=utf-8',
      'application/zip',
    ]);
    expect(files[0]?.digest).toMatch(/^[0-9a-f]{20}$/);
    expect(files[0]?.digest).toBe(files[2]?.digest as string);
    expect(files[0]?.digest).not.toBe(files[1]?.digest as string);
  });
});

describe('a folder that cannot be used', () => {
  test('is one that is not there', async () => {
    rmSync(folder, { recursive: true });
    expect(await refusal()).toContain('cannot be read');
  });

  test('is a file', async () => {
    folder = join(folder, 'ClassiCube.js');
    expect(await refusal()).toContain('cannot be read');
  });

  test('is one without the script', async () => {
    rmSync(join(folder, 'ClassiCube.js'));
    expect(await refusal()).toContain('contains no ClassiCube.js');
  });

  test('is one with too many files', async () => {
    for (let index = 0; index < 500; index++) write(`sounds/${index}.wav`, '');
    expect(await refusal()).toContain('502 files');
  });

  test('is one with too much in it', async () => {
    write('default.zip', '');
    truncateSync(join(folder, 'default.zip'), 129 * 1024 * 1024);
    expect(await refusal()).toContain('at most 128 MiB are allowed');
  });

  test('a file that grew since it was found is not read', async () => {
    const [file] = await findWebClientFiles(folder);
    if (file === undefined) throw new Error('Nothing was found.');
    write('ClassiCube.js', 'boot(); more();');
    expect(readWebClientFile(file)).rejects.toThrow('changed while it was being read');
  });
});

test('missing files are reported', () => {
  expect(listMissing(['ClassiCube.js', 'ClassiCube.wasm', 'default.zip'])).toEqual([]);
  expect(listMissing(['ClassiCube.js'])).toEqual([
    expect.stringContaining('no .wasm file'),
    expect.stringContaining('no default.zip'),
  ]);
});

/** The folder; the test runs the checks. */
async function openWatched(readFile = readWebClientFile) {
  const events: string[] = [];
  let turn: () => Promise<void> = () => Promise.reject(new Error('Nothing is watched.'));
  const opened = await openWebClientFolder({
    ...{ folder, readFile },
    report: createReporter({
      web_client_read: (facts) =>
        events.push(`read ${facts.files}, missing ${facts.missing.length}`),
      web_client_failed: ({ reason }) => events.push(reason),
    }),
    repeat: (task, everyMs) => {
      expect(everyMs).toBeGreaterThanOrEqual(1_000);
      turn = task;
      return () => events.push('stopped');
    },
  });
  const textOf = (name: string) => {
    const file = opened.files().get(name);
    return file === undefined ? undefined : new TextDecoder().decode(file.bytes);
  };
  const turns = async (count: number) => {
    for (let round = 0; round < count; round++) await turn();
  };
  return { opened, events, textOf, turns };
}

describe('a folder that changes', () => {
  test('is read again once it no longer changes; unchanged files stay the same object', async () => {
    const { opened, events, textOf, turns } = await openWatched();
    const before = opened.files().get('ClassiCube.wasm');
    write('ClassiCube.js', 'boot(2);');
    await turns(1);
    expect(textOf('ClassiCube.js')).toBe('boot();');
    write('ClassiCube.js', 'boot(3);');
    await turns(1);
    expect(textOf('ClassiCube.js')).toBe('boot();');
    await turns(1);
    expect(textOf('ClassiCube.js')).toBe('boot(3);');
    expect(opened.files().get('ClassiCube.wasm')).toBe(before as NonNullable<typeof before>);
    expect(events).toEqual(['read 2, missing 1', 'read 2, missing 1']);
  });

  test('serves nothing without its script, reports it once, and serves again with it', async () => {
    const { opened, events, textOf, turns } = await openWatched();
    rmSync(join(folder, 'ClassiCube.js'));
    await turns(6);
    expect(opened.files().size).toBe(0);
    expect(await opened.reloadNow()).toBe(false);
    expect(events.slice(1)).toEqual([expect.stringContaining('contains no ClassiCube.js')]);
    write('ClassiCube.js', 'back();');
    await turns(2);
    expect(textOf('ClassiCube.js')).toBe('back();');
    expect(textOf('ClassiCube.wasm')).toBe('\0asm');
  });

  test('is read again after a file could not be read, though nothing of it changes', async () => {
    let isBroken = false;
    const { opened, events, textOf, turns } = await openWatched((file) =>
      isBroken ? Promise.reject(new Error('no disk')) : readWebClientFile(file),
    );
    isBroken = true;
    write('ClassiCube.js', 'boot(2);');
    await turns(6);
    expect(opened.files().size).toBe(0);
    expect(events.slice(1)).toEqual(['no disk']);
    isBroken = false;
    await turns(2);
    expect(textOf('ClassiCube.js')).toBe('boot(2);');
  });

  test('no longer serves another file that was removed', async () => {
    const { opened, events, turns } = await openWatched();
    rmSync(join(folder, 'ClassiCube.wasm'));
    await turns(2);
    expect([...opened.files().keys()]).toEqual(['ClassiCube.js']);
    expect(events.at(-1)).toBe('read 1, missing 2');
  });

  test('is not checked any more when it is closed', async () => {
    const { opened, events } = await openWatched();
    opened[Symbol.dispose]();
    expect(events.at(-1)).toBe('stopped');
  });
});
