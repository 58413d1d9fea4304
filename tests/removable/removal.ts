// Works out what leaves the repository with a module: its folder, the tests that need it, and each line that names it.

import { dirname, join } from 'node:path';

/** The text of each file of the repository, by its path from the root. */
export type Files = ReadonlyMap<string, string>;

/** What leaves with a module. */
export interface Removal {
  /** Paths of the files that leave whole. */
  files: string[];
  /** The new text of each file that loses lines, and what it loses. */
  changed: { path: string; text: string; lost: string[] }[];
}

const CODE = /^(src|tests|scripts|bench)\/.*\.tsx?$/;
const IMPORT = /^(?:import|export)\s[^;]*?'(\.[^']+)';$|import\('(\.[^']+)'\)/gm;

/** Whether a file is the module's own: in its folder, or a test or script that has its name. */
export function isOwnFile(module: string, path: string): boolean {
  if (path.startsWith(`src/modules/${module}/`)) return true;
  if (!/^(tests|scripts)\//.test(path)) return false;
  if (path.startsWith(`tests/modules/${module}/`)) return true;
  const one = module.replace(/s$/, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  return new RegExp(`^${one}s?(-store)?\\.|^${one}-\\w`).test(name);
}

/** Works out the removal of one module. */
export function removeModule(module: string, files: Files): Removal {
  const owned = [...files.keys()].filter((path) => isOwnFile(module, path));
  const texts = new Map([...files].filter(([path]) => CODE.test(path) && !owned.includes(path)));
  const changed: Removal['changed'] = [];
  for (const [path, text] of texts) {
    const imports = findImports(path, text).filter(({ from }) => owned.includes(from));
    const fixed = imports.filter(({ isFixed }) => isFixed).map(({ statement }) => statement);
    const rest = fixed.reduce((left, statement) => left.replace(`${statement}\n`, ''), text);
    const named = [`'src/modules/${module}/`, ...imports.map(({ statement }) => statement)];
    const cut = cutItems(
      rest,
      named,
      imports.flatMap(({ names }) => names),
    );
    cut.lost.unshift(...fixed);
    texts.set(path, cut.text);
    if (cut.lost.length > 0) changed.push({ path, ...cut });
  }
  const own = owned.flatMap((path) => (path.startsWith('src/') ? (files.get(path) ?? '') : []));
  const table = withoutRows(files.get(API_TABLE) ?? '', own);
  const kept = [...texts].flatMap(([path, text]) => (path.startsWith('src/') ? text : []));
  const rules = withoutRules(files.get(CONTRACT) ?? '', own, kept);
  const lists = [
    { path: API_TABLE, ...table },
    { path: CONTRACT, ...rules },
  ];
  return { files: owned, changed: [...changed, ...lists.filter((it) => it.lost.length > 0)] };
}

/** What a file imports, or exports from others: the text, the file that it names, and the names that it declares. */
function findImports(path: string, text: string) {
  return [...text.matchAll(IMPORT)].map(([statement, fixed, dynamic]) => {
    const [, list = ''] = /^import\s+(?:type\s+)?\{([^}]*)\}/.exec(statement) ?? [];
    const names = list.split(',').flatMap((item) => /(\w+)\s*$/.exec(item)?.[1] ?? []);
    const from = join(dirname(path), fixed ?? dynamic ?? '');
    return { statement, names, from, isFixed: fixed !== undefined };
  });
}

/** Removes each item, in whole lines, that has one of these pieces or uses one of these names, and what needs it. */
function cutItems(
  text: string,
  pieces: readonly string[],
  names: readonly string[],
): { text: string; lost: string[] } {
  // Behind a single point, or before a colon, a name is that of a property.
  const uses = names.map((name) => new RegExp(`(?<![\\w'/-])(?<!(?<!\\.)\\.)${name}(?![\\w':-])`));
  const isHit = (item: string) =>
    pieces.some((piece) => item.includes(piece)) || uses.some((use) => use.test(item));
  let lost = isHit(text) ? splitItems(text, isHit, /^\s*test\b/m).filter(isHit) : [];
  // Without its `return`, a function would not be what it was.
  if (lost.some((item) => /^\s*return\b/.test(item))) {
    lost = splitItems(text, isHit, /^\s*(?:test|(?:export )?(?:async )?function)\b/m).filter(isHit);
  }
  const rest = lost.reduce((left, item) => left.replace(`${item}\n`, () => ''), text);
  const declared = lost.flatMap((item) => DECLARED.exec(item)?.[1] ?? []);
  const further = declared.filter((name) => !names.includes(name));
  if (further.length === 0) return { text: rest, lost: lost.map((item) => item.trim()) };
  const again = cutItems(rest, pieces, [...names, ...further]);
  return { text: again.text, lost: [...lost, ...again.lost] };
}

const DECLARED =
  /^\s*(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)?(?:export )?(?:async )?(?:const|let|function|type|interface) (\w+)/;

/** Splits a file into statements, properties and items of lists, with the comments above them; what is `whole` is one. */
function splitItems(text: string, isHit: (item: string) => boolean, whole: RegExp): string[] {
  const items: string[] = [];
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    // A part of a union, or a list that is spread into another one, leaves alone, even out of a test.
    const isPart = /^\s*[&|] |\s[&|]$|^\s*\.\.\..*,$/.test(line);
    if (isPart && isHit(line)) {
      items.push(line);
      continue;
    }
    lines.push(line);
    const item = lines.join('\n');
    const isWhole = depthOf(item) <= 0 && /[,;{}[(]$/.test(line);
    // What a block or a list holds are items of their own.
    const isOpened = /[{[(]$/.test(line) && !isHit(item) && !whole.test(item);
    if (!isWhole && !isOpened && line !== '') continue;
    items.push(item);
    lines = [];
  }
  return items;
}

const depthOf = (text: string) =>
  (text.match(/[{[(]/g)?.length ?? 0) - (text.match(/[}\])]/g)?.length ?? 0);

/** Lists the paths of the API, which a test compares with the routes. */
const API_TABLE = 'docs/api.md';
/** Numbers the rules of the contract, which a test looks for in the sources. */
const CONTRACT = 'docs/contract.md';

/** Removes paths that the module serves from the first cells of tables, and rows that are left without any. */
function withoutRows(text: string, sources: readonly string[]): { text: string; lost: string[] } {
  const literals = sources.flatMap((source) => [...source.matchAll(/'(\/[a-z][^']*)'/g)]);
  const served = [...new Set(literals.map(([, path = '']) => rootOf(path)))];
  const isServed = (path: string) =>
    served.some((own) => path === own || (own.startsWith('/api/') && path.startsWith(own)));
  const lost: string[] = [];
  const lines = text.split('\n').flatMap((line) => {
    const [, cell = ''] = line.startsWith('| ') ? line.split('|') : [];
    const paths = [...cell.matchAll(/, `[^`]*?(\/[^`\s]*)`|`[^`]*?(\/[^`\s]*)`/g)];
    const own = paths.filter(([, further, first]) => isServed(rootOf(further ?? first ?? '')));
    if (own.length === 0) return line;
    lost.push(own.length === paths.length ? line : own.map(([part]) => part).join());
    const rest = own.reduce((left, [part]) => left.replace(part, ''), line);
    return own.length === paths.length ? [] : rest;
  });
  return { text: lines.join('\n'), lost };
}

/** What stands before the first parameter of a path. */
const rootOf = (path: string) => path.replace(/[:{].*$/, '').replace(/\/$/, '');

/** Removes the rules that only these sources keep. */
function withoutRules(text: string, sources: readonly string[], kept: readonly string[]) {
  const numbersIn = (all: readonly string[]) => new Set(all.join().match(/\bC\d+\.\d+\b/g));
  const others = numbersIn(kept);
  const ended = [...numbersIn(sources)].filter((number) => !others.has(number));
  const isEnded = (line: string) => ended.some((number) => line.startsWith(`- **${number}**`));
  const lines = text.split('\n');
  return { text: lines.filter((line) => !isEnded(line)).join('\n'), lost: lines.filter(isEnded) };
}
