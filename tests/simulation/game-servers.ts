// Game servers and the launchers that list them: every list must show what was accepted, and nothing else.

import { md5Hex } from '../../src/platform/lib/digest.ts';
import type { ListedRecord } from '../support/listed-record.ts';
import { type Answer, SECRET_MARK, type World } from './world.ts';

/** What a heartbeat says. */
interface Fields {
  name: string;
  players: number;
  max: number;
  software: string;
  web: boolean;
  isPublic: boolean;
  salt: string;
}

/** A game server, with what the service was told and what it answered. */
export class GameServer {
  isUp = true;
  /** What was accepted last, and when. */
  accepted: Fields | undefined;
  acceptedAt = 0;
  /** Since when its uptime counts. */
  startedAt = 0;
  /** When something last changed that lists show. */
  changedAt = 0;
  /** An answer is awaited, or was lost: anything that was sent may be shown. */
  isUncertain = false;
  isPending = false;
  /** What moderators decided. */
  bannedUntil: number | null | undefined;
  isFeatured = false;
  isUnlisted = false;
  country = 'NL';
  /** A ban or the like took it off the list until its next heartbeat. */
  isDropped = false;
  /** Time that did not count as silence since its last heartbeat, and by how much it may be more. */
  pausedMs = 0;
  pauseSlackMs = 0;

  constructor(
    public ip: string,
    public port: number,
    public hash: string,
    /** What it says now. */
    public fields: Fields,
  ) {}
}

export type GameServers = ReturnType<typeof createGameServers>;

const STALE_AFTER_MS = 180_000;
/** A change shows within a second; so long may a stale server stay after its last good second. */
const SHOWN_WITHIN_MS = 1_000;
const GONE_WITHIN_MS = 12_500;
/** A server that comes back within this time keeps its uptime. */
const COMEBACK_MS = 600_000;
/** One of the first has a closed port, in every world. */
const CLOSED_SERVER = 3;
/** A list is at least so fresh when nothing visible changes. */
const REBUILT_WITHIN_SECONDS = 62;
/** A batch is saved within a second: what was accepted before that outlives any cut. */
const SAVED_WITHIN_MS = 1_000;
/** The service notes every ten seconds that it is alive, where it can, and measures each pause by that. */
const PAUSE_SLACK_MS = 12_000;

