// Every contract suite, for one engine. The suite of a store is found by the name of its file.

import { describe } from 'bun:test';
import { basename } from 'node:path';
import { describeAuditLog } from './audit-log.ts';
import { describeDueTimes } from './due-times.ts';
import type { OpenFresh } from './fresh-stores.ts';
import { describeHistoryOfReplicas } from './history-replicas.ts';
import { describeTogether } from './together.ts';

type Suite = (openFresh: OpenFresh) => void;

const files = [...new Bun.Glob('*-store.ts').scanSync(import.meta.dir)].toSorted();
const ofStores = await Promise.all(
  files.map(async (file): Promise<[string, Suite][]> => {
    const found = Object.entries<Suite>(await import(`./${file}`));
    const suites = found.filter(([name]) => name.startsWith('describe'));
    if (suites.length !== 1) throw new Error(`${file} exports ${suites.length} suites.`);
    return suites.map(([, suite]) => [basename(file, '.ts').replaceAll('-', ' '), suite]);
  }),
);

/** Runs every suite on an engine. */
export function describeEveryStore(engine: string, openFresh: OpenFresh): void {
  for (const [name, suite] of ofStores.flat()) {
    describe(`${engine}: ${name}`, () => suite(openFresh));
  }
  describe(`${engine}: audit log`, () => describeAuditLog(openFresh));
  describe(`${engine}: changes together`, () => describeTogether(openFresh));
  describe(`${engine}: leaps of the clock`, () => describeDueTimes(openFresh));
  describe(`${engine}: the history of replicas`, () => describeHistoryOfReplicas(openFresh));
}
