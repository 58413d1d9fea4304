// Uploaded pictures: what is read of them, what is refused, and that no forged one costs more than its header says.

import { describe, expect, test } from 'bun:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import {
  makeIcon as draw,
  ICON_SIDE,
  PICTURE_LIMITS,
  readPicture,
} from '../../../src/platform/input/picture.ts';
import { Failure } from '../../../src/platform/lib/failure.ts';
import { inputFailures } from '../../../src/platform/messages/messages.ts';
import {
  chunk,
  head,
  type PngLook,
  plainJpeg,
  plainPng,
  png,
  readIcon,
  SIGNATURE,
} from '../../support/pictures.ts';

const { picture: sentences } = inputFailures;
const makeIcon = async (bytes: Uint8Array, uploader: string, longestMs?: number) =>
  draw(readPicture(bytes), uploader, longestMs);

/** Where what is drawn counts: a busy machine may take longer than it may at most, of which there are tests below. */
const UNHURRIED_MS = 60_000;

/** The pixel in the middle of the icon that was made. */
async function middle(bytes: Uint8Array): Promise<number[]> {
  const icon = await readIcon(await makeIcon(bytes, '1', UNHURRIED_MS));
  expect([icon.width, icon.height]).toEqual([ICON_SIDE, ICON_SIDE]);
  return icon.pixel(ICON_SIDE / 2, ICON_SIDE / 2);
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const refused = await makeIcon(bytes, '1').then(
    () => 'taken',
    (error: unknown) => error,
  );
  if (!(refused instanceof Failure)) throw new Error(`${refused}`);
  expect([refused.kind, refused.field]).toEqual(['invalid', 'icon']);
  return refused.message;
}

/** Of libjpeg: 16 × 16 pixels in one colour, in ten scans. */
const PROGRESSIVE =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEYGh0dHx8fExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh7/wgARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUAQEAAAAAAAAAAAAAAAAAAAAG/9oADAMBAAIQAxAAAAGAdV//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAEFAh//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/AX//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/AX//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAY/Ah//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAE/IR//2gAMAwEAAgADAAAAEAv/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/EH//xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/EH//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAE/EB//2Q==';

/** 40 × 40 pixels of one colour, in seven passes. */
const INTERLACED =
  'iVBORw0KGgoAAAANSUhEUgAAACgAAAAoCAYAAAH7+Yj7AAAAT0lEQVR4Xu3OwQkAIRAEwQv7wjcBEaF9iFQ9l2Xo75947zjjccnj0vbjLoOdwc5gZ7Az2BnsDHb3D54msBJYCawEVgIrgZXASmAlsLo+cAD2CrimqPlbaAAAAABJRU5ErkJggg==';

const SMALL_JPEG = await plainJpeg(8, 8, 200);
const WIDE_JPEG = await plainJpeg(300, 200, 200);

