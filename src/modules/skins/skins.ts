// The use cases of skins: find, upload, remove and report them, and what moderators do.

import type { Pixels } from '../../platform/input/picture.ts';
import {
  encodePng,
  iconDigest,
  readPicture,
  readPixels,
  redraw,
} from '../../platform/input/picture.ts';
import { requireReason } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import { createByteCache } from '../../platform/lib/byte-cache.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { cleanLines, countCharacters } from '../../platform/lib/text.ts';
import { runTogether, type StoreTogether } from '../../platform/lib/together.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import { inputFailures } from '../../platform/messages/messages.ts';
import { type AccountStore, findRights } from '../account/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { SkinAuditAction } from './audit-actions.ts';
import { drawDefaultSkin } from './default-skin.ts';
import { skinFailures } from './messages.ts';

import { cleanSkin, drawFace, requireSkin, SKIN_UPLOAD, type SkinShape, shapeOf } from './skin.ts';
import type { SkinStore } from './skin-ports.ts';

/** Decoding a picture costs time. */
const UPLOAD_BUDGET = { refill: 1, everyMs: 60_000, capacity: 5 };
const REPORT_BUDGET = { refill: 1, everyMs: 12 * 60_000, capacity: 5 };
export const MAX_SKIN_REPORT_LENGTH = 300;
/** The size of the cache of skins and faces. All others are read from the database. */
const KEPT_BYTES = 1.5 * 1024 * 1024;
/** Changes when the drawing of default skins changes. */
const DEFAULT_EDITION = 1;

/** A player's skin: the uploaded one, or the default skin. */
export interface PlayerSkin {
  accountId: number;
  /** In the account's own spelling. */
  name: string;
  isOwn: boolean;
  /** Names the picture. */
  digest: string;
  shape: SkinShape;
}

export interface SkinPorts {
  clock: Clock;
  skins: SkinStore;
  accounts: Pick<AccountStore, 'findAccountById'>;
  together: StoreTogether;
  /** Finds a player by name, in any case, or by number. A suspended player has the flag `b`. */
  findPlayer(
    which: string | number,
  ): Promise<{ id: number; name: string; flags: readonly string[] } | undefined>;
}

export type Skins = ReturnType<typeof createSkins>;

