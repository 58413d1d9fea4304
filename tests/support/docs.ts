// Reads the examples of README and docs and runs them; run as a program, it stands in for a missing curl.

import { chmod, mkdir, symlink } from 'node:fs/promises';
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

/** A folder in which the commands of the docs run as in the repository's: `dist/muster` is the binary. */
export async function linkBinary(folder: string): Promise<void> {
  await symlink(join(root, 'dist'), join(folder, 'dist'));
}

/** Puts a `curl` of our own into the folder, and returns the path to look for programs in first. */
export async function installStandIn(folder: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const curl = join(bin, 'curl');
  await Bun.write(curl, `#!/bin/sh\nexec '${process.execPath}' '${import.meta.path}' "$@"\n`);
  await chmod(curl, 0o755);
  return bin;
}

/** Runs commands in bash; returns what they print, without blanks at its end. Throws when one fails. */
export async function runCommands(
  command: string,
  { folder, env }: { folder: string; env: Readonly<Record<string, string>> },
): Promise<string> {
  const child = Bun.spawn({
    cmd: ['bash', '-euo', 'pipefail', '-c', command],
    cwd: folder,
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (exitCode !== 0) throw new Error(`${command}\nended with ${exitCode}:\n${stdout}${stderr}`);
  return stdout.trim();
}

/** What curl does with the flags that the docs use: -s, -b FILE, -c FILE, -d DATA. */
async function standInForCurl(words: readonly string[]): Promise<string> {
  const data: string[] = [];
  const files: { from?: string; to?: string } = {};
  let url = '';
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const next = words[index + 1] ?? '';
    if (word === '-s') continue;
    if (!word.startsWith('-')) {
      url = word;
      continue;
    }
    if (word === '-d') data.push(next);
    else if (word === '-b') files.from = next;
    else if (word === '-c') files.to = next;
    else throw new Error(`This curl has no ${word}.`);
    index += 1;
  }
  const cookies = files.from === undefined ? '' : await Bun.file(files.from).text();
  const answer = await fetch(url, {
    headers: {
      ...(cookies === '' ? {} : { cookie: cookies }),
      ...(data.length === 0 ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(data.length === 0 ? {} : { method: 'POST', body: data.join('&') }),
  });
  if (files.to !== undefined) {
    const jar = answer.headers.getSetCookie().map((line) => line.replace(/;.*$/, ''));
    await Bun.write(files.to, jar.join('; '));
  }
  return answer.text();
}

if (import.meta.main) process.stdout.write(await standInForCurl(process.argv.slice(2)));
