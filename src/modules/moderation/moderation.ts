// The public face of moderation: the actions of moderators on servers and addresses, and what they can list.

import { parseEnd } from '../../platform/input/end-time.ts';
import { parseReason, requireReason } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import { isWideRange, parseRange } from '../../platform/lib/address.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { runTogether, type StoreTogether } from '../../platform/lib/together.ts';
import { inputFailures } from '../../platform/messages/messages.ts';
import {
  type AuditDetail,
  type AuditEntry,
  findServerName,
  withServerName,
  writeDetail,
} from '../audit/index.ts';
import {
  type ClaimStore,
  type ClaimsOf,
  listTags,
  MOST_TAGS,
  requireTag,
} from '../claims/index.ts';
import { claimFailures } from '../claims/messages.ts';
import type { HistoryStore } from '../history/index.ts';
import {
  countPlayers,
  parseServerHash,
  rankBy,
  requireCountry,
  requireHash,
  type ServerStore,
  type StoredServer,
} from '../registry/index.ts';
import type { ModerationAuditAction } from './audit-actions.ts';
import { moderationFailures } from './messages.ts';
import type {
  Ban,
  BanTarget,
  FilterWord,
  ModerationStore,
  Report,
  ReportedServer,
  ReportStore,
} from './moderation-ports.ts';
import { requireFilterWord, requireNamePattern, toFilterWords } from './name-filter.ts';
import { createBanSearch } from './rules.ts';

/** A server with open reports. */
export interface ReportGroup extends ReportedServer {
  /** Newest first; the newest only, where there are many. */
  reports: readonly Report[];
  isUnlisted: boolean;
}

/** A live server for moderators, without its salt. */
export interface ListedServer
  extends Omit<StoredServer, 'salt' | 'supportsWeb' | 'steadySince' | 'reachableAt'> {
  isFeatured: boolean;
  /** Whether moderators keep it out of the public list. */
  isUnlisted: boolean;
}

/** The most reports that are listed at once. */
export const REPORTS_PAGE = 100;
/** The most servers with open reports that are listed at once. */
export const REPORTED_SERVERS_PAGE = 25;
const REPORTS_OF_GROUP = 10;
/** The most reports that are closed at once; what is left can be closed after that. */
const MOST_CLOSED = 1_000;
/** The most servers in whose history a ban is noted that hit them. */
const MOST_HITS = 1_000;
/** The most servers of which a preview of a ban names the owners. */
const MOST_OWNERS = 20;
/** Numbers of reports in one entry of the audit log. */
const MOST_NUMBERS = 50;

/**
 * The actions of moderation. Each is durable when it returns, and has an entry in the audit log; a running
 * service notices it by itself. Those that return false found nothing to change. Input that cannot be read
 * throws `invalid`. Reasons are one line, see `platform/input/plain-line.ts`; an optional one may be empty.
 */
export type ServerModeration = ReturnType<typeof createServerModeration>;

/** What a ban would hit now. Addresses of players are not stored: of accounts, it knows those that claimed the servers. */
export interface BanHits {
  servers: readonly { hash: string; name: string }[];
  owners: readonly string[];
  isWide: boolean;
  sentence: string;
}

interface ModerationPorts {
  servers: Pick<ServerStore, 'loadServers'>;
  moderation: ModerationStore;
  claims: ClaimStore;
  reports: ReportStore;
  clock: Clock;
  staleAfterMs: number;
  /** The live servers, where they are in memory; otherwise as they were saved last. */
  listLive?: () => readonly { hash: string; ip: string; name: string }[];
  /** The name of a live server, where they are in memory. */
  nameOf?: (hash: string) => string | undefined;
  history?: Pick<HistoryStore, 'findSeries'>;
  /** Words of the name filter in addition to the stored ones. */
  filteredWords?: readonly string[];
  /** Called after each action, to reload moderation and the claim of its subject in the same process. */
  onChanged?: (of: ClaimsOf) => Promise<void>;
}

