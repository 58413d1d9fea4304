// The public face of claims: operators claim their servers and describe them. Claims are held in memory and stored.

import { randomInt } from 'node:crypto';
import { iconDigest, makeIcon, readPicture } from '../../platform/input/picture.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { aboutField, BUSY_SECONDS, Failure } from '../../platform/lib/failure.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import { serverFailures } from '../../platform/messages/messages.ts';
import type { Reachability } from '../heartbeat/index.ts';
import { type Place, portNumberOf, type Registry, requireHash } from '../registry/index.ts';
import { CODE_BUDGET, createClaimCode, createOpenCodes } from './claim-code.ts';
import type {
  Claim,
  ClaimStore,
  ClaimsOf,
  FormerHash,
  HeartbeatKey,
  OpenCode,
  StoredClaimCode,
} from './claim-ports.ts';
import { listTags, parseClaimTexts, type TypedTexts } from './claim-texts.ts';
import { claimFailures } from './messages.ts';

const PORT_BUDGET = { refill: 1, everyMs: 10_000, capacity: 3 };
/** How many icons an account may upload: each is decoded. */
const ICON_BUDGET = { refill: 1, everyMs: 60_000, capacity: 5 };
/** How many changes an account may make: each is stored, and causes a new list. */
const CHANGE_BUDGET = { refill: 1, everyMs: 6_000, capacity: 20 };

/** 200 bits. MCGalaxy takes letters and digits in its URL; the log shows no part of a path as long as this. */
const KEY_LENGTH = 40;
const KEY_SIGNS = 'abcdefghijklmnopqrstuvwxyz234567';

export type Claims = ReturnType<typeof createClaims>;

