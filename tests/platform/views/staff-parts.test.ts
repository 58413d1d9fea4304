// Parts of the pages of administration: tables, and which reasons are optional.

import { describe, expect, test } from 'bun:test';
import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { staffMessages } from '../../../src/platform/messages/messages.ts';
import { ActionFields, type ReasonKind } from '../../../src/platform/views/staff-actions.tsx';
import { AdminTable } from '../../../src/platform/views/staff-parts.tsx';

describe('a table', () => {
  const rows = [
    { id: '1', name: 'Alpha', players: 3, max: 20 },
    { id: '2', name: 'Bravo', players: 0, max: 16 },
  ];
  const table = (isTicked: boolean) =>
    render(
      h(AdminTable<(typeof rows)[0]>, {
        ...{ caption: 'Servers', rows },
        columns: [
          ['Name', ({ name }) => name],
          ['Players', ({ players }) => (players === 0 ? null : players)],
          ['Places', ({ max }) => max],
        ],
        ...(isTicked && { keyOf: ({ id, name }: (typeof rows)[0]) => ({ id, name }) }),
      }),
    );
  const cellsIn = (html: string) =>
    [...html.matchAll(/<(t[hd]) ([^>]*)>(.*?)<\/t[hd]>/g)]
      .filter(([, , attributes]) => attributes !== 'scope="col"')
      .map(([, tag, attributes, cell]) => [tag, attributes, cell]);

  test('has a head for each column, and names each row in its first cell', () => {
    expect([...table(false).matchAll(/<th scope="col">(\w+)</g)].map(([, head]) => head)).toEqual([
      ...['Name', 'Players', 'Places'],
    ]);
    const none = [staffMessages.none];
    expect(cellsIn(table(false)).map((cell) => cell.map((text) => text?.trim()))).toEqual([
      ['th', 'scope="row" data-head="Name"', 'Alpha'],
      ['td', 'data-head="Players"', '3'],
      ['td', 'data-head="Places"', '20'],
      ['th', 'scope="row" data-head="Name"', 'Bravo'],
      ['td', 'data-head="Players" class="nothing"', ...none],
      ['td', 'data-head="Places"', '16'],
    ]);
  });

  test('has a column of boxes to tick where rows have keys, and nothing to tick elsewhere', () => {
    const ticked = cellsIn(table(true)).map(([tag, attributes, cell]) => [
      tag,
      attributes === 'class="tick"',
      /<input type="checkbox".*? (?:name|id)="([^"]*)"/.exec(cell ?? '')?.[1],
    ]);
    const rest = [['th', false, undefined], ...Array(2).fill(['td', false, undefined])];
    expect(ticked).toEqual([
      ['td', true, 'many-all'],
      ...[['td', true, 'many-row-1'], ...rest],
      ...[['td', true, 'many-row-2'], ...rest],
    ]);
    expect(table(false)).not.toContain('<input');
  });
});

test.each<[ReasonKind | undefined, boolean | undefined]>([
  ['none', undefined],
  ['optional', true],
  [undefined, true],
  ['required', false],
  ['notified', false],
])('a reason that is %p is called optional: %p', (reason, isOptional) => {
  const html = render(h(ActionFields, { name: 'ban', submit: 'Ban', ...(reason && { reason }) }));
  const [, label] = /<label for="field-ban-reason">(.*?)</.exec(html) ?? [];
  expect(label?.endsWith('(optional)')).toBe(isOptional);
  const isRequired = /<input[^>]* required/.test(html);
  expect(isRequired).toBe(isOptional === false);
});