describe('an icon', () => {
  test.each([
    ['true colour', plainPng(100, 100, 10, 200, 30, 255), [10, 200, 30, 255]],
    ['a single pixel', plainPng(1, 1, 1, 2, 3, 255), [1, 2, 3, 255]],
    [
      '16 bit',
      png(
        { width: 2, height: 2, depth: 16, colour: 2 },
        Buffer.alloc(26, 0).fill(255, 1, 13).fill(255, 14),
      ),
      [255, 255, 255, 255],
    ],
    [
      'grey of 1 bit',
      png({ width: 9, height: 2, depth: 1, colour: 0 }, Buffer.from([0, 255, 255, 0, 255, 255])),
      [255, 255, 255, 255],
    ],
    [
      'a palette with a clear colour',
      png(
        { width: 4, height: 4, depth: 2, colour: 3 },
        Buffer.from([0, 0x55, 0, 0x55, 0, 0x55, 0, 0x55]),
        [chunk('PLTE', Buffer.from([9, 9, 9, 50, 60, 70])), chunk('tRNS', Buffer.from([0, 128]))],
      ),
      [50, 60, 70, 128],
    ],
    [
      'a colour that is clear',
      png({ width: 1, height: 4, colour: 2 }, Buffer.from('00050607'.repeat(4), 'hex'), [
        chunk('tRNS', Buffer.from([0, 5, 0, 6, 0, 7])),
      ]),
      [0, 0, 0, 0],
    ],
    [
      'the first of two headers',
      png({ width: 1, height: 1 }, Buffer.from([0, 1, 2, 3, 255]), [
        head({ width: 20_000, height: 20_000 }),
      ]),
      [1, 2, 3, 255],
    ],
    ['interlaced', Buffer.from(INTERLACED, 'base64'), [120, 120, 120, 120]],
    [
      'interlaced with few colours',
      png({ width: 8, height: 8, depth: 1, colour: 0, interlaced: 1 }, Buffer.alloc(40)),
      [0, 0, 0, 255],
    ],
    [
      'a colour outside the palette, as black',
      png({ width: 1, height: 1, depth: 8, colour: 3 }, Buffer.from([0, 7]), [
        chunk('PLTE', Buffer.from([1, 2, 3])),
      ]),
      [0, 0, 0, 255],
    ],
    [
      'a palette beside true colour',
      png({ width: 1, height: 1 }, Buffer.from([0, 4, 5, 6, 255]), [
        chunk('PLTE', Buffer.from([9, 9, 9])),
      ]),
      [4, 5, 6, 255],
    ],
    ['JPEG', WIDE_JPEG, [200, 200, 200, 255]],
    ['progressive JPEG', Buffer.from(PROGRESSIVE, 'base64'), [200, 100, 50, 255]],
  ] as const)('is made of %s', async (_, bytes, colour) => {
    expect(await middle(bytes)).toEqual([...colour]);
  });

  test('shows the whole of a wide picture, with clear bars', async () => {
    const wide = plainPng(200, 100, 9, 9, 9, 255);
    const icon = await readIcon(await makeIcon(wide, '1', UNHURRIED_MS));
    const opacity = (y: number) => icon.pixel(5, y)[3];
    expect([0, 15, 16, 47, 48, 63].map(opacity)).toEqual([0, 0, 255, 255, 0, 0]);
  });

  test('keeps nothing that was uploaded', async () => {
    const marked = png({ width: 1, height: 1 }, Buffer.from([0, 1, 2, 3, 255]), [
      chunk('tEXt', Buffer.from('Comment\0<script>marked</script>')),
    ]);
    const behind = Buffer.concat([marked, Buffer.from('<script>marked</script>')]);
    expect(Buffer.from(await makeIcon(behind, '1')).includes('marked')).toBe(false);
  });

  test('is at most 17 KB', async () => {
    const line = () => [0, ...crypto.getRandomValues(new Uint8Array(ICON_SIDE * 4))];
    const noise = Buffer.from(Array.from({ length: ICON_SIDE }, line).flat());
    const icon = await makeIcon(png({ width: ICON_SIDE, height: ICON_SIDE }, noise), '1');
    expect(icon.length).toBeLessThan(17 * 1024);
  });
});

