// Makes the next migration with drizzle-kit, and stores its snapshots with one line for each table.
// Compared by machines alone, they would take thousands of lines as drizzle-kit writes them.
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
  for (const folder of ['drizzle/meta', 'drizzle/postgres/meta']) {
    for (const name of readdirSync(join(root, folder))) {
      if (!name.endsWith('_snapshot.json')) continue;
      const path = join(root, folder, name);
      writeFileSync(path, compact(JSON.parse(readFileSync(path, 'utf8'))));
    }
  }
});

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
