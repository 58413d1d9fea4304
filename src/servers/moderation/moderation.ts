// What moderators do to servers and to the addresses that they come from.

import type { Actor, AuditAction, AuditEntry } from '../../accounts/audit-ports.ts';
import { parseRange } from '../../lib/address.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseEnd } from '../../lib/end-time.ts';
import { formatEnd } from '../../lib/moment.ts';
import { parseReason, requireReason } from '../../lib/plain-line.ts';
import type { Claim, ClaimStore } from '../claims/ports.ts';
import { requireCountry, requireHash } from '../input.ts';
import type { ServerStore } from '../ports.ts';
import { createServerReader, type ListedServer } from './listed-servers.ts';
import { requireFilterWord, toFilterWords } from './name-filter.ts';
import { requireNamePattern } from './name-pattern.ts';
import type {
  Ban,
  BanTarget,
  CountryOverride,
  FilterWord,
  ModerationStore,
  Report,
  ReportStore,
  UnlistedServer,
} from './ports.ts';

export { parseReason, requireReason } from '../../lib/plain-line.ts';
export { requireCountry } from '../input.ts';
export type { ListedServer } from './listed-servers.ts';
export { createNameFilter, type NameFilter, requireFilterWord } from './name-filter.ts';
export { LONGEST_REPORT } from './reports.ts';

/**
 * The acts of moderation. Each is durable when it returns, and logged with who did it and why; a
 * running service follows by itself. Those that are given something that cannot be read throw
 * `invalid`. Reasons are one line, see `lib/plain-line.ts`; one that is optional may be empty.
 */
export interface ServerModeration {
  /**
   * The live servers, public and private, in the order of the public list. They are as the service
   * last wrote them: within about a second while it runs, as of its end when it does not.
   */
  listServers(): Promise<ListedServer[]>;
  /** Returns false when the server was featured already. It need not be live. */
  featureServer(actor: Actor, hash: string, reason?: string): Promise<boolean>;
  /** The hashes of those that are featured, live or not. */
  listFeatured(): Promise<string[]>;
  /** Returns false when the server was not featured. */
  unfeatureServer(actor: Actor, hash: string, reason?: string): Promise<boolean>;
  /**
   * Refuses the heartbeats of an address or range, of servers whose name fits a pattern, or of one
   * server. `lasts` is as `parseEnd` takes it. Throws `conflict` when exactly this is banned already.
   */
  addBan(
    actor: Actor,
    target: BanTarget,
    how: { reason: string; lasts?: string | undefined },
  ): Promise<Ban>;
  /** When a ban ends that is made now, `null` for never; see `lib/end-time.ts`. Throws `invalid`. */
  parseEnd(text: string): number | null;
  /** Returns false when exactly this was not banned. */
  removeBan(actor: Actor, target: BanTarget, reason?: string): Promise<boolean>;
  /** Oldest first; those that expired are among them until the same is banned anew. */
  listBans(): Promise<Ban[]>;
  /** Whether a ban does not count any more. */
  hasExpired(ban: Pick<Ban, 'expiresAt'>): boolean;
  /** Keeps a server out of the public list; its operator is told the reason. */
  unlistServer(actor: Actor, hash: string, reason: string): Promise<void>;
  /** Returns false when it was not unlisted. It is listed again with its next heartbeat. */
  relistServer(actor: Actor, hash: string, reason?: string): Promise<boolean>;
  /** Oldest first. */
  listUnlisted(): Promise<UnlistedServer[]>;
  /** Shows another country than the one of its address. Returns its two letters. */
  setCountry(actor: Actor, hash: string, country: string, reason?: string): Promise<string>;
  /** Returns false when none was set. */
  resetCountry(actor: Actor, hash: string, reason?: string): Promise<boolean>;
  listCountries(): Promise<CountryOverride[]>;
  /** Keeps servers out of the public list that have the word in their name. Returns false when it was there. */
  addFilterWord(actor: Actor, word: string, reason?: string): Promise<boolean>;
  /** Returns false when there was no such word. */
  removeFilterWord(actor: Actor, word: string, reason?: string): Promise<boolean>;
  listFilterWords(): Promise<FilterWord[]>;
  /** The words of the settings, which count as well and are changed there alone. */
  readonly configuredWords: readonly FilterWord[];
  /** The oldest first. */
  listClaims(): Promise<Claim[]>;
  /** Takes a server from the account that claimed it, with all it said. Returns false when nobody had. */
  removeClaim(actor: Actor, hash: string, reason: string): Promise<boolean>;
  /** Empties what the operator says about a server. Returns false when nobody claimed it. */
  clearClaimTexts(actor: Actor, hash: string, reason: string): Promise<boolean>;
  /**
   * Newest first, at most 100, those with a smaller number than `beforeId`; on one server where a hash
   * is given.
   */
  listReports(page?: { isOpen?: boolean; beforeId?: number; hash?: string }): Promise<Report[]>;
  countOpenReports(): Promise<number>;
  /** Deals with a report. Returns false when there is no open one with this number. */
  closeReport(actor: Actor, id: number, reason: string): Promise<boolean>;
}

/** How many reports are listed at once, at most. */
export const REPORTS_PAGE = 100;

/** Makes the acts over the stores. `staleAfterMs` is the service's own setting. */
export function createServerModeration(ports: {
  servers: ServerStore;
  moderation: ModerationStore;
  claims: ClaimStore;
  reports: ReportStore;
  clock: Clock;
  staleAfterMs: number;
  /** Words of the name filter besides the stored ones. */
  filteredWords?: readonly string[];
  /** Has the service that the acts happen in follow them; another process sees them by itself. */
  onChanged?: () => Promise<void>;
}): ServerModeration {
  const { moderation: store, claims, reports, clock, onChanged } = ports;

  /** Writes the entry of an act, has it done, and has the service follow. */
  async function action<Result>(
    [actor, name, subject, reason, detail = '']: [Actor, AuditAction, string, string, string?],
    change: (entry: AuditEntry) => Promise<Result>,
  ): Promise<Result> {
    const entry = { at: clock.now(), actor, action: name, subject, reason, detail };
    const result = await change(entry);
    await onChanged?.();
    return result;
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
      const until = expiresAt === null ? 'for ever' : `until ${formatEnd(expiresAt)} UTC`;
      const detail = `${target.kind}, ${until}`;
      await action([actor, 'ban added', target.subject, reason, detail], (entry) =>
        store.addBan(ban, entry),
      );
      return ban;
    },
    parseEnd: (text) => parseEnd(text, clock.now(), 'ban'),
    async removeBan(actor, requested, reason = '') {
      const target = requireTarget(requested);
      return action(
        [actor, 'ban removed', target.subject, parseReason(reason), target.kind],
        (entry) => store.removeBan(target, entry),
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
      await action([actor, 'country set', hash, parseReason(reason), country], (entry) =>
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
      const detail = `report ${id}, ${report.kind}`;
      return action([actor, 'report closed', report.hash, reason, detail], (entry) =>
        reports.closeReport(id, entry),
      );
    },
  };
}

/** What is banned, in the one way in which it is kept. Throws `invalid`. */
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
