// The parts of forms: what was typed stays, problems are shown at the top and at the field, secrets never.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { formMessages } from '../../src/platform/messages/messages.ts';
import {
  EMPTY_FORM,
  type FieldOf,
  Fields,
  type FormState,
  HiddenField,
  optionsOf,
} from '../../src/platform/views/form-fields.tsx';
import { ErrorSummary, FormPage } from '../../src/platform/views/forms.tsx';
import { rounds } from '../support/rounds.ts';
import { plainSite } from '../support/site-look.ts';

const field = { name: 'username', label: 'Name' };
const wrong: FormState = {
  values: { username: 'Al <b>', password: 'kept-by-mistake' },
  problems: [
    { field: 'username', message: 'No account has the name "Al <b>".' },
    { message: 'Too many attempts.' },
  ],
};

const show = (field: FieldOf, state: FormState) => render(h(Fields, { fields: [field], state }));

describe('a field', () => {
  test('keeps what was typed and shows its problem', () => {
    const html = show({ ...field, hint: 'As in the game.' }, wrong);
    expect(html).toContain('value="Al &lt;b>"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('aria-describedby="field-username-hint field-username-problem"');
    expect(html).toContain('No account has the name &quot;Al &lt;b>&quot;.');
    expect(html).not.toContain('Too many');
  });

  test('of a file offers files of the kinds that are taken', () => {
    const given = { name: 'icon', label: 'Picture', accept: 'image/png,image/jpeg' };
    const html = show(given, EMPTY_FORM);
    expect(html).toContain('<input type="file" accept="image/png,image/jpeg" ');
  });

  test('shows all its problems', () => {
    const problems = ['Too short.', 'Too common.'].map((message) => ({ field: 'name', message }));
    const html = show({ name: 'name', label: 'A' }, { values: {}, problems });
    expect(html).toContain('Too short. Too common.');
    expect(html.match(/class="field-problem"/g)).toHaveLength(1);
    const summary = render(h(ErrorSummary, { problems }));
    for (const { message } of problems) expect(summary).toContain(message);
  });

  test('of another name does not show it', () => {
    const html = show({ name: 'code', label: 'Code' }, wrong);
    expect(html).not.toMatch(/invalid|problem|wrong|describedby/);
  });

  test('shows what it was given until something was typed, an emptied field too', () => {
    const given = { name: 'a', label: 'A', value: 'before', rows: 4 };
    const withTyped = (values: Record<string, string>) => show(given, { values, problems: [] });
    expect(withTyped({})).toContain('>before</textarea>');
    expect(withTyped({ a: 'after' })).toContain('>after</textarea>');
    expect(withTyped({ a: '' })).not.toContain('before');
  });

  test('of a password is never filled in, whatever the state holds', () => {
    const given = { name: 'password', label: 'Password', type: 'password' } as const;
    const html = show({ ...given, autocomplete: 'current-password' }, wrong);
    expect(html).not.toContain('kept-by-mistake');
    expect(html).not.toContain('value');
    expect(html).toContain('autocomplete="current-password"');
    // Without a script there is nothing to press.
    expect(html).toMatch(/<button [^>]*type="button"[^>]* hidden[^>]*>Show<\/button>/);
  });

  test.each([
    [undefined, false, ''],
    [undefined, true, 'a'],
    ['yes', false, 'a'],
    ['', true, ''],
  ])('to check, sent as %p and by itself %p', (sent, isChecked, found) => {
    const values: Record<string, string> = sent === undefined ? {} : { a: sent };
    const state = { values, problems: [] };
    const html = show({ name: 'a', label: 'A', isChecked }, state);
    expect(html.includes(' checked')).toBe(found === 'a');
  });

  test('to choose from has the chosen one', () => {
    const options = ['open', 'closed'].map((value) => ({ value, label: value.toUpperCase() }));
    const given = { name: 'a', label: 'A', options, value: 'open' };
    const withChosen = (values: Record<string, string>) => show(given, { values, problems: [] });
    expect(withChosen({})).toContain('<option value="open" selected>OPEN</option>');
    expect(withChosen({ a: 'closed' })).toContain(
      '<option value="closed" selected>CLOSED</option>',
    );
    expect(withChosen({ a: 'other' })).not.toContain('selected');
  });
});

describe('the summary', () => {
  test('lists everything, with a link to each field', () => {
    const html = render(h(ErrorSummary, { problems: wrong.problems }));
    expect(html).toContain('role="alert"');
    expect(html).toContain('aria-labelledby="problems-title"');
    expect(html).toContain('tabindex="-1"');
    expect(html).toContain(formMessages.summaryTitle(2));
    expect(html).toContain('<a href="#field-username">No account');
    expect(html).toContain('<li>Too many attempts.</li>');
  });

  test('does not ask to correct what the reader cannot correct', () => {
    const html = render(h(ErrorSummary, { problems: [{ message: 'Try again later.' }] }));
    expect(html).toContain(`>${formMessages.refusedTitle}</h2>`);
  });

  test('is not there when nothing is wrong', () => {
    expect(ErrorSummary({ problems: [] })).toBeNull();
  });
});

describe('a page with a form', () => {
  test('has one heading, and says in its title when something is wrong', () => {
    const show = (state: FormState) =>
      render(FormPage({ site: plainSite, title: 'Log in', state, children: null }));
    expect(show(EMPTY_FORM)).toContain('<title>Log in · play.test</title>');
    expect(show(wrong)).toContain('<title>Error: Log in · play.test</title>');
    expect(show(wrong).match(/<h1>/g)).toHaveLength(1);
  });
});

test('options have their labels, after the one for none', () => {
  const options = [
    { value: 'open', label: 'Open' },
    { value: 'closed', label: 'Closed' },
  ];
  const labels = { open: 'Open', closed: 'Closed' };
  expect(optionsOf(labels, 'All')).toEqual([{ value: '', label: 'All' }, ...options]);
});

test('typed text adds no tag', () => {
  const tagsOf = (html: string) =>
    html.match(/<[^>]*>/g)?.map((tag) => tag.split(/[ />]/, 2).join(''));
  const show = (text: string) => {
    const state = { values: { a: text }, problems: [{ field: 'a', message: text }] };
    const parts = [
      h(Fields, {
        fields: [
          { name: 'a', label: text, hint: text },
          { name: 'a', label: text, rows: 4 },
        ],
        state,
      }),
      HiddenField({ name: 'a', value: text }),
      h(ErrorSummary, state),
    ];
    return parts.map((part) => render(part)).join('');
  };
  const wanted = tagsOf(show('x')) ?? [];
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      // An attribute may hold a closing bracket, which the pattern above would take for the end of its tag.
      expect(tagsOf(show(text.replaceAll('>', '')))).toEqual(wanted);
    }),
    rounds(500),
  );
});
