// Names and their addresses: hosts file, search list, DNS servers that answer, refuse or say nothing.

import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNameLookup, toLookupFunction } from '../../../src/platform/lib/name-lookup.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createFakeTimers } from '../../support/fake-timers.ts';

const TYPES: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };
const [NAME_ERROR, SERVER_FAILURE] = [3, 2];

/** What the DNS server knows: the bytes of addresses, or the code of an error; it is silent about all else. */
let zone: Record<string, number | { A?: number[]; AAAA?: number[] }>;
let asked: string[];
const server = createSocket('udp4');
const folder = mkdtempSync(join(tmpdir(), 'muster-names-'));
const [hostsPath, resolvConfPath] = [join(folder, 'hosts'), join(folder, 'resolv.conf')];

server.on('message', (query, from) => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = TYPES[query.readUInt16BE(at + 1)] ?? 'A';
  const name = labels.join('.');
  asked.push(`${name} ${type}`);
  const known = zone[name];
  if (known === undefined) return;
  const address = typeof known === 'number' ? undefined : known[type];
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180 | (typeof known === 'number' ? known : 0), 2);
  for (const [index, count] of [1, address ? 1 : 0, 0, 0].entries()) {
    head.writeUInt16BE(count, 4 + index * 2);
  }
  const record = [0xc0, 12, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 9, 0];
  const answer = address ? [...record, address.length, ...address] : [];
  server.send(Buffer.concat([head, query.subarray(12, at + 5), Buffer.from(answer)]), from.port);
});

beforeAll(async () => {
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  zone = {};
  asked = [];
  writeFileSync(hostsPath, '');
  writeFileSync(resolvConfPath, '');
});

const clock = createFakeClock(0);
function open() {
  const timers = createFakeTimers(clock);
  const dnsServers = [`127.0.0.1:${server.address().port}`];
  return {
    timers,
    find: createNameLookup({ clock, timers, dnsServers, hostsPath, resolvConfPath }),
  };
}
const addressesOf = async (name: string, find = open().find) =>
  (await find(name)).map(({ address }) => address);
async function untilAsked(count: number): Promise<void> {
  while (names().length < count) await once(server, 'message');
}
const names = () => [...new Set(asked.map((one) => one.split(' ')[0]))];

test('IPv4 addresses come first, and a name may have one kind alone', async () => {
  zone = {
    'both.test': { A: [192, 0, 2, 1], AAAA: [0x20, 1, ...Array(13).fill(0), 1] },
    'six.test': { AAAA: [0x20, 1, ...Array(13).fill(0), 2] },
  };
  expect(await open().find('both.test')).toEqual([
    { address: '192.0.2.1', family: 4 },
    { address: '2001::1', family: 6 },
  ]);
  expect(await addressesOf('Six.TEST')).toEqual(['2001::2']);
});

test('addresses are not looked up, and localhost is this machine', async () => {
  expect(await addressesOf('192.0.2.9')).toEqual(['192.0.2.9']);
  expect(await addressesOf('::1')).toEqual(['::1']);
  expect(await addressesOf('localhost')).toEqual(['127.0.0.1', '::1']);
  expect(await addressesOf('a.localhost')).toEqual(['127.0.0.1', '::1']);
  expect(asked).toEqual([]);
});

test('the hosts file stands above DNS, and is read anew', async () => {
  zone = { 'box.test': { A: [192, 0, 2, 1] } };
  const { find } = open();
  expect(await addressesOf('box.test', find)).toEqual(['192.0.2.1']);
  const lines = [
    '# 10.0.0.9 box.test',
    '::5 other BOX.test # x',
    '10.0.0.1\tbox.test',
    '10.0.0.2 x.box.test',
  ];
  writeFileSync(hostsPath, lines.join('\r\n'));
  expect(await addressesOf('box.test', find)).toEqual(['10.0.0.1', '::5']);
});

test.each<[string, string, string[]]>([
  ['search corp.test lan.test', 'box', ['box.corp.test', 'box.lan.test', 'box']],
  ['search corp.test', 'a.box', ['a.box', 'a.box.corp.test']],
  ['search corp.test\noptions rotate ndots:3', 'a.box', ['a.box.corp.test', 'a.box']],
  ['search corp.test', 'a.box.', ['a.box']],
  ['domain corp.test', 'box', ['box.corp.test', 'box']],
  ['# search corp.test', 'box', ['box']],
])('with "%s", %s is looked for as %p', async (text, name, expected) => {
  writeFileSync(resolvConfPath, text);
  for (const one of expected) zone[one] = NAME_ERROR as number;
  await expect(open().find(name)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(names()).toEqual(expected);
});

test('a name that is not there may be there at once; its servers failed, they have a minute', async () => {
  const { find } = open();
  zone = { 'new.test': NAME_ERROR as number, 'bad.test': SERVER_FAILURE as number };
  await expect(find('new.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(find('bad.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  zone = { 'new.test': { A: [192, 0, 2, 1] }, 'bad.test': { A: [192, 0, 2, 2] } };
  expect(await addressesOf('new.test', find)).toEqual(['192.0.2.1']);
  clock.advance(59_999);
  asked = [];
  await expect(find('bad.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  expect(asked).toEqual([]);
  clock.advance(1);
  expect(await addressesOf('bad.test', find)).toEqual(['192.0.2.2']);
});

test('servers that say nothing are given up after five seconds, and not asked again at once', async () => {
  const { find, timers } = open();
  const ended = Promise.allSettled([find('silent.test'), find('silent.test')]);
  await untilAsked(1);
  await timers.turn(5_000);
  expect(await ended).toMatchObject([
    { status: 'rejected', reason: { code: 'ETIMEOUT' } },
    { status: 'rejected', reason: { code: 'ETIMEOUT' } },
  ]);
  asked = [];
  await expect(find('silent.test')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  expect([asked, timers.waiting]).toEqual([[], 0]);
});

test('sixteen names are looked up at once, and others wait for their end', async () => {
  const { find, timers } = open();
  zone = { 'good.test': { A: [192, 0, 2, 1] } };
  const silent = Array.from({ length: 16 }, (_, index) => find(`silent${index}.test`));
  const ended = Promise.allSettled(silent);
  const good = find('good.test');
  await untilAsked(16);
  expect(names()).not.toContain('good.test');
  await timers.turn(5_000);
  expect(await good).toEqual([{ address: '192.0.2.1', family: 4 }]);
  await ended;
});

test('sockets get one address or all, or the error', async () => {
  zone = { 'good.test': { A: [192, 0, 2, 1] }, 'none.test': NAME_ERROR as number };
  const lookup = toLookupFunction(open().find);
  const ask = (name: string, all: boolean) =>
    new Promise((resolve) => lookup(name, { all }, (...told) => resolve(told)));
  expect(await ask('good.test', false)).toEqual([null, '192.0.2.1', 4]);
  expect(await ask('good.test', true)).toEqual([null, [{ address: '192.0.2.1', family: 4 }]]);
  expect(await ask('none.test', false)).toMatchObject([{ code: 'ENOTFOUND' }, '']);
});
