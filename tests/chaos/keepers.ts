// What people keep on a site while things break: a claimed server with a key and an icon, a skin, favourites, reports, pledges,
// and the webhooks that tell of them. Whatever was answered has to be there afterwards, on every replica.

import { Client, createAccount, eventually, nextAddress } from '../e2e/client.ts';
import type { Random } from '../simulation/random.ts';
import type { RunningMuster } from '../support/binary.ts';
import {
  addWebhook,
  changeFavourite,
  claimServer,
  listFavourites,
  makeKey,
  readIcon,
  readSkin,
  reportServer,
  uploadIcon,
  uploadSkin,
} from '../support/keeping.ts';
import type { Receiver } from './receiver.ts';

const PASSWORD = 'correct horse';
const PEOPLE = ['Keeper_1', 'Keeper_2', 'Keeper_3'] as const;
/** How long all replicas may take until they show what was promised before. */
const RIGHT_MS = 15_000;
const EVENTS = ['came', 'went', 'new', 'reported', 'rally'];
const PAUSE_MS = 300;

interface Person {
  client: Client;
  /** `undefined` for one of which the last answer was lost. */
  favourites: Map<string, boolean | undefined>;
}

/** People and what they were promised, until they are stopped. */
export class Keepers {
  /** By the hash of the server. */
  readonly reports = new Map<string, number>();
  /** Requests that were refused without a reason in what happened. */
  readonly failed: string[] = [];
  changes = 0;
  #isOver = false;
  #running: Promise<void>[] = [];
  #people: Person[] = [];
  #owned = '';
  #server: Client | undefined;
  #key = '';
  #icon = '';
  #skin = '';

  constructor(
    readonly through: { port: number },
    readonly host: string,
    readonly receiver: Receiver,
    readonly random: Random,
    /** What the site's webhook is told, and how long each person waits before the next change. */
    readonly options: { events?: readonly string[]; pauseMs?: number } = {},
  ) {}

