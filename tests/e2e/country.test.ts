// Only recorded server hashes and mppass values show that the binary makes the same.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { manyAddresses, type RunningMuster, startMuster } from '../support/binary.ts';
import { Client, createAccount, eventually } from './client.ts';
import { type MppassRecord, readMppassRecords, readServerHashes } from './vectors.ts';

let muster: RunningMuster;
beforeAll(async () => {
  muster = await startMuster({ env: manyAddresses });
});
afterAll(() => muster?.[Symbol.asyncDispose]());

describe('the hash in the play URL is the recorded one', () => {
  for (const { addr, hash } of readServerHashes()) {
    test(addr, async () => {
      const [address = '', port = ''] = addr.split(':');
      expect(await new Client(muster, { address }).mustBeat({ port })).toBe(hash);
    });
  }
});

test('the country of a known address is shown, and T1 for a private one', async () => {
  const known = await new Client(muster, { address: '8.8.8.8' }).mustBeat({ port: '25565' });
  const local = await new Client(muster, { address: '192.168.1.10' }).mustBeat({ port: '25566' });
  const [first, second] = await new Client(muster).lookup(known, local);
  expect(first?.country_abbr).toBe('US');
  expect(second?.country_abbr).toBe('T1');
});

// No account may bear this name, so that its record is checked as a value alone.
const refusedName = 'x@y';

test(`the recorded mppass of ${refusedName}, whom no account can be, is md5 of salt and name`, async () => {
  const record = readMppassRecords().find(({ name }) => name === refusedName);
  expect(Bun.MD5.hash(`${record?.salt}${record?.name}`, 'hex')).toBe(record?.mppass ?? '');
  const args = ['account', 'create', refusedName, '--email', 'x@example.org', '--password-stdin'];
  const result = await muster.run(args, { stdin: 'correct horse\n' });
  expect(result.exitCode).not.toBe(0);
  expect(result.stderr).not.toBeEmpty();
});

describe('the logged-in list shows exactly the recorded mppass', () => {
  // Notch and notch are one account to the service, so each spelling has its turn.
  const spellings = new Map<string, MppassRecord[]>();
  for (const record of readMppassRecords()) {
    if (record.name === refusedName) continue;
    spellings.set(record.name, [...(spellings.get(record.name) ?? []), record]);
  }
  for (const [name, records] of spellings) {
    test(`${name}, ${records.length} recorded`, async () => {
      await createAccount(muster, name);
      const beats = records.map(async ({ salt, mppass }, index) => {
        const address = `198.51.100.${index + 1}`;
        return [await new Client(muster, { address }).mustBeat({ salt }), mppass] as const;
      });
      const expected = await Promise.all(beats);
      const player = new Client(muster);
      expect((await player.login(name, 'correct horse')).username).toBe(name);
      await eventually(
        () => player.list(),
        (list) =>
          expected.every(([hash, mppass]) =>
            list.some((record) => record.hash === hash && record.mppass === mppass),
          ),
      );
      const looked = await player.lookup(...expected.map(([hash]) => hash));
      expect(looked.map((record) => record.mppass)).toEqual(expected.map(([, mppass]) => mppass));
      await muster.mustRun(['account', 'delete', name, '--yes']);
    });
  }
});
