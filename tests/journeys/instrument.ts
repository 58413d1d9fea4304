// Makes a copy of the sources in which every function notes its call, and runs the journeys there.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

const root = resolve(import.meta.dir, '../..');
const COPIED = [
  'src',
  'drizzle',
  'tests/support',
  'tests/journeys',
  'package.json',
  'tsconfig.json',
];
/** Runs in the browser, or while the rest is compiled. */
const LEFT = /-browser\.ts$|^platform\/views\/bundle\.ts/;

/** What ran on a journey: distinct files of src, and calls. */
export interface Journey {
  files: string[];
  calls: number;
}

/** The journeys by their names. Throws what the copy wrote when it failed. */
export async function countJourneys(): Promise<Record<string, Journey>> {
  const copy = mkdtempSync(join(tmpdir(), 'muster-journeys-'));
  try {
    for (const path of COPIED) cpSync(join(root, path), join(copy, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const src = join(copy, 'src');
    for (const file of new Bun.Glob('**/*.{ts,tsx}').scanSync(src)) {
      if (LEFT.test(file) || file.endsWith('.d.ts')) continue;
      writeFileSync(join(src, file), instrument(readFileSync(join(src, file), 'utf8'), file));
    }
    const child = Bun.spawn([process.execPath, '--no-env-file', 'tests/journeys/run.ts'], {
      ...{ cwd: copy, stdout: 'pipe', stderr: 'pipe' },
    });
    const [out, error] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    if ((await child.exited) !== 0) throw new Error(error);
    return JSON.parse(out);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** What is read of a node of the syntax tree; an array has none of it. */
interface Node {
  type: string;
  start: number;
  end: number;
  body?: Node | null;
}

/** Puts a note of the call at the beginning of each function. */
function instrument(text: string, file: string): string {
  const added: { at: number; text: string }[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, body } = node as Node;
    if (/^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(type) && body) {
      const note = `globalThis.noteCall?.(${JSON.stringify(file)})`;
      if (body.type === 'BlockStatement') added.push({ at: body.start + 1, text: `${note};` });
      else added.push({ at: body.start, text: `(${note},(` }, { at: body.end, text: '))' });
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, text).program);
  // From the end, so that earlier places stay where they are.
  return added
    .toSorted((a, b) => b.at - a.at)
    .reduce((done, { at, text: note }) => done.slice(0, at) + note + done.slice(at), text);
}
