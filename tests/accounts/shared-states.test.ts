// The states of a service that is alone, in memory.

import { describe, expect, test } from 'bun:test';
import { createMemoryStates } from '../../src/accounts/shared-states.ts';
import { describeSharedStates } from '../contract/shared-states.ts';
import { createFakeClock } from '../support/fake-clock.ts';

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

  test('what is good once can be made invalid instead of being marked', async () => {
    const clock = createFakeClock(0);
    let renewals = 0;
    const spent = createMemoryStates(clock).openSpent('tokens', {
      most: 2,
      onFull: () => {
        renewals += 1;
      },
    });
    for (const key of ['a', 'b', 'c', 'd']) expect(await spent.spend(key, 5)).toBe(true);
    expect(renewals).toBe(1);
    expect(await spent.isSpent('d', 5)).toBe(true);
    // Made valid no more by whoever is told.
    expect(await spent.isSpent('a', 5)).toBe(false);
    clock.advance(5);
    expect(await spent.spend('e', 9)).toBe(true);
    expect(await spent.spend('f', 9)).toBe(true);
    expect(renewals).toBe(1);
  });
});
