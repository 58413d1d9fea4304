// Holds the claims in memory, with their keys, codes and former hashes, as last read from the store.

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

/** Creates the index, which is empty until claims are loaded. `onMoved` gets the hashes that now mean other servers. */
export function createClaimIndex({
  clock,
  store,
  onMoved,
}: {
  clock: Clock;
  store: ClaimStore;
  onMoved(hashes: readonly string[]): void;
}) {
  const held = createHeldClaims();
  let codes: readonly StoredClaimCode[] = [];
  /** The last description of the owners; `undefined` after a change, so that the next description is compared. */
  let owners: string | undefined;

  let reading: Promise<unknown> = Promise.resolve();
  /** Reads one at a time, so that an older read cannot replace a newer one. */
  function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    const turn = reading.then(read);
    reading = turn.catch(() => {});
    return turn;
  }

  /** Reads some claims, or all, with keys and former hashes. Returns their hashes from before and after. */
  async function read(of?: ClaimsOf): Promise<string[]> {
    const found = await store.listClaims(of);
    const foundCodes = await store.listCodes(clock.now());
    const foundKeys = await store.listKeys(of);
    const foundFormers = await store.listFormers(of);
    const before = held.listHashes(of);
    const moved = foundFormers.filter(
      ({ hash, present }) => held.formers.get(hash)?.present !== present,
    );
    owners = undefined;
    held.replace(of, before, { found, foundKeys, foundFormers });
    codes = foundCodes;
    if (moved.length > 0) onMoved(moved.flatMap(({ hash, present }) => [hash, present]));
    return [...new Set([...before, ...found.map(({ hash }) => hash)])];
  }

  /** Calls `onChanged` with each account whose claims in memory differ from the owner's description in the store. */
  async function reloadOwners(onChanged: (accountId: number) => Promise<void>): Promise<void> {
    const described = await store.describeOwners();
    if (described === owners) return;
    const left = Map.groupBy(held.all().values(), ({ accountId }) => accountId);
    const changed = new Set<number>();
    for (const owner of described.split(',').filter(Boolean)) {
      const accountId = Number.parseInt(owner, 10);
      if (!matchesOwner(owner, left.get(accountId) ?? [], held.keys)) changed.add(accountId);
      left.delete(accountId);
    }
    for (const accountId of [...changed, ...left.keys()]) await onChanged(accountId);
    owners = described;
  }

  return {
    all: held.all,
    codes: () => codes,
    reloadOwners,
    lookups: {
      /** Loads claims. Returns the hashes of the claims from before and after. */
      load: (of?: ClaimsOf): Promise<string[]> => inTurn(() => read(of)),
      ...held.lookups,
    },
  };
}

/** Holds claims with their keys and former hashes, and finds them. */
function createHeldClaims() {
  let claims: ReadonlyMap<string, Claim> = new Map();
  const keys = new Map<string, HeartbeatKey>();
  const byKey = new Map<string, HeartbeatKey>();
  const formers = new Map<string, FormerHash>();
  const formersOf = new Map<string, readonly FormerHash[]>();

  /** Replaces everything at once: a heartbeat in between must not find the claim without its key. */
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

  const presentHash = (hash: string): string =>
    claims.has(hash) ? hash : (formers.get(hash)?.present ?? hash);

  return {
    all: () => claims,
    keys: keys as ReadonlyMap<string, HeartbeatKey>,
    formers: formers as ReadonlyMap<string, FormerHash>,
    listHashes,
    replace,
    lookups: {
      findClaim: (hash: string): Claim | undefined => claims.get(hash),
      /** Sorted by age, oldest first, like all claims. */
      listClaimsOf,
      /** Takes the same time for any text, because it looks up the digest. */
      findKey: (key: string): HeartbeatKey | undefined => byKey.get(sha256Hex(key.slice(0, 64))),
      findKeyOf: (hash: string): HeartbeatKey | undefined => keys.get(hash),
      /** The former places of a server, the latest first. */
      listFormers: (hash: string): readonly FormerHash[] => formersOf.get(hash) ?? [],
      /** Returns the present hash of a server that had this hash before, or else the hash itself. */
      presentHash,
    },
  };
}

/** Whether an account's claims in memory match the owner that `describeOwners` describes. */
function matchesOwner(
  described: string,
  own: readonly Claim[],
  keys: ReadonlyMap<string, HeartbeatKey>,
): boolean {
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
