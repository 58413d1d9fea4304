// The repository of what administrators set about the site.

import { eq } from 'drizzle-orm';
import type { SiteStore } from '../../site/ports.ts';
import type { Database } from '../engine.ts';
import { changeAndLog, writeAuditEntry } from './audit.ts';

const ONLY = 1;

export function createSiteStore(db: Database): SiteStore {
  const { siteNotice, siteValues } = db.tables;
  return {
    async loadSite() {
      const values = await db.select().from(siteValues);
      const [row] = await db.select().from(siteNotice);
      const { id: _, ...notice } = row ?? {};
      return {
        values: values.map(({ bytes, ...value }) => ({
          ...value,
          bytes: bytes === null ? undefined : new Uint8Array(bytes),
        })),
        notice: 'text' in notice ? notice : undefined,
      };
    },

    saveValues: (changes) =>
      db.transaction(async (tx) => {
        for (const { entry, field, text, bytes } of changes) {
          const stored = bytes === undefined ? null : Buffer.from(bytes);
          await tx.delete(siteValues).where(eq(siteValues.field, field));
          await tx.insert(siteValues).values({ field, text, bytes: stored, changedAt: entry.at });
          await writeAuditEntry(tx, entry);
        }
      }),

    async removeValue(field, entry) {
      const removed = await changeAndLog(db, entry, (tx) =>
        tx.delete(siteValues).where(eq(siteValues.field, field)).returning(),
      );
      return removed > 0;
    },

    async saveNotice(notice, entry) {
      await changeAndLog(db, entry, async (tx) => {
        await tx.delete(siteNotice);
        return tx
          .insert(siteNotice)
          .values({ id: ONLY, ...notice })
          .returning();
      });
    },

    async removeNotice(entry) {
      const removed = await changeAndLog(db, entry, (tx) => tx.delete(siteNotice).returning());
      return removed > 0;
    },
  };
}
