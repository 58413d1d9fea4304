// Shows what leaves with each removable module, and whether the rest builds and passes its tests without it.

import { parseArgs } from 'node:util';
import { REMOVABLE } from './modules.ts';
import { tryRemoval } from './try-removal.ts';

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: { tests: { type: 'boolean' } },
  allowPositionals: true,
});
const failed: string[] = [];
for (const module of positionals.length > 0 ? positionals : REMOVABLE) {
  const { removal, failures } = await tryRemoval(module, values.tests ? ['unit', 'http'] : []);
  console.log(`\n== ${module}: ${removal.files.length} files leave`);
  for (const path of removal.files) console.log(`  ${path}`);
  for (const { path, lost } of removal.changed) {
    console.log(`${path} loses`);
    for (const item of lost)
      console.log(`  ${item.length > 160 ? `${item.slice(0, 160)} …` : item}`);
  }
  for (const { check, output } of failures) console.log(`FAILED: ${check}\n${output}`);
  if (failures.length > 0) failed.push(module);
}
console.log(
  failed.length === 0 ? '\nEverything holds.' : `\nDoes not hold without ${failed.join(', ')}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
