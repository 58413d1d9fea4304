// npm test: installs and builds what is missing, then runs the whole suite, or what is named.
import { become, bun, main } from './child.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

await main(async (args) => {
  await ensureInstalled();
  await ensureBuilt();
  // A developer's own .env must not decide how tests end, nor a busy machine; what hangs, hangs longer.
  await become(bun, ['--no-env-file', 'test', '--timeout', '60000', ...args]);
});