  #client(): Client {
    return new Client(this.through, { host: this.host, address: nextAddress() });
  }

  async #logIn(name: string): Promise<Client> {
    const client = this.#client();
    const answer = await client.submit('/acc/login/', { username: name, password: PASSWORD });
    if (answer.status !== 303) throw new Error(`${name} cannot log in: ${answer.status}`);
    return client;
  }

  /** Makes the accounts, the webhooks, and the claimed server with its key and its icon. */
  async open(maker: RunningMuster): Promise<void> {
    await createAccount(maker, 'Keeper_Root', PASSWORD, ['--role', 'administrator']);
    for (const name of PEOPLE) await createAccount(maker, name, PASSWORD);
    const root = await this.#logIn('Keeper_Root');
    const { events = EVENTS } = this.options;
    await addWebhook(root, null, `${this.receiver.url}/site`, events);
    for (const name of PEOPLE) {
      this.#people.push({ client: await this.#logIn(name), favourites: new Map() });
    }
    await this.#claim();
  }

  async #claim(): Promise<void> {
    const [owner] = this.#people;
    if (owner === undefined) throw new Error('nobody');
    this.#server = this.#client();
    this.#owned = await claimServer(owner.client, this.#server, 'Kept');
    this.#key = await makeKey(owner.client, this.#owned);
    // Each replica learns about the key within a second.
    await Bun.sleep(1_000);
    this.#icon = await uploadIcon(owner.client, this.#owned, 99);
    this.#skin = await uploadSkin(owner.client, 99);
  }

  /** Starts: heartbeats by the key, and people who change what they keep, of these servers. */
  start(listServers: () => readonly string[]): void {
    this.#running.push(this.#beat());
    for (const [index, person] of this.#people.entries()) {
      this.#running.push(this.#live(person, index, listServers));
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #beat(): Promise<void> {
    while (!this.#isOver) {
      const form = new URLSearchParams({
        ...{ name: 'Kept', port: '25565', users: '1', max: '8', public: 'true' },
        ...{ salt: 'wo6kVAHjxoJcInKx', software: 'Test 1.0' },
      });
      const path = `/h/${this.#key}/server/heartbeat`;
      const answer = await this.#server?.post(path, form.toString()).catch(() => undefined);
      // A key that is not known any more is refused in words.
      if (answer?.status === 200 && !answer.text.includes('/server/play/')) {
        this.failed.push(`heartbeat with a key: ${answer.text.slice(0, 200)}`);
      }
      await Bun.sleep(500);
    }
  }

  async #live(person: Person, index: number, listServers: () => readonly string[]): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      const hash = this.random.pick(listServers());
      await this.#changeFavourite(person, hash);
      await this.#pledge(person);
      // Each has one open report of a server.
      const reported = listServers()[turn];
      if (reported !== undefined && index > 0) await this.#report(person, reported);
      await Bun.sleep(this.options.pauseMs ?? PAUSE_MS);
    }
  }

  async #changeFavourite({ client, favourites }: Person, hash: string): Promise<void> {
    const isAdded = favourites.get(hash) !== true;
    favourites.set(hash, undefined);
    if (!(await changeFavourite(client, hash, isAdded))) return;
    favourites.set(hash, isAdded);
    this.changes += 1;
  }

  async #pledge({ client }: Person): Promise<void> {
    const form = { rally: 'yes', wanted: '2', minutes: '15' };
    await client.submit(`/server/play/${this.#owned}/`, form).catch(() => undefined);
  }

  async #report({ client }: Person, hash: string): Promise<void> {
    if (!(await reportServer(client, hash))) return;
    this.reports.set(hash, (this.reports.get(hash) ?? 0) + 1);
  }

  /** What these replicas do not show of what was promised. */
  async findMissing(all: readonly RunningMuster[]): Promise<string[]> {
    const missing = [...this.failed.splice(0), ...this.receiver.findWrong()];
    for (const [index, replica] of all.entries()) {
      for (const [number, person] of this.#people.entries()) {
        const reader = new Client(replica, { address: nextAddress() });
        reader.session = person.client.session;
        // What changes meanwhile is not compared.
        const before = new Map(person.favourites);
        const find = async () => {
          const kept = await listFavourites(reader);
          return [...before].filter(
            ([hash, isIn]) =>
              isIn !== undefined && person.favourites.get(hash) === isIn && kept.has(hash) !== isIn,
          );
        };
        await eventually(find, ({ length }) => length === 0, RIGHT_MS).catch((error) =>
          missing.push(`replica ${index} has other favourites of ${PEOPLE[number]}: ${error}`),
        );
      }
      const reader = new Client(replica, { address: nextAddress() });
      reader.session = this.#people[0]?.client.session ?? '';
      const wanted = eventually(
        async () => ({
          icon: await readIcon(reader, this.#owned),
          skin: await readSkin(reader),
          isMirrored: (await reader.get('/api/v1/servers?q=Mirrored')).text.includes('"Mirrored"'),
        }),
        ({ icon, skin, isMirrored }) => icon === this.#icon && skin === this.#skin && isMirrored,
        90_000,
      );
      await wanted.catch((error) =>
        missing.push(`replica ${index} has no icon, skin or mirror: ${error}`),
      );
    }
    return missing;
  }

  /** What no webhook told of, once everything has been well for a while. */
  async findUntold(): Promise<string[]> {
    const lacking = async () =>
      [...this.reports].filter(
        ([hash, count]) => this.receiver.idsOf('server.reported', hash).size < count,
      );
    const told = async () => this.receiver.arrivals.filter(({ type }) => type === 'server.rally');
    const isTold = [
      eventually(lacking, ({ length }) => length === 0, 90_000).then(
        () => [],
        (error) => [`reports were told to no webhook: ${error}`],
      ),
      // Reports are delivered first, one every two seconds.
      eventually(told, ({ length }) => length > 0, 90_000).then(
        () => [],
        () => ['a rally was told to no webhook'],
      ),
    ];
    return (await Promise.all(isTold)).flat();
  }
}
