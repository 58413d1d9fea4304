// Turns the browser's script into plain JavaScript; runs while the bundler builds, never afterwards.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each after what it imports: the browser gets one script. The game has a script of its own. */
const PARTS = [
  ...['find-part.ts', 'shared.ts', 'forms.ts', 'sha256.ts', 'proof.ts'],
  ...['list-stream.ts', 'board.ts'],
];
const GAME_PARTS = ['find-part.ts', 'game-sockets.ts', 'game-screen.ts', 'game.ts'];

/** The script of every page as browsers run it. */
export function buildClientScript(): string {
  return buildScript(PARTS);
}

/** The script that boots the game, which a page loads besides. */
export function buildGameScript(): string {
  return buildScript(GAME_PARTS);
}

function buildScript(parts: readonly string[]): string {
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
  return `(()=>{${transpiler.transformSync(parts.map(read).join('\n'))}})();`;
}
