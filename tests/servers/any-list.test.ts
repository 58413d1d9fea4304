// For any servers, each list is JSON in pure ASCII with their values.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readHeartbeat } from '../../src/servers/heartbeat.ts';
import { rounds } from '../support/rounds.ts';
import { ADDRESS, openTestServers, rawBeat, recordsOf } from './test-servers.ts';

const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 70 })
  .map((all) => all.map((unit) => String.fromCharCode(unit)).join(''));
const nasty = fc.constantFrom(
  '"',
  '\\',
  '\\u0041',
  '\t',
  '\u2028',
  '</script>',
  '😀'.repeat(64),
  '\0x',
);
const anyText = fc.oneof(units, nasty, fc.string(), fc.string({ unit: 'binary', maxLength: 64 }));

const fleets = fc.uniqueArray(
  fc.record({
    port: fc.integer({ min: 1, max: 65_535 }).map(String),
    name: anyText,
    software: anyText,
    salt: anyText,
    users: fc.nat(70_000).map(String),
    web: fc.constantFrom('true', 'false', 'perhaps'),
  }),
  { selector: ({ port }) => port, maxLength: 8 },
);

const PURE = /^(?:[\x20-\x5b\x5d-\x7e]|\\["\\]|\\u[0-9a-f]{4})*$/;

// C1.12, C1.13
test('a list of any servers is pure ASCII, and holds exactly those that were accepted', async () => {
  let listed = 0;
  await fc.assert(
    fc.asyncProperty(fleets, async (fleet) => {
      using service = await openTestServers({ isPortCheckOn: false });
      const expected: string[] = [];
      for (const fields of fleet) {
        const { isAccepted } = await service.beat(fields);
        const parsed = readHeartbeat(rawBeat(fields));
        expect(isAccepted).toBe(parsed !== undefined);
        if (parsed !== undefined) expected.push(`${parsed.port} ${parsed.name} ${parsed.software}`);
      }
      await service.timers.turn(1_000);
      listed += expected.length;
      const player = { id: 1, name: 'Alice', isVerified: true };
      const forPlayer = service.servers.playerLists.listFor(player);
      for (const bytes of [forPlayer, service.servers.list.rendition('identity').bytes]) {
        const text = new TextDecoder().decode(bytes);
        expect(text).toMatch(PURE);
        expect(recordsOf(bytes)).toHaveLength(expected.length);
        // Between the strings there is no space, least of all before a colon.
        expect(text.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/\s/);
      }
      const shown = recordsOf(forPlayer).map((it) => `${it.port} ${it.name} ${it.software}`);
      expect(shown.toSorted()).toEqual(expected.toSorted());
      expect(recordsOf(forPlayer).every(({ ip }) => ip === ADDRESS)).toBe(true);
      await service.servers.stop();
    }),
    rounds(60),
  );
  expect(listed).toBeGreaterThan(10);
});
