// Bundles the files that browsers load. It runs as a macro, which needs its own file: the bundler calls it while
// building the service, and inserts the result. The service itself never bundles.

import { join } from 'node:path';

/** The minified text of a script or stylesheet, by its path in `src`, with its imports. Throws the bundler's messages. */
export function bundle(entry: string): string {
  // `Bun.build` is refused inside a macro, since the bundler waits for the macro. So it runs in its own process.
  const { success, stdout, stderr } = Bun.spawnSync([
    ...[process.execPath, 'build', join(import.meta.dir, '../..', entry)],
    ...['--target=browser', '--format=iife', '--minify'],
  ]);
  if (!success) throw new Error(`${entry} could not be bundled: ${stderr}`);
  return stdout.toString().trim();
}
