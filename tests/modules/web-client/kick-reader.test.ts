// Why a game server ended a game, out of the packets of both sides.

import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createKickReader } from '../../../src/modules/web-client/kick-reader-browser.ts';

const text = (words: string): Buffer => Buffer.from(words.padEnd(64), 'latin1');
const kick = (reason: string): Buffer => Buffer.concat([Buffer.from([14]), text(reason)]);
const chat = (words: string): Buffer => Buffer.concat([Buffer.from([13, 0]), text(words)]);
const packet = (opcode: number, bytes: number): Buffer =>
  Buffer.alloc(bytes, 14).fill(opcode, 0, 1);
const extension = (name: string, version: number): Buffer =>
  Buffer.concat([Buffer.from([17]), text(name), Buffer.from([0, 0, 0, version])]);
const unknown = packet(200, 70);

function readFrames(name: string): ['<' | '>', Buffer][] {
  const file = join(import.meta.dir, `../../vectors/mcgalaxy-kick-${name}-extensions.frames`);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => [line[0] as '<' | '>', Buffer.from(line.slice(2), 'base64')]);
}

function readReason(frames: readonly (readonly ['<' | '>', Uint8Array])[]): string | undefined {
  const reader = createKickReader();
  for (const [side, bytes] of frames) {
    if (side === '<') reader.read(bytes);
    else reader.sent(bytes);
  }
  return reader.reason();
}

// C12.14
describe('the reason of a kick', () => {
  test.each<[string, Buffer[], string | undefined]>([
    ['is read without its colours', [kick('&cNo &fgriefing')], 'No griefing'],
    ['is read as code page 437', [kick('M\u0081ller, sch\u0094n \u0003')], 'Müller, schön ♥'],
    ['may be padded with zeros', [Buffer.from(`\u000eBye${'\0'.repeat(61)}`)], 'Bye'],
    ['may be empty', [kick('')], ''],
    ['may stand behind other packets', [Buffer.concat([chat('Hi'), kick('Bye')])], 'Bye'],
    ['may come in parts', [...kick('Bye')].map((byte) => Buffer.from([byte])), 'Bye'],
    ['stays where a chat line follows', [kick('Bye'), chat('Al was kicked')], 'Bye'],
    ['stays where anything follows', [kick('Bye'), unknown, kick('Again'), unknown], 'Bye'],
    ['is not looked for inside of packets', [packet(3, 1028), packet(13, 66)], undefined],
    ['is none before anything came', [], undefined],
    ['is none in a short message', [kick('Bye').subarray(1)], undefined],
    ['is none before the packet is whole', [kick('Bye').subarray(0, 64)], undefined],
    ['is found in messages behind an unknown packet', [unknown, chat('Hi'), kick('Bye')], 'Bye'],
    [
      'is found in a message behind a packet that is never whole',
      [packet(3, 9), kick('Bye'), chat('Hi')],
      'Bye',
    ],
    [
      'is found in the last bytes behind anything',
      [
        Buffer.alloc(99),
        ...kick('Bye')
          .toString('latin1')
          .split(/(?=B)/)
          .map((part) => Buffer.from(part)),
      ],
      'Bye',
    ],
    ['is none in other bytes behind an unknown packet', [unknown, packet(14, 65)], undefined],
  ])('%s', (_what, messages, reason) => {
    expect(readReason(messages.map((message) => ['<', message]))).toBe(reason);
  });
});

// Names, versions, and the lengths of packets as the protocol's documents and both programs have them.
describe('the length of a packet', () => {
  test.each<[string, number, [opcode: number, before: number, after: number][]]>([
    ['FastMap', 1, [[2, 1, 5]]],
    ['EnvMapAppearance', 2, [[30, 69, 73]]],
    ['EnvMapAspect', 2, [[40, 65, 129]]],
    ['CustomModels', 2, [[51, 104, 167]]],
    ['BlockDefinitionsExt', 2, [[37, 85, 88]]],
    [
      'ExtendedTextures',
      1,
      [
        [35, 80, 83],
        [37, 85, 91],
      ],
    ],
    [
      'ExtEntityPositions',
      1,
      [
        [7, 74, 80],
        [8, 10, 16],
        [33, 138, 144],
        [46, 9, 15],
        [54, 11, 17],
      ],
    ],
    [
      'ExtendedBlocks',
      1,
      [
        [6, 8, 9],
        [20, 3, 4],
        [28, 4, 5],
        [35, 80, 81],
        [36, 2, 3],
        [37, 85, 86],
        [38, 1282, 1346],
        [44, 3, 5],
        [45, 3, 4],
      ],
    ],
  ])('grows with %s, where both sides know version %d', (name, version, packets) => {
    const agreed = extension(name, version);
    const older = extension(name, version - 1);
    const other = extension('Other', 1);
    for (const [opcode, before, after] of packets) {
      const ends = (bytes: number, ...frames: ['<' | '>', Buffer][]) =>
        readReason([...frames, ['<', Buffer.concat([packet(opcode, bytes), kick('Bye')])]]);
      expect(ends(before)).toBe('Bye');
      expect(ends(after, ['<', agreed], ['>', agreed])).toBe('Bye');
      expect(ends(after, ['>', other], ['>', agreed], ['<', agreed])).toBe('Bye');
      expect(ends(after, ['<', agreed])).toBe('Bye');
      expect(ends(before, ['<', agreed], ['>', other])).toBe('Bye');
      expect(ends(before, ['<', older], ['>', agreed])).toBe('Bye');
      expect(ends(before, ['>', agreed])).toBe('Bye');
    }
  });
});

describe('a recorded game with MCGalaxy', () => {
  const games: [name: string, reason: string][] = [
    ['all', 'Kicked by (console): Kein Griefing, schöner Tag'],
    ['few', 'Banned by (console): Bye'],
    ['no', 'Kicked by (console): No griefing'],
  ];

  test.each(games)(
    'with %s extensions: the kick is found, and nothing before it',
    (name, reason) => {
      const frames = readFrames(name);
      expect(readReason(frames)).toBe(reason);
      expect(readReason(frames.slice(0, -2))).toBeUndefined();
    },
  );

  test.each(games)('with %s extensions: however the messages are cut', (name, reason) => {
    const frames = readFrames(name);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1 }), (sizes) => {
        const reader = createKickReader();
        let cuts = 0;
        for (const [side, bytes] of frames) {
          if (side === '>') reader.sent(bytes);
          for (let start = 0; side === '<' && start < bytes.length; cuts += 1) {
            const size = sizes[cuts % sizes.length] ?? 1;
            reader.read(bytes.subarray(start, start + size));
            start += size;
          }
        }
        expect(reader.reason()).toBe(reason);
      }),
      { numRuns: 20 },
    );
  });
});

test('no bytes break the reader', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('<', '>'), fc.uint8Array())), (frames) => {
      readReason(frames);
    }),
  );
});
