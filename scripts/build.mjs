// npm run build: builds dist/muster, for this machine or for the system that --target names.
import util from 'node:util';
import { main } from './child.mjs';
import { build, ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

await main(async (args) => {
  const options = { target: { type: 'string' }, 'if-stale': { type: 'boolean' } };
  const { values } = util.parseArgs({ args, options });
  await ensureInstalled();
  if (values['if-stale']) await ensureBuilt();
  else await build({ target: values.target });
});
