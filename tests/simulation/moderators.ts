// Moderators: what they decide about servers and accounts counts at once, and stays.

import type { Ban } from '../../src/modules/moderation/moderation-ports.ts';
import type { GameServer, GameServers } from './game-servers.ts';
import type { Player, Players } from './players.ts';
import { type Answer, type Client, SECRET_MARK, type World } from './world.ts';

const NAME = 'Moderator';
const PASSWORD = `${SECRET_MARK}-moderator-password`;
const HOUR_MS = 60 * 60_000;
/** More than there ever are. */
const MAX_ACTIONS = 1_000_000;

/** Makes them. */
export function createModerators(
  world: World,
  { all: servers, listCertain }: GameServers,
  players: Players,
) {
  const { random, now } = world;
  let browser: Client = world.client('203.0.113.200');
  let decided = 0;

  async function logIn(): Promise<boolean> {
    const answer = await browser.get('/api/login/');
    if (answer?.status !== 200) return false;
    if ((JSON.parse(answer.text) as { username: string | null }).username === NAME) return true;
    browser = world.client('203.0.113.200');
    const state = await browser.logIn({ username: NAME, password: PASSWORD });
    return state?.authenticated === true;
  }

  /** Sends a decision about a server; what it did is taken over from its answer. */
  async function decide(
    server: GameServer,
    action: string,
    fields: Readonly<Record<string, string>>,
    changes: Partial<GameServer>,
  ): Promise<boolean> {
    const named = Object.fromEntries(
      Object.entries({ reason: 'Because', ...fields }).map(([key, value]) => [
        `${action}-${key}`,
        value,
      ]),
    );
    server.isUncertain = true;
    const answer = await browser.submit(`/admin/servers/${server.hash}/${action}/`, named);
    if (answer === undefined || answer.status === 503) {
      await resolve(server);
      return false;
    }
    expectDone(answer, action);
    decided += 1;
    Object.assign(server, { isUncertain: false, changedAt: now(), ...changes });
    return true;
  }

  function expectDone(answer: Answer, action: string): void {
    const location = answer.headers.get('location') ?? '';
    world.expect(
      answer.status === 303 && location.includes('done='),
      `the decision "${action}" was answered ${answer.status}, ${location}`,
    );
  }

  /** Takes over what is stored. */
  async function resolve(server: GameServer): Promise<void> {
    const { moderation } = world.store;
    const [bans, featured, unlisted, countries] = await Promise.all([
      moderation.listBans(),
      moderation.listMarks('featured'),
      moderation.listMarks('unlisted'),
      moderation.listMarks('country'),
    ]);
    const ban = findBan(bans, server);
    const isNew = ban !== undefined && server.bannedUntil === undefined;
    server.bannedUntil = ban === undefined ? undefined : ban.expiresAt;
    server.isFeatured = featured.some(({ hash }) => hash === server.hash);
    server.isUnlisted = unlisted.some(({ hash }) => hash === server.hash);
    server.country = countries.find(({ hash }) => hash === server.hash)?.value ?? 'NL';
    if (isNew) server.isDropped = true;
    server.isUncertain = true;
    server.changedAt = now();
  }

  /** The ban of a server that has not expired; it may have one by its address or by its hash. */
  function findBan(bans: readonly Ban[], { hash, ip }: GameServer): Ban | undefined {
    return bans.find(
      ({ subject, expiresAt }) =>
        (subject === hash || subject === `${ip}/32`) && (expiresAt === null || expiresAt > now()),
    );
  }

  async function ban(server: GameServer): Promise<void> {
    const lasts = random.pick(['1h', '2d', '']);
    const until = lasts === '' ? null : now() + (lasts === '1h' ? HOUR_MS : 48 * HOUR_MS);
    const changes = { bannedUntil: until, isDropped: true };
    const isMade = random.chance(0.3)
      ? await decide(server, 'ban-address', { lasts, subject: `${server.ip}/32` }, changes)
      : await decide(server, 'ban', { lasts }, changes);
    // An end is stored in whole seconds or finer; either is right in that second.
    if (isMade && until !== null) {
      world.schedule.after(until - now() - 1_500, () => blur(server));
    }
  }

  /** Around the end of a ban a heartbeat may be taken or refused. */
  function blur(server: GameServer): void {
    if (server.bannedUntil === undefined) return;
    server.isUncertain = true;
    world.schedule.after(3_000, () => {
      if (server.bannedUntil !== null && (server.bannedUntil ?? 0) <= now()) {
        server.bannedUntil = undefined;
      }
    });
  }

  async function unban(server: GameServer): Promise<void> {
    const bans = await world.store.moderation.listBans();
    const found = findBan(bans, server);
    if (found === undefined) return;
    const { kind, subject } = found;
    server.isUncertain = true;
    const answer = await browser.submit('/admin/bans/many/', {
      ...{ 'many-do': 'remove', 'many-reason': 'Sorry' },
      [`many-row-${kind} ${subject}`]: subject,
    });
    if (answer === undefined || answer.status === 503) return resolve(server);
    expectDone(answer, 'remove ban');
    decided += 1;
    server.bannedUntil = undefined;
    server.changedAt = now();
  }

  async function judgeServer(): Promise<unknown> {
    const isFree = (it: GameServer): boolean => !it.isPending && !it.isUncertain;
    const decidedOn = servers.filter(
      (it) => isFree(it) && (it.bannedUntil !== undefined || it.isFeatured || it.isUnlisted),
    );
    if (decidedOn.length > 3 || (decidedOn.length > 0 && random.chance(0.4))) {
      const server = random.pick(decidedOn);
      if (server.bannedUntil !== undefined) return unban(server);
      if (server.isFeatured) return decide(server, 'unfeature', {}, { isFeatured: false });
      // It is listed with its next heartbeat.
      return decide(server, 'relist', {}, { isUnlisted: false, isUncertain: true });
    }
    const certain = listCertain().filter((it) => it.bannedUntil === undefined && isFree(it));
    if (certain.length === 0) return;
    const server = random.pick(certain);
    const kind = random.whole(4);
    if (kind === 0) return ban(server);
    const { isFeatured, isUnlisted } = server;
    if (kind === 1 && !isFeatured) return decide(server, 'feature', {}, { isFeatured: true });
    if (kind === 2 && !isUnlisted) return decide(server, 'unlist', {}, { isUnlisted: true });
    const country = random.pick(['DE', 'NZ', 'FR'].filter((it) => it !== server.country));
    return decide(server, 'country', { country }, { country });
  }

  async function judgePlayer(): Promise<void> {
    const sure = players.all.filter((it) => !it.isUnknown);
    if (sure.length === 0) return;
    const suspended = sure.filter((it) => it.suspendedUntil !== undefined);
    const isRestoring = suspended.length > 2;
    const player = random.pick(isRestoring ? suspended : sure);
    if (!isRestoring && player.suspendedUntil !== undefined) return;
    const account = await world.store.accounts.findAccountByName(player.name);
    if (account === undefined || player.isUnknown) return;
    const action = isRestoring ? 'restore' : 'suspend';
    const until = random.pick(['', '1h']);
    const value = player.browser.session;
    const { suspendedUntil: end } = player;
    const hasEnded = typeof end === 'number' && end <= now() + HOUR_MS / 60;
    player.isUnknown = true;
    const answer = await browser.submit(`/admin/accounts/${account.id}/${action}/`, {
      [`${action}-reason`]: 'Because',
      ...(isRestoring ? {} : { 'suspend-until': until }),
    });
    if (answer === undefined) return;
    if (answer.status !== 303) {
      // It left, or the suspension ended by itself in this moment; or nothing could be saved.
      const isExcused = answer.status === 503 || answer.status === 409 || answer.status === 404;
      world.expect(isExcused, `"${action}" was answered ${answer.status}`);
      await takeOver(player);
      return;
    }
    // One that ended by itself is restored already.
    if (!hasEnded) decided += 1;
    player.isUnknown = false;
    player.loggedInAt = undefined;
    if (isRestoring) player.suspendedUntil = undefined;
    else {
      player.suspendedUntil = until === '' ? null : now() + HOUR_MS;
      if (value?.startsWith('s.')) await expectOut(value);
    }
  }

  async function takeOver(player: Player): Promise<void> {
    const account = await world.store.accounts.findAccountByName(player.name);
    player.isUnknown = false;
    player.loggedInAt = undefined;
    if (account === undefined) players.all.splice(players.all.indexOf(player), 1);
    else player.suspendedUntil = account.suspendedAt === null ? undefined : account.suspendedUntil;
  }

  async function expectOut(value: string): Promise<void> {
    const client = world.client('198.18.9.9');
    client.session = value;
    const answer = await client.get('/api/login/');
    if (answer?.status !== 200) return;
    const { username } = JSON.parse(answer.text) as { username: string | null };
    world.expect(username === null, 'a suspended account is still logged in');
  }

  return {
    /** Makes their account; once, before everything else. */
    async open() {
      const { administration } = world.service().modules.context;
      await administration.by({ kind: 'command line' }).createAccount({
        ...{ name: NAME, email: `${NAME}@${SECRET_MARK}.example`, password: PASSWORD },
        ...{ role: 'administrator', isVerified: true },
      });
    },
    async step() {
      if (!(await logIn())) return;
      return random.chance(0.75) ? judgeServer() : judgePlayer();
    },
    /** Whether the audit log has what was answered. */
    async check() {
      const actions = await world.store.audit.listActions({ limit: MAX_ACTIONS });
      const own = actions.filter(({ actor }) => actor.kind === 'account').length;
      world.expect(own >= decided, `of ${decided} decisions ${own} are in the audit log`);
    },
    /** To be called after a cut: takes over what is stored of decisions whose answer was lost. */
    async noteCut() {
      for (const server of servers) if (server.isUncertain) await resolve(server);
    },
  };
}
