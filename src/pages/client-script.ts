// Turns the browser's script into plain JavaScript; runs while the bundler builds, never afterwards.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each after what it imports: the browser gets one script. */
const PARTS = ['shared.ts', 'forms.ts', 'board.ts'];

/** The script as browsers run it. */
export function buildClientScript(): string {
  const read = (name: string) =>
    readFileSync(join(import.meta.dir, 'client', name), 'utf8')
      .replace(/^import [^;]*;$/gm, '')
      .replace(/^export (?=async|function)/gm, '');
  const transpiler = new Bun.Transpiler({
    loader: 'ts',
    target: 'browser',
    minifyWhitespace: true,
  });
  // Wrapped, so that nothing of it is seen by other scripts.
  return `(()=>{${transpiler.transformSync(PARTS.map(read).join('\n'))}})();`;
}
