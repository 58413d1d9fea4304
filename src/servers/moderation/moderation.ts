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

/**
 * The actions of moderation. Each is durable when it returns, and has an entry in the audit log; a
 * running service notices it by itself. Input that cannot be read throws `invalid`. Reasons are one
 * line, see `lib/plain-line.ts`; an optional one may be empty.
 */
export type ServerModeration = ReturnType<typeof createServerModeration>;

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
}) {
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
    /**
     * The live servers, public and private, in the order of the public list, as the service last saved
     * them: about a second ago while it runs, or when it stopped.
     */
    listServers: createServerReader(ports),
    /** Returns false when the server was featured already. It need not be live. */
    async featureServer(actor: Actor, text: string, reason: string = ''): Promise<boolean> {
      const hash = requireHash(text);
      return action([actor, 'server featured', hash, parseReason(reason)], (entry) =>
        store.addFeatured(hash, entry),
      );
    },
    /** The hashes of featured servers, live or not. */
    listFeatured: (): Promise<string[]> => store.listFeatured(),
    /** Returns false when the server was not featured. */
    async unfeatureServer(actor: Actor, text: string, reason: string = ''): Promise<boolean> {
      const hash = requireHash(text);
      return action([actor, 'server unfeatured', hash, parseReason(reason)], (entry) =>
        store.removeFeatured(hash, entry),
      );
    },
    /**
     * Refuses the heartbeats of an address or range, of servers whose name matches a pattern, or of one
     * server. `lasts` is read by `parseEnd`. Throws `conflict` when the same target is banned already.
     */
    async addBan(
      actor: Actor,
      requested: BanTarget,
      how: { reason: string; lasts?: string | undefined },
    ): Promise<Ban> {
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
    /** When a ban that begins now ends, `null` for never; see `lib/end-time.ts`. Throws `invalid`. */
    parseEnd: (text: string): number | null => parseEnd(text, clock.now(), 'ban'),
    /** Returns false when this target was not banned. */
    async removeBan(actor: Actor, requested: BanTarget, reason: string = ''): Promise<boolean> {
      const target = requireTarget(requested);
      const detail = writeDetail({ form: 'ban removed', target: target.kind });
      return action([actor, 'ban removed', target.subject, parseReason(reason), detail], (entry) =>
        store.removeBan(target, entry),
      );
    },
    /** Oldest first, with expired ones, which stay until the same target is banned again. */
    listBans: (): Promise<Ban[]> => store.listBans(),
    /** Whether a ban has expired. */
    hasExpired: ({ expiresAt }: Pick<Ban, 'expiresAt'>): boolean =>
      expiresAt !== null && expiresAt <= clock.now(),
    /** Keeps a server out of the public list; its operator gets the reason in answers to heartbeats. */
    async unlistServer(actor: Actor, text: string, why: string): Promise<void> {
      const hash = requireHash(text);
      const reason = requireReason(why);
      await action([actor, 'server unlisted', hash, reason], (entry) =>
        store.addUnlisted({ hash, reason, unlistedAt: entry.at }, entry),
      );
    },
    /** Returns false when it was not unlisted. It is listed again with its next heartbeat. */
    async relistServer(actor: Actor, text: string, reason: string = ''): Promise<boolean> {
      const hash = requireHash(text);
      return action([actor, 'server relisted', hash, parseReason(reason)], (entry) =>
        store.removeUnlisted(hash, entry),
      );
    },
    /** Oldest first. */
    listUnlisted: (): Promise<UnlistedServer[]> => store.listUnlisted(),
    /** Sets the country that is shown instead of that of the address. Returns its two letters. */
    async setCountry(
      actor: Actor,
      text: string,
      countryText: string,
      reason: string = '',
    ): Promise<string> {
      const hash = requireHash(text);
      const country = requireCountry(countryText);
      const detail = writeDetail({ form: 'text', text: country });
      await action([actor, 'country set', hash, parseReason(reason), detail], (entry) =>
        store.setCountry({ hash, country }, entry),
      );
      return country;
    },
    /** Returns false when none was set. */
    async resetCountry(actor: Actor, text: string, reason: string = ''): Promise<boolean> {
      const hash = requireHash(text);
      return action([actor, 'country reset', hash, parseReason(reason)], (entry) =>
        store.removeCountry(hash, entry),
      );
    },
    listCountries: (): Promise<CountryOverride[]> => store.listCountries(),
    /** Keeps servers with this word in their name out of the public list. Returns false when it was there already. */
    async addFilterWord(actor: Actor, text: string, reason: string = ''): Promise<boolean> {
      const { key, word } = requireFilterWord(text);
      return action([actor, 'filter word added', word, parseReason(reason)], (entry) =>
        store.addFilterWord({ key, word, addedAt: entry.at }, entry),
      );
    },
    /** Returns false when there was no such word. */
    async removeFilterWord(actor: Actor, text: string, reason: string = ''): Promise<boolean> {
      const { key, word } = requireFilterWord(text);
      return action([actor, 'filter word removed', word, parseReason(reason)], (entry) =>
        store.removeFilterWord(key, entry),
      );
    },
    listFilterWords: (): Promise<FilterWord[]> => store.listFilterWords(),
    /** The words from the settings, which count too and cannot be changed here. */
    get configuredWords(): readonly FilterWord[] {
      return toFilterWords(ports.filteredWords ?? []);
    },
    /** Oldest first. */
    listClaims: (): Promise<Claim[]> => claims.listClaims(),
    /** Removes a claim with all its texts. Returns false when there was none. */
    async removeClaim(actor: Actor, text: string, reason: string): Promise<boolean> {
      const hash = requireHash(text);
      return action([actor, 'claim removed', hash, requireReason(reason)], (entry) =>
        claims.removeClaim(hash, entry),
      );
    },
    /** Empties the texts of a claim. Returns false when there was no claim. */
    async clearClaimTexts(actor: Actor, text: string, reason: string): Promise<boolean> {
      const hash = requireHash(text);
      return action([actor, 'claim texts removed', hash, requireReason(reason)], (entry) =>
        claims.clearTexts(hash, entry),
      );
    },
    /**
     * Newest first, at most 100, with a number below `beforeId`, about the server `hash`; either may be
     * left out.
     */
    listReports: ({
      isOpen = true,
      ...page
    }: {
      isOpen?: boolean;
      beforeId?: number;
      hash?: string;
    } = {}): Promise<Report[]> => reports.listReports({ isOpen, limit: REPORTS_PAGE, ...page }),
    countOpenReports: (): Promise<number> => reports.countOpenReports(),
    /** Closes a report. Returns false when there is no open one with this number. */
    async closeReport(actor: Actor, id: number, why: string): Promise<boolean> {
      const reason = requireReason(why);
      const report = await reports.findReport(id);
      if (report === undefined || report.closedAt !== null) return false;
      return (await close(actor, [report], { reason })) > 0;
    },
    /**
     * The servers with open reports, the newest report first, at most 25, each with its newest reports; with
     * `beforeId` those whose newest report has a number below it.
     */
    async listReportedServers(beforeId?: number): Promise<ReportGroup[]> {
      const page = {
        limit: REPORTED_SERVERS_PAGE,
        ...(beforeId === undefined ? {} : { beforeId }),
      };
      return readGroups(await reports.listReportedServers(page), REPORTS_OF_GROUP);
    },
    /** The open reports on one server; `undefined` where there are none. */
    async findReportedServer(text: string): Promise<ReportGroup | undefined> {
      const hash = requireHash(text);
      const found = await reports.listReportedServers({ hash, limit: 1 });
      return (await readGroups(found, REPORTS_PAGE))[0];
    },
    /**
     * Closes the open reports on a server, up to the one with the number `upTo` where it is given: later ones were
     * not seen. With `unlists` it keeps the server out of the public list at once, and the operator gets the
     * reason. Returns how many were closed; with none, nothing is done.
     */
    async closeReportsOn(
      actor: Actor,
      text: string,
      {
        reason: why,
        upTo,
        unlists = false,
      }: { reason: string; upTo?: number | undefined; unlists?: boolean },
    ): Promise<number> {
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
function createServerReader(ports: {
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
