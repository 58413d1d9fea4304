// Folders that go away with the test, and what stands in them.

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
