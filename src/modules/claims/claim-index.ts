// The claims in memory, with their keys, codes and former hashes, as the store last had them.

import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import type {
  Claim,
  ClaimStore,
  ClaimsOf,
  FormerHash,
  HeartbeatKey,
  StoredClaimCode,
} from './claim-ports.ts';

interface Found {
  found: readonly Claim[];
  foundKeys: readonly HeartbeatKey[];
  foundFormers: readonly FormerHash[];
}

/** There are no claims until they are loaded. `onMoved` gets hashes that stand for other servers than before. */
export function createClaimIndex({
  clock,
  store,
  onMoved,
}: {
  clock: Clock;
  store: ClaimStore;
  onMoved(hashes: readonly string[]): void;
}) {
  let claims: ReadonlyMap<string, Claim> = new Map();
  let codes: readonly StoredClaimCode[] = [];
  const keys = new Map<string, HeartbeatKey>();
  const byKey = new Map<string, HeartbeatKey>();
  const formers = new Map<string, FormerHash>();
  const formersOf = new Map<string, readonly FormerHash[]>();
  /** As they were described last; `undefined` after a change, so that the next description is compared. */
  let owners: string | undefined;

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
    const before = listHashes(of);
    const moved = foundFormers.filter(
      ({ hash, present }) => formers.get(hash)?.present !== present,
    );
    owners = undefined;
    replace(of, before, { found, foundKeys, foundFormers });
    codes = foundCodes;
    if (moved.length > 0) onMoved(moved.flatMap(({ hash, present }) => [hash, present]));
    return [...new Set([...before, ...found.map(({ hash }) => hash)])];
  }

  /** In one turn: a heartbeat in between must not find the claim without its key. */
  function replace(
    of: ClaimsOf | undefined,
    before: readonly string[],
    { found, foundKeys, foundFormers }: Found,
  ): void {
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
    for (const key of foundKeys) {
      keys.set(key.hash, key);
      byKey.set(key.keyHash, key);
    }
    for (const former of foundFormers) formers.set(former.hash, former);
    for (const [hash, left] of Map.groupBy(foundFormers, ({ present }) => present)) {
      formersOf.set(hash, left);
    }
  }

  function listHashes(of: ClaimsOf | undefined): string[] {
    if (of === undefined) return [...claims.keys()];
    return 'hash' in of ? [of.hash] : listClaimsOf(of.accountId).map(({ hash }) => hash);
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

  /** Calls `onChanged` with each account whose claims are not as the store describes their owner. */
  async function reloadOwners(onChanged: (accountId: number) => Promise<void>): Promise<void> {
    const described = await store.describeOwners();
    if (described === owners) return;
    const left = Map.groupBy(claims.values(), ({ accountId }) => accountId);
    const changed = new Set<number>();
    for (const owner of described.split(',').filter(Boolean)) {
      const accountId = Number.parseInt(owner, 10);
      if (!isKnown(owner, left.get(accountId) ?? [])) changed.add(accountId);
      left.delete(accountId);
    }
    for (const accountId of [...changed, ...left.keys()]) await onChanged(accountId);
    owners = described;
  }

  return {
    all: () => claims,
    codes: () => codes,
    reloadOwners,
    lookups: {
      /** Returns the hashes of the claims that there are, or were. */
      load: (of?: ClaimsOf): Promise<string[]> => inTurn(() => read(of)),
      findClaim: (hash: string): Claim | undefined => claims.get(hash),
      /** The oldest first, as all are. */
      listClaimsOf,
      /** In the same time for any text: the digest is looked up. */
      findKey: (key: string): HeartbeatKey | undefined => byKey.get(sha256Hex(key.slice(0, 64))),
      findKeyOf: (hash: string): HeartbeatKey | undefined => keys.get(hash),
      /** Where a server was before, the place that it left last first. */
      listFormers: (hash: string): readonly FormerHash[] => formersOf.get(hash) ?? [],
      /** The hash that the server of a former hash has now; any other hash as it is. */
      presentHash,
    },
  };
}
