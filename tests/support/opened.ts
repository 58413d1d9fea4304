// What the tests of a file, or of a part of it, work with: opened before them, and disposed of after them.

import { afterAll, afterEach, beforeAll, beforeEach } from 'bun:test';

/** One for each test: the constant that is returned has the members of the latest. */
export function openedForEach<Opened extends AsyncDisposable>(open: () => Promise<Opened>): Opened {
  const opened = {} as Opened;
  beforeEach(async () => void Object.assign(opened, await open()));
  afterEach(() => opened[Symbol.asyncDispose]());
  return opened;
}

/** One for all of them. */
export function openedOnce<Opened extends AsyncDisposable>(open: () => Promise<Opened>): Opened {
  const opened = {} as Opened;
  beforeAll(async () => void Object.assign(opened, await open()));
  afterAll(() => opened[Symbol.asyncDispose]());
  return opened;
}
