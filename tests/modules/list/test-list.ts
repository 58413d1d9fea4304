// Test helper: the ready list alone over a registry, with compression that a test can delay or break.

import { serverListFormat } from '../../../src/modules/list/list-api.ts';
import { createReadyList, type ReadyList } from '../../../src/modules/list/ready-list.ts';
import type { Registry } from '../../../src/modules/registry/registry.ts';
import { compress } from '../../../src/platform/lib/compress.ts';
import type { FakeClock } from '../../support/fake-clock.ts';
import { createFakeTimers, type FakeTimers } from '../../support/fake-timers.ts';
import { createTestRegistry, recordsOf, type TestRegistry } from '../../support/test-servers.ts';

export interface TestList {
  clock: FakeClock;
  timers: FakeTimers;
  registry: Registry;
  list: ReadyList;
  /** How bytes are compressed; a test may put something else in its place. */
  pack: typeof compress;
  /** The failures that the list reported. */
  failures: unknown[];
  /** How often the list was made so far. */
  madeCount: number;
  /** Takes in a heartbeat. */
  save: TestRegistry['save'];
  /** The names in the plain list. */
  names(): string[];
}

/** Makes an empty registry and the list of it. */
export function createTestList(): TestList {
  const { clock, registry, save } = createTestRegistry(undefined, undefined, () => list.changed());
  const timers = createFakeTimers(clock);
  const failures: unknown[] = [];
  const list = createReadyList({
    clock,
    timers,
    registry: {
      ...registry,
      listLive() {
        bench.madeCount += 1;
        return registry.listLive();
      },
    },
    format: serverListFormat,
    compress: (encoding, bytes) => bench.pack(encoding, bytes),
    onFailure: (error) => failures.push(error),
  });
  const bench: TestList = {
    clock,
    timers,
    registry,
    list,
    pack: compress,
    failures,
    madeCount: 0,
    save,
    names: () => recordsOf(list.rendition('identity').bytes).map(({ name }) => name),
  };
  list.remakeIfDue();
  return bench;
}
