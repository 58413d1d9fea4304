// The store of skins and of the reports about them.

import {
  and,
  countDistinct,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  lt,
  or,
  sql,
} from 'drizzle-orm';
import type { Database, Queries } from '../../platform/store/engine.ts';
import {
  findRow,
  hasRow,
  matches,
  putRow,
  removeRows,
  updateRows,
} from '../../platform/store/queries.ts';
import { isAccountThere } from '../account/account-store.ts';
import { changeAndLog } from '../audit/audit-store.ts';
import type { SkinStore } from './skin-ports.ts';

const NO_PICTURE = { png: null, digest: null, shape: null };

export function createSkinStore(db: Database): SkinStore {
  const { skins, skinReports } = db.tables;
  const { png: _png, ...facts } = getTableColumns(skins);
  const ofAccount = db
    .select(facts)
    .from(skins)
    .where(eq(skins.accountId, sql.placeholder('id')))
    .prepare('skin_of_account');
  return {
    ...createSkinLists(db),
    ...createSkinModeration(db),
    findSkin: async (id) => (await ofAccount.execute({ id }))[0],

    async findPicture(accountId, digest) {
      const row = await findRow(db, skins, matches(skins, { accountId, digest }));
      return row?.png ? new Uint8Array(row.png) : undefined;
    },

    saveSkin: ({ png, ...skin }) =>
      db.transaction(async (tx) => {
        const isMine = matches(skins, { accountId: skin.accountId });
        if (!(await isAccountThere(tx, skin.accountId))) return false;
        if (await hasRow(tx, skins, and(isMine, isNotNull(skins.forbiddenAt)))) return false;
        await putRow(tx, skins, { ...skin, png: Buffer.from(png), note: '' });
        return true;
      }),

    async removeSkin(accountId, changedAt) {
      await updateRows(db, skins, { ...NO_PICTURE, changedAt }, matches(skins, { accountId }));
    },

    addReport: (report) =>
      db.transaction(async (tx) => {
        const { accountId, playerId } = report;
        const hasSkin = and(matches(skins, { accountId: playerId }), isNotNull(skins.digest));
        if (!(await hasRow(tx, skins, hasSkin))) return false;
        if (await hasRow(tx, skinReports, matches(skinReports, { accountId, playerId })))
          return false;
        await tx.insert(skinReports).values(report);
        return true;
      }),
  };
}

function createSkinLists(db: Database): Pick<SkinStore, 'listSkins' | 'countReportedSkins'> {
  const { accounts, skins, skinReports } = db.tables;
  const { png: _png, ...facts } = getTableColumns(skins);
  const hasReport = inArray(
    skins.accountId,
    db.select({ id: skinReports.playerId }).from(skinReports),
  );
  const states = {
    reported: hasReport,
    shown: isNotNull(skins.digest),
    forbidden: isNotNull(skins.forbiddenAt),
  };

  /** Several skins may have changed at once, so the time alone does not tell where a page ended. */
  function isBehind(accountId: number) {
    const last = db
      .select({ at: skins.changedAt })
      .from(skins)
      .where(matches(skins, { accountId }));
    const isSame = and(eq(skins.changedAt, sql`(${last})`), lt(skins.accountId, accountId));
    return or(lt(skins.changedAt, sql`(${last})`), isSame);
  }

  return {
    async listSkins({ state, before, limit }) {
      const rows = await db
        .select({ ...facts, name: accounts.name })
        .from(skins)
        .innerJoin(accounts, eq(accounts.id, skins.accountId))
        .where(and(states[state], before === undefined ? undefined : isBehind(before)))
        .orderBy(desc(skins.changedAt), desc(skins.accountId))
        .limit(limit);
      const ids = rows.map(({ accountId }) => accountId);
      const reports = await db
        .select({ playerId: skinReports.playerId, text: skinReports.text, by: accounts.name })
        .from(skinReports)
        .innerJoin(accounts, eq(accounts.id, skinReports.accountId))
        .where(inArray(skinReports.playerId, ids))
        .orderBy(desc(skinReports.createdAt));
      const reportsOf = Map.groupBy(reports, ({ playerId }) => playerId);
      return rows.map((row) => ({
        ...row,
        reports: (reportsOf.get(row.accountId) ?? []).map(({ by, text }) => ({ by, text })),
      }));
    },

    async countReportedSkins() {
      const [counted] = await db
        .select({ n: countDistinct(skinReports.playerId) })
        .from(skinReports);
      return counted?.n ?? 0;
    },
  };
}

function createSkinModeration(
  db: Database,
): Pick<SkinStore, 'clearSkin' | 'allowSkins' | 'closeSkinReports'> {
  const { skins, skinReports } = db.tables;
  const clearReports = (tx: Queries, playerId: number) =>
    removeRows(tx, skinReports, matches(skinReports, { playerId }));

  return {
    clearSkin: (accountId, forbids, entry) =>
      changeAndLog(db, entry, async (tx) => {
        if (!(await isAccountThere(tx, accountId))) return 0;
        const { at: changedAt, reason: note } = entry;
        await clearReports(tx, accountId);
        if (forbids) {
          await putRow(tx, skins, {
            accountId,
            ...NO_PICTURE,
            changedAt,
            note,
            forbiddenAt: changedAt,
          });
          return 1;
        }
        const isShown = and(matches(skins, { accountId }), isNotNull(skins.digest));
        return updateRows(tx, skins, { ...NO_PICTURE, changedAt, note }, isShown);
      }),

    allowSkins: (accountId, entry) =>
      changeAndLog(db, entry, (tx) => {
        const isForbidden = and(matches(skins, { accountId }), isNotNull(skins.forbiddenAt));
        return updateRows(tx, skins, { forbiddenAt: null, note: '' }, isForbidden);
      }),

    closeSkinReports: (accountId, entry) =>
      changeAndLog(db, entry, (tx) => clearReports(tx, accountId)),
  };
}