describe('refused', () => {
  test('what is no PNG or JPEG', async () => {
    expect(await refusal(new Uint8Array())).toBe(sentences.none);
    const others = [
      'GIF89a',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '\xff\xd8',
      '\x89PNG\r\n\x1a\n',
    ];
    for (const text of others)
      expect(await refusal(Buffer.from(text, 'latin1'))).toBe(sentences.kind);
  });

  test('more bytes than are taken', async () => {
    const large = new Uint8Array(PICTURE_LIMITS.bytes + 1);
    expect(await refusal(large)).toBe(sentences.large(large.length, '64 KiB'));
  });

  test('a size in the header, with what was seen, before anything is decoded', async () => {
    const forged = png({ width: 20_000, height: 20_000 }, Buffer.alloc(64));
    expect(await refusal(forged)).toBe(sentences.wide(20_000, 20_000, 1024));
    const turned = Buffer.from(SMALL_JPEG);
    const frame = turned.indexOf(Buffer.from([0xff, 0xc0]));
    turned.writeUInt16BE(65_500, frame + 5);
    expect(await refusal(turned)).toBe(sentences.wide(8, 65_500, 1024));
  });

  const large: PngLook = { width: 1024, height: 1024 };
  const bomb = deflateSync(Buffer.alloc(38_000_000), { level: 9 });
  const cmyk = () => {
    // A frame of four components, and no mark of the program that would say what they are.
    const bytes = Buffer.from(SMALL_JPEG);
    bytes[bytes.indexOf(Buffer.from([0xff, 0xc0])) + 9] = 4;
    return bytes;
  };
  test.each([
    [
      'lines that inflate to far more than the header says',
      Buffer.concat([SIGNATURE, head({ width: 8, height: 8 }), chunk('IDAT', bomb), chunk('IEND')]),
    ],
    [
      'the same in many chunks',
      Buffer.concat([
        SIGNATURE,
        head({ width: 8, height: 8 }),
        ...Array.from({ length: 2_000 }, (_, i) =>
          chunk('IDAT', bomb.subarray(i * 20, (i + 1) * 20)),
        ),
        chunk('IEND'),
      ]),
    ],
    ['too few lines', png({ ...large, depth: 16 }, Buffer.alloc(10))],
    ['no lines', Buffer.concat([SIGNATURE, head(large), chunk('IEND')])],
    ['no end', png(large, Buffer.alloc(10)).subarray(0, 60)],
    [
      'a chunk that says that it is 4 GB',
      Buffer.concat([
        SIGNATURE,
        head(large),
        Buffer.from('ffffffff49444154', 'hex'),
        Buffer.alloc(20),
      ]),
    ],
    [
      'a palette that is missing',
      png({ width: 4, height: 4, depth: 8, colour: 3 }, Buffer.alloc(20)),
    ],
    [
      'depths and colours that there are not',
      png({ width: 8, height: 8, depth: 3, colour: 5 }, Buffer.alloc(400)),
    ],
    ['a size of nothing', png({ width: 0, height: 8 }, Buffer.alloc(40))],
    ['a JPEG that is cut', WIDE_JPEG.subarray(0, 400)],
    ['a JPEG without its last byte', WIDE_JPEG.subarray(0, -1)],
    ['a JPEG of five thousand scans', manyScans()],
    ['a JPEG of four colours', cmyk()],
    ['a JPEG of two frames', Buffer.concat([SMALL_JPEG.subarray(0, -2), SMALL_JPEG.subarray(2)])],
  ])('%s', async (_, bytes) => {
    expect(bytes.length).toBeLessThanOrEqual(PICTURE_LIMITS.bytes);
    const { format, width, height } = readPicture(bytes);
    expect(await refusal(bytes)).toBe(sentences.damaged(format, width, height));
  });

  test('what takes too long, while the process goes on', async () => {
    const bytes = png({ ...large, depth: 16 }, Buffer.alloc((1 + 8 * 1024) * 1024));
    expect(bytes.length).toBeLessThanOrEqual(PICTURE_LIMITS.bytes);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    expect(await middle(bytes)).toEqual([0, 0, 0, 0]);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
    const refused = await makeIcon(bytes, '1', 0).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      ...{ kind: 'unavailable', message: sentences.slow, retryAfterSeconds: expect.any(Number) },
    });
    // The next one has its turn.
    expect(await middle(SMALL_JPEG)).toEqual([200, 200, 200, 255]);
  });

  test('or drawn: whatever bytes are changed, and nothing else comes of it', async () => {
    const pictures = [WIDE_JPEG, Buffer.from(PROGRESSIVE, 'base64'), plainPng(20, 9, 1, 2, 3, 99)];
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
    const property = fc.asyncProperty(fc.constantFrom(...pictures), changes, async (from, all) => {
      const bytes = Buffer.from(from);
      for (const [place, byte] of all) bytes[place % bytes.length] = byte;
      const made = await makeIcon(bytes, '1', UNHURRIED_MS).catch((error: unknown) => error);
      if (made instanceof Failure) expect([made.kind, made.field]).toEqual(['invalid', 'icon']);
      else expect((await readIcon(made as Uint8Array)).width).toBe(ICON_SIDE);
    });
    await fc.assert(property, { numRuns: 400 });
  });

  test('a fourth upload of somebody of whom three wait', async () => {
    const all = Array.from({ length: 6 }, () =>
      makeIcon(SMALL_JPEG, '7').catch((e: Failure) => e.kind),
    );
    expect(
      (await Promise.all(all)).filter((outcome) => outcome === 'unavailable').length,
    ).toBeGreaterThan(1);
  });
});

/** A progressive JPEG of five thousand scans; each says that a million pixels stay, in three bytes. */
function manyScans(): Buffer {
  const usual = Buffer.from(SMALL_JPEG);
  const tables = usual.subarray(usual.indexOf(Buffer.from([0xff, 0xdb])));
  const table = tables.subarray(0, 2 + tables.readUInt16BE(2));
  const frame = Buffer.from('ffc2000b080400040001011100', 'hex');
  const codes = Buffer.from(`ffc400141001${'00'.repeat(15)}e0`, 'hex');
  const scan = Buffer.from('ffda0008010100013f007fff00', 'hex');
  const scans = Array.from({ length: 5_000 }, () => scan);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    table,
    frame,
    codes,
    ...scans,
    Buffer.from([0xff, 0xd9]),
  ]);
}
