// The list of tags that operators choose from.

import { expect, test } from 'bun:test';
import { listTags, requireTag } from '../../../src/modules/claims/claim-tags.ts';
import { failureIn } from '../../support/failures.ts';

test.each([
  [' Ab', 'ab'],
  ['x'.repeat(20), 'x'.repeat(20)],
  ...['', 'a', 'x'.repeat(21), '-ab', 'ab-', 'a b', '<b>'].map((text) => [text, undefined]),
])('%p on the list is %p', (text, tag) => {
  const read = () => requireTag(text ?? '');
  if (tag === undefined) expect(failureIn(read)?.kind).toBe('invalid');
  else expect(read()).toBe(tag);
});

test('a list of tags is that of a new site with what was changed about it', () => {
  const start = listTags([]).map(({ tag }) => tag);
  expect(start).toContainValues(['creative', 'survival', 'zombie']);
  expect(start).toEqual(start.toSorted());
  expect(start.map((tag) => requireTag(tag))).toEqual(start);
  const changes = [
    { tag: 'creative', isOffered: false, changedAt: 1 },
    { tag: 'trains', isOffered: true, changedAt: 2 },
    { tag: 'gone', isOffered: false, changedAt: 3 },
  ];
  const changed = listTags(changes);
  expect(changed).toContainEqual({ tag: 'trains', addedAt: 2 });
  const expected = [...start.filter((tag) => tag !== 'creative'), 'trains'].toSorted();
  expect(changed.map(({ tag }) => tag)).toEqual(expected);
});
