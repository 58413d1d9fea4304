// The use cases of claims: operators claim their servers and describe them. Claims are held in memory and stored.

import { randomInt } from 'node:crypto';
import { iconDigest, makeIcon, readPicture } from '../../platform/input/picture.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { aboutField, Failure } from '../../platform/lib/failure.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import { serverFailures } from '../../platform/messages/messages.ts';
import type { AuditEntry } from '../audit/index.ts';
import { type Registry, requireHash } from '../registry/index.ts';
import { CODE_BUDGET, createClaimCode, createOpenCodes } from './claim-code.ts';
import { parseClaimTexts, type TypedTexts } from './claim-fields.ts';
import { createClaimIndex } from './claim-index.ts';
import type { Claim, ClaimEditors, ClaimStore, ClaimsOf, OpenCode } from './claim-ports.ts';
import { listTags } from './claim-tags.ts';
import { type JoinPlaceRules, parseJoinPort } from './join-places.ts';
import { claimFailures } from './messages.ts';

/** The number of icons that an account may upload. Decoding each one costs time. */
const ICON_BUDGET = { refill: 1, everyMs: 60_000, capacity: 5 };
/** The number of changes that an account may make. Each one is stored and rebuilds the list. */
const CHANGE_BUDGET = { refill: 1, everyMs: 6_000, capacity: 20 };

/** 200 bits. MCGalaxy accepts letters and digits in its URL. The log hides path segments of this length. */
const KEY_LENGTH = 40;
const KEY_SIGNS = 'abcdefghijklmnopqrstuvwxyz234567';

interface ClaimPorts {
  clock: Clock;
  store: ClaimStore;
  registry: Pick<Registry, 'findLive'>;
  places: JoinPlaceRules;
  /** Default: only owners edit their servers. */
  managers?: ClaimEditors | undefined;
  /** Called after a change of some claims or all. It must call `load` with the same argument and update the lists. */
  onChanged(of?: ClaimsOf): Promise<void>;
  /** Called with hashes that now mean other servers. */
  onMoved(hashes: readonly string[]): void;
}

export type Claims = ReturnType<typeof createClaims>;

/** Creates the claims, empty until they are loaded. Callers check that the account is verified. */
export function createClaims(ports: ClaimPorts) {
  const { clock, store, registry, places, managers, onChanged, onMoved } = ports;
  const changeBudget = createTokenBuckets(clock, CHANGE_BUDGET);
  const iconBudget = createTokenBuckets(clock, ICON_BUDGET);
  const index = createClaimIndex({ clock, store, onMoved });

  const rights = createRights(index.lookups, managers);
  const { requireOwn, requireEditable } = rights;

  async function change(
    accountId: number,
    { hash }: Claim,
    work: () => Promise<boolean>,
  ): Promise<void> {
    requireToken(changeBudget, `${accountId}`, serverFailures.nextChange);
    if (!(await work())) throw notYours();
    await onChanged({ hash });
  }

  const listOffered = async () => listTags(await store.listTagChanges()).map(({ tag }) => tag);

  return {
    ...index.lookups,
    get all() {
      return index.all();
    },
    /** Reloads owners that changed: deleted accounts, new names, suspensions. */
    async reload(): Promise<void> {
      await index.reloadOwners((accountId) => onChanged({ accountId }));
    },
    /** The tags that operators choose from. */
    listTags: listOffered,
    ...createKeys(ports, requireOwn, change),
    ...createCodes(ports, index),
    ...rights,
    /** Loads a claim whose owner a higher module changed, and updates the lists. */
    reloadClaim: (hash: string) => onChanged({ hash }),
    /**
     * Texts that are left out stay as they are, and tags that the claim has may stay even after they left the list.
     * A program's change has an entry for the audit log. Throws `invalid` with everything that is wrong with the texts,
     * `forbidden` and `rate_limited`.
     */
    async changeTexts(
      accountId: number,
      text: string,
      typed: Partial<TypedTexts>,
      entry?: AuditEntry,
    ): Promise<void> {
      const claim = await requireEditable(accountId, text);
      const parsed = parseClaimTexts(typed, [...(await listOffered()), ...claim.tags]);
      await change(accountId, claim, () => store.updateClaim(claim.hash, accountId, parsed, entry));
    },
    /**
     * Sets the port where players join, at the heartbeats' address, after checking that it is open. Empty means the
     * port in the heartbeats. Resets another public address. Throws `forbidden`, `invalid`, `conflict` if the port
     * belongs to another server, `rate_limited` and `unavailable`.
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
      await change(accountId, claim, () =>
        store.updateClaim(hash, accountId, { joinIp: null, joinPort }),
      );
    },
    /** The server's icon, a PNG of 64 × 64 pixels; `undefined` while it has its generated face. */
    async findIcon(hash: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const claim = index.lookups.findClaim(index.lookups.presentHash(hash));
      return claim?.iconDigest ? store.findIcon(claim.hash) : undefined;
    },
    /** Redraws and sets an icon, or removes it. Throws `invalid`, `forbidden`, `rate_limited` and `unavailable`. */
    async changeIcon(accountId: number, text: string, bytes: Uint8Array | null): Promise<void> {
      const claim = await requireEditable(accountId, text);
      const picture = bytes && readPicture(bytes);
      if (picture !== null) requireToken(iconBudget, `${accountId}`, claimFailures.nextIcon);
      const icon = picture && (await makeIcon(picture, `${accountId}`));
      const changes = { icon, iconDigest: icon && iconDigest(icon) };
      await change(accountId, claim, () => store.updateClaim(claim.hash, accountId, changes));
    },
    async releaseClaim(accountId: number, text: string): Promise<void> {
      const claim = requireOwn(accountId, text);
      await change(accountId, claim, () => store.releaseClaim(claim.hash, accountId));
    },
  };
}

