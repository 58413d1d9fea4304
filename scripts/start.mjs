// npm start: installs and builds what is missing, then serves, with the arguments passed on.
import { become, main } from './child.mjs';
import { binaryPath, ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

await main(async (args) => {
  await ensureInstalled();
  await ensureBuilt();
  await become(binaryPath(), args, { cwd: process.cwd() });
});
