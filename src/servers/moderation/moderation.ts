// The public face of moderation: the actions of moderators on servers and addresses, and what they can list.

import type { Actor, AuditAction, AuditEntry } from '../../accounts/audit-ports.ts';
import { parseRange } from '../../lib/address.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseEnd } from '../../lib/end-time.ts';
import { parseReason, requireReason } from '../../lib/plain-line.ts';
import { type AuditDetail, writeDetail } from '../../messages/audit-details.ts';
import type { Claim, ClaimStore } from '../claims/ports.ts';
import type { ServerStore, StoredServer } from '../ports.ts';
import { rankBy } from '../ready-list.ts';
import { requireCountry, requireHash } from '../server-hash.ts';
import { requireFilterWord, requireNamePattern, toFilterWords } from './name-filter.ts';
import type {
  Ban,
  BanTarget,
  CountryOverride,
  FilterWord,
  ModerationStore,
  Report,
  ReportedServer,
  ReportStore,
  UnlistedServer,
} from './ports.ts';

export { parseReason, requireReason } from '../../lib/plain-line.ts';
export { requireCountry } from '../server-hash.ts';
export { createNameFilter, type NameFilter, requireFilterWord } from './name-filter.ts';
export { LONGEST_REPORT } from './reports.ts';

/**
 * The actions of moderation. Each is durable when it returns, and has an entry in the audit log; a
 * running service notices it by itself. Input that cannot be read throws `invalid`. Reasons are one
 * line, see `lib/plain-line.ts`; an optional one may be empty.
 */
export interface ServerModeration {
  /**
   * The live servers, public and private, in the order of the public list, as the service last saved
   * them: about a second ago while it runs, or when it stopped.
   */
  listServers(): Promise<ListedServer[]>;
  /** Returns false when the server was featured already. It need not be live. */
  featureServer(actor: Actor, hash: string, reason?: string): Promise<boolean>;
  /** The hashes of featured servers, live or not. */
  listFeatured(): Promise<string[]>;
  /** Returns false when the server was not featured. */
  unfeatureServer(actor: Actor, hash: string, reason?: string): Promise<boolean>;
  /**
   * Refuses the heartbeats of an address or range, of servers whose name matches a pattern, or of one
   * server. `lasts` is read by `parseEnd`. Throws `conflict` when the same target is banned already.
   */
  addBan(
    actor: Actor,
    target: BanTarget,
    how: { reason: string; lasts?: string | undefined },
  ): Promise<Ban>;
  /** When a ban that begins now ends, `null` for never; see `lib/end-time.ts`. Throws `invalid`. */
  parseEnd(text: string): number | null;
  /** Returns false when this target was not banned. */
  removeBan(actor: Actor, target: BanTarget, reason?: string): Promise<boolean>;
  /** Oldest first, with expired ones, which stay until the same target is banned again. */
  listBans(): Promise<Ban[]>;
  /** Whether a ban has expired. */
  hasExpired(ban: Pick<Ban, 'expiresAt'>): boolean;
  /** Keeps a server out of the public list; its operator gets the reason in answers to heartbeats. */
  unlistServer(actor: Actor, hash: string, reason: string): Promise<void>;
  /** Returns false when it was not unlisted. It is listed again with its next heartbeat. */
  relistServer(actor: Actor, hash: string, reason?: string): Promise<boolean>;
  /** Oldest first. */
  listUnlisted(): Promise<UnlistedServer[]>;
  /** Sets the country that is shown instead of that of the address. Returns its two letters. */
  setCountry(actor: Actor, hash: string, country: string, reason?: string): Promise<string>;
  /** Returns false when none was set. */
  resetCountry(actor: Actor, hash: string, reason?: string): Promise<boolean>;
  listCountries(): Promise<CountryOverride[]>;
  /** Keeps servers with this word in their name out of the public list. Returns false when it was there already. */
  addFilterWord(actor: Actor, word: string, reason?: string): Promise<boolean>;
  /** Returns false when there was no such word. */
  removeFilterWord(actor: Actor, word: string, reason?: string): Promise<boolean>;
  listFilterWords(): Promise<FilterWord[]>;
  /** The words from the settings, which count too and cannot be changed here. */
  readonly configuredWords: readonly FilterWord[];
  /** Oldest first. */
  listClaims(): Promise<Claim[]>;
  /** Removes a claim with all its texts. Returns false when there was none. */
  removeClaim(actor: Actor, hash: string, reason: string): Promise<boolean>;
  /** Empties the texts of a claim. Returns false when there was no claim. */
  clearClaimTexts(actor: Actor, hash: string, reason: string): Promise<boolean>;
  /**
   * Newest first, at most 100, with a number below `beforeId`, about the server `hash`; either may be
   * left out.
   */
  listReports(page?: { isOpen?: boolean; beforeId?: number; hash?: string }): Promise<Report[]>;
  countOpenReports(): Promise<number>;
  /**
   * The servers with open reports, the newest report first, at most 25, each with its newest reports; with
   * `beforeId` those whose newest report has a number below it.
   */
  listReportedServers(beforeId?: number): Promise<ReportGroup[]>;
  /** The open reports on one server; `undefined` where there are none. */
  findReportedServer(hash: string): Promise<ReportGroup | undefined>;
  /** Closes a report. Returns false when there is no open one with this number. */
  closeReport(actor: Actor, id: number, reason: string): Promise<boolean>;
  /**
   * Closes the open reports on a server, up to the one with the number `upTo` where it is given: later ones were
   * not seen. With `unlists` it keeps the server out of the public list at once, and the operator gets the
   * reason. Returns how many were closed; with none, nothing is done.
   */
  closeReportsOn(
    actor: Actor,
    hash: string,
    how: { reason: string; upTo?: number | undefined; unlists?: boolean },
  ): Promise<number>;
}