/** Who may change which claim: its owner everything, and an editor what the page of the server says. */
function createRights(
  { findClaim, listClaimsOf }: ReturnType<typeof createClaimIndex>['lookups'],
  managers: ClaimEditors | undefined,
) {
  /** Whether the account owns the claimed server or edits it for its owner. */
  async function mayEdit(accountId: number, hash: string): Promise<boolean> {
    const claim = findClaim(hash);
    if (claim === undefined) return false;
    return claim.accountId === accountId || (await managers?.isManager(accountId, hash)) === true;
  }

  return {
    mayEdit,
    /** Throws `forbidden`. */
    requireOwn(accountId: number, text: string): Claim {
      const claim = findClaim(requireHash(text));
      if (claim?.accountId === accountId) return claim;
      throw notYours();
    },
    /** Throws `forbidden`. */
    async requireEditable(accountId: number, text: string): Promise<Claim> {
      const claim = findClaim(requireHash(text));
      if (claim !== undefined && (await mayEdit(accountId, claim.hash))) return claim;
      throw notYours();
    },
    /** The servers that the account owns, then those that it edits for others. */
    async listEditable(accountId: number): Promise<Claim[]> {
      const edited = (await managers?.listEdited(accountId)) ?? [];
      return [...listClaimsOf(accountId), ...edited.flatMap((hash) => findClaim(hash) ?? [])];
    },
  };
}

export function notYours(): Failure {
  return new Failure('forbidden', claimFailures.notYours);
}

/** The keys by which heartbeats prove that they are from claimed servers. */
function createKeys(
  { clock, store, registry }: Pick<ClaimPorts, 'clock' | 'store' | 'registry'>,
  requireOwn: (accountId: number, text: string) => Claim,
  change: (accountId: number, claim: Claim, work: () => Promise<boolean>) => Promise<void>,
) {
  return {
    /** Makes a key, replaces an earlier one, and returns the key, which can never be shown again. */
    async makeKey(accountId: number, text: string): Promise<string> {
      const claim = requireOwn(accountId, text);
      const { hash } = claim;
      const key = Array.from({ length: KEY_LENGTH }, () => KEY_SIGNS[randomInt(32)]).join('');
      const { ip = '', port = 0 } = registry.findLive(hash)?.listing ?? {};
      const made = { hash, keyHash: sha256Hex(key), madeAt: clock.now(), ip, port };
      await change(accountId, claim, () => store.saveKey(made, accountId));
      return key;
    },
    async revokeKey(accountId: number, text: string): Promise<void> {
      const claim = requireOwn(accountId, text);
      await change(accountId, claim, () => store.removeKey(claim.hash, accountId));
    },
  };
}

/** The codes by which accounts prove that they operate servers. */
function createCodes(
  {
    clock,
    store,
    registry,
    onChanged,
  }: Pick<ClaimPorts, 'clock' | 'store' | 'registry' | 'onChanged'>,
  index: ReturnType<typeof createClaimIndex>,
) {
  const codeBudget = createTokenBuckets(clock, CODE_BUDGET);
  const openCodes = createOpenCodes(clock);

  /** The code that this account has to send, while it is valid and the service has not restarted. */
  function findCode(accountId: number, hash: string): OpenCode | undefined {
    const known = openCodes.find(`${accountId} ${hash}`);
    if (known === undefined) return undefined;
    // The code may have been used, or replaced at another replica.
    const codeHash = sha256Hex(known.code);
    const isGood = index
      .codes()
      .some((it) => it.accountId === accountId && it.codeHash === codeHash);
    return isGood ? known : undefined;
  }

  return {
    findCode,
    /** Takes the codes of an accepted heartbeat. Returns whether one of them completed a claim. */
    async show(hash: string, sent: readonly string[]): Promise<boolean> {
      const now = clock.now();
      const sentHashes = sent.map((code) => sha256Hex(code));
      const awaited = index
        .codes()
        .find((it) => it.hash === hash && sentHashes.includes(it.codeHash) && now < it.expiresAt);
      if (awaited === undefined) return false;
      const isDone = await store.completeClaim(awaited, now);
      await onChanged({ hash });
      return isDone;
    },
    /** Returns the valid code or a new one. Throws `not_found` if the server is not live, and `rate_limited`. */
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
  };
}
