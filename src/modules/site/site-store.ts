// The store of the values that administrators set for the site.

import type { Database } from '../../platform/store/engine.ts';
import { findRow, matches, removeRows } from '../../platform/store/queries.ts';
import { changeAndLog, writeAuditEntry } from '../audit/audit-store.ts';
import type { SiteStore } from './site-ports.ts';

export function createSiteStore(db: Database): SiteStore {
  const { siteNotice, siteValues } = db.tables;
  return {
    async listValues() {
      const values = await db.select().from(siteValues);
      return values.map(({ bytes, ...value }) => ({
        ...value,
        bytes: bytes === null ? undefined : new Uint8Array(bytes),
      }));
    },

    async findNotice() {
      const { id: _, ...notice } = (await findRow(db, siteNotice)) ?? {};
      return 'text' in notice ? notice : undefined;
    },

    saveValues: (changes) =>
      db.transaction(async (tx) => {
        for (const { entry, field, text, bytes } of changes) {
          const stored = bytes === undefined ? null : Buffer.from(bytes);
          await tx.delete(siteValues).where(matches(siteValues, { field }));
          await tx.insert(siteValues).values({ field, text, bytes: stored, changedAt: entry.at });
          await writeAuditEntry(tx, entry);
        }
      }),

    removeValue: (field, entry) =>
      changeAndLog(db, entry, (tx) => removeRows(tx, siteValues, matches(siteValues, { field }))),

    saveNotice: (notice, entry) =>
      db.transaction(async (tx) => {
        await tx.delete(siteNotice);
        await tx.insert(siteNotice).values({ id: 1, ...notice });
        await writeAuditEntry(tx, entry);
      }),

    removeNotice: (entry) => changeAndLog(db, entry, (tx) => removeRows(tx, siteNotice)),
  };
}
