// Draws the skin of players who have none of their own: a figure whose colours follow from the name.

import type { Pixels } from '../../platform/input/picture.ts';
import { sha256Bytes } from '../../platform/lib/digest.ts';

type Colour = readonly number[];

const toColours = (hex: string): Colour[] =>
  hex.split(' ').map((each) => [...Buffer.from(each, 'hex')]);

const SKINS = toColours('f6d3b6 e7b892 c99268 9c6844 6c462e 4d3224');
const HAIRS = toColours('28201c 543620 8c5c30 cea65a a84622 b0aca6');
const CLOTHES = toColours('a43e34 c47a2c bea03a 588a3e 348076 3a64a4 6c4e96 a8547e 5c6068 383e4e');
const EYES = toColours('3e2c1e 385c96 3c7042 2c2c30');
const [WHITE = [], SHOES = []] = toColours('f0f0ec 362e2a');

/** The same name gives the same skin, in any case of its letters. */
export function drawDefaultSkin(name: string): Pixels {
  const dice = sha256Bytes(`muster skin ${name.toLowerCase()}`);
  const pick = (colours: readonly Colour[], place: number) =>
    colours[(dice[place] ?? 0) % colours.length] ?? WHITE;
  const [skin, hair, shirt] = [pick(SKINS, 0), pick(HAIRS, 1), pick(CLOTHES, 2)];
  const [trousers, eye] = [pick(CLOTHES.slice(5), 3), pick(EYES, 4)];
  const fringe = 1 + ((dice[5] ?? 0) % 3);
  const sleeve = 3 + ((dice[6] ?? 0) % 8);
  const data = new Uint8Array(64 * 32 * 4);

  /** Fills a rectangle. Each pixel is a little lighter or darker, like cloth. */
  function fill(colour: Colour, x: number, y: number, width: number, height: number): void {
    for (let place = 0; place < width * height; place += 1) {
      const at = (y + Math.floor(place / width)) * 64 + x + (place % width);
      const shade = 0.94 + ((dice[(at * 7 + (at >> 6) * 13) % dice.length] ?? 0) / 255) * 0.12;
      data.set(
        [...colour.map((channel) => Math.min(255, Math.round(channel * shade))), 255],
        at * 4,
      );
    }
  }

  // The head with hair on top, behind and beside; then its face.
  fill(skin, 0, 8, 32, 8);
  fill(hair, 8, 0, 8, 8);
  fill(skin, 16, 0, 8, 8);
  fill(hair, 0, 8, 32, fringe);
  for (const x of [0, 16]) fill(hair, x, 8, 8, 5);
  fill(hair, 24, 8, 8, 7);
  fill(WHITE, 9, 12, 1, 1);
  fill(eye, 10, 12, 1, 1);
  fill(eye, 13, 12, 1, 1);
  fill(WHITE, 14, 12, 1, 1);
  const shadow = skin.map((channel) => channel * 0.8);
  fill(shadow, 11, 14, 2, 1);
  // The body, an arm with its sleeve, and a leg with its shoe.
  fill(shirt, 20, 16, 16, 4);
  fill(shirt, 16, 20, 24, 12);
  fill(trousers, 16, 31, 24, 1);
  fill(shirt, 44, 16, 4, 4);
  fill(skin, 48, 16, 4, 4);
  fill(skin, 40, 20, 16, 12);
  fill(shirt, 40, 20, 16, sleeve);
  fill(trousers, 4, 16, 4, 4);
  fill(SHOES, 8, 16, 4, 4);
  fill(trousers, 0, 20, 16, 12);
  fill(SHOES, 0, 30, 16, 2);
  return { width: 64, height: 32, data };
}
