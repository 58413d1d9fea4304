// Which pictures are skins, what is left of them, the face, and the skin of a name.

import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { drawDefaultSkin } from '../../../src/modules/skins/default-skin.ts';
import { cleanSkin, drawFace, shapeOf } from '../../../src/modules/skins/skin.ts';
import type { Pixels } from '../../../src/platform/input/picture.ts';

type Colour = readonly [number, number, number, number];
const CLEAR: Colour = [0, 0, 0, 0];
const RED: Colour = [200, 0, 0, 255];
const BLUE: Colour = [0, 0, 200, 255];

/** A picture of one colour, with rectangles on it. */
function paint(
  height: 32 | 64,
  ground: Colour,
  ...rectangles: readonly [x: number, y: number, width: number, height: number, Colour][]
): Pixels {
  const data = new Uint8Array(64 * height * 4);
  const fill = (x: number, y: number, across: number, down: number, colour: Colour) => {
    for (let row = y; row < y + down; row += 1) {
      for (let column = x; column < x + across; column += 1) {
        data.set(colour, (row * 64 + column) * 4);
      }
    }
  };
  fill(0, 0, 64, height, ground);
  for (const rectangle of rectangles) fill(...rectangle);
  return { width: 64, height, data };
}

const pixel = ({ width, data }: Pixels, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4).subarray(0, 4),
];

describe('what is stored of a skin', () => {
  test.each([
    ['the top', 8, 0],
    ['the bottom', 23, 7],
    ['a side', 0, 8],
    ['the back', 31, 15],
  ])('has a head that everybody sees: %s', (_what, x, y) => {
    expect(pixel(cleanSkin(paint(64, [9, 9, 9, 3])), x, y)).toEqual([9, 9, 9, 255]);
  });

  test('keeps what is clear elsewhere, without anything behind it', () => {
    const cleaned = cleanSkin(paint(64, [9, 9, 9, 0]));
    for (const [x, y] of [
      [0, 0],
      [40, 8],
      [20, 20],
      [63, 63],
    ] as const) {
      expect(pixel(cleaned, x, y)).toEqual([...CLEAR]);
    }
  });

  test('has no hat where the hat is of one colour everywhere, and otherwise the hat as it is', () => {
    expect(pixel(cleanSkin(paint(32, RED)), 40, 8)).toEqual([...CLEAR]);
    expect(pixel(cleanSkin(paint(32, RED, [40, 8, 1, 1, BLUE])), 41, 8)).toEqual([...RED]);
    expect(pixel(cleanSkin(paint(32, RED, [63, 15, 1, 1, CLEAR])), 40, 8)).toEqual([...RED]);
  });

  test('leaves what was given as it is, and stays the same when cleaned again', () => {
    const given = paint(64, [9, 9, 9, 3], [32, 0, 32, 16, RED]);
    const before = given.data.join();
    const once = cleanSkin(given);
    expect(given.data.join()).toBe(before);
    expect(cleanSkin(once)).toEqual(once);
  });
});

test.each([
  ['old', paint(32, RED)],
  ['wide', paint(64, RED)],
  ['slim', paint(64, RED, [54, 20, 2, 12, CLEAR])],
] as const)('a skin is %s', (shape, skin) => {
  expect(shapeOf(skin)).toBe(shape);
});

describe('a face', () => {
  const skin = paint(
    64,
    CLEAR,
    [8, 8, 8, 8, RED],
    [40, 8, 4, 8, BLUE],
    [44, 8, 1, 8, [0, 0, 200, 51]],
  );

  test('of any size takes the same reads of the skin, since anybody may ask for every size', () => {
    const countReads = (size: number) => {
      let reads = 0;
      const data = new Proxy(skin.data, {
        get(target, name) {
          reads += 1;
          return Reflect.get(target, name);
        },
      });
      drawFace({ ...skin, data }, size);
      return reads;
    };
    expect(countReads(256)).toBe(countReads(8));
  });

  test.each([8, 9, 64, 256])('of %p pixels has the head and the hat on it', (size) => {
    const face = drawFace(skin, size);
    expect([face.width, face.height, face.data.length]).toEqual([size, size, size * size * 4]);
    expect(pixel(face, 0, 0)).toEqual([...BLUE]);
    expect(pixel(face, size - 1, size - 1)).toEqual([...RED]);
    // A fifth of the hat over the head.
    expect(pixel(face, Math.ceil(size / 2), 0)).toEqual([160, 0, 40, 255]);
  });

  test('has no colours but those of the skin, at any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 256 }), (size) => {
        const { data } = drawFace(
          paint(64, RED, [10, 10, 3, 3, BLUE], [32, 0, 32, 16, CLEAR]),
          size,
        );
        const found = new Set<string>();
        for (let at = 0; at < data.length; at += 4) found.add(data.subarray(at, at + 4).join());
        expect([...found].toSorted()).toEqual([BLUE.join(), RED.join()].toSorted());
      }),
      { numRuns: 20 },
    );
  });
});

describe('the skin of a name', () => {
  test('is the same in any case, and a clean old skin', () => {
    const skin = drawDefaultSkin('Alice');
    expect(drawDefaultSkin('aLICE')).toEqual(skin);
    expect([skin.width, skin.height]).toEqual([64, 32]);
    expect(cleanSkin(skin)).toEqual(skin);
  });

  test('differs between names', () => {
    const skins = Array.from({ length: 50 }, (_, number) => drawDefaultSkin(`Player_${number}`));
    expect(new Set(skins.map(({ data }) => data.join())).size).toBeGreaterThan(48);
  });
});
