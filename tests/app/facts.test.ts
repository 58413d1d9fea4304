// What the modules hand over without being open: every description is taken, and no two say the same name.

import { expect, test } from 'bun:test';
import { FACTS } from '../../src/app/facts.ts';
import type { ModuleFacts } from '../../src/platform/module/description.ts';
import { platformEvents } from '../../src/platform/ops/events.ts';

const facts: readonly ModuleFacts[] = FACTS;

test('every module with a description is taken, once, under the name of its folder', () => {
  const files = [...new Bun.Glob('src/modules/*/module.ts').scanSync()];
  const folders = files.map((file) => file.split('/')[2] ?? '');
  expect(facts.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});

test.each([
  ['events', [platformEvents, ...facts.map(({ events = {} }) => events)].flatMap(Object.keys)],
  ['kinds of email', facts.flatMap(({ emails = {} }) => Object.keys(emails))],
  ['actions in the audit log', facts.flatMap(({ audit }) => audit?.actions ?? [])],
])('no two %s have one name', (_what, names) => {
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
