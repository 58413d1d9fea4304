// Bundles what browsers load. It runs as a macro, which needs a file of its own: the bundler calls it while
// it builds the service, and puts the result in its place. The service itself never bundles.

import { join } from 'node:path';

/** The minified text of a script or stylesheet beside this file, with its imports. Throws the bundler's messages. */
export function bundle(entry: string): string {
  // A process of its own: `Bun.build` is refused within a macro, since the bundler is waiting for it.
  const { success, stdout, stderr } = Bun.spawnSync([
    ...[process.execPath, 'build', join(import.meta.dir, entry)],
    ...['--target=browser', '--format=iife', '--minify'],
  ]);
  if (!success) throw new Error(`${entry} could not be bundled: ${stderr}`);
  return stdout.toString().trim();
}
