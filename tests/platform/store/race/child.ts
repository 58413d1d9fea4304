// A process that races others on one database: `child.ts ENGINE PLACE`. It prints "ready". Then each line of its
// input is a list of calls as JSON; it prints "set", waits for a line "go", makes the calls at once, and prints a
// line with what became of each.

import { openPostgresStore, openStore } from '../../../../src/app/open-stores.ts';
import { Failure } from '../../../../src/platform/lib/failure.ts';
import { callMethod } from '../../../../src/platform/store/stores.ts';
import type { Call, Outcome } from './racers.ts';

const [engine, place = ''] = process.argv.slice(2);

const stores =
  engine === 'PostgreSQL' ? await openPostgresStore(place) : openStore({ folder: place });

async function make([repository, method, args]: Call): Promise<Outcome> {
  try {
    return { value: await callMethod(stores, repository, method, args) };
  } catch (error) {
    if (error instanceof Failure) return { refused: error.kind };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

let calls: Call[] = [];
console.log('ready');
for await (const line of console) {
  if (line === 'go') {
    console.log(JSON.stringify(await Promise.all(calls.map(make))));
  } else {
    calls = JSON.parse(line);
    console.log('set');
  }
}
