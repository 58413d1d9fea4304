// The parts of pages: names in colours, faces, countries, times.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { render } from 'preact-render-to-string';
import { md5Hex } from '../../../src/platform/lib/digest.ts';
import { renderFaceSvg } from '../../../src/platform/views/face.ts';
import { countryOptions } from '../../../src/platform/views/form-fields.tsx';
import { ColouredName, countryName, splitName } from '../../../src/platform/views/parts.tsx';
import {
  Ago,
  describeDuration,
  describeSpan,
  End,
  Moment,
  Since,
} from '../../../src/platform/views/time.tsx';
import { rounds } from '../../support/rounds.ts';

describe('a name', () => {
  test.each(['&a&B', ' &a &b '])(
    'of colour codes alone, %p, is shown as it was written',
    (name) => {
      expect(render(ColouredName({ name }))).toBe(`<bdi>${name.replaceAll('&', '&amp;')}</bdi>`);
    },
  );

  test('is shown in its colours, and escaped', () => {
    expect(render(ColouredName({ name: 'a &4<b>&f"c"' }))).toBe(
      '<bdi>a <i class="c4">&lt;b></i>&quot;c&quot;</bdi>',
    );
  });

  test('loses no visible character and gains no tag, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        expect(splitName(name).every(({ text }) => text !== '')).toBe(true);
        const html = render(ColouredName({ name }));
        expect(html.replace(/<\/?(bdi|i)( class="c[0-9a-e]")?>/g, '')).not.toContain('<');
      }),
      rounds(500),
    );
  });
});

describe('a face', () => {
  test('is the same for the same hash and another for another', () => {
    const hashes = Array.from({ length: 200 }, (_, index) => md5Hex(`192.0.2.1:${index}`));
    const faces = hashes.map(renderFaceSvg);
    expect(hashes.map(renderFaceSvg)).toEqual(faces);
    expect(new Set(faces).size).toBe(200);
  });
});

test('a country has its name, and any other code has none', () => {
  const names = ['NZ', 'T1', 'ZZ', '', '<b>'].map(countryName);
  expect(names).toEqual(['New Zealand', 'Unknown', 'Unknown', 'Unknown', 'Unknown']);
});

test('countries to choose from are there once each, under their present code', () => {
  const options = countryOptions();
  const labels = options.map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
  const codes = new Set(options.map(({ value }) => value));
  const known = ['GB', 'UK', 'MM', 'BU', 'RU', 'SU', 'XK', 'AQ'].map((code) => codes.has(code));
  expect(known).toEqual([true, false, true, false, true, false, true, true]);
});

test('durations are rounded down, and settings shown whole', () => {
  const lasted = [59.9, 105, 7_199, 7_200, 172_799, 172_800].map(describeDuration);
  expect(lasted).toEqual(['59 s', '1 min', '119 min', '2 h', '47 h', '2 d']);
  const set = [1, 60, 90, 5_400, 7_200].map(describeSpan);
  expect(set).toEqual(['1 s', '1 min', '90 s', '90 min', '2 h']);
});

describe('a moment on a page', () => {
  const at = Date.UTC(2026, 0, 2, 3, 4, 5);
  const wrap = (text: string, title = '2 Jan 2026, 03:04:05 UTC', local = '') =>
    `<time datetime="2026-01-02T03:04:05.000Z" title="${title}"${local}>${text}</time>`;
  const wrapLocal = (minute: number) =>
    wrap(
      `2 Jan 2026, 03:0${minute} UTC`,
      undefined,
      ` data-local="${minute === 4 ? at : Date.UTC(2026, 0, 2, 3, minute)}"`,
    );

  test.each([
    ['is shown to the minute', Moment({ at }), wrapLocal(4)],
    ['is shown in words', Moment({ at, text: 'lately' }), wrap('lately')],
    ['is shown a minute later where something ends', End({ at }), wrapLocal(5)],
    ['is shown by how long ago it was', Ago({ at, now: at + 60_000 }), wrap('1 min ago')],
    [
      'is written as the time since',
      Since({ start: at, now: at - 1 }),
      wrap('0 s', 'Since 2 Jan 2026, 03:04:05 UTC'),
    ],
  ])('%s, with the second in its title', (_how, element, html) => {
    expect(render(element)).toBe(html);
  });
});
