// Bundles what browsers load. It runs as a macro, which needs a file of its own: the bundler calls it while
// it builds the service, and puts the result in its place. The service itself never bundles.

import { join } from 'node:path';

/**
 * The minified text of a script or stylesheet with everything that it imports; `entry` is a path beside
 * this file. A script is wrapped, so that other scripts of a page see nothing of it. Throws the bundler's
 * messages.
 */
export function bundle(entry: string): string {
  // A process of its own: `Bun.build` is refused within a macro, since the bundler is waiting for it.
  const { success, stdout, stderr } = Bun.spawnSync([
    ...[process.execPath, 'build', join(import.meta.dir, entry)],
    ...['--target=browser', '--format=iife', '--minify'],
  ]);
  if (!success) throw new Error(`${entry} could not be bundled: ${stderr}`);
  return stdout.toString().trim();
}
