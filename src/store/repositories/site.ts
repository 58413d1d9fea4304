// The repository of what administrators set about the site.

import { eq } from 'drizzle-orm';
import { siteNotice } from '../../../drizzle/schema/site-notice.ts';
import { siteValues } from '../../../drizzle/schema/site-values.ts';
import type { SiteStore } from '../../site/ports.ts';
import { changeAndLog, writeAuditEntry } from './audit.ts';
import type { Connection } from '../sqlite/connection.ts';
import { withStoreErrors } from '../errors.ts';

/** The number of the only row of the notice. */
const ONLY = 1;

/** Opens the repository over a connection. */
export function createSiteStore({ orm }: Connection): SiteStore {
  function replaceValue(values: typeof siteValues.$inferInsert): void {
    orm.delete(siteValues).where(eq(siteValues.field, values.field)).run();
    orm.insert(siteValues).values(values).run();
  }

  return {
    loadSite: () =>
      withStoreErrors(() => {
        const values = orm.select().from(siteValues).all();
        const { id: _, ...notice } = orm.select().from(siteNotice).get() ?? {};
        return {
          values: values.map(({ bytes, ...value }) => ({
            ...value,
            bytes: bytes === null ? undefined : new Uint8Array(bytes),
          })),
          notice: 'text' in notice ? notice : undefined,
        };
      }),

    saveValues: (changes) =>
      withStoreErrors(() =>
        orm.transaction(
          () => {
            for (const { entry, field, text, bytes } of changes) {
              const stored = bytes === undefined ? null : Buffer.from(bytes);
              replaceValue({ field, text, bytes: stored, changedAt: entry.at });
              writeAuditEntry(orm, entry);
            }
          },
          { behavior: 'immediate' },
        ),
      ),

    removeValue: (field, entry) =>
      withStoreErrors(
        () =>
          changeAndLog({ orm }, entry, () =>
            orm.delete(siteValues).where(eq(siteValues.field, field)).returning().all(),
          ) > 0,
      ),

    saveNotice: (notice, entry) =>
      withStoreErrors(() => {
        changeAndLog({ orm }, entry, () => {
          orm.delete(siteNotice).run();
          return orm
            .insert(siteNotice)
            .values({ id: ONLY, ...notice })
            .returning()
            .all();
        });
      }),

    removeNotice: (entry) =>
      withStoreErrors(
        () => changeAndLog({ orm }, entry, () => orm.delete(siteNotice).returning().all()) > 0,
      ),
  };
}
