// A process of its own for the tests that need one: `child.ts COMMAND FOLDER`. It prints "ready", waits
// for the end of its input, runs the command, and prints one line of JSON.

import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { openStore } from '../../../src/app/open-stores.ts';
import { openDatabase } from '../../../src/platform/store/sqlite/database.ts';
import { lockFolder } from '../../../src/platform/store/sqlite/folder.ts';
import { migrations } from '../../../src/platform/store/sqlite/migrations.ts';
import { finishRestore, stageRestore } from '../../../src/platform/store/sqlite/restore.ts';
import { refusalOf } from '../../contract/fresh-stores.ts';
import { futureMigration } from './migration-samples.ts';

const [command = '', folder = ''] = process.argv.slice(2);

/** What is open until the process is killed; what nothing refers to is closed by the garbage collector. */
const held: unknown[] = [];

function hold(opened: unknown, said: string): Promise<never> {
  held.push(opened);
  console.log(JSON.stringify(said));
  return new Promise(() => setInterval(() => held, 60_000));
}

async function action(): Promise<unknown> {
  switch (command) {
    case 'open':
      try {
        openStore({ folder })[Symbol.dispose]();
        return 'opened';
      } catch (error) {
        return describe(error);
      }
    case 'hold':
      return hold(openStore({ folder }), 'held');
    // Past the store, as the shell of SQLite would.
    case 'count': {
      using client = new Database(join(folder, 'muster.db'));
      return client.prepare('SELECT name FROM accounts ORDER BY id').values().flat();
    }
    case 'open-as-stranger': {
      if (process.getuid?.() === 0) process.setuid?.(65_534);
      return describe(await refusalOf((async () => openStore({ folder }).changes)()));
    }
    case 'migrate': {
      const known = [...migrations, futureMigration];
      return describe(
        await refusalOf((async () => openDatabase({ folder }, known, {}).client.filename)()),
      );
    }
    case 'restore': {
      using _lock = lockFolder(folder);
      stageRestore(folder, join(folder, '../backup.db'));
      return finishRestore(folder, Date.UTC(2026, 0, 2))?.keptAs !== undefined;
    }
    case 'lock':
      return describe(await refusalOf((async () => hold(lockFolder(folder), 'locked'))()));
    default:
      throw new Error(`unknown command ${command}`);
  }
}

function describe(error: unknown): string {
  const kind = error instanceof Error && 'kind' in error ? error.kind : 'unexpected';
  return `${kind}: ${error instanceof Error ? error.message : error}`;
}

console.log('ready');
await Bun.stdin.text();
console.log(JSON.stringify(await action()));
