// Folders that go away with the test, and what stands in them.

import { Database } from 'bun:sqlite';
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../src/app/open-stores.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';

export interface TestFolder extends Disposable {
  path: string;
}

/** Makes an empty folder that any user may enter; it is removed on dispose. */
export function makeFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), 'muster-store-'));
  chmodSync(path, 0o755);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Every file of a folder with a digest of its bytes. Only for files that this process has not open. */
export function fingerprint(folder: string): Record<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => entry.name)
      .toSorted()
      .map((name) => [
        name,
        new Bun.SHA256().update(readFileSync(join(folder, name))).digest('hex'),
      ]),
  );
}

/** Adds accounts to the database of a folder, which it makes where there is none. */
export async function insertAccounts(folder: string, ...names: string[]): Promise<void> {
  using store = openStore({ folder });
  for (const name of names) await store.accounts.insertAccount(accountNamed(name));
}

/** So many names of accounts. */
export const manyNames = (count: number) => Array.from({ length: count }, (_, i) => `name${i}`);

/** Names of the accounts in a database file. */
export function readNames(path: string): unknown[] {
  using client = new Database(path);
  return client.prepare('SELECT name FROM accounts ORDER BY id').values().flat();
}

/** The numbers of the pages of a table or an index, from its root to its leaves. */
export function pagesOf(path: string, tree: string): number[] {
  using client = new Database(path, { readonly: true });
  const query = 'SELECT pageno FROM dbstat WHERE name = ? ORDER BY length(path), path';
  return client
    .prepare(query)
    .values(tree)
    .map(([page]) => Number(page));
}

/** Overwrites bytes of a file. */
export function overwrite(path: string, offset: number, bytes: Uint8Array): void {
  const descriptor = openSync(path, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, offset);
  closeSync(descriptor);
}

/** Overwrites a page of a database; without `bytes`, with what is no page. */
export function overwritePage(
  path: string,
  page: number,
  bytes: Uint8Array = new Uint8Array(4096).fill(0xa5),
): void {
  overwrite(path, (page - 1) * 4096, bytes);
}
