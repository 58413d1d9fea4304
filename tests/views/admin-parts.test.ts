// The parts of the administration's pages: tables that become cards, empty tables, forms of actions.

import { describe, expect, test } from 'bun:test';
import { render } from 'preact-render-to-string';
import {
  ActionForm,
  AdminTable,
  hasFilter,
  NoRows,
  NumberedPager,
  RowAction,
} from '../../src/views/admin/parts.tsx';
import { EMPTY_FORM } from '../../src/views/forms.tsx';

describe('a table', () => {
  const html = render(
    AdminTable({
      caption: 'Words',
      columns: [
        ['Word', ({ word }) => word],
        ['Since', () => 'today'],
        ['Action', () => null],
      ],
      rows: [{ word: '<b>' }],
    }),
  );

  test('names the column at each cell', () => {
    expect(html).toContain('<th scope="row" data-head="Word"><div>&lt;b></div></th>');
    expect(html).toContain('<td data-head="Since"><div>today</div></td>');
  });

  test('marks an empty cell', () => {
    expect(html).toContain('<td data-head="Action" class="nothing"><div>–</div></td>');
  });
});

describe('instead of an empty table', () => {
  test('a search links to all rows', () => {
    const html = render(NoRows({ text: 'None fits.', all: '/admin/bans/' }));
    expect(html).toContain('None fits.');
    expect(html).toContain('<a class="button quiet" href="/admin/bans/">Show all</a>');
  });

  test('there is no link where there are no rows at all', () => {
    expect(render(NoRows({ text: 'None.' }))).not.toContain('<a ');
  });

  test.each([
    [{}, false],
    [{ text: '', state: '' }, false],
    [{ text: '', state: 'unlisted' }, true],
    [{ text: 'lava' }, true],
  ])('a search for %j asks for something: %p', (values, asks) => {
    expect(hasFilter({ values })).toBe(asks);
  });

  test('nothing is counted', () => {
    const page = { rows: [], count: 0, next: undefined, first: undefined };
    expect(NumberedPager({ page })).toBeNull();
    expect(NumberedPager({ page: { ...page, count: 1 } })).not.toBeNull();
  });
});

describe.each([
  ['main', '"action"', '"action row-action"'],
  ['danger', '"action danger"', '"action row-action danger"'],
] as const)('an action of the kind %s', (kind, own, inRow) => {
  test('shows it while it is folded', () => {
    const shared = { name: 'ban', page: '/admin/', submit: 'Ban', kind, state: EMPTY_FORM };
    const action = render(ActionForm({ ...shared, title: 'Ban it' }));
    expect(action).toContain(`<details class=${own}>`);
    const row = { row: 1, title: 'Ban', hidden: {} };
    expect(render(RowAction({ ...shared, ...row }))).toContain(`<details class=${inRow}>`);
  });
});
