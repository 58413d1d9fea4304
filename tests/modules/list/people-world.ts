// Test helper: servers by name, whose players and visits the test sets, through the real counting and the real store.

import { accountNamed } from '../../contract/fresh-stores.ts';
import {
  hashOf,
  MINUTE_MS,
  openTestServers,
  type TestServers,
  type TestServersOptions,
} from '../../support/test-servers.ts';

const DAY_MINUTES = 24 * 60;
const QUERY = { search: '', software: '', country: '', sort: undefined };

export interface PeopleWorld extends Disposable {
  own: TestServers;
  hashOf(name: string): string;
  beat(name: string, players: number): Promise<void>;
  /** So many accounts of their own join, each from a network of its own, and stay uncounted as players. */
  join(name: string, people: number): Promise<void>;
  /** Adds accounts, and returns the id of the first. */
  register(count: number): Promise<number>;
  /** One account joins from a network. */
  visit(name: string, accountId: number, network: number): void;
  /** Counts anew. */
  count(): Promise<void>;
  /** Days go by, with heartbeats of all servers. */
  pass(days: number): Promise<void>;
  /** The same in one step, in which they were all away. */
  skip(days: number): Promise<void>;
  /** The names in the order of the list page. */
  order(): string[];
}

export async function openPeopleWorld(options: TestServersOptions = {}): Promise<PeopleWorld> {
  const own = await openTestServers({ serversPerAddress: 2_000, isPortCheckOn: false, ...options });
  const servers = new Map<string, { hash: string; port: number; players: number }>();
  let accounts = 0;

  async function beat(name: string, players: number): Promise<void> {
    const port = servers.get(name)?.port ?? 1_000 + servers.size;
    const fields = { name, port: `${port}`, users: `${players}`, max: '1000', salt: `of ${name}` };
    servers.set(name, { hash: hashOf(await own.beat(fields)), port, players });
  }

  const found = (name: string) => {
    const server = servers.get(name);
    if (server === undefined) throw new Error(`There is no server ${name}.`);
    return server;
  };

  const world: PeopleWorld = {
    own,
    hashOf: (name) => found(name).hash,
    beat,
    visit(name, accountId, network) {
      const address = `10.${network >> 8}.${network & 255}.7`;
      const player = { id: accountId, name: '', isVerified: true };
      own.servers.ranking.noteStay('203.0.113.7', found(name).port, player, address);
    },
    async register(count) {
      const first = accounts + 1;
      for (; accounts < first + count - 1; accounts += 1) {
        await own.store.accounts.insertAccount(accountNamed(`Player${accounts}`));
      }
      return first;
    },
    async join(name, people) {
      const first = await world.register(people);
      for (let id = first; id < first + people; id += 1) world.visit(name, id, id);
      await world.count();
    },
    async count() {
      await own.settled();
      await own.servers.ranking.count();
    },
    async pass(days) {
      // Ten minutes later they would begin anew.
      const stepMinutes = 9;
      for (let minutes = 0; minutes < days * DAY_MINUTES; minutes += stepMinutes) {
        own.clock.advance(stepMinutes * MINUTE_MS);
        for (const [name, { players }] of servers) await beat(name, players);
      }
      await world.count();
    },
    async skip(days) {
      own.clock.advance(days * DAY_MINUTES * MINUTE_MS);
      own.servers.sweep();
      for (const [name, { players }] of servers) {
        // Of servers that are alike none is as old as another.
        own.clock.advance(10);
        await beat(name, players);
      }
      await world.count();
    },
    order() {
      own.clock.advance(MINUTE_MS);
      own.servers.list.remakeIfDue();
      const list = own.servers.listShown();
      return own.servers.search.find(list, QUERY).map(({ name }) => name);
    },
    [Symbol.dispose]: () => own[Symbol.dispose](),
  };
  return world;
}
