// The states of a service that is alone, in memory, and those that belong to a session.

import { describe, expect, test } from 'bun:test';
import { createSealedTexts } from '../../../src/platform/lib/sealed-texts.ts';
import { createMemoryStates, openSessionStates } from '../../../src/platform/lib/shared-states.ts';
import { describeSharedStates } from '../../contract/shared-states.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

describe('in memory', () => {
  describeSharedStates(async (clock) => createMemoryStates(clock));

  test('a state in use is not forgotten, however many others there are', async () => {
    const states = createMemoryStates(createFakeClock(0));
    const texts = states.open<string>('texts', { most: 2, isInUse: (state) => state === 'in use' });
    const put = (key: string, state: string) =>
      texts.update(key, () => ({ result: undefined, next: { state, until: 1 } }));
    await put('a', 'in use');
    for (const key of ['b', 'c', 'd']) await put(key, 'free');
    const found = await Promise.all(
      ['a', 'b', 'c', 'd'].map((key) => texts.look(key, (state) => state)),
    );
    expect(found).toEqual(['in use', undefined, undefined, 'free']);
  });
});

describe('the state of a session', () => {
  test('is bounded: the oldest is forgotten first, whatever was replaced since', async () => {
    const states = createMemoryStates(createFakeClock(0));
    const bounds = { most: 2, lifetimeMs: 10 };
    const numbers = openSessionStates<{ number: number }>(states, 'numbers', bounds);
    for (const value of ['a', 'b', 'c']) await numbers.put(value, { number: 1 });
    await numbers.put('b', { number: 2 });
    await numbers.put('d', { number: 1 });
    const found = await Promise.all(['a', 'b', 'c', 'd'].map(numbers.find));
    expect(found.map((state) => state?.number)).toEqual([undefined, 2, undefined, 1]);
  });

  test('is forgotten when its time is over, and not before', async () => {
    const clock = createFakeClock(0);
    const states = createMemoryStates(clock);
    const codes = createSealedTexts(states, 'fresh codes', { lifetimeMs: 10 * 60_000 });
    await codes.put('a', ['1']);
    clock.advance(10 * 60_000 - 1);
    await states.sweep();
    expect(await codes.find('a')).toEqual(['1']);
    clock.advance(1);
    expect(await codes.find('a')).toBeUndefined();
    await states.sweep();
    clock.advance(-1);
    expect(await codes.find('a')).toBeUndefined();
  });
});
