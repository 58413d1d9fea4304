// Runs a command of an installed package, such as the linter, installing the packages first.
import { become, main, tool } from './child.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

await main(async ([name, ...args]) => {
  if (!name) throw new Error('Name the command to run: node scripts/tool.mjs biome check');
  await ensureInstalled();
  await become(tool(name), args);
});