/** Actions on several things at once change no claim. */
const NO_SERVER = '';

/** The methods whose calls may be collected, each the one change of an action. */
const CHANGES = ['addBan', 'removeBan', 'addUnlisted', 'removeUnlisted', 'addFilterWord'] as const;

/** Moderation over these stores. `staleAfterMs` is the service's setting. */
export function createServerModeration(ports: ModerationPorts & { together: StoreTogether }) {
  return Object.assign(createModerationActions(ports), {
    /**
     * Does an action to each of several things, as if it were alone: all changes are made in one transaction.
     * Returns why each was refused, `undefined` where it was done. Throws `invalid` for more than 100.
     */
    async forEach<Item>(
      items: readonly Item[],
      act: (each: ModerationActions, item: Item) => Promise<unknown>,
    ): Promise<(Failure | undefined)[]> {
      const { onChanged: _, ...rest } = ports;
      const loading = ports.servers.loadServers();
      const refused = await runTogether(
        ports.together,
        items,
        (item, collect) => {
          const each = createModerationActions({
            ...rest,
            servers: { loadServers: () => loading },
            moderation: collect('moderation', ports.moderation, CHANGES),
            reports: collect('reports', ports.reports, ['closeReports']),
          });
          return act(each, item);
        },
        inputFailures.tooMany,
      );
      await ports.onChanged?.({ hash: NO_SERVER });
      return refused;
    },
  });
}

type ModerationActions = ReturnType<typeof createModerationActions>;