/** Makes so many servers; they begin to send as time passes. */
export function createGameServers(world: World, options: { count: number; beatEveryMs: number }) {
  const { random } = world;
  const all: GameServer[] = [];
  let lastNumber = 0;
  let known: { etag: string; servers: readonly ListedRecord[] } | undefined;

  const makeSalt = (): string => `${SECRET_MARK}${random.text(16)}`;

  function create(): GameServer {
    lastNumber += 1;
    const ip = `5.${(lastNumber >> 8) & 255}.${lastNumber & 255}.${1 + random.whole(250)}`;
    const port = 20_000 + random.whole(20_000);
    const hash = md5Hex(`${ip}:${port}`);
    const server = new GameServer(ip, port, hash, {
      name: `Server ${lastNumber} ${random.text(5)}`,
      players: random.whole(20),
      max: 20 + random.whole(100),
      software: random.pick(['MCGalaxy 1.9.5.3', 'ProCraft', 'fCraft &a2', '']),
      web: random.chance(0.5),
      isPublic: random.chance(0.85),
      salt: makeSalt(),
    });
    if (lastNumber === CLOSED_SERVER || random.chance(0.06))
      world.closedPorts.add(`${server.ip}:${server.port}`);
    return server;
  }

  const isClosed = ({ ip, port }: GameServer): boolean => world.closedPorts.has(`${ip}:${port}`);
  const isPublicNow = (server: GameServer): boolean =>
    server.accepted?.isPublic === true && !server.isUnlisted;

  function send(server: GameServer): Promise<Answer | undefined> {
    const { name, players, max, software, web, isPublic, salt } = server.fields;
    const form = new URLSearchParams({
      name,
      port: `${server.port}`,
      users: `${players}`,
      max: `${max}`,
      public: isPublic ? 'True' : 'false',
      salt,
      software,
      web: `${web}`,
    }).toString();
    const address = server.ip;
    return random.chance(0.2)
      ? world.request(`/server/heartbeat?${form}`, { address })
      : world.request('/server/heartbeat/', { method: 'POST', body: form, address });
  }

  async function beat(server: GameServer): Promise<void> {
    if (server.isPending || world.isCut()) return;
    const fields = { ...server.fields };
    const sentAt = world.now();
    const wasBanned = isBanned(server, sentAt);
    server.isPending = true;
    const answer = await send(server);
    server.isPending = false;
    if (answer === undefined) {
      server.isUncertain = true;
      return;
    }
    if (answer.status === 503) return;
    world.expect(answer.status === 200, `a heartbeat was answered ${answer.status}`);
    if (wasBanned !== isBanned(server, world.now())) {
      // Decided while it was under way.
      server.isUncertain = true;
      return;
    }
    noteAnswer(server, fields, answer.text);
  }

  /** Whether it is banned; a ban that ends in this second is neither. */
  function isBanned({ bannedUntil }: GameServer, now: number): boolean {
    return bannedUntil === null || (bannedUntil !== undefined && now < bannedUntil);
  }

  function noteAnswer(server: GameServer, fields: Fields, text: string): void {
    const now = world.now();
    if (isBanned(server, now)) {
      world.expect(text.includes('"fail"'), `a banned server was accepted: ${text}`);
      return;
    }
    const isHidden = server.isUnlisted && fields.isPublic;
    if (fields.isPublic && !isHidden && isClosed(server)) {
      world.expect(text.includes('"fail"'), `a server with a closed port was accepted: ${text}`);
      return;
    }
    if (isHidden) world.expect(text.includes('"fail"'), `an unlisted server was not told: ${text}`);
    else {
      const url = `http://muster.test/server/play/${server.hash}/`;
      world.expect(text === url, `a heartbeat was answered ${text} instead of ${url}`);
    }
    const { accepted } = server;
    const silentMs = now - server.acceptedAt - server.pausedMs;
    const wasShown = accepted !== undefined && !server.isDropped && silentMs <= STALE_AFTER_MS;
    const isNew = accepted === undefined || server.isDropped || silentMs > COMEBACK_MS;
    if (isNew) server.startedAt = now;
    // The sweep may or may not have forgotten it by then.
    const isUnclear = server.isUncertain || Math.abs(silentMs - COMEBACK_MS) < 30_000;
    if (isUnclear || (isNew && accepted !== undefined)) server.startedAt = Number.NaN;
    if (isNew && !isUnclear) server.startedAt = now;
    if (!wasShown || JSON.stringify(accepted) !== JSON.stringify(fields) || server.isUncertain) {
      server.changedAt = now;
    }
    Object.assign(server, { accepted: fields, acceptedAt: now, pausedMs: 0, pauseSlackMs: 0 });
    Object.assign(server, { isUncertain: false, isDropped: false });
  }

  function scheduleBeats(server: GameServer): void {
    const { beatEveryMs } = options;
    world.schedule.after(beatEveryMs * 0.75 + random.whole(beatEveryMs / 4), () => {
      scheduleBeats(server);
      if (server.isUp) beat(server).catch((error: Error) => world.blame(error.message));
    });
  }

  function expectList(records: readonly ListedRecord[]): void {
    const now = world.now();
    const listed = new Map(records.map((record) => [record.hash, record]));
    world.expect(listed.size === records.length, 'a server is listed twice');
    for (const server of all) {
      const record = listed.get(server.hash);
      listed.delete(server.hash);
      const sentence = findWrong(server, record, now);
      world.expect(sentence === undefined, `${server.fields.name} ${sentence}`);
    }
    const [stranger] = listed.values();
    world.expect(stranger === undefined, `nobody sent ${JSON.stringify(stranger)}`);
  }

  function findWrong(
    server: GameServer,
    record: ListedRecord | undefined,
    now: number,
  ): string | undefined {
    const { accepted } = server;
    if (server.isUncertain || server.isPending) return undefined;
    const silentMs = now - server.acceptedAt - server.pausedMs;
    if (record === undefined) {
      const isCertain =
        isPublicNow(server) && !server.isDropped && silentMs <= STALE_AFTER_MS - 1_000;
      if (!isCertain || now - server.changedAt < SHOWN_WITHIN_MS) return undefined;
      return isBanned(server, now) ? undefined : `is missing after ${silentMs} ms`;
    }
    if (now - server.changedAt < SHOWN_WITHIN_MS) return undefined;
    if (accepted === undefined) return 'is listed and was never accepted';
    if (!isPublicNow(server)) return 'is listed and is not public';
    if (server.isDropped) return 'is listed after moderators took it off';
    if (silentMs > STALE_AFTER_MS + GONE_WITHIN_MS + server.pauseSlackMs) {
      return `is listed after ${silentMs} ms of silence`;
    }
    const { name, players, max, software, web } = accepted;
    const wanted = { name, players, maxplayers: max, software, web };
    const seen = Object.fromEntries(
      Object.keys(wanted).map((key) => [key, record[key as keyof ListedRecord]]),
    );
    if (JSON.stringify(seen) !== JSON.stringify(wanted)) {
      return `is listed as ${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}`;
    }
    if (record.featured !== server.isFeatured) return `is listed as featured: ${record.featured}`;
    if (record.country_abbr !== server.country) return `is listed in ${record.country_abbr}`;
    const uptime = (now - server.startedAt) / 1_000;
    const isRightUptime =
      Number.isNaN(uptime) ||
      (record.uptime <= uptime && record.uptime >= uptime - REBUILT_WITHIN_SECONDS);
    return isRightUptime ? undefined : `has been up for ${record.uptime} instead of ${uptime} s`;
  }

  async function check(): Promise<void> {
    const headers: Record<string, string> = known ? { 'if-none-match': known.etag } : {};
    const answer = await world.request('/api/servers', { headers });
    if (answer === undefined) return;
    if (answer.status === 304) {
      world.expect(known !== undefined, 'a list was not modified for nobody');
      expectList(known?.servers ?? []);
      return;
    }
    world.expect(answer.status === 200, `the list was answered ${answer.status}`);
    world.expect(!answer.text.includes(SECRET_MARK), 'the public list has a secret');
    const { servers } = JSON.parse(answer.text) as { servers: ListedRecord[] };
    known = { etag: answer.headers.get('etag') ?? '', servers };
    expectList(servers);
  }

  async function lookUp(): Promise<void> {
    const server = random.pick(all);
    const answer = await world.request(`/api/server/${server.hash}/`);
    if (answer === undefined) return;
    world.expect(!answer.text.includes(SECRET_MARK), 'a look-up has a secret');
    if (server.isUncertain || server.isPending || server.accepted === undefined) return;
    const silentMs = world.now() - server.acceptedAt - server.pausedMs;
    const isFound = answer.text.includes(`"hash":"${server.hash}"`);
    if (silentMs < STALE_AFTER_MS - 1_000 && !server.isDropped) {
      world.expect(isFound, `a look-up did not find ${server.fields.name}: ${answer.text}`);
      world.expect(
        answer.text.includes(`"players":${server.accepted.players},`),
        `a look-up found ${answer.text} for ${JSON.stringify(server.accepted)}`,
      );
    }
    if (silentMs > STALE_AFTER_MS + server.pauseSlackMs + 2_000) {
      world.expect(!isFound, `a look-up found ${server.fields.name}, silent for ${silentMs} ms`);
    }
  }

  function change(): void {
    const { fields } = random.pick(all);
    const kind = random.whole(10);
    if (kind < 6) fields.players = random.whole(fields.max + 1);
    else if (kind === 6) fields.name = `${fields.name.slice(0, 16).trim()} ${random.text(4)}`;
    else if (kind === 7) fields.isPublic = random.chance(0.85);
    else if (kind === 8) fields.web = !fields.web;
    else fields.salt = makeSalt();
  }

  /** A heartbeat with another number of players. */
  async function beatWithNews(): Promise<void> {
    const server = random.pick(all);
    server.fields.players = random.whole(server.fields.max + 1);
    await beat(server);
  }

  function toggle(): void {
    const server = random.pick(all);
    server.isUp = !server.isUp || random.chance(0.3);
  }

  /** What servers and their readers do, by how often. */
  const ACTIONS: readonly (readonly [weight: number, action: () => unknown])[] = [
    [34, change],
    [22, () => beat(random.pick(all))],
    [12, lookUp],
    [8, toggle],
  ];

  for (let count = 0; count < options.count; count += 1) {
    const server = create();
    all.push(server);
    scheduleBeats(server);
  }

  return {
    all,
    check,
    async step() {
      // What the disk does not take has to be saved later: so there must be something.
      if (!world.disk.isWell() && random.chance(0.6)) return beatWithNews();
      const [, action] = random.weighted(ACTIONS);
      await action();
    },
    /** To be called when the service was cut, before it starts again. */
    noteCut() {
      for (const server of all) {
        // Time may have passed since the cut.
        const isSaved = world.endedAt - server.acceptedAt > SAVED_WITHIN_MS && world.wasWellAtCut;
        if (!isSaved && server.acceptedAt !== 0) server.isUncertain = true;
      }
    },
    /** To be called when the service runs again, with how long it did not. */
    noteRestart(pauseMs: number) {
      for (const server of all) {
        server.pausedMs += pauseMs;
        server.pauseSlackMs += PAUSE_SLACK_MS + world.unnotedMs;
        server.changedAt = Math.max(server.changedAt, world.now());
      }
    },
    /** Has a server send another salt at once. */
    async renewSalt(server: GameServer) {
      server.fields.salt = makeSalt();
      await beat(server);
    },
    /** Servers that any list has to show now, with nothing uncertain about them. */
    listCertain: () =>
      all.filter((server) => {
        const isLive = world.now() - server.acceptedAt - server.pausedMs < STALE_AFTER_MS - 2_000;
        const isSettled = world.now() - server.changedAt > SHOWN_WITHIN_MS;
        const isSure = !server.isUncertain && !server.isPending && !server.isDropped;
        return isPublicNow(server) && isLive && isSettled && isSure && !isClosed(server);
      }),
  };
}