/** A server with open reports. */
export interface ReportGroup extends ReportedServer {
  /** Newest first; the newest only, where there are many. */
  reports: readonly Report[];
  isUnlisted: boolean;
}

/** The most reports that are listed at once. */
export const REPORTS_PAGE = 100;
/** The most servers with open reports that are listed at once. */
export const REPORTED_SERVERS_PAGE = 25;
const REPORTS_OF_GROUP = 10;
/** The most reports that are closed at once; what is left can be closed after that. */
const MOST_CLOSED = 1_000;
/** Numbers of reports in one entry of the audit log. */
const MOST_NUMBERS = 50;

/** Moderation over these stores. `staleAfterMs` is the service's setting. */
export function createServerModeration(ports: {
  servers: ServerStore;
  moderation: ModerationStore;
  claims: ClaimStore;
  reports: ReportStore;
  clock: Clock;
  staleAfterMs: number;
  /** Words of the name filter in addition to the stored ones. */
  filteredWords?: readonly string[];
  /** Called after each action, to reload moderation in the same process. */
  onChanged?: () => Promise<void>;
}): ServerModeration {
  const { moderation: store, claims, reports, clock, onChanged } = ports;

  /** Makes the entry of an action, changes the store, and reloads. */
  async function action<Result>(
    [actor, name, subject, reason, detail = '']: [Actor, AuditAction, string, string, string?],
    change: (entry: AuditEntry) => Promise<Result>,
  ): Promise<Result> {
    const entry = { at: clock.now(), actor, action: name, subject, reason, detail };
    const result = await change(entry);
    await onChanged?.();
    return result;
  }

  /** Closes reports on one server, and logs their numbers. */
  function close(
    actor: Actor,
    closed: readonly Report[],
    { reason, unlists = false }: { reason: string; unlists?: boolean },
  ): Promise<number> {
    const [first] = closed;
    if (first === undefined) return Promise.resolve(0);
    const { hash } = first;
    const ids = closed.map(({ id }) => id);
    const detail = writeDetail(
      ids.length === 1 ? { form: 'report', id: first.id, about: first.kind } : describeReports(ids),
    );
    return action([actor, 'report closed', hash, reason, detail], (entry) => {
      const unlisted = { ...entry, action: 'server unlisted' as const, detail: '' };
      const server = { hash, reason, unlistedAt: entry.at };
      const unlisting = unlists ? { server, entry: unlisted } : undefined;
      return reports.closeReports({ ids, entry, unlisting });
    });
  }

  async function readGroups(found: readonly ReportedServer[], limit: number) {
    const unlisted = new Set((await store.listUnlisted()).map(({ hash }) => hash));
    return Promise.all(
      found.map(async (server): Promise<ReportGroup> => {
        const { hash } = server;
        const isUnlisted = unlisted.has(hash);
        const newest = await reports.listReports({ isOpen: true, hash, limit });
        return { ...server, isUnlisted, reports: newest };
      }),
    );
  }

  return {
    listServers: createServerReader(ports),
    async featureServer(actor, text, reason = '') {
      const hash = requireHash(text);
      return action([actor, 'server featured', hash, parseReason(reason)], (entry) =>
        store.addFeatured(hash, entry),
      );
    },
    listFeatured: () => store.listFeatured(),
    async unfeatureServer(actor, text, reason = '') {
      const hash = requireHash(text);
      return action([actor, 'server unfeatured', hash, parseReason(reason)], (entry) =>
        store.removeFeatured(hash, entry),
      );
    },
    async addBan(actor, requested, how) {
      const target = requireTarget(requested);
      const reason = requireReason(how.reason);
      const createdAt = clock.now();
      const expiresAt = parseEnd(how.lasts ?? '', createdAt, 'ban');
      const ban = { ...target, reason, author: actor, createdAt, expiresAt };
      const detail = writeDetail({ form: 'ban', target: target.kind, until: expiresAt });
      await action([actor, 'ban added', target.subject, reason, detail], (entry) =>
        store.addBan(ban, entry),
      );
      return ban;
    },
    parseEnd: (text) => parseEnd(text, clock.now(), 'ban'),
    async removeBan(actor, requested, reason = '') {
      const target = requireTarget(requested);
      const detail = writeDetail({ form: 'ban removed', target: target.kind });
      return action([actor, 'ban removed', target.subject, parseReason(reason), detail], (entry) =>
        store.removeBan(target, entry),
      );
    },
    listBans: () => store.listBans(),
    hasExpired: ({ expiresAt }) => expiresAt !== null && expiresAt <= clock.now(),
    async unlistServer(actor, text, why) {
      const hash = requireHash(text);
      const reason = requireReason(why);
      await action([actor, 'server unlisted', hash, reason], (entry) =>
        store.addUnlisted({ hash, reason, unlistedAt: entry.at }, entry),
      );
    },
    async relistServer(actor, text, reason = '') {
      const hash = requireHash(text);
      return action([actor, 'server relisted', hash, parseReason(reason)], (entry) =>
        store.removeUnlisted(hash, entry),
      );
    },
    listUnlisted: () => store.listUnlisted(),
    async setCountry(actor, text, countryText, reason = '') {
      const hash = requireHash(text);
      const country = requireCountry(countryText);
      const detail = writeDetail({ form: 'text', text: country });
      await action([actor, 'country set', hash, parseReason(reason), detail], (entry) =>
        store.setCountry({ hash, country }, entry),
      );
      return country;
    },
    async resetCountry(actor, text, reason = '') {
      const hash = requireHash(text);
      return action([actor, 'country reset', hash, parseReason(reason)], (entry) =>
        store.removeCountry(hash, entry),
      );
    },
    listCountries: () => store.listCountries(),
    async addFilterWord(actor, text, reason = '') {
      const { key, word } = requireFilterWord(text);
      return action([actor, 'filter word added', word, parseReason(reason)], (entry) =>
        store.addFilterWord({ key, word, addedAt: entry.at }, entry),
      );
    },
    async removeFilterWord(actor, text, reason = '') {
      const { key, word } = requireFilterWord(text);
      return action([actor, 'filter word removed', word, parseReason(reason)], (entry) =>
        store.removeFilterWord(key, entry),
      );
    },
    listFilterWords: () => store.listFilterWords(),
    get configuredWords() {
      return toFilterWords(ports.filteredWords ?? []);
    },
    listClaims: () => claims.listClaims(),
    async removeClaim(actor, text, reason) {
      const hash = requireHash(text);
      return action([actor, 'claim removed', hash, requireReason(reason)], (entry) =>
        claims.removeClaim(hash, entry),
      );
    },
    async clearClaimTexts(actor, text, reason) {
      const hash = requireHash(text);
      return action([actor, 'claim texts removed', hash, requireReason(reason)], (entry) =>
        claims.clearTexts(hash, entry),
      );
    },
    listReports: ({ isOpen = true, ...page } = {}) =>
      reports.listReports({ isOpen, limit: REPORTS_PAGE, ...page }),
    countOpenReports: () => reports.countOpenReports(),
    async closeReport(actor, id, why) {
      const reason = requireReason(why);
      const report = await reports.findReport(id);
      if (report === undefined || report.closedAt !== null) return false;
      return (await close(actor, [report], { reason })) > 0;
    },
    async listReportedServers(beforeId) {
      const page = {
        limit: REPORTED_SERVERS_PAGE,
        ...(beforeId === undefined ? {} : { beforeId }),
      };
      return readGroups(await reports.listReportedServers(page), REPORTS_OF_GROUP);
    },
    async findReportedServer(text) {
      const hash = requireHash(text);
      const found = await reports.listReportedServers({ hash, limit: 1 });
      return (await readGroups(found, REPORTS_PAGE))[0];
    },
    async closeReportsOn(actor, text, { reason: why, upTo, unlists = false }) {
      const hash = requireHash(text);
      const reason = requireReason(why);
      const beforeId = upTo === undefined ? {} : { beforeId: upTo + 1 };
      const found = await reports.listReports({
        ...{ isOpen: true, hash, limit: MOST_CLOSED, ...beforeId },
      });
      return found.length === 0 ? 0 : close(actor, found, { reason, unlists });
    },
  };
}

