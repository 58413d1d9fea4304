// What somebody with two hundred accounts in ten networks can do to the order of the list page, among two hundred honest servers.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { peopleForSteps } from '../../../src/modules/list/ranking.ts';
import { createRandom } from '../../simulation/random.ts';
import { rounds } from '../../support/rounds.ts';
import { openPeopleWorld } from './people-world.ts';

const { seed } = rounds(1);
const HONEST = 200;
const PLAYERS = 600;
const DAYS = 14;
const ACCOUNTS = 200;
const NETWORKS = 10;
/** The networks of honest players come before. */
const FIRST_NETWORK = 10_000;
const MAX_PLACES = 5;

const nameOf = (place: number) => `Honest ${place}`;
const isHonest = (name: string) => name.startsWith('Honest');

/** The honest servers in the order of how much is done there: each of its numbers is about a share of that of the first. */
async function openHonest() {
  const random = createRandom(seed);
  const world = await openPeopleWorld();
  const places = Array.from({ length: HONEST }, (_, index) => index + 1);
  const weights = places.map((place) => [Math.ceil(10_000 / place), place] as const);
  const players = await world.register(PLAYERS);
  for (const place of places) {
    const most = Math.floor(120 / place);
    await world.beat(nameOf(place), random.whole(most + 1) + Number(random.chance(0.3)));
  }
  const sample = async () => {
    world.own.clock.advance(60_000);
    await world.own.servers.history.sample();
  };
  await sample();
  return Object.assign(world, {
    sample,
    async addDay() {
      for (let id = players; id < players + PLAYERS; id += 1) {
        if (random.chance(0.5)) world.visit(nameOf(random.weighted(weights)[1]), id, id);
      }
      await world.skip(1);
    },
  });
}

interface Attack {
  /** What the server says of its players. */
  players: number;
  /** By day: the visits, each of an account and a network. */
  visits(day: number): [account: number, network: number][];
  isNew?: boolean;
}

const everyone = (networks = NETWORKS): [number, number][] =>
  Array.from({ length: ACCOUNTS }, (_, account) => [account, account % networks]);
const onLastDay = (day: number) => (day === DAYS - 1 ? everyone() : []);
/** Each day others, one from each network. */
const inTurn = (day: number) => everyone().slice(day * NETWORKS, (day + 1) * NETWORKS);

const ATTACKS: Record<string, Attack> = {
  'all at once, an empty server': { players: 0, visits: onLastDay },
  'all at once, a server like many': { players: 1, visits: onLastDay },
  'all at once, a server in the middle of those with players': { players: 4, visits: onLastDay },
  'all at once, with players that are made up': { players: 900, visits: onLastDay },
  'all at once, a new server': { players: 900, visits: onLastDay, isNew: true },
  'ten others each day, an empty server': { players: 0, visits: inTurn },
  'ten others each day, with players that are made up': { players: 900, visits: inTurn },
  'everybody each day, each from each network': {
    players: 4,
    visits: (day) => everyone().map(([account]) => [account, (account + day) % NETWORKS]),
  },
};

/** The networks that lift a server: to see that what is measured can be seen. */
const MANY: Attack = { players: 4, visits: (day) => (day === DAYS - 1 ? everyone(40) : []) };

const attacks = Object.entries({ ...ATTACKS, many: MANY });

let world: Awaited<ReturnType<typeof openHonest>>;
let order: string[];
beforeAll(async () => {
  world = await openHonest();
  const first = await world.register(ACCOUNTS);
  for (let day = 0; day < DAYS; day += 1) {
    // Beside each a server like it, which nobody joins.
    for (const [name, { players, isNew = false }] of attacks) {
      if (day !== (isNew ? DAYS - 1 : 0)) continue;
      for (const server of [name, `alike: ${name}`]) await world.beat(server, players);
    }
    if (day === 0 || day === DAYS - 1) await world.sample();
    for (const [name, { visits }] of attacks) {
      for (const [account, network] of visits(day)) {
        world.visit(name, first + account, FIRST_NETWORK + network);
      }
    }
    if (day < DAYS - 1) await world.addDay();
  }
  await world.count();
  order = world.order();
}, 60_000);
afterAll(() => world[Symbol.dispose]());

describe(`two hundred accounts in ten networks (seed ${seed})`, () => {
  const placeOf = (name: string) => order.slice(0, order.indexOf(name)).filter(isHonest).length;
  const liftOf = (name: string) => placeOf(`alike: ${name}`) - placeOf(name);

  test.each(Object.keys(ATTACKS))('lift a server by no more than five places: %s', (name) => {
    expect(liftOf(name)).toBeLessThanOrEqual(MAX_PLACES);
  });

  test('in forty networks they lift it further, which shows that it is seen', () => {
    expect(liftOf('many')).toBeGreaterThan(MAX_PLACES);
  });

  test('lift no honest server that has ten people less than its next step needs', async () => {
    const first = await world.register(ACCOUNTS);
    let attacked = 0;
    for (const [index, name] of order.filter(isHonest).entries()) {
      const found = world.own.servers.findServer(world.hashOf(name));
      const parts = found && world.own.servers.ranking.describe(found.listing);
      if (parts === undefined) throw new Error(`${name} has no rank.`);
      if (parts.weight + NETWORKS >= peopleForSteps(parts.steps + 1)) continue;
      attacked += 1;
      for (let network = 0; network < NETWORKS; network += 1) {
        world.visit(name, first + ((NETWORKS * index + network) % ACCOUNTS), network + 20_000);
      }
    }
    // Otherwise some would be stale by now.
    await world.skip(0);
    expect(attacked).toBeGreaterThan(HONEST / 2);
    expect(world.order()).toEqual(order);
  });
});
