// What players keep and tell: favourites, and reports, of which a webhook of the site hears. Each that was answered is there,
// and is told once where nothing went wrong; no server that goes on sending is said to have gone.

import type { NewWebhook } from '../../src/servers/webhooks/ports.ts';
import type { GameServer, GameServers } from './game-servers.ts';
import type { Player, Players } from './players.ts';
import type { Answer, World } from './world.ts';

/** An answer that was lost leaves it open whether there is a change. */
type Kept = Map<string, boolean | undefined>;

const MINUTE_MS = 60_000;
/** A server is said to have gone after three minutes without a heartbeat; less is not silence. */
const NOT_SILENT_MS = 2.5 * MINUTE_MS;
/** After trouble the receiver is asked again within the hour. */
const TOLD_WITHIN_MS = 75 * MINUTE_MS;
const BEATS_KEPT = 200;

/** Makes them; they use the accounts of players. */
export function createKeepers(world: World, servers: GameServers, { all: players }: Players) {
  const { random, now, store } = world;
  const kept = new Map<string, Kept>();
  /** When reports were answered, by the hash of the server. */
  const reported = new Map<string, number[]>();
  const told = new Map<string, Set<string>>();
  const acceptedAt = new Map<string, number[]>();

  const isIn = (player: Player): boolean =>
    !player.isUnknown && player.loggedInAt !== undefined && player.suspendedUntil === undefined;

  async function changeFavourite(player: Player, { hash }: GameServer): Promise<void> {
    const own = kept.get(player.name) ?? new Map();
    kept.set(player.name, own);
    const isAdded = own.get(hash) !== true;
    own.set(hash, undefined);
    const form = { next: '/', [isAdded ? 'add' : 'remove']: hash };
    const answer = await player.browser.submit('/favourites/', form);
    if (isDone(answer, '/')) own.set(hash, isAdded);
  }

  async function report(player: Player, { hash }: GameServer): Promise<void> {
    const path = `/server/report/${hash}/`;
    const answer = await player.browser.submit(path, { kind: 'fake', text: 'It lies.' });
    if (isDone(answer, path)) reported.set(hash, [...(reported.get(hash) ?? []), now()]);
  }

  /** Notes the heartbeats that were accepted, by which a server is not silent. */
  function watch(): void {
    for (const { hash, acceptedAt: at } of servers.all) {
      const times = acceptedAt.get(hash) ?? [];
      if (at > 0 && times.at(-1) !== at) times.push(at);
      acceptedAt.set(hash, times.slice(-BEATS_KEPT));
    }
  }

  function readPosts(): void {
    for (const { id, type, hash, at } of world.posts.splice(0)) {
      if (type === 'server.reported') {
        told.set(hash, (told.get(hash) ?? new Set()).add(id));
      }
      if (type !== 'server.went') continue;
      const last = acceptedAt.get(hash)?.findLast((time) => time <= at) ?? 0;
      world.expect(
        at - last >= NOT_SILENT_MS,
        `a server was said to have gone ${at - last} ms after its heartbeat`,
      );
    }
  }

  return {
    /** Adds the webhook of the site. */
    async open(): Promise<void> {
      const webhook: NewWebhook = {
        hash: null,
        accountId: null,
        format: 'json',
        urlSecret: 'https://hook.example/x',
        signSecret: `whsec_${Buffer.alloc(32).toString('base64')}`,
        events: ['came', 'went', 'reported'],
        language: 'en',
      };
      const first = { type: 'added', at: now(), hash: '', name: '', reason: '' } as const;
      await store.webhooks.addWebhook(webhook, first, 20);
    },
    async step(): Promise<void> {
      const able = players.filter((player) => isIn(player) && player.isVerified);
      if (able.length === 0 || servers.all.length === 0) return;
      const [player, server] = [random.pick(able), random.pick(servers.all)];
      if (random.chance(0.7)) await changeFavourite(player, server);
      else await report(player, server);
    },
    watch,
    /** What must hold. */
    async check(): Promise<void> {
      readPosts();
      for (const [name, own] of kept) {
        const account = await store.accounts.findAccountByName(name);
        if (account === undefined) {
          kept.delete(name);
          continue;
        }
        const stored = new Set(
          (await store.favourites.listFavourites(account.id)).map(({ hash }) => hash),
        );
        for (const [hash, isIn] of own) {
          world.expect(
            isIn === undefined || stored.has(hash) === isIn,
            `a favourite of ${name} ${isIn ? 'was lost' : 'came back'}`,
          );
        }
      }
      const { state, upSince } = world.mailServer;
      if (state === 'down') return;
      for (const [hash, times] of reported) {
        const due = times.filter(
          (at) => now() - Math.max(at, upSince, world.wellSince) > TOLD_WITHIN_MS,
        );
        const count = told.get(hash)?.size ?? 0;
        world.expect(count >= due.length, `of ${due.length} reports a webhook was told ${count}`);
      }
    },
  };
}

/** Whether it was done; who has to log in first is led elsewhere. */
function isDone(answer: Answer | undefined, path: string): boolean {
  return answer?.status === 303 && answer.headers.get('location') === path;
}
