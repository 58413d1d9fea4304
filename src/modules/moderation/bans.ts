// Bans: adds and removes them, and previews what a ban would hit.

import { parseEnd } from '../../platform/input/end-time.ts';
import { parseReason, requireReason } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import { parseRange } from '../../platform/lib/address.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { type AuditEntry, writeDetail } from '../audit/index.ts';
import { requireHash } from '../registry/index.ts';
import type { MakeChange, ModerationPorts } from './audited-changes.ts';
import { moderationFailures } from './messages.ts';
import type { Ban, BanTarget } from './moderation-ports.ts';
import { requireNamePattern } from './name-filter.ts';
import { createBanSearch, hasBanEnded } from './rules.ts';

/** A ban is noted in the history of at most this many servers that it hits. */
const MAX_HITS = 1_000;
/** The preview of a ban names the owners of at most this many servers. */
const MAX_OWNERS = 20;
/** Prefix lengths. A ban of a wider range needs a confirmation, because no customer has so large a network. */
const WIDEST_UNASKED = { ipv4: 16, ipv6: 32 };

/** The servers and owners that a ban would hit now. Players' addresses are not stored, so owners come from claims. */
export interface BanHits {
  servers: readonly { hash: string; name: string }[];
  owners: readonly string[];
  isWide: boolean;
  sentence: string;
}

/** Creates the actions. `listLive` lists the live servers that a ban can hit. */
export function createBanActions(
  { servers, moderation: store, claims, clock }: ModerationPorts,
  makeChange: MakeChange,
  listLive: () => Promise<readonly { hash: string; ip: string; name: string }[]>,
) {
  /** Entries for the history of the servers that a ban hits. Once those are gone, nothing else could tell. */
  async function listHits(ban: Ban, entry: AuditEntry): Promise<AuditEntry[]> {
    if (ban.kind === 'server') return [];
    const find = createBanSearch([ban]);
    const { servers: stored } = await servers.loadServers();
    return stored
      .filter((server) => find({ ...server, hash: () => server.hash }, entry.at) !== undefined)
      .slice(0, MAX_HITS)
      .map(({ hash, name }) => {
        const hit = { form: 'server banned', target: ban.kind, by: ban.subject, name } as const;
        return { ...entry, action: 'server banned', subject: hash, detail: writeDetail(hit) };
      });
  }

  async function findBanHits(requested: BanTarget): Promise<BanHits> {
    const target = requireTarget(requested);
    const now = clock.now();
    const author: Actor = { kind: 'command line' };
    const find = createBanSearch([
      { ...target, reason: '', author, createdAt: now, expiresAt: null },
    ]);
    const listed = await listLive();
    const hit = listed.filter((server) => find({ ...server, hash: () => server.hash }, now));
    const names = await Promise.all(
      hit.slice(0, MAX_OWNERS).map(({ hash }) => claims.listClaims({ hash })),
    );
    const owners = [...new Set(names.flat().map(({ accountName }) => accountName))];
    return {
      servers: hit.map(({ hash, name }) => ({ hash, name })),
      owners,
      isWide: isWide(target),
      sentence: moderationFailures.banHits(hit.length, owners.join(', ')),
    };
  }

  return {
    findBanHits,
    /** Oldest first. Expired bans stay until somebody bans the same target again. */
    listBans: store.listBans,
    /**
     * `parseEnd` reads `lasts`. Throws `conflict` when the same target is banned already, and `invalid` for a wide
     * range without confirmation, with what it would hit.
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
      if (isWide(target) && !how.isConfirmed) {
        const { sentence } = await findBanHits(target);
        const question = moderationFailures.wideBan(target.subject, sentence);
        throw new Failure('invalid', question, { field: 'wide' });
      }
      const createdAt = clock.now();
      const { expiresAt = parseEnd(how.lasts ?? '', createdAt, 'ban') } = how;
      const ban = { ...target, reason, author: actor, createdAt, expiresAt };
      const detail = writeDetail({ form: 'ban', target: target.kind, until: expiresAt });
      await makeChange([actor, 'ban added', target.subject, reason, detail], async (entry) =>
        store.addBan(ban, entry, await listHits(ban, entry)),
      );
      return ban;
    },
    /** When a ban that begins now ends; `null` for never. See `platform/input/end-time.ts`. Throws `invalid`. */
    parseEnd: (text: string): number | null => parseEnd(text, clock.now(), 'ban'),
    async removeBan(actor: Actor, requested: BanTarget, reason: string = ''): Promise<boolean> {
      const { kind, subject } = requireTarget(requested);
      // Another version may have stored the same pattern in another form.
      const stored = (await store.listBans()).find(
        (ban) => ban.kind === kind && requireTarget(ban).subject === subject,
      );
      const target = { kind, subject: stored?.subject ?? subject };
      const detail = writeDetail({ form: 'ban removed', target: target.kind });
      return makeChange(
        [actor, 'ban removed', target.subject, parseReason(reason), detail],
        (entry) => store.removeBan(target, entry),
      );
    },
    hasExpired: (ban: Pick<Ban, 'expiresAt'>): boolean => hasBanEnded(ban, clock.now()),
  };
}

export function requireTarget({ kind, subject }: BanTarget): BanTarget {
  const read = { range: parseRange, name: requireNamePattern, server: requireHash }[kind];
  return { kind, subject: read(subject) };
}

function isWide({ kind, subject }: BanTarget): boolean {
  if (kind !== 'range') return false;
  const prefixLength = Number(subject.split('/')[1]);
  return prefixLength < (subject.includes(':') ? WIDEST_UNASKED.ipv6 : WIDEST_UNASKED.ipv4);
}
