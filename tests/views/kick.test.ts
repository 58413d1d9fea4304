// Why a game server ended a game, out of the bytes that came last.

import { describe, expect, test } from 'bun:test';
import { createKickReader } from '../../src/views/client/game-sockets.ts';

const kick = (reason: string): Buffer => Buffer.from(`\u000e${reason.padEnd(64)}`, 'latin1');

describe('the reason of a kick', () => {
  test.each<[string, Buffer[], string | undefined]>([
    ['is read without its colours', [kick('&cNo &fgriefing')], 'No griefing'],
    ['is read as code page 437', [kick('M\u0081ller, sch\u0094n')], 'Müller, schön'],
    ['may stand behind other bytes', [Buffer.concat([Buffer.alloc(99), kick('Bye')])], 'Bye'],
    ['may come in parts', [...kick('Bye')].map((byte) => Buffer.from([byte])), 'Bye'],
    ['is none where something follows', [kick('Bye'), Buffer.from([1])], undefined],
    ['is none in what only begins like one', [Buffer.from([0x0e, ...Buffer.alloc(64)])], undefined],
    ['is none before anything came', [], undefined],
    ['is none in a short message', [kick('Bye').subarray(1)], undefined],
  ])('%s', (_what, messages, reason) => {
    const reader = createKickReader();
    for (const message of messages) reader.read(message);
    expect(reader.reason()).toBe(reason);
  });
});