/** Numbers for the audit log, oldest first, the first of many. */
function describeReports(ids: readonly number[]): AuditDetail {
  const sorted = ids.toSorted((one, other) => one - other);
  const more = Math.max(0, sorted.length - MOST_NUMBERS);
  return { form: 'reports', ids: sorted.slice(0, MOST_NUMBERS), more };
}

/** The target of a ban in its stored spelling. Throws `invalid`. */
export function requireTarget({ kind, subject }: BanTarget): BanTarget {
  switch (kind) {
    case 'range':
      return { kind, subject: parseRange(subject) };
    case 'name':
      return { kind, subject: requireNamePattern(subject) };
    case 'server':
      return { kind, subject: requireHash(subject) };
  }
}

/** A live server for moderators, without its salt. Times are milliseconds since the Unix epoch. */
export interface ListedServer {
  hash: string;
  name: string;
  ip: string;
  port: number;
  players: number;
  maxPlayers: number;
  software: string;
  country: string;
  isPublic: boolean;
  isFeatured: boolean;
  /** Whether moderators keep it out of the public list. */
  isUnlisted: boolean;
  lastBeatAt: number;
  startedAt: number;
}

/** Creates the reader of live servers. `staleAfterMs` is the service's setting. */
export function createServerReader(ports: {
  servers: ServerStore;
  moderation: Pick<ModerationStore, 'listFeatured' | 'listUnlisted'>;
  clock: Clock;
  staleAfterMs: number;
}): () => Promise<ListedServer[]> {
  const { servers, moderation, clock, staleAfterMs } = ports;
  return async () => {
    const { servers: stored, lastAliveAt = clock.now() } = await servers.loadServers();
    const featured = new Set(await moderation.listFeatured());
    const unlisted = new Set((await moderation.listUnlisted()).map(({ hash }) => hash));
    const live = stored
      .filter((server) => lastAliveAt - server.lastBeatAt <= staleAfterMs)
      .map((server) => ({
        ...describeServer(server),
        isFeatured: featured.has(server.hash),
        isUnlisted: unlisted.has(server.hash),
      }));
    return rankBy(live, (server) => server, lastAliveAt);
  };
}

function describeServer(server: StoredServer): Omit<ListedServer, 'isFeatured' | 'isUnlisted'> {
  return {
    hash: server.hash,
    name: server.name,
    ip: server.ip,
    port: server.port,
    players: server.players,
    maxPlayers: server.maxPlayers,
    software: server.software,
    country: server.country,
    isPublic: server.isPublic,
    lastBeatAt: server.lastBeatAt,
    startedAt: server.startedAt,
  };
}
