// What the tests of a file, or of a part of it, work with: opened before them, and disposed of after them.

import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test';

type Closable = AsyncDisposable | Disposable;

const close = (opened: Closable) =>
  Symbol.asyncDispose in opened ? opened[Symbol.asyncDispose]() : opened[Symbol.dispose]();

/** One for each test: the constant that is returned has the members of the latest. */
export function openedForEach<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const opened = {} as Opened;
  beforeEach(async () => void Object.assign(opened, await open()));
  afterEach(() => close(opened));
  return opened;
}

/** One for all of them. */
export function openedOnce<Opened extends Closable>(open: () => Promise<Opened>): Opened {
  const opened = {} as Opened;
  beforeAll(async () => void Object.assign(opened, await open()));
  afterAll(() => close(opened));
  return opened;
}