/** The claims; there are none until they are loaded. Callers have checked that the account is verified. */
export function createClaims(ports: {
  clock: Clock;
  store: ClaimStore;
  registry: Pick<Registry, 'findLive'>;
  places: JoinPlaceRules;
  /** Called after a change of some claims, or of all. It must call `load` with the same, and update the lists. */
  onChanged(of?: ClaimsOf): Promise<void>;
  /** Called with hashes that stand for other servers than before. */
  onMoved(hashes: readonly string[]): void;
}) {
  const { clock, store, registry, places, onChanged, onMoved } = ports;
  const codeBudget = createTokenBuckets(clock, CODE_BUDGET);
  const changeBudget = createTokenBuckets(clock, CHANGE_BUDGET);
  const iconBudget = createTokenBuckets(clock, ICON_BUDGET);
  let claims: ReadonlyMap<string, Claim> = new Map();
  let codes: readonly StoredClaimCode[] = [];
  const keys = new Map<string, HeartbeatKey>();
  const byKey = new Map<string, HeartbeatKey>();
  const formers = new Map<string, FormerHash>();
  const formersOf = new Map<string, readonly FormerHash[]>();
  const openCodes = createOpenCodes(clock);
  /** As they were described last; `undefined` after a change, so that the next description is compared. */
  let owners: string | undefined;

  /** The code that this account has to show, while it is valid and the service was not restarted. */
  function findCode(accountId: number, hash: string): OpenCode | undefined {
    const known = openCodes.find(`${accountId} ${hash}`);
    if (known === undefined) return undefined;
    // It may have been used, or replaced at another replica.
    const codeHash = sha256Hex(known.code);
    const isGood = codes.some((it) => it.accountId === accountId && it.codeHash === codeHash);
    return isGood ? known : undefined;
  }

  function requireOwn(accountId: number, text: string): Claim {
    const claim = claims.get(requireHash(text));
    if (claim?.accountId === accountId) return claim;
    throw notYours();
  }

  async function change(
    { accountId, hash }: Pick<Claim, 'accountId' | 'hash'>,
    work: () => Promise<boolean>,
  ): Promise<void> {
    requireToken(changeBudget, `${accountId}`, serverFailures.nextChange);
    if (!(await work())) throw notYours();
    await onChanged({ hash });
  }

  let reading: Promise<unknown> = Promise.resolve();
  /** One after the other: what was read first must not replace what was read later. */
  function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    const turn = reading.then(read);
    reading = turn.catch(() => {});
    return turn;
  }

  /** Reads some claims, or all, with their keys and former hashes. Returns the hashes that they have, or had. */
  async function read(of?: ClaimsOf): Promise<string[]> {
    const found = await store.listClaims(of);
    const foundCodes = await store.listCodes(clock.now());
    const foundKeys = await store.listKeys(of);
    const foundFormers = await store.listFormers(of);
    const before =
      of === undefined
        ? [...claims.keys()]
        : 'hash' in of
          ? [of.hash]
          : listClaimsOf(of.accountId).map(({ hash }) => hash);
    const moved = foundFormers.filter(
      ({ hash, present }) => formers.get(hash)?.present !== present,
    );
    owners = undefined;
    // Together: a heartbeat meanwhile must not find the claim where its key is not.
    const next = new Map(of === undefined ? [] : claims);
    for (const hash of before) {
      next.delete(hash);
      byKey.delete(keys.get(hash)?.keyHash ?? '');
      keys.delete(hash);
      for (const former of formersOf.get(hash) ?? []) formers.delete(former.hash);
      formersOf.delete(hash);
    }
    for (const claim of found) next.set(claim.hash, claim);
    claims = next;
    codes = foundCodes;
    for (const key of foundKeys) {
      keys.set(key.hash, key);
      byKey.set(key.keyHash, key);
    }
    for (const former of foundFormers) formers.set(former.hash, former);
    for (const [hash, left] of Map.groupBy(foundFormers, ({ present }) => present)) {
      formersOf.set(hash, left);
    }
    if (moved.length > 0) onMoved(moved.flatMap(({ hash, present }) => [hash, present]));
    return [...new Set([...before, ...found.map(({ hash }) => hash)])];
  }

  const listClaimsOf = (accountId: number): Claim[] =>
    [...claims.values()]
      .filter((claim) => claim.accountId === accountId)
      .sort((one, other) => one.claimedAt - other.claimedAt);

  /** Whether the claims of an account are known as `describeOwners` describes it. */
  function isKnown(described: string, own: readonly Claim[]): boolean {
    const [, name, count, at, until] = described.split(':');
    return (
      own.length === Number(count) &&
      own.every(({ hash, accountName }) => {
        const { suspendedAt, suspendedUntil } = keys.get(hash) ?? {};
        const isSame = `${suspendedAt ?? ''}` === at && `${suspendedUntil ?? ''}` === until;
        return accountName === name && (!keys.has(hash) || isSame);
      })
    );
  }

  const presentHash = (hash: string): string =>
    claims.has(hash) ? hash : (formers.get(hash)?.present ?? hash);

  const listOffered = async () => listTags(await store.listTagChanges()).map(({ tag }) => tag);

  return {
    get all() {
      return claims;
    },
    /** Returns the hashes of the claims that there are, or were. */
    load: (of?: ClaimsOf): Promise<string[]> => inTurn(() => read(of)),
    /** Takes over what became of owners: deleted accounts, new names, suspensions. */
    async reload(): Promise<void> {
      const described = await store.describeOwners();
      if (described === owners) return;
      const left = Map.groupBy(claims.values(), ({ accountId }) => accountId);
      const changed = new Set<number>();
      for (const owner of described.split(',').filter(Boolean)) {
        const accountId = Number.parseInt(owner, 10);
        if (!isKnown(owner, left.get(accountId) ?? [])) changed.add(accountId);
        left.delete(accountId);
      }
      for (const accountId of [...changed, ...left.keys()]) await onChanged({ accountId });
      owners = described;
    },
    /** To be called with the codes of an accepted heartbeat. Returns whether one of them completed a claim. */
    async show(hash: string, sent: readonly string[]): Promise<boolean> {
      const now = clock.now();
      const sentHashes = sent.map((code) => sha256Hex(code));
      const awaited = codes.find(
        (it) => it.hash === hash && sentHashes.includes(it.codeHash) && now < it.expiresAt,
      );
      if (awaited === undefined) return false;
      const isDone = await store.completeClaim(awaited, now);
      await onChanged({ hash });
      return isDone;
    },
    findClaim: (hash: string): Claim | undefined => claims.get(hash),
    /** The oldest first, as all are. */
    listClaimsOf,
    /** The tags that operators choose from. */
    listTags: listOffered,
    /** In the same time for any text: the digest is looked up. */
    findKey: (key: string): HeartbeatKey | undefined => byKey.get(sha256Hex(key.slice(0, 64))),
    findKeyOf: (hash: string): HeartbeatKey | undefined => keys.get(hash),
    /** Where a server was before, the place that it left last first. */
    listFormers: (hash: string): readonly FormerHash[] => formersOf.get(hash) ?? [],
    /** The hash that the server of a former hash has now; any other hash as it is. */
    presentHash,
    /** Makes a key in place of an earlier one, and returns it: it can never be shown again. */
    async makeKey(accountId: number, text: string): Promise<string> {
      const claim = requireOwn(accountId, text);
      const { hash } = claim;
      const key = Array.from({ length: KEY_LENGTH }, () => KEY_SIGNS[randomInt(32)]).join('');
      const { ip = '', port = 0 } = registry.findLive(hash)?.listing ?? {};
      const made = { hash, keyHash: sha256Hex(key), madeAt: clock.now(), ip, port };
      await change(claim, () => store.saveKey(made, accountId));
      return key;
    },
    async revokeKey(accountId: number, text: string): Promise<void> {
      const claim = requireOwn(accountId, text);
      await change(claim, () => store.removeKey(claim.hash, accountId));
    },
    findCode,
    requireOwn,
    /** The same as before while that is valid. Throws `not_found` when the server is not live, and `rate_limited`. */
    async requestCode(accountId: number, text: string): Promise<OpenCode> {
      const hash = requireHash(text);
      const known = findCode(accountId, hash);
      if (known !== undefined) return known;
      if (registry.findLive(hash) === undefined) {
        throw new Failure('not_found', claimFailures.offline);
      }
      requireToken(codeBudget, `${accountId}`, claimFailures.nextCode);
      const made = { code: createClaimCode(), expiresAt: openCodes.expiresAt() };
      const stored = { hash, accountId, codeHash: sha256Hex(made.code), expiresAt: made.expiresAt };
      await store.saveCode(stored, clock.now());
      openCodes.add(`${accountId} ${hash}`, made);
      await onChanged({ hash });
      return made;
    },
    /**
     * What is not among the texts stays as it is, and tags that the claim has may stay when they are on the list no
     * more. Throws `invalid` with everything that is wrong with them,
     * `forbidden` and `rate_limited`.
     */
    async changeTexts(accountId: number, text: string, typed: Partial<TypedTexts>): Promise<void> {
      const claim = requireOwn(accountId, text);
      const parsed = parseClaimTexts(typed, [...(await listOffered()), ...claim.tags]);
      await change(claim, () => store.updateClaim(claim.hash, accountId, parsed));
    },
    /**
     * Sets another port of the heartbeats' address as the one that players join at, once it was found open;
     * empty for the port in the heartbeats. It resets another public address. Throws `forbidden`, `invalid`,
     * `conflict` when the port belongs to another server, `rate_limited` and `unavailable`.
     */
    async changeJoinPort(accountId: number, text: string, typed: string): Promise<void> {
      const claim = requireOwn(accountId, text);
      const { hash } = claim;
      const trimmed = typed.trim();
      const isOwn = trimmed === '' || trimmed === `${registry.findLive(hash)?.listing.port}`;
      const joinPort = isOwn ? null : aboutField('port', () => parseJoinPort(trimmed));
      if (joinPort !== null) {
        const { ip } = aboutField('port', () => places.requireLive(hash));
        await places.requireJoinable(accountId, hash, { ip, port: joinPort });
      }
      await change(claim, () => store.updateClaim(hash, accountId, { joinIp: null, joinPort }));
    },
    /** The picture of a server, a PNG of 64 × 64 pixels; `undefined` while it has its generated face. */
    async findIcon(hash: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const claim = claims.get(presentHash(hash));
      return claim?.iconDigest ? store.findIcon(claim.hash) : undefined;
    },
    /** Sets a picture, drawn anew, or takes it away. Throws `invalid`, `forbidden`, `rate_limited` and `unavailable`. */
    async changeIcon(accountId: number, text: string, bytes: Uint8Array | null): Promise<void> {
      const claim = requireOwn(accountId, text);
      const picture = bytes && readPicture(bytes);
      if (picture !== null) requireToken(iconBudget, `${accountId}`, claimFailures.nextIcon);
      const icon = picture && (await makeIcon(picture, `${accountId}`));
      const changes = { icon, iconDigest: icon && iconDigest(icon) };
      await change(claim, () => store.updateClaim(claim.hash, accountId, changes));
    },
    async releaseClaim(accountId: number, text: string): Promise<void> {
      const claim = requireOwn(accountId, text);
      await change(claim, () => store.releaseClaim(claim.hash, accountId));
    },
  };
}

