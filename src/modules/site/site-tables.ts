// The tables of the values that administrators set for the site.

import type { TableKit } from '../../platform/store/table-kit.ts';

export function siteTables(kit: TableKit) {
  const { bytes, check, createTable, integer, sql, text } = kit;

  /**
   * The notice that administrators show on all pages: at most one row. `until` is in milliseconds since the Unix epoch.
   * A notice without it is shown until somebody removes it.
   */
  const siteNotice = createTable(
    'site_notice',
    {
      id: integer('id').primaryKey(),
      text: text('text').notNull(),
      level: text('level').$type<'info' | 'warning' | 'outage'>().notNull(),
      until: integer('until'),
      setAt: integer('set_at').notNull(),
    },
    (table) => [check('site_notice_one_row', sql`${table.id} = 1`)],
  );

  /**
   * Values that administrators set on the site's page in place of the settings. One row per value, under the name of
   * its field; an empty text without bytes means no value.
   */
  const siteValues = createTable('site_values', {
    field: text('field').primaryKey(),
    text: text('text').notNull(),
    bytes: bytes('bytes'),
    changedAt: integer('changed_at').notNull(),
  });

  return { siteNotice, siteValues };
}
