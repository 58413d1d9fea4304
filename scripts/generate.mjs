// Makes the next migration with drizzle-kit, and stores its snapshots with one line for each table.
// Compared by machines alone, they would take thousands of lines as drizzle-kit writes them. The migration is added to
// the list of those that the binary embeds.
//
//     npm run generate -- --name what-changes
//     npm run generate:postgres -- --name what-changes
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, mustRun, root, tool } from './child.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

await main(async (args) => {
  await ensureInstalled();
  await mustRun('The migration', tool('drizzle-kit'), ['generate', ...args]);
  for (const [folder, engine] of [
    ['drizzle', 'sqlite'],
    ['drizzle/postgres', 'postgres'],
  ]) {
    const meta = join(root, folder, 'meta');
    for (const name of readdirSync(meta)) {
      if (!name.endsWith('_snapshot.json')) continue;
      const path = join(meta, name);
      writeFileSync(path, compact(JSON.parse(readFileSync(path, 'utf8'))));
    }
    const { entries } = JSON.parse(readFileSync(join(meta, '_journal.json'), 'utf8'));
    const list = join(root, `src/platform/store/${engine}/migrations.ts`);
    const before = readFileSync(list, 'utf8');
    const after = entries.reduce((text, { tag }) => addMigration(text, folder, tag), before);
    if (after === before) continue;
    writeFileSync(list, after);
    await mustRun('The format', tool('biome'), ['check', '--write', list]);
  }
});

/** The list of migrations with this one at its end, unless it is in it. */
function addMigration(text, folder, tag) {
  if (text.includes(`'${tag}'`)) return text;
  const name = tag.slice(5).replace(/-+(\w)/g, (_, letter) => letter.toUpperCase());
  const statement = `import ${name} from '../../../../${folder}/${tag}.sql' with { type: 'text' };\n`;
  const lastSql = text.lastIndexOf(".sql' with {");
  const behind = text.indexOf('};\n', lastSql) + 3;
  const imported = text.slice(0, behind) + statement + text.slice(behind);
  const end = imported.lastIndexOf('];');
  return `${imported.slice(0, end)}  { tag: '${tag}', sql: ${name} },\n${imported.slice(end)}`;
}

/** JSON with a line for each table, and one for everything else at the top. */
function compact({ tables, ...rest }) {
  const listed = Object.entries(tables).map(
    ([name, table]) => `    ${JSON.stringify(name)}: ${JSON.stringify(table)}`,
  );
  const others = Object.entries(rest).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{\n${others.join(',\n')},\n  "tables": {\n${listed.join(',\n')}\n  }\n}\n`;
}
