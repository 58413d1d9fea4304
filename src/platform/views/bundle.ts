// Bundles what browsers load. It runs as a macro, which needs a file of its own: the bundler calls it while
// it builds the service, and puts the result in its place. The service itself never bundles.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

/** Scalar's script for browsers, which its plugin for Fastify carries with a tenth of the packages: gzip, as base64. */
export function packApiReference(): string {
  const plugin = Bun.resolveSync('@scalar/fastify-api-reference', import.meta.dir);
  const text = readFileSync(join(dirname(plugin), 'js/standalone.js'), 'utf8');
  const withoutMap = text.replace(/\n\/\/# sourceMappingURL=.*$/, '');
  return Buffer.from(Bun.gzipSync(withoutMap, { level: 9 })).toString('base64');
}
