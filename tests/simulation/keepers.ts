// What players keep and tell: favourites, reports, of which a webhook of the site hears, and rallies, of which browsers hear.
// Each that was answered is there, and is told once where nothing went wrong; no server that goes on sending is said to have
// gone.

import type { NewWebhook } from '../../src/modules/webhooks/webhook-ports.ts';
import { createPushBrowser, type PushBrowser } from '../support/push-browser.ts';
import type { GameServer, GameServers } from './game-servers.ts';
import type { Player, Players } from './players.ts';
import { type Answer, SECRET_MARK, type World } from './world.ts';

/** A browser that a player subscribed with, and the pledge that it is told of. */
interface Subscribed extends PushBrowser {
  player: Player;
  isSaved: boolean;
  hash: string;
  toldAt: number | undefined;
}

/** Two whose pledges were answered: both browsers are told. */
interface Rally {
  both: readonly Subscribed[];
  server: GameServer;
  madeAt: number;
  /** Since when the server is listed for certain. */
  since: number;
}

/** An answer that was lost leaves it open whether there is a change. */
type Kept = Map<string, boolean | undefined>;

const MINUTE_MS = 60_000;
/** A server is said to have gone after ten minutes without a heartbeat; less is not silence. */
const NOT_SILENT_MS = 9.5 * MINUTE_MS;
/** After trouble the receiver is asked again within the hour. */
const TOLD_WITHIN_MS = 75 * MINUTE_MS;
const BEATS_KEPT = 200;
const CLOCK_SET_MS = 3 * 60 * MINUTE_MS;
/** A browser is told within a second, and after trouble a minute later; for an hour. */
const PUSHED_WITHIN_MS = 3 * MINUTE_MS;
const PUSHES_TRIED_MS = 55 * MINUTE_MS;

/** Makes them; they use the accounts of players. */
export function createKeepers(world: World, servers: GameServers, { all: players }: Players) {
  const { random, now, store } = world;
  const kept = new Map<string, Kept>();
  /** When reports were answered, by the hash of the server. */
  const reported = new Map<string, number[]>();
  const told = new Map<string, Set<string>>();
  const acceptedAt = new Map<string, number[]>();
  /** By their endpoints. */
  const browsers = new Map<string, Subscribed>();
  let rallies: Rally[] = [];

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

  function browserOf(player: Player): Subscribed {
    const endpoint = `https://push.example/${SECRET_MARK}-${player.name}`;
    const known = browsers.get(endpoint);
    if (known !== undefined) return known;
    const none = { player, isSaved: false, hash: '', toldAt: undefined };
    const made = Object.assign(createPushBrowser(endpoint), none);
    browsers.set(endpoint, made);
    return made;
  }

  /** Two subscribe and pledge, and the clock may be set meanwhile. Where all was answered, a message is due to both. */
  async function comeTogether(both: readonly Subscribed[], server: GameServer): Promise<void> {
    const path = `/server/play/${server.hash}/`;
    const goesOn = `${path}#rally`;
    let isDue = true;
    for (const browser of both) {
      const { player, fields, isSaved, hash } = browser;
      const subscribe = () => player.browser.submit(path, { push: 'yes', ...fields });
      browser.isSaved = isSaved || isDone(await subscribe(), goesOn);
      // A pledge that is repeated is told of no second time.
      isDue &&= browser.isSaved && hash !== server.hash;
      Object.assign(browser, { hash: server.hash, toldAt: undefined });
      const pledge = { rally: 'yes', wanted: '2', minutes: '240' };
      isDue = isDone(await player.browser.submit(path, pledge), goesOn) && isDue;
    }
    if (isDue) rallies.push({ both, server, madeAt: now(), since: now() });
    const isWell = world.isWellFor(PUSHED_WITHIN_MS) && !world.disk.cutsNext;
    if (isWell && random.chance(0.4)) await world.setClock(CLOCK_SET_MS);
  }

  function readPushes(): void {
    for (const { endpoint, body, at } of world.pushes.splice(0)) {
      const browser = browsers.get(endpoint);
      if (browser === undefined) continue;
      const { path } = JSON.parse(browser.read(body)) as { path: string };
      if (path !== `/server/play/${browser.hash}/`) continue;
      const { toldAt } = browser;
      world.expect(
        toldAt === undefined || world.wellSince > toldAt,
        'a browser was told of the same rally twice while nothing was wrong',
      );
      browser.toldAt = at;
    }
  }

  /** What is due to browsers is sent while the server is listed and the service of browsers answers. */
  function checkRallies(): void {
    const certain = new Set(servers.listCertain());
    const { state, upSince } = world.mailServer;
    rallies = rallies.filter(({ both, server, madeAt }) => {
      const areThere = both.every(
        ({ player, hash }) => players.includes(player) && isIn(player) && hash === server.hash,
      );
      return areThere && now() - madeAt < PUSHES_TRIED_MS;
    });
    for (const rally of rallies) {
      const isSent = certain.has(rally.server) && state === 'up' && world.isWellFor(1);
      if (!isSent) rally.since = now();
      const lateMs = now() - Math.max(rally.since, upSince, world.wellSince);
      const isTold = rally.both.every(({ toldAt }) => toldAt !== undefined);
      world.expect(isTold || lateMs < PUSHED_WITHIN_MS, 'a browser was not told of a rally');
    }
  }

  /** Notes the heartbeats that were accepted, by which a server is not silent. */
  function watch(): void {
    for (const { hash, acceptedAt: at } of servers.all) {
      const times = acceptedAt.get(hash) ?? [];
      if (at > 0 && times.at(-1) !== at) times.push(at);
      acceptedAt.set(hash, times.slice(-BEATS_KEPT));
    }
    readPushes();
    checkRallies();
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
      const other = random.pick(able);
      const kind = random.whole(10);
      if (kind < 6) await changeFavourite(player, server);
      else if (kind < 8) await report(player, server);
      else if (other !== player) await comeTogether([player, other].map(browserOf), server);
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
