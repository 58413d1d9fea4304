// Reads the source files of the repository, and what they import.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..', '..');

/** A source file. */
export interface Source {
  /** From the repository's root, such as `src/platform/lib/clock.ts`. */
  path: string;
  text: string;
}

/** What an import statement, an export statement or a call of `import` names. */
export interface Import {
  /** As it is written, such as `../lib/clock.ts` or `elysia`. */
  from: string;
  isTypeOnly: boolean;
  /** Whether it is loaded by a call, when the code runs. */
  isCall: boolean;
}

/** The text without lines that are only comment. */
export function codeOf(text: string): string {
  return text.replace(/^\s*(\/\/|\/\*|\*).*$/gm, '');
}

/** Everything that a text imports, dynamic imports and types included. */
export function importsOf(text: string): Import[] {
  const code = codeOf(text);
  const statements = code.matchAll(
    /^\s*(?:import|export)\b(\s+type\b(?!\s*from\b))?([\w$*{},\s]*?)(?:\bfrom\s*)?['"]([^'"]+)['"]/gm,
  );
  const calls = code.matchAll(/\b(?:import|require)\(\s*['"`]([^'"`]+)['"`]/g);
  return [
    ...[...statements].map(([, type, names = '', from = '']) => ({
      from,
      isTypeOnly: type !== undefined || /^\s*\{(\s*type\s[^,{}]+,?)+\s*\}\s*$/.test(names),
      isCall: false,
    })),
    ...[...calls].map(([, from = '']) => ({ from, isTypeOnly: false, isCall: true })),
  ];
}

/** The files that fit a pattern, sorted by path; those of `src` when it is left out. */
export function readSources(pattern = 'src/**/*.{ts,tsx}'): Source[] {
  const paths = [...new Bun.Glob(pattern).scanSync(root)].sort();
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
