// Who reads on at once, who waits for another turn of the event loop, and in what order.

import { describe, expect, test } from 'bun:test';
import { createReadTurns } from '../../../src/modules/relay/read-turns.ts';

function openTurns(atOnce: number) {
  const due: (() => void)[] = [];
  const resumed: string[] = [];
  const turns = createReadTurns(atOnce, (task) => due.push(task));
  return {
    take: (name: string) => turns.take(() => resumed.push(name)),
    current: () => turns.current,
    /** Ends a turn, and returns who reads on in the next one. */
    next(): string[] {
      for (const task of due.splice(0)) task();
      return resumed.splice(0);
    },
    due,
  };
}

describe('sockets that bring much', () => {
  test('read on at once while they are few, in each turn', () => {
    const turns = openTurns(3);
    for (let turn = 0; turn < 3; turn += 1) {
      expect(['a', 'b', 'c'].map(turns.take)).toEqual([true, true, true]);
      expect(turns.next()).toEqual([]);
      expect(turns.current()).toBe(turn + 1);
    }
  });

  test('wait beyond that, and read on in the order in which they came', () => {
    const turns = openTurns(2);
    expect(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(turns.take)).toEqual([
      ...[true, true, false, false, false, false, false],
    ]);
    expect(turns.next()).toEqual(['c', 'd']);
    // What comes while others wait goes behind them.
    expect(turns.take('a')).toBe(false);
    expect(turns.next()).toEqual(['e', 'f']);
    expect(turns.next()).toEqual(['g', 'a']);
    expect(turns.next()).toEqual([]);
  });

  test('leave nothing to be done in a turn that nobody takes part in', () => {
    const turns = openTurns(1);
    turns.take('a');
    turns.next();
    expect(turns.due).toEqual([]);
  });
});
