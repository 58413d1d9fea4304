// Reads README and docs: sections, examples, blocks, tables, links.

import { join, resolve } from 'node:path';

/** The repository's own folder. */
export const root = resolve(import.meta.dir, '../..');

/** A block of commands, and the block below it that shows what they answer. */
export interface Example {
  command: string;
  answer: string;
}

/** Every page of documentation by its path from the repository's root, such as `docs/cli.md`. */
export async function readDocs(): Promise<ReadonlyMap<string, string>> {
  const paths = ['*.md', 'docs/*.md'].flatMap((glob) => [...new Bun.Glob(glob).scanSync(root)]);
  const read = async (path: string) => [path, await Bun.file(join(root, path)).text()] as const;
  return new Map(await Promise.all(paths.toSorted().map(read)));
}

/** The part of the text below the `##` heading of this name, down to the next one. */
export function sectionOf(markdown: string, heading: string): string {
  const parts = `\n${markdown}`.split('\n## ');
  const section = parts.find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`The page has no section "${heading}".`);
  return section;
}

/** Every `sh` block of the text that a `text` or `json` block follows, in their order. */
export function findExamples(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, language, command = ''], index) => {
    const [, kind, answer = ''] = blocks[index + 1] ?? [];
    const isAnswered = language === 'sh' && (kind === 'text' || kind === 'json');
    return isAnswered ? [{ command: command.trim(), answer: answer.trim() }] : [];
  });
}

/** The contents of all blocks in the language, such as `sh`. */
export function blocksOf(markdown: string, language: string): string[] {
  const blocks = [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, found, block = '']) => (found === language ? [block] : []));
}

/** The first cells of the rows of every table in the text, heads left out. */
export function firstCells(markdown: string): string[] {
  const rows = [...markdown.matchAll(/^\| (.+?) \|.*\|\n(\|-)?/gm)];
  return rows.flatMap(([, cell = '', isHead]) => (isHead === undefined ? [cell] : []));
}

/** Where the page can be linked to: its headings as GitHub makes anchors of them. */
export function anchorsOf(markdown: string): string[] {
  const headings = [...withoutBlocks(markdown).matchAll(/^#{1,6} (.+)$/gm)];
  return headings.map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The targets of all links and pictures on the page. */
export function linksOf(markdown: string): string[] {
  const text = withoutBlocks(markdown).replace(/`[^`\n]*`/g, '');
  const written = [...text.matchAll(/\]\(([^)\s]+)\)/g)];
  const tagged = [...text.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)];
  return [...written, ...tagged].map(([, target = '']) => target);
}

function withoutBlocks(markdown: string): string {
  return markdown.replace(/^```.*?^```$/gms, '');
}

/** The texts between backticks. */
export function quotedIn(markdown: string): string[] {
  return [...markdown.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
}
