// The order of the list page by people: what players alone can do, what people add, and what counts as new.

import { describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../support/test-servers.ts';
import { openPeopleWorld, type PeopleWorld } from './people-world.ts';

const ACTOR = { kind: 'command line' } as const;

/** Servers that were there for some days, with their players. */
async function openWorld(players: Record<string, number>, options = {}): Promise<PeopleWorld> {
  const world = await openPeopleWorld(options);
  for (const [name, count] of Object.entries(players)) await world.beat(name, count);
  await world.own.servers.history.sample();
  await world.pass(2);
  return world;
}

describe('the order of the list page', () => {
  test('is by players as long as nobody is known to have joined', async () => {
    using world = await openWorld({ Few: 3, Empty: 0, Many: 30, Some: 12, Quiet: 0 });
    expect(world.order()).toEqual(['Many', 'Some', 'Few', 'Empty', 'Quiet']);
  });

  test('puts a server where people are known to come above one that claims any number', async () => {
    using world = await openWorld({ Claims: 900, Known: 4, Few: 3 });
    await world.join('Known', 31);
    expect(world.order()).toEqual(['Claims', 'Known', 'Few']);
    await world.join('Known', 1);
    expect(world.order()).toEqual(['Known', 'Claims', 'Few']);
  });

  test('lets empty servers come last, those first where people come', async () => {
    using world = await openWorld({ Quiet: 0, Known: 0, One: 1 });
    await world.join('Known', 40);
    await world.beat('Known', 0);
    expect(world.order()).toEqual(['One', 'Known', 'Quiet']);
  });

  test('begins with featured servers', async () => {
    using world = await openWorld({ Known: 9, Chosen: 1 });
    await world.join('Known', 40);
    await world.own.moderation.actOnServer('feature', ACTOR, world.hashOf('Chosen'), 'Good');
    expect(world.order()).toEqual(['Chosen', 'Known']);
  });

  test('knows nobody who joined a server elsewhere, though it has the hash of one that is away', async () => {
    using world = await openWorld({ Known: 4 });
    await world.join('Known', 40);
    const { listing } = world.own.servers.findServer(world.hashOf('Known')) ?? {};
    if (listing === undefined) throw new Error('It is not live.');
    const elsewhere = { ...listing, origin: { host: 'a.example', url: 'https://a.example' } };
    const { rankOf } = world.own.servers.ranking;
    expect(rankOf(listing) - rankOf(elsewhere)).toBe(1);
  });

  test('is by players alone where the setting says so', async () => {
    using world = await openWorld({ Claims: 900, Known: 4 }, { ranking: 'players' });
    await world.join('Known', 40);
    expect(world.order()).toEqual(['Claims', 'Known']);
  });
});

describe('a server that came less than a day ago', () => {
  test('stands below all others, whatever it claims, and is by its claims there', async () => {
    using world = await openWorld({ Quiet: 0, Old: 1 });
    await world.beat('New', 3);
    await world.beat('Newer', 500);
    expect(world.order()).toEqual(['Old', 'Quiet', 'Newer', 'New']);
    await world.pass(1);
    expect(world.order()).toEqual(['Newer', 'New', 'Old', 'Quiet']);
  });

  test('is not new once enough people are known to have joined', async () => {
    using world = await openWorld({ Old: 1 });
    await world.beat('New', 5);
    await world.own.servers.history.sample();
    await world.join('New', 31);
    expect(world.order()).toEqual(['Old', 'New']);
    await world.join('New', 1);
    expect(world.order()).toEqual(['New', 'Old']);
  });

  test('is not new when it was in the list before', async () => {
    using world = await openWorld({ Old: 1, Away: 5 });
    for (let minute = 0; minute < 20; minute += 1) {
      world.own.clock.advance(MINUTE_MS);
      await world.beat('Old', 1);
      world.own.servers.sweep();
    }
    await world.beat('Away', 5);
    expect(world.order()).toEqual(['Old', 'Away']);
    await world.own.servers.ranking.count();
    expect(world.order()).toEqual(['Away', 'Old']);
  });
});
