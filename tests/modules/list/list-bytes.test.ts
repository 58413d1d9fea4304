// The list in bytes is what the format writes of all its servers, whatever was taken over from the list before.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { serverListFormat } from '../../../src/modules/list/list-api.ts';
import { createListWriter } from '../../../src/modules/list/list-bytes.ts';
import { type LiveServer, uptimeSeconds } from '../../../src/modules/registry/index.ts';
import { createTestRegistry, START } from '../../support/test-servers.ts';

/** The name of one server becomes another, with which one it changes places, and how long later a list is written. */
const steps = fc.array(
  fc.record({
    server: fc.nat(4),
    name: fc.string({ unit: 'binary', minLength: 1, maxLength: 64 }),
    isShown: fc.boolean(),
    first: fc.nat(4),
    laterMs: fc.nat(2_000_000),
  }),
  { maxLength: 12 },
);

function writeWhole(servers: readonly LiveServer[], now: number): string {
  return serverListFormat.write(
    servers.map(({ listing }) => serverListFormat.describe(listing, uptimeSeconds(listing, now))),
  );
}

test('servers that change their names, hide, return and change places, and servers that stay', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const { save } = createTestRegistry();
      const all = [1, 2, 3, 4, 5].map((port) => save({ port }));
      const write = createListWriter(serverListFormat);
      const hidden = new Set<LiveServer>();
      let now = START;
      for (const { server, name, isShown, first, laterMs } of taken) {
        const changed = all[server] as LiveServer;
        now += laterMs;
        changed.listing = { ...changed.listing, name };
        const moved = all[first] as LiveServer;
        if (isShown) hidden.delete(moved);
        else hidden.add(moved);
        const shown = [...all.slice(first), ...all.slice(0, first)].filter(
          (one) => !hidden.has(one),
        );
        expect(write(shown, now).toString('latin1')).toBe(writeWhole(shown, now));
      }
    }),
  );
});

test('a list of more servers than there was room for', () => {
  const { save } = createTestRegistry();
  const servers = Array.from({ length: 400 }, (_, index) => save({ port: 1 + index }));
  const write = createListWriter(serverListFormat);
  for (const count of [1, 400, 0, 400]) {
    const shown = servers.slice(0, count);
    expect(write(shown, START).toString('latin1')).toBe(writeWhole(shown, START));
  }
});

test('a list of which nothing changed is the same bytes', () => {
  const { save } = createTestRegistry();
  const servers = [save({ port: 1 })];
  const write = createListWriter(serverListFormat);
  const bytes = write(servers, START);
  expect(write(servers, START + 999)).toBe(bytes);
  expect(write(servers, START + 1_000)).not.toBe(bytes);
});
