// Each migration of PostgreSQL leaves a database that the version before it works with: replicas are upgraded one by one.

import { expect, test } from 'bun:test';
import { version } from '../../../src/platform/lib/version.ts';
import type { Orm } from '../../../src/platform/store/postgres/engine.ts';
import { compareMigrations } from '../../../src/platform/store/postgres/migrate.ts';
import { migrations } from '../../../src/platform/store/postgres/migrations.ts';

const NAME = '"[a-z0-9_]+"';
const CREATE_TABLE = new RegExp(`^CREATE TABLE (${NAME})`);
const CREATE_INDEX = new RegExp(`^CREATE (UNIQUE )?INDEX ${NAME} ON (${NAME})`);
const ALTER_TABLE = new RegExp(`^ALTER TABLE (${NAME}) `);
const ADD_COLUMN = new RegExp(`^ALTER TABLE ${NAME} ADD COLUMN ${NAME} `);
const FOREIGN_KEY = /REFERENCES /;
const REMOVES_ITSELF = /ON DELETE (cascade|set null|set default)/i;

/**
 * The statements of a migration that an older version may not live with. What is known to be harmless passes:
 * new tables and indexes, new columns that may be left out, new rows, and anything about a table that the same
 * migration makes.
 */
function listRisks(sql: string): string[] {
  const statements = sql
    .split('--> statement-breakpoint')
    .map((text) => text.trim().replace(/;$/, ''));
  const made = statements.map((statement) => CREATE_TABLE.exec(statement)?.[1]);
  return statements.filter((statement) => {
    // A row that an older version knows nothing of keeps it from removing the row that this one names.
    if (FOREIGN_KEY.test(statement) && !REMOVES_ITSELF.test(statement)) return true;
    if (CREATE_TABLE.test(statement)) return false;
    if (/^INSERT INTO /.test(statement)) return false;
    const index = CREATE_INDEX.exec(statement);
    if (index !== null) return index[1] !== undefined && !made.includes(index[2]);
    const altered = ALTER_TABLE.exec(statement);
    if (altered !== null && made.includes(altered[1])) return false;
    if (!ADD_COLUMN.test(statement) || /\b(UNIQUE|CHECK|GENERATED)\b/i.test(statement)) return true;
    return /NOT NULL/i.test(statement) && !/\bDEFAULT\b/i.test(statement);
  });
}

test.each([
  ['a new table', 'CREATE TABLE "shoes" ("id" bigint NOT NULL)'],
  ['an index', 'CREATE INDEX "by_name" ON "accounts" USING btree ("name")'],
  ['a column that may be empty', 'ALTER TABLE "accounts" ADD COLUMN "mood" text'],
  ['a column with a preset', `ALTER TABLE "accounts" ADD COLUMN "mood" text DEFAULT '' NOT NULL`],
  ['a row', 'INSERT INTO "write_lock" ("id") VALUES (7)'],
  [
    'rules of a table that is new itself',
    'CREATE TABLE "shoes" ("id" bigint);\n--> statement-breakpoint\nCREATE UNIQUE INDEX "one" ON "shoes" ("id");\n' +
      '--> statement-breakpoint\nALTER TABLE "shoes" ADD CONSTRAINT "a" FOREIGN KEY ("id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action',
  ],
])('%s only adds', (_name, sql) => {
  expect(listRisks(sql)).toEqual([]);
});

test.each([
  ['a table that goes', 'DROP TABLE "shoes"'],
  ['a column that goes', 'ALTER TABLE "accounts" DROP COLUMN "mood"'],
  ['a column with another name', 'ALTER TABLE "accounts" RENAME COLUMN "mood" TO "temper"'],
  ['a table with another name', 'ALTER TABLE "shoes" RENAME TO "boots"'],
  ['another type', 'ALTER TABLE "accounts" ALTER COLUMN "mood" SET DATA TYPE bigint'],
  ['a column that must be filled', 'ALTER TABLE "accounts" ALTER COLUMN "mood" SET NOT NULL'],
  ['a column that may be empty now', 'ALTER TABLE "accounts" ALTER COLUMN "name" DROP NOT NULL'],
  ['a preset that goes', 'ALTER TABLE "accounts" ALTER COLUMN "mood" DROP DEFAULT'],
  ['a new column without a preset', 'ALTER TABLE "accounts" ADD COLUMN "mood" text NOT NULL'],
  ['a new column that is unique', 'ALTER TABLE "accounts" ADD COLUMN "mood" text UNIQUE'],
  ['what becomes unique', 'CREATE UNIQUE INDEX "one" ON "accounts" USING btree ("mood")'],
  ['a rule', 'ALTER TABLE "accounts" ADD CONSTRAINT "one" UNIQUE("mood")'],
  [
    'a row that keeps another from being removed',
    'CREATE TABLE "shoes" ("id" bigint);\n--> statement-breakpoint\n' +
      'ALTER TABLE "shoes" ADD CONSTRAINT "a" FOREIGN KEY ("id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action',
  ],
  ['a trigger', 'CREATE TRIGGER "t" BEFORE DELETE ON "accounts" EXECUTE FUNCTION "f"()'],
  ['rows that change', `UPDATE "accounts" SET "mood" = ''`],
  ['rows that go', 'DELETE FROM "accounts"'],
])('%s does more than add', (_name, sql) => {
  expect(listRisks(sql)).toHaveLength(1);
});

test.each(migrations.slice(1).map(({ tag, ...migration }) => [tag, migration] as const))(
  '%s only adds, or names the oldest version that works with it',
  (tag, { sql, oldestVersion }) => {
    const risks = listRisks(sql);
    if (oldestVersion === undefined) {
      // See "A migration" in docs/architecture.md.
      expect({ tag, risks }).toEqual({ tag, risks: [] });
      return;
    }
    // Without a risk it would keep older versions from a start that they could make.
    expect(risks).not.toEqual([]);
    // The version before, which is out, stopped using what goes.
    expect(Bun.semver.order(oldestVersion, version)).toBe(-1);
  },
);

test('a migration of a newer version counts by whether this version works with it', async () => {
  const rows = ['0.0.0', '999.0.0'].map((oldestVersion) => ({ tag: oldestVersion, oldestVersion }));
  const orm = { execute: async () => rows } as unknown as Orm;
  const counts = { missing: migrations.length, unknown: 1, tolerated: 1 };
  expect(await compareMigrations(orm, migrations)).toEqual(counts);
});
