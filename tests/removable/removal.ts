// Works out what leaves the repository with a module: its folders, its tests elsewhere, and each line that names them.

import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The text of each file of the repository, by its path from the root. */
export type Files = ReadonlyMap<string, string>;

/** What leaves with a module. */
export interface Removal {
  /** Paths of the files that leave whole. */
  files: string[];
  /** The new text of each file that loses lines, and what it loses. */
  changed: { path: string; text: string; lost: string[] }[];
}

/** What is read of a node of the syntax tree. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface Span {
  start: number;
  end: number;
}

/** Names that left, by the path of the file that exported them. */
type GoneExports = Map<string, Set<string>>;

const CODE = /^(src|tests|scripts|bench)\/.*\.tsx?$/;

/** The lists whose items can leave one by one, by the type of node that holds them. */
const LISTS: Readonly<Record<string, string>> = {
  ArrayExpression: 'elements',
  BlockStatement: 'body',
  JSXElement: 'children',
  JSXFragment: 'children',
  ObjectExpression: 'properties',
  Program: 'body',
  SwitchCase: 'consequent',
  TSInterfaceBody: 'body',
  TSInterfaceDeclaration: 'extends',
  TSIntersectionType: 'types',
  TSTupleType: 'elementTypes',
  TSTypeLiteral: 'members',
  TSUnionType: 'types',
};

/** Whether a file is the module's own: in its folder, or a test that has its name. */
export function isOwnFile(module: string, path: string): boolean {
  if (path.startsWith(`src/modules/${module}/`)) return true;
  if (!path.startsWith('tests/')) return false;
  if (path.startsWith(`tests/modules/${module}/`)) return true;
  const one = module.replace(/s$/, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  return new RegExp(`^${one}s?(-store)?\\.|^${one}-\\w`).test(name);
}

/** Works out the removal of one module. */
export function removeModule(module: string, files: Files): Removal {
  const owned = [...files.keys()].filter((path) => isOwnFile(module, path));
  const gone = new Set(owned);
  const goneExports: GoneExports = new Map();
  const texts = new Map([...files].filter(([path]) => CODE.test(path) && !gone.has(path)));
  const lost = new Map<string, string[]>();
  // What a file no longer exports can make another one lose lines.
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const [path, text] of texts) {
      const names = [module, ...[...goneExports.keys()].map(nameOf)];
      if (
        !names.some((name) => text.includes(name)) &&
        !owned.some((own) => text.includes(nameOf(own)))
      )
        continue;
      const after = removeFrom(path, text, { module, gone, goneExports });
      if (after === undefined) continue;
      isDone = false;
      texts.set(path, after.text);
      lost.set(path, [...(lost.get(path) ?? []), ...after.lost]);
    }
  }
  const changed = [...lost].map(([path, lines]) => ({
    path,
    text: texts.get(path) ?? '',
    lost: lines,
  }));
  const own = owned.flatMap((path) => (path.startsWith('src/') ? (files.get(path) ?? '') : []));
  const table = withoutRows(files.get(API_TABLE) ?? '', own);
  const floors = withoutFloor(texts.get(FLOORS) ?? '', module);
  const kept = [...texts].flatMap(([path, text]) => (path.startsWith('src/') ? text : []));
  const rules = withoutRules(files.get(CONTRACT) ?? '', own, kept);
  const lists = [
    { path: API_TABLE, ...table },
    { path: FLOORS, ...floors },
    { path: CONTRACT, ...rules },
  ];
  return { files: owned, changed: [...changed, ...lists.filter((it) => it.lost.length > 0)] };
}

/** Lists the paths of the API, which a test compares with the routes. */
const API_TABLE = 'docs/api.md';
/** Numbers the rules of the contract, which a test looks for in the sources. */
const CONTRACT = 'docs/contract.md';
/** Lists the modules by floor, which a test compares with the folders. */
const FLOORS = 'tests/support/layout.ts';

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

