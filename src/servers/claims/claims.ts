// The public face of claims: operators claim their servers and describe them. Claims are held in memory and stored.

import { randomInt } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { sha256Hex } from '../../lib/digest.ts';
import { aboutField, BUSY_SECONDS, Failure } from '../../lib/failure.ts';
import { iconDigest, makeIcon, readPicture } from '../../lib/picture.ts';
import { createTokenBuckets, requireToken } from '../../lib/token-buckets.ts';
import { serverFailures } from '../../messages/messages.ts';
import { portNumberOf } from '../heartbeat-log.ts';
import type { Place } from '../live-server.ts';
import type { Reachability } from '../reachability.ts';
import type { Registry } from '../registry.ts';
import { requireHash } from '../server-hash.ts';
import { CODE_BUDGET, createClaimCode, createOpenCodes } from './claim-code.ts';
import { listTags, parseClaimTexts, type TypedTexts } from './claim-texts.ts';
import type {
  Claim,
  ClaimStore,
  FormerHash,
  HeartbeatKey,
  OpenCode,
  StoredClaimCode,
} from './ports.ts';

export { CLAIM_LIMITS, offerHttps } from './claim-texts.ts';

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
  /** Called after a change. It must call `load`, and update the lists. */
  onChanged(): Promise<void>;
  /** Called with hashes that stand for other servers than before. */
  onMoved(hashes: readonly string[]): void;
}) {
  const { clock, store, registry, places, onChanged, onMoved } = ports;
  const codeBudget = createTokenBuckets(clock, CODE_BUDGET);
  const changeBudget = createTokenBuckets(clock, CHANGE_BUDGET);
  const iconBudget = createTokenBuckets(clock, ICON_BUDGET);
  let claims: ReadonlyMap<string, Claim> = new Map();
  let codes: readonly StoredClaimCode[] = [];
  let byKey: ReadonlyMap<string, HeartbeatKey> = new Map();
  let formers: ReadonlyMap<string, FormerHash> = new Map();
  let formersOf: ReadonlyMap<string, readonly FormerHash[]> = new Map();
  const openCodes = createOpenCodes(clock);
  let owners = '';

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

  async function change(accountId: number, work: () => Promise<boolean>): Promise<void> {
    requireToken(changeBudget, `${accountId}`, serverFailures.nextChange);
    if (!(await work())) throw notYours();
    await onChanged();
  }

  const presentHash = (hash: string): string =>
    claims.has(hash) ? hash : (formers.get(hash)?.present ?? hash);

  const listOffered = async () => listTags(await store.listTagChanges()).map(({ tag }) => tag);

  return {
    get all() {
      return claims;
    },
    async load(): Promise<void> {
      // Read first, so that a change during the other reads is noticed at the next reload.
      const described = await store.describeOwners();
      const stored = await store.listClaims();
      const storedCodes = await store.listCodes(clock.now());
      const storedKeys = await store.listKeys();
      const storedFormers = await store.listFormers();
      // Together: a heartbeat meanwhile must not find the claim where its key is not.
      claims = new Map(stored.map((claim) => [claim.hash, claim]));
      codes = storedCodes;
      byKey = new Map(storedKeys.map((key) => [key.keyHash, key]));
      const before = formers;
      formers = new Map(storedFormers.map((former) => [former.hash, former]));
      formersOf = Map.groupBy(storedFormers, ({ present }) => present);
      owners = described;
      const moved = [...formers.values()].filter(
        ({ hash, present }) => before.get(hash)?.present !== present,
      );
      if (moved.length > 0) onMoved(moved.flatMap(({ hash, present }) => [hash, present]));
    },
    /** Removes claims whose account was deleted, and updates names of owners. */
    async reload(): Promise<void> {
      // Every other way in which a claim begins or ends calls `onChanged` itself.
      if ((await store.describeOwners()) !== owners) await onChanged();
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
      await onChanged();
      return isDone;
    },
    findClaim: (hash: string): Claim | undefined => claims.get(hash),
    /** The oldest first, as all are. */
    listClaimsOf: (accountId: number): Claim[] =>
      [...claims.values()].filter((claim) => claim.accountId === accountId),
    /** The tags that operators choose from. */
    listTags: listOffered,
    /** In the same time for any text: the digest is looked up. */
    findKey: (key: string): HeartbeatKey | undefined => byKey.get(sha256Hex(key.slice(0, 64))),
    findKeyOf: (hash: string) => byKey.values().find((key) => key.hash === hash),
    /** Where a server was before, the place that it left last first. */
    listFormers: (hash: string): readonly FormerHash[] => formersOf.get(hash) ?? [],
    /** The hash that the server of a former hash has now; any other hash as it is. */
    presentHash,
    /** Makes a key in place of an earlier one, and returns it: it can never be shown again. */
    async makeKey(accountId: number, text: string): Promise<string> {
      const { hash } = requireOwn(accountId, text);
      const key = Array.from({ length: KEY_LENGTH }, () => KEY_SIGNS[randomInt(32)]).join('');
      const { ip = '', port = 0 } = registry.findLive(hash)?.listing ?? {};
      const made = { hash, keyHash: sha256Hex(key), madeAt: clock.now(), ip, port };
      await change(accountId, () => store.saveKey(made, accountId));
      return key;
    },
    async revokeKey(accountId: number, text: string): Promise<void> {
      const { hash } = requireOwn(accountId, text);
      await change(accountId, () => store.removeKey(hash, accountId));
    },
    findCode,
    requireOwn,
    /** The same as before while that is valid. Throws `not_found` when the server is not live, and `rate_limited`. */
    async requestCode(accountId: number, text: string): Promise<OpenCode> {
      const hash = requireHash(text);
      const known = findCode(accountId, hash);
      if (known !== undefined) return known;
      if (registry.findLive(hash) === undefined) {
        throw new Failure('not_found', serverFailures.offline);
      }
      requireToken(codeBudget, `${accountId}`, serverFailures.nextCode);
      const made = { code: createClaimCode(), expiresAt: openCodes.expiresAt() };
      const stored = { hash, accountId, codeHash: sha256Hex(made.code), expiresAt: made.expiresAt };
      await store.saveCode(stored, clock.now());
      openCodes.add(`${accountId} ${hash}`, made);
      await onChanged();
      return made;
    },
    /**
     * What is not among the texts stays as it is, and tags that the claim has may stay when they are on the list no
     * more. Throws `invalid` with everything that is wrong with them,
     * `forbidden` and `rate_limited`.
     */
    async changeTexts(accountId: number, text: string, typed: Partial<TypedTexts>): Promise<void> {
      const { hash, tags } = requireOwn(accountId, text);
      const parsed = parseClaimTexts(typed, [...(await listOffered()), ...tags]);
      await change(accountId, () => store.updateClaim(hash, accountId, parsed));
    },
    /**
     * Sets another port of the heartbeats' address as the one that players join at, once it was found open;
     * empty for the port in the heartbeats. It resets another public address. Throws `forbidden`, `invalid`,
     * `conflict` when the port belongs to another server, `rate_limited` and `unavailable`.
     */
    async changeJoinPort(accountId: number, text: string, typed: string): Promise<void> {
      const { hash } = requireOwn(accountId, text);
      const trimmed = typed.trim();
      const isOwn = trimmed === '' || trimmed === `${registry.findLive(hash)?.listing.port}`;
      const joinPort = isOwn ? null : aboutField('port', () => parseJoinPort(trimmed));
      if (joinPort !== null) {
        const { ip } = aboutField('port', () => places.requireLive(hash));
        await places.requireJoinable(accountId, hash, { ip, port: joinPort });
      }
      await change(accountId, () => store.updateClaim(hash, accountId, { joinIp: null, joinPort }));
    },
    /** The picture of a server, a PNG of 64 × 64 pixels; `undefined` while it has its generated face. */
    async findIcon(hash: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const claim = claims.get(presentHash(hash));
      return claim?.iconDigest ? store.findIcon(claim.hash) : undefined;
    },
    /** Sets a picture, drawn anew, or takes it away. Throws `invalid`, `forbidden`, `rate_limited` and `unavailable`. */
    async changeIcon(accountId: number, text: string, bytes: Uint8Array | null): Promise<void> {
      const { hash } = requireOwn(accountId, text);
      const picture = bytes && readPicture(bytes);
      if (picture !== null) requireToken(iconBudget, `${accountId}`, serverFailures.nextIcon);
      const icon = picture && (await makeIcon(picture, `${accountId}`));
      const changes = { icon, iconDigest: icon && iconDigest(icon) };
      await change(accountId, () => store.updateClaim(hash, accountId, changes));
    },
    async releaseClaim(accountId: number, text: string): Promise<void> {
      const { hash } = requireOwn(accountId, text);
      await change(accountId, () => store.releaseClaim(hash, accountId));
    },
  };
}

export function notYours(): Failure {
  return new Failure('forbidden', serverFailures.notYours);
}

export type JoinPlaceRules = ReturnType<typeof createJoinPlaceRules>;

/** All actions of an account share one rate limit. */
export function createJoinPlaceRules(
  clock: Clock,
  { findLive, isTaken }: Pick<Registry, 'findLive' | 'isTaken'>,
  tryPort: Reachability['check'],
) {
  const budget = createTokenBuckets(clock, PORT_BUDGET);

  const { join } = serverFailures;

  function requireFree({ ip, port }: Place, hash: string): void {
    if (isTaken(ip, port, hash)) throw onPort('conflict', join.taken(ip, port));
  }

  return {
    /** Where the heartbeats of this server come from. Throws `conflict` when it is not live. */
    requireLive(hash: string): Place {
      const place = findLive(hash)?.listing;
      if (place !== undefined) return place;
      throw new Failure('conflict', serverFailures.offlinePort);
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
  throw new Failure('invalid', serverFailures.join.port);
}

function onPort(kind: 'conflict' | 'invalid', sentence: string): Failure {
  return new Failure(kind, sentence, { field: 'port' });
}