function createModerationActions(ports: ModerationPorts) {
  const { servers, moderation: store, claims, reports, clock, onChanged } = ports;
  const { listFeatured, listBans, listUnlisted, listCountries, listFilterWords } = store;

  /** The name of the server that an action is about, as it is now or was when it was last there; empty for none. */
  async function nameServer(subject: string): Promise<string> {
    if (parseServerHash(subject) !== subject) return '';
    const live = ports.nameOf?.(subject);
    if (live !== undefined) return live;
    const past = (await ports.history?.findSeries(subject))?.name;
    if (past) return past;
    if (ports.nameOf !== undefined) return '';
    const { servers: stored } = await servers.loadServers();
    return stored.find(({ hash }) => hash === subject)?.name ?? '';
  }

  /** Makes the entry of an action, changes the store, and reloads. */
  async function act<Result>(
    [actor, name, subject, reason, detail = '']: [
      Actor,
      ModerationAuditAction,
      string,
      string,
      string?,
    ],
    change: (entry: AuditEntry) => Promise<Result>,
  ): Promise<Result> {
    const named = withServerName(detail, await nameServer(subject));
    const entry = { at: clock.now(), actor, action: name, subject, reason, detail: named };
    const result = await change(entry);
    await onChanged?.({ hash: subject });
    return result;
  }

  function serverAction<Result>(
    name: ModerationAuditAction,
    change: (hash: string, entry: AuditEntry) => Promise<Result>,
    readReason: (text: string) => string = parseReason,
  ) {
    return async (actor: Actor, text: string, reason: string = ''): Promise<Result> => {
      const hash = requireHash(text);
      return act([actor, name, hash, readReason(reason)], (entry) => change(hash, entry));
    };
  }

  function wordAction(
    name: ModerationAuditAction,
    change: (word: FilterWord, entry: AuditEntry) => Promise<boolean>,
  ) {
    return async (actor: Actor, text: string, reason: string = ''): Promise<boolean> => {
      const word = requireFilterWord(text);
      return act([actor, name, word.word, parseReason(reason)], (entry) =>
        change({ ...word, addedAt: entry.at }, entry),
      );
    };
  }

  const listOfferedTags = async () => listTags(await claims.listTagChanges());

  function tagAction(name: 'tag added' | 'tag removed') {
    const isOffered = name === 'tag added';
    return async (actor: Actor, text: string, why: string = ''): Promise<boolean> => {
      const tag = requireTag(text);
      const reason = parseReason(why);
      const offered = await listOfferedTags();
      if (offered.some((one) => one.tag === tag) === isOffered) return false;
      if (isOffered && offered.length >= MOST_TAGS) {
        throw new Failure('conflict', claimFailures.texts.tooManyTags(MOST_TAGS));
      }
      return act([actor, name, tag, reason], (entry) =>
        claims.changeTag({ tag, isOffered, changedAt: entry.at }, entry),
      );
    };
  }

  /** Closes reports on one server, and logs their numbers. */
  async function close(
    actor: Actor,
    closed: readonly Report[],
    { reason, unlists = false }: { reason: string; unlists?: boolean },
  ): Promise<number> {
    const [first] = closed;
    if (first === undefined) return 0;
    const { hash } = first;
    const ids = closed.map(({ id }) => id);
    const detail = writeDetail(
      ids.length === 1 ? { form: 'report', id: first.id, about: first.kind } : listNumbers(ids),
    );
    return act([actor, 'report closed', hash, reason, detail], (entry) => {
      const name = findServerName(entry.detail) ?? '';
      const named = withServerName('', name);
      const unlisted = { ...entry, action: 'server unlisted' as const, detail: named };
      const server = { hash, reason, unlistedAt: entry.at };
      const unlisting = unlists ? { server, entry: unlisted } : undefined;
      return reports.closeReports({ ids, entry, unlisting });
    });
  }

  /** Entries for the history of the servers that a ban hits, which cannot tell by themselves once they are gone. */
  async function listHits(ban: Ban, entry: AuditEntry): Promise<AuditEntry[]> {
    if (ban.kind === 'server') return [];
    const find = createBanSearch([ban]);
    const { servers: stored } = await servers.loadServers();
    return stored
      .filter((server) => find({ ...server, hash: () => server.hash }, entry.at) !== undefined)
      .slice(0, MOST_HITS)
      .map(({ hash, name }) => {
        const hit = { form: 'server banned', target: ban.kind, by: ban.subject, name } as const;
        return { ...entry, action: 'server banned', subject: hash, detail: writeDetail(hit) };
      });
  }

  async function findBanHits(requested: BanTarget): Promise<BanHits> {
    const target = requireTarget(requested);
    const { kind, subject } = target;
    const now = clock.now();
    const author: Actor = { kind: 'command line' };
    const find = createBanSearch([
      { ...target, reason: '', author, createdAt: now, expiresAt: null },
    ]);
    const listed = ports.listLive?.() ?? (await listServers());
    const hit = listed.filter((server) => find({ ...server, hash: () => server.hash }, now));
    const names = await Promise.all(
      hit.slice(0, MOST_OWNERS).map(({ hash }) => claims.listClaims({ hash })),
    );
    const owners = [...new Set(names.flat().map(({ accountName }) => accountName))];
    return {
      servers: hit.map(({ hash, name }) => ({ hash, name })),
      owners,
      isWide: kind === 'range' && isWideRange(subject),
      sentence: moderationFailures.banHits(hit.length, owners.join(', ')),
    };
  }

  const listUnlistedHashes = async () => new Set((await listUnlisted()).map(({ hash }) => hash));

  async function findGroups(
    page: Parameters<ReportStore['listReportedServers']>[0],
    limit: number,
  ): Promise<ReportGroup[]> {
    const unlisted = await listUnlistedHashes();
    const found = await reports.listReportedServers(page);
    return Promise.all(
      found.map(async (server) => ({
        ...server,
        isUnlisted: unlisted.has(server.hash),
        reports: await reports.listReports({ isOpen: true, hash: server.hash, limit }),
      })),
    );
  }

  /** In the order of the public list, as the service last saved them: about a second ago, or when it stopped. Without banned ones. */
  async function listServers(): Promise<ListedServer[]> {
    const { servers: stored, lastAliveAt = clock.now() } = await servers.loadServers();
    const featured = new Set(await listFeatured());
    const unlisted = await listUnlistedHashes();
    const findBan = createBanSearch(await listBans());
    const live = stored
      .filter(({ lastBeatAt }) => lastAliveAt - lastBeatAt <= ports.staleAfterMs)
      .filter((it) => findBan({ ...it, hash: () => it.hash }, clock.now()) === undefined)
      .map(({ hash, name, ip, port, players, maxPlayers, software, country, ...rest }) => ({
        hash,
        name,
        ip,
        port,
        players,
        maxPlayers,
        software,
        country,
        isPublic: rest.isPublic,
        lastBeatAt: rest.lastBeatAt,
        startedAt: rest.startedAt,
        isFeatured: featured.has(hash),
        isUnlisted: unlisted.has(hash),
      }));
    const counted = (it: ListedServer) => ({ ...it, counted: countPlayers(it, false) });
    return rankBy(live, counted, lastAliveAt);
  }

  return {
    listFeatured,
    listUnlisted,
    listCountries,
    listFilterWords,
    listServers,
    findBanHits,
    /** Oldest first, with expired ones, which stay until the same target is banned again. */
    listBans,
    listClaims: claims.listClaims,
    countOpenReports: reports.countOpenReports,
    /** The server need not be live. */
    featureServer: serverAction('server featured', store.addFeatured),
    unfeatureServer: serverAction('server unfeatured', store.removeFeatured),
    /**
     * `lasts` is read by `parseEnd`. Throws `conflict` when the same target is banned already, and `invalid` for a wide
     * range that is not confirmed, with what it would hit.
     */
    async addBan(
      actor: Actor,
      requested: BanTarget,
      how: {
        reason: string;
        lasts?: string | undefined;
        /** The end itself, in place of `lasts`. */
        expiresAt?: number | null;
        isConfirmed?: boolean;
      },
    ): Promise<Ban> {
      const target = requireTarget(requested);
      const reason = requireReason(how.reason);
      if (target.kind === 'range' && isWideRange(target.subject) && !how.isConfirmed) {
        const { sentence } = await findBanHits(target);
        const question = moderationFailures.wideBan(target.subject, sentence);
        throw new Failure('invalid', question, { field: 'wide' });
      }
      const createdAt = clock.now();
      const { expiresAt = parseEnd(how.lasts ?? '', createdAt, 'ban') } = how;
      const ban = { ...target, reason, author: actor, createdAt, expiresAt };
      const detail = writeDetail({ form: 'ban', target: target.kind, until: expiresAt });
      await act([actor, 'ban added', target.subject, reason, detail], async (entry) =>
        store.addBan(ban, entry, await listHits(ban, entry)),
      );
      return ban;
    },
    /** When a ban that begins now ends, `null` for never; see `platform/input/end-time.ts`. Throws `invalid`. */
    parseEnd: (text: string): number | null => parseEnd(text, clock.now(), 'ban'),
    async removeBan(actor: Actor, requested: BanTarget, reason: string = ''): Promise<boolean> {
      const { kind, subject } = requireTarget(requested);
      // Another version may have stored the same pattern otherwise.
      const stored = (await listBans()).find(
        (ban) => ban.kind === kind && requireTarget(ban).subject === subject,
      );
      const target = { kind, subject: stored?.subject ?? subject };
      const detail = writeDetail({ form: 'ban removed', target: target.kind });
      return act([actor, 'ban removed', target.subject, parseReason(reason), detail], (entry) =>
        store.removeBan(target, entry),
      );
    },
    hasExpired: ({ expiresAt }: Pick<Ban, 'expiresAt'>): boolean =>
      expiresAt !== null && expiresAt <= clock.now(),
    /** Keeps a server out of the public list; its operator gets the reason in answers to heartbeats. */
    unlistServer: serverAction(
      'server unlisted',
      (hash, entry) =>
        store.addUnlisted({ hash, reason: entry.reason, unlistedAt: entry.at }, entry),
      requireReason,
    ),
    /** It is listed again with its next heartbeat. */
    relistServer: serverAction('server relisted', store.removeUnlisted),
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
      await act([actor, 'country set', hash, parseReason(reason), detail], (entry) =>
        store.setCountry({ hash, country }, entry),
      );
      return country;
    },
    resetCountry: serverAction('country reset', store.removeCountry),
    /** Keeps servers with this word in their name out of the public list. */
    addFilterWord: wordAction('filter word added', store.addFilterWord),
    removeFilterWord: wordAction('filter word removed', async ({ key }, entry) => {
      // Another version may have stored another key for the same word.
      const stored = (await listFilterWords()).find(
        ({ word }) => requireFilterWord(word).key === key,
      );
      return store.removeFilterWord(stored?.key ?? key, entry);
    }),
    /** The words from the settings, which count too and cannot be changed here. */
    get configuredWords(): readonly FilterWord[] {
      return toFilterWords(ports.filteredWords ?? []);
    },
    /** The tags that operators choose from, A to Z; `addedAt` is 0 for those of a new site. */
    listTags: listOfferedTags,
    addTag: tagAction('tag added'),
    /** Claims that have it keep it, until their operators take it off. */
    removeTag: tagAction('tag removed'),
    /** Removes a claim with all its texts. */
    removeClaim: serverAction('claim removed', claims.removeClaim, requireReason),
    /** Empties the texts of a claim. */
    clearClaimTexts: serverAction('claim texts removed', claims.clearTexts, requireReason),
    /** Newest first, at most 100. */
    listReports: ({
      isOpen = true,
      ...page
    }: Partial<Omit<Parameters<ReportStore['listReports']>[0], 'limit'>> = {}): Promise<Report[]> =>
      reports.listReports({ isOpen, limit: REPORTS_PAGE, ...page }),
    async closeReport(actor: Actor, id: number, why: string): Promise<boolean> {
      const reason = requireReason(why);
      const report = await reports.findReport(id);
      if (report === undefined || report.closedAt !== null) return false;
      return (await close(actor, [report], { reason })) > 0;
    },
    /** The newest report first, at most 25; with `beforeId` those whose newest report has a number below it. */
    listReportedServers: (beforeId?: number): Promise<ReportGroup[]> => {
      const before = beforeId === undefined ? {} : { beforeId };
      return findGroups({ limit: REPORTED_SERVERS_PAGE, ...before }, REPORTS_OF_GROUP);
    },
    /** The open reports on one server; `undefined` where there are none. */
    async findReportedServer(text: string): Promise<ReportGroup | undefined> {
      return (await findGroups({ hash: requireHash(text), limit: 1 }, REPORTS_PAGE))[0];
    },
    /**
     * Closes the open reports on a server, up to the one with the number `upTo` where it is given: later ones were
     * not seen. With `unlists` it keeps the server out of the public list at once, and the operator gets the
     * reason. Returns how many were closed; with none, nothing is done.
     */
    async closeReportsOn(
      actor: Actor,
      text: string,
      how: { reason: string; upTo?: number | undefined; unlists?: boolean },
    ): Promise<number> {
      const hash = requireHash(text);
      const reason = requireReason(how.reason);
      const before = how.upTo === undefined ? {} : { beforeId: how.upTo + 1 };
      const page = { isOpen: true, hash, limit: MOST_CLOSED, ...before };
      return close(actor, await reports.listReports(page), { ...how, reason });
    },
  };
}

/** Numbers for the audit log, oldest first, the first of many. */
function listNumbers(ids: readonly number[]): AuditDetail {
  const sorted = ids.toSorted((one, other) => one - other);
  const more = Math.max(0, sorted.length - MOST_NUMBERS);
  return { form: 'reports', ids: sorted.slice(0, MOST_NUMBERS), more };
}

export function requireTarget({ kind, subject }: BanTarget): BanTarget {
  const read = { range: parseRange, name: requireNamePattern, server: requireHash }[kind];
  return { kind, subject: read(subject) };
}
