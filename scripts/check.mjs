// npm run check: types, lint and format, unused code and tests; tells everything that is wrong.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, root, run, say } from './child.mjs';

const steps = ['types', 'lint', 'unused', 'test'];

await main(async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const failed = [];
  for (const step of steps) {
    say(step);
    const [, ...args] = scripts[step].split(' ');
    const { code } = await run(process.execPath, args);
    if (code !== 0) failed.push(step);
  }
  if (failed.length > 0) throw new Error(`Not right yet: ${failed.join(', ')}.`);
  say('all is well');
});