function withoutFloor(text: string, module: string): { text: string; lost: string[] } {
  const name = new RegExp(`(?<=^ +'[a-z -]*)\\b${module}(?![\\w-]) ?`, 'm');
  const found = name.exec(text);
  if (found === null) return { text, lost: [] };
  return { text: text.replace(name, '').replace(/ ',$/gm, "',"), lost: [module] };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

interface Gone {
  module: string;
  gone: ReadonlySet<string>;
  goneExports: GoneExports;
}

/** Removes from one file what needs something that left. Returns nothing if the file needs none of it. */
function removeFrom(path: string, text: string, { module, gone, goneExports }: Gone) {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const resolve = (from: unknown) => join(dirname(path), String(from));
  /** Names that stand for what left, each with the lists in which it does. */
  const names = new Map<string, Set<unknown>>();
  const note = (name: string, scope: unknown) =>
    names.set(name, (names.get(name) ?? new Set()).add(scope));
  const spans = new Map<Node, Span>();

  for (const statement of program.body as unknown as Node[]) {
    if (!/^(Import|Export(Named|All))Declaration$/.test(statement.type)) continue;
    const source = statement.source as { value: string } | null;
    if (source === null || source === undefined) continue;
    const from = resolve(source.value);
    const specifiers = (statement.specifiers ?? []) as Node[];
    const isGone = (it: Node) => goneExports.get(from)?.has(importedName(it)) ?? false;
    const leaving = gone.has(from) ? specifiers : specifiers.filter(isGone);
    for (const specifier of leaving) note((specifier.local as { name: string }).name, program);
    if (gone.has(from) || (leaving.length > 0 && leaving.length === specifiers.length)) {
      spans.set(statement, statement);
    } else for (const specifier of leaving) spans.set(specifier, specifier);
  }

  const prefix = `src/modules/${module}/`;
  const isNamed = (value: unknown) =>
    typeof value === 'string' && (value.startsWith(prefix) || gone.has(resolve(value)));
  const exported = goneExports.get(path) ?? new Set();
  /** Notes the item that leaves, and the names that it declares. */
  const leave = (trail: readonly Node[]) => {
    const item = findItem(trail);
    if (spans.has(item)) return;
    spans.set(item, item);
    const holder = trail[trail.indexOf(item) - 1];
    for (const name of declaredNames(item)) {
      note(name, holder);
      if (item.type.startsWith('Export')) exported.add(name);
    }
  };
  for (let size = -1; size !== spans.size; ) {
    size = spans.size;
    walk(program as unknown as Node, [], (node, trail) => {
      if (trail.some((each) => spans.has(each))) return;
      if (node.type === 'Literal' && isNamed(node.value)) leave(trail);
      const scopes = /^(JSX)?Identifier$/.test(node.type) && names.get(String(node.name));
      if (scopes && trail.some((each) => scopes.has(each)) && isReference(trail)) leave(trail);
    });
  }
  if (exported.size > 0) goneExports.set(path, exported);
  return spans.size === 0 ? undefined : cut(text, [...spans.values()]);
}

const importedName = ({ imported, local }: Node) =>
  ((imported ?? local) as { name?: string }).name ?? 'default';

function walk(
  node: Node,
  above: readonly Node[],
  see: (node: Node, trail: readonly Node[]) => void,
) {
  const trail = [...above, node];
  see(node, trail);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) walk(child, trail, see);
    }
  }
}

/** Whether an identifier stands for the thing, and is not a key or the name of a property. */
function isReference(trail: readonly Node[]): boolean {
  const [parent, node] = trail.slice(-2);
  if (parent === undefined || node === undefined) return false;
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed === true;
  if (parent.type === 'Property') return parent.value === node || parent.shorthand === true;
  if (/^TS(Property|Method)Signature$/.test(parent.type)) return parent.key !== node;
  return !/^(Import|Export)\w*Specifier$/.test(parent.type);
}

/** The test that holds the last node, or the smallest item of a list. */
function findItem(trail: readonly Node[]): Node {
  const items = trail.filter((item, at) => {
    const holder = trail[at - 1];
    const list = holder?.[LISTS[holder.type] ?? ''];
    // Without its `return`, a function would not be what it was.
    return Array.isArray(list) && list.includes(item) && item.type !== 'ReturnStatement';
  });
  const smallest = items.at(-1);
  // A list that is spread into another one is separable, even in a test.
  const isSpread = smallest?.type === 'SpreadElement';
  const found = isSpread ? smallest : (items.findLast(isTest) ?? smallest);
  if (found === undefined) throw new Error('The program itself cannot leave.');
  return found;
}

/** Whether a statement is a call of `test` or `test.each`. */
function isTest({ type, expression }: Node): boolean {
  if (type !== 'ExpressionStatement') return false;
  let called = expression as Node;
  while (called.type === 'CallExpression') called = called.callee as Node;
  if (called.type === 'MemberExpression') called = called.object as Node;
  return called.type === 'Identifier' && called.name === 'test';
}

/** The names that a statement declares. */
function declaredNames(item: Node): string[] {
  const declaration = (item.declaration ?? item) as Node;
  const declarations = (declaration.declarations ?? [declaration]) as Node[];
  return declarations.flatMap(({ type, id }) =>
    /Declarat/.test(type) && id ? boundNames(id as Node) : [],
  );
}

function boundNames(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern.left as Node);
  const parts = (pattern.properties ?? pattern.elements ?? []) as (Node | null)[];
  return parts.flatMap((part) =>
    part === null ? [] : boundNames((part.value ?? part.argument ?? part) as Node),
  );
}

/** The comment right above an item, and its indentation. */
const ABOVE = /(\n\s*\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)?[^\S\n]*$/;

/** Cuts items out of a text, each with its separator and the comment above it. */
function cut(text: string, spans: readonly Span[]): { text: string; lost: string[] } {
  const lost: string[] = [];
  let rest = text;
  const isInside = (one: Span, other: Span) =>
    one !== other && other.start <= one.start && one.end <= other.end;
  const outermost = spans.filter((one) => !spans.some((other) => isInside(one, other)));
  // From the end, so that earlier places stay where they are.
  for (const { start, end } of outermost.toSorted((one, other) => other.start - one.start)) {
    lost.unshift(text.slice(start, end).replace(/\s+/g, ' '));
    const behind = rest.slice(end).match(/^\s*[,|&]/)?.[0].length ?? 0;
    const before = rest.slice(0, start).replace(ABOVE, '');
    const head = behind === 0 ? before.replace(/[|&]\s*$/, '') : before;
    rest = head + rest.slice(end + behind);
  }
  return { text: rest, lost };
}