export function notYours(): Failure {
  return new Failure('forbidden', claimFailures.notYours);
}

export type JoinPlaceRules = ReturnType<typeof createJoinPlaceRules>;

/** All actions of an account share one rate limit. */
export function createJoinPlaceRules(
  clock: Clock,
  { findLive, isTaken }: Pick<Registry, 'findLive' | 'isTaken'>,
  tryPort: Reachability['check'],
) {
  const budget = createTokenBuckets(clock, PORT_BUDGET);

  const { join } = claimFailures;

  function requireFree({ ip, port }: Place, hash: string): void {
    if (isTaken(ip, port, hash)) throw onPort('conflict', join.taken(ip, port));
  }

  return {
    /** Where the heartbeats of this server come from. Throws `conflict` when it is not live. */
    requireLive(hash: string): Place {
      const place = findLive(hash)?.listing;
      if (place !== undefined) return place;
      throw new Failure('conflict', claimFailures.offlinePort);
    },
    /** Throws `conflict` and `invalid` at the field `port`, `rate_limited` and `unavailable`. */
    async requireJoinable(accountId: number, hash: string, place: Place): Promise<void> {
      requireFree(place, hash);
      requireToken(budget, `${accountId}`, join.tooMany);
      const verdict = await tryPort(place.ip, place.port);
      if (verdict === 'busy') {
        throw new Failure('unavailable', join.busy, { retryAfterSeconds: BUSY_SECONDS });
      }
      if (verdict === 'closed') throw onPort('invalid', join.closed(place.ip, place.port));
      // Another server may have taken the place during the probe.
      requireFree(place, hash);
    },
  };
}

export function parseJoinPort(typed: string): number {
  const port = portNumberOf(typed.trim());
  if (port !== undefined) return port;
  throw new Failure('invalid', claimFailures.join.port);
}

function onPort(kind: 'conflict' | 'invalid', sentence: string): Failure {
  return new Failure(kind, sentence, { field: 'port' });
}
