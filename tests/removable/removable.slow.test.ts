// Only a copy of the repository, checked and bundled by other processes, shows that nothing else needs a module.

import { describe, expect, test } from 'bun:test';
import { COMMAND_LINE_LIST, LIST, REMOVABLE } from './modules.ts';
import { isOwnFile, removeModule } from './removal.ts';
import { tryRemoval } from './try-removal.ts';

describe('types and bundle hold', () => {
  test.each(REMOVABLE)('without %s', async (module) => {
    const { removal, failures } = await tryRemoval(module);
    expect(failures).toEqual([]);
    const sources = removal.changed.filter(({ path }) => !/^(tests|docs)\//.test(path));
    // With settings or commands, it has a line in a list that every command loads.
    const lists = [COMMAND_LINE_LIST, LIST].filter((list) =>
      sources.some(({ path }) => path === list),
    );
    expect(lists).toContain(LIST);
    expect(sources.map(({ path, lost }) => [path, lost.length])).toEqual(
      lists.map((list) => [list, 1]),
    );
  });
});

test('its own files are those in its folders, and tests with its name', () => {
  const paths = [
    'src/modules/paintings/paintings.ts',
    'tests/modules/paintings/anything.test.ts',
    'tests/http/paintings.test.ts',
    'tests/contract/painting-store.ts',
    'tests/http/painting-limits.test.ts',
    'tests/http/paintingsby.test.ts',
    'tests/http/players.test.ts',
    'src/app/paintings.ts',
  ];
  expect(paths.filter((path) => isOwnFile('paintings', path))).toEqual(paths.slice(0, 5));
});

test('what names a module leaves with it in whole items, and so does what needs that', () => {
  const files = new Map([
    ['src/modules/paintings/paintings.ts', 'export const createPaintings = () => 1;'],
    [
      'src/app/lists.ts',
      `import { createPaintings as create } from '../modules/paintings/paintings.ts';
import { createNotes } from './notes.ts';
export const lists = [
  createNotes(),
  ...create(),
];
const parts = {
  ask: async () =>
    (await import('../modules/paintings/paintings.ts')).createPaintings(),
  create: 2,
};
`,
    ],
    [
      'tests/limits.test.ts',
      `import { createPaintings } from '../src/modules/paintings/paintings.ts';
type Any = Note &
  typeof createPaintings &
  Other;
const LIMITS = {
  'src/modules/paintings/paintings.ts': 1,
  'src/modules/list/list.ts': 2,
};
function paint() {
  return createPaintings();
}
describe('both', () => {
  test('one', () => {
    expect(paint()).toBe(1);
  });
  test('two', () => open(LIMITS));
});
`,
    ],
    ['tests/other.test.ts', `const paintings = 'src/modules/list/paintings.ts';\n`],
  ]);
  const { files: whole, changed } = removeModule('paintings', files);
  expect(whole).toEqual(['src/modules/paintings/paintings.ts']);
  const texts = Object.fromEntries(changed.map(({ path, text }) => [path, text]));
  expect(texts).toEqual({
    'src/app/lists.ts': `import { createNotes } from './notes.ts';
export const lists = [
  createNotes(),
];
const parts = {
  create: 2,
};
`,
    'tests/limits.test.ts': `type Any = Note &
  Other;
const LIMITS = {
  'src/modules/list/list.ts': 2,
};
describe('both', () => {
  test('two', () => open(LIMITS));
});
`,
  });
});