export function createSkins(ports: SkinPorts) {
  const { clock, skins: store, findPlayer } = ports;
  const uploadBudget = createTokenBuckets(clock, UPLOAD_BUDGET);
  const reportBudget = createTokenBuckets(clock, REPORT_BUDGET);
  const cache = createByteCache(KEPT_BYTES);

  /** Finds the skin that everybody sees; `undefined` for a name that nobody has. Suspended players have the default. */
  async function find(text: string): Promise<PlayerSkin | undefined> {
    const player = await findPlayer(text);
    if (player === undefined) return undefined;
    const { id: accountId, name, flags } = player;
    const own = flags.includes('b') ? undefined : await store.findSkin(accountId);
    const { digest = null, shape = null } = own ?? {};
    if (digest !== null && shape !== null) return { accountId, name, isOwn: true, digest, shape };
    const named = sha256Hex(`default ${DEFAULT_EDITION} ${name.toLowerCase()}`).slice(0, 16);
    return { accountId, name, isOwn: false, digest: named, shape: 'old' };
  }

  /** The PNG of a skin that was just found; `undefined` if it changed in the meantime. */
  const read = ({ accountId, name, isOwn, digest }: PlayerSkin) =>
    cache.find(digest, () =>
      isOwn ? store.findPicture(accountId, digest) : encodePng(drawDefaultSkin(name)),
    );

  return {
    find,
    read,
    /** The PNG of its face, `size` pixels wide. */
    readFace: (skin: PlayerSkin, size: number) =>
      cache.find(`${skin.digest} ${size}`, async () => {
        const png = await read(skin);
        return png && encodePng(drawFace(await readPixels(png), size));
      }),
    measureMemory: cache.measure,
    /** What the owner sees. */
    describe: (accountId: number) => store.findSkin(accountId),
    /** Redraws and stores a skin. Throws `invalid`, `forbidden`, `rate_limited` and `unavailable`. */
    async upload(accountId: number, bytes: Uint8Array): Promise<void> {
      const picture = readPicture(bytes, SKIN_UPLOAD);
      requireSkin(picture);
      requireToken(uploadBudget, `${accountId}`, skinFailures.nextSkin);
      let shape: SkinShape = 'old';
      const clean = (pixels: Pixels) => {
        const cleaned = cleanSkin(pixels);
        shape = shapeOf(cleaned);
        return cleaned;
      };
      const png = await redraw(picture, `${accountId}`, clean);
      const skin = { accountId, png, digest: iconDigest(png), shape, changedAt: clock.now() };
      if (!(await store.saveSkin(skin))) throw new Failure('forbidden', skinFailures.forbidden);
    },
    remove: (accountId: number) => store.removeSkin(accountId, clock.now()),
    /** Reports a player's skin to the moderators. Throws `invalid`, `not_found`, `conflict` and `rate_limited`. */
    async report(accountId: number, name: string, typed: string): Promise<void> {
      const text = cleanLines(typed);
      const length = countCharacters(text);
      if (length > MAX_SKIN_REPORT_LENGTH) {
        const sentence = skinFailures.reportLong(length, MAX_SKIN_REPORT_LENGTH);
        throw new Failure('invalid', sentence, { field: 'text' });
      }
      const skin = await find(name);
      if (skin?.isOwn !== true) throw new Failure('not_found', skinFailures.nothingToReport);
      requireToken(reportBudget, `${accountId}`, skinFailures.nextReport);
      const report = { accountId, playerId: skin.accountId, text, createdAt: clock.now() };
      if (await store.addReport(report)) return;
      throw new Failure('conflict', skinFailures.reported);
    },
    listSkins: store.listSkins,
    countReportedSkins: store.countReportedSkins,
    /** Does an action to several skins in one transaction. Returns for each why it was refused. */
    forEach: <Item>(
      items: readonly Item[],
      act: (each: SkinActions, item: Item) => Promise<unknown>,
    ): Promise<(Failure | undefined)[]> =>
      runTogether(
        ports.together,
        items,
        (item, collect) =>
          act(createSkinActions({ ...ports, skins: collect('skins', store, CHANGES) }), item),
        inputFailures.tooMany,
      ),
  };
}

const CHANGES = ['clearSkin', 'allowSkins', 'closeSkinReports'] as const;

export type SkinActionPorts = Pick<SkinPorts, 'clock' | 'skins' | 'accounts'>;

export type SkinActions = ReturnType<typeof createSkinActions>;

/**
 * The actions of staff on a skin; only administrators may change those of staff. They throw `forbidden`, and `conflict` if
 * there is nothing to change.
 */
export function createSkinActions(ports: SkinActionPorts) {
  const { clock, skins: store, accounts } = ports;
  function createAction(
    action: SkinAuditAction,
    change: (accountId: number, entry: AuditEntry) => Promise<boolean>,
  ) {
    return async (actor: Actor, accountId: number, typed: string): Promise<void> => {
      const reason = requireReason(typed);
      const rights = await findRights(actor, accounts);
      const account = await accounts.findAccountById(accountId);
      rights.assertMay('change details', account);
      const subject = account?.name ?? '';
      const entry = { at: clock.now(), actor, action, subject, reason, detail: '' };
      if (await change(accountId, entry)) return;
      throw new Failure('conflict', skinFailures.nothingToChange);
    };
  }

  return {
    removeSkin: createAction('skin removed', (id, entry) => store.clearSkin(id, false, entry)),
    forbidSkins: createAction('skins forbidden', (id, entry) => store.clearSkin(id, true, entry)),
    allowSkins: createAction('skins allowed', store.allowSkins),
    closeReports: createAction('skin reports closed', store.closeSkinReports),
  };
}
