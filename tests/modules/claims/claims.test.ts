// Claims: from the code in a heartbeat to what players see, and who may change what.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { computeServerHash } from '../../../src/modules/registry/server-hash.ts';
import { accountNamed } from '../../contract/fresh-stores.ts';
import { failuresOf } from '../../support/failures.ts';
import { MODERATOR } from '../../support/moderation-samples.ts';
import {
  ADDRESS,
  complaintsOf,
  hashOf,
  kindOf,
  MINUTE_MS,
  openTestServers,
  recordsOf,
  SECOND_MS,
  type TestServers,
} from '../../support/test-servers.ts';

const ALICE = 1;
const BOB = 2;
const OTHER_PORT = '30001';
const NO_TEXTS = { description: '', links: '', tags: '', country: '' };
const PLAYER = { id: ALICE, name: 'Alice', isVerified: true };

let service: TestServers;
let hash: string;

beforeEach(async () => {
  service = await openTestServers();
  for (const name of ['Alice', 'Bob'])
    await service.store.accounts.insertAccount(accountNamed(name));
  hash = hashOf(await service.beat());
});
afterEach(() => service[Symbol.dispose]());

const claim = (accountId = ALICE) => service.claim(accountId);

const claimed = () => service.servers.claims.findClaim(hash);
const joinPort = async () => {
  await service.timers.turn(SECOND_MS);
  return recordsOf(service.servers.playerLists.listFor(PLAYER)).map(({ port }) => port);
};

describe('a code', () => {
  test('in the name of one heartbeat makes the claim, and nobody else sees it', async () => {
    await claim();
    expect(claimed()).toMatchObject({ accountId: ALICE, accountName: 'Alice', description: '' });
    expect(service.servers.findServer(hash)).toMatchObject({ claim: { accountId: ALICE } });
    expect(service.events).toContain(`claimed ${hash}`);
    await service.timers.turn(SECOND_MS);
    expect(service.listed()).toMatchObject([{ name: 'A server' }]);
    expect(JSON.stringify(service.servers.operatorReports.reportOn(ADDRESS))).not.toContain(
      'muster-',
    );
    await service.servers.flush();
    expect(JSON.stringify(await service.store.servers.loadServers())).not.toContain('muster-');
  });

  test('does not count towards limits, and is not repeated when the heartbeat is refused', async () => {
    const { code } = await service.servers.claims.requestCode(ALICE, hash);
    const refusal = complaintsOf(await service.beat({ name: `${'x'.repeat(65)} ${code}` }));
    expect(refusal.join()).toContain('it has 65 characters');
    expect(
      JSON.stringify([refusal, service.servers.operatorReports.reportOn(ADDRESS)]),
    ).not.toContain(code);
    hashOf(await service.beat({ name: `${'x'.repeat(64)} ${code}` }));
    await service.settled();
    expect(claimed()?.accountId).toBe(ALICE);
    expect(service.servers.findServer(hash)?.listing.name).toBe('x'.repeat(64));
  });

  test('that is the whole name leaves the name as it was', async () => {
    const { code } = await service.servers.claims.requestCode(ALICE, hash);
    hashOf(await service.beat({ name: code }));
    expect(service.servers.findServer(hash)?.listing.name).toBe('A server');
    hashOf(await service.beat({ name: code, port: '2' }));
    await service.timers.turn(SECOND_MS);
    expect(
      service
        .listed()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([...['A server', 'Unnamed server']]);
  });

  test('stays the same until it is used or expires after an hour', async () => {
    const { claims } = service.servers;
    const first = await claims.requestCode(ALICE, hash);
    expect(await claims.requestCode(ALICE, hash.toUpperCase())).toEqual(first);
    expect(claims.findCode(ALICE, hash)).toEqual(first);
    service.clock.advance(60 * MINUTE_MS - 1);
    expect(claims.findCode(ALICE, hash)).toEqual(first);
    service.clock.advance(1);
    expect(claims.findCode(ALICE, hash)).toBeUndefined();
    hashOf(await service.beat({ name: `A ${first.code}` }));
    await service.settled();
    expect(claimed()).toBeUndefined();
    expect((await claims.requestCode(ALICE, hash)).code).not.toBe(first.code);
  });

  test('is shown to nobody but the account that requested it, and stored as a digest', async () => {
    const { claims } = service.servers;
    const { code } = await claims.requestCode(BOB, hash);
    expect(claims.findCode(ALICE, hash)).toBeUndefined();
    const other = await claims.requestCode(ALICE, hash);
    expect(other.code).not.toBe(code);
    expect(claims.findCode(ALICE, hash)).toEqual(other);
    expect(claims.findCode(BOB, hash)?.code).toBe(code);
    const stored = JSON.stringify(await service.store.claims.listCodes(service.clock.now()));
    for (const shown of [code, other.code]) expect(stored).not.toContain(shown);
  });

  test('of another server, from a refused heartbeat, or made up claims nothing', async () => {
    const { code } = await service.servers.claims.requestCode(ALICE, hash);
    hashOf(await service.beat({ name: `A ${code}`, port: '2' }));
    hashOf(await service.beat({ name: `A ${code}` }, '198.51.100.9'));
    complaintsOf(await service.beat({ name: `A ${code}`, users: 'x' }));
    hashOf(await service.beat({ name: 'A muster-00000000' }));
    await service.settled();
    expect(service.servers.claims.listClaimsOf(ALICE)).toEqual([]);
    expect(service.servers.claims.findCode(ALICE, hash)?.code).toBe(code);
  });

  test('is asked for of live servers, ten times and then every six minutes', async () => {
    const { claims } = service.servers;
    expect(await kindOf(claims.requestCode(ALICE, 'f'.repeat(32)))).toBe('not_found');
    expect(await kindOf(claims.requestCode(ALICE, 'x'))).toBe('invalid');
    const hashes: string[] = [];
    for (let port = 1; port <= 9; port += 1)
      hashes.push(hashOf(await service.beat({ port: `${port}` })));
    for (const each of [hash, ...hashes]) await claims.requestCode(ALICE, each);
    const more = hashOf(await service.beat({}, '198.51.100.9'));
    expect(await kindOf(claims.requestCode(ALICE, more))).toBe('rate_limited');
    await claims.requestCode(BOB, more);
    service.clock.advance(6 * MINUTE_MS);
    hashOf(await service.beat({}, '198.51.100.9'));
    await claims.requestCode(ALICE, more);
  });

  test('of its present operator replaces the claim, without the earlier texts', async () => {
    await claim();
    await service.servers.claims.changeTexts(ALICE, hash, { ...NO_TEXTS, description: 'Old' });
    await claim(BOB);
    expect(claimed()).toMatchObject({ accountId: BOB, description: '' });
    expect(await kindOf(service.servers.claims.changeTexts(ALICE, hash, NO_TEXTS))).toBe(
      'forbidden',
    );
  });

  test('that cannot be stored counts with the next heartbeat', async () => {
    const { code } = await service.servers.claims.requestCode(ALICE, hash);
    const { completeClaim } = service.store.claims;
    service.store.claims.completeClaim = () => Promise.reject(new Error('full'));
    hashOf(await service.beat({ name: `A ${code}` }));
    await service.settled();
    expect(service.events).toContain('complete a claim failed: Error: full');
    service.store.claims.completeClaim = completeClaim;
    hashOf(await service.beat({ name: `A ${code}` }));
    await service.settled();
    expect(claimed()?.accountId).toBe(ALICE);
  });
});

describe('the texts', () => {
  test('are kept when nothing is wrong with them', async () => {
    await claim();
    const typed = { description: 'Build!', links: 'https://a.example', tags: 'PvP', country: 'nz' };
    await service.servers.claims.changeTexts(ALICE, hash, typed);
    expect(claimed()).toMatchObject({
      ...{ description: 'Build!', links: ['https://a.example/'], tags: ['pvp'], country: 'NZ' },
    });
    const changing = service.servers.claims.changeTexts(ALICE, hash, { ...typed, tags: '?' });
    expect(await failuresOf(changing)).toMatchObject([{ kind: 'invalid', field: 'tags' }]);
    expect(claimed()?.tags).toEqual(['pvp']);
  });

  test('are changed twenty times in a row, and then every six seconds', async () => {
    await claim();
    const { changeTexts } = service.servers.claims;
    for (let count = 0; count < 20; count += 1) {
      await changeTexts(ALICE, hash, { ...NO_TEXTS, description: `${count}` });
    }
    expect(await kindOf(changeTexts(ALICE, hash, NO_TEXTS))).toBe('rate_limited');
    expect(claimed()?.description).toBe('19');
    await service.timers.turn(6 * SECOND_MS);
    await changeTexts(ALICE, hash, NO_TEXTS);
  });

  test('show the country at once, unless moderators set another', async () => {
    await claim();
    await service.timers.turn(SECOND_MS);
    expect(service.listed()).toMatchObject([{ country_abbr: 'NL' }]);
    await service.servers.claims.changeTexts(ALICE, hash, { ...NO_TEXTS, country: 'NZ' });
    await service.timers.turn(SECOND_MS);
    expect(service.listed()).toMatchObject([{ country_abbr: 'NZ' }]);
    await service.moderation.actOnServer('country', MODERATOR, hash, '', 'DE');
    await service.timers.turn(SECOND_MS);
    expect(service.listed()).toMatchObject([{ country_abbr: 'DE' }]);
    await service.moderation.actOnServer('country-reset', MODERATOR, hash);
    await service.servers.claims.releaseClaim(ALICE, hash);
    await service.timers.turn(SECOND_MS);
    expect(service.listed()).toMatchObject([{ country_abbr: 'NL' }]);
  });

  test('can be emptied, and the claim taken, by moderators with a reason', async () => {
    await claim();
    await service.servers.claims.changeTexts(ALICE, hash, { ...NO_TEXTS, description: 'Rude' });
    expect(await kindOf(service.moderation.actOnServer('claim-clear', MODERATOR, hash, ''))).toBe(
      'invalid',
    );
    expect(await service.moderation.actOnServer('claim-clear', MODERATOR, hash, 'Rude')).toBe(true);
    expect(claimed()?.description).toBe('');
    expect(await service.moderation.listClaims()).toMatchObject([{ hash, accountName: 'Alice' }]);
    expect(
      await service.moderation.actOnServer('claim-remove', MODERATOR, hash, 'Not theirs'),
    ).toBe(true);
    expect(claimed()).toBeUndefined();
    expect(
      await service.moderation.actOnServer('claim-remove', MODERATOR, hash, 'Not theirs'),
    ).toBe(false);
    const actions = await service.store.audit.listActions({ limit: 9 });
    expect(actions.map(({ action, reason }) => [action, reason])).toEqual([
      ['claim removed', 'Not theirs'],
      ['claim texts removed', 'Rude'],
    ]);
  });
});

describe('another port to join on', () => {
  test('is shown to players once it was found open, and its hash stays', async () => {
    await claim();
    await service.servers.claims.changeJoinPort(ALICE, hash, ` ${OTHER_PORT} `);
    expect(service.probe.tried.at(-1)).toBe(`${ADDRESS}:${OTHER_PORT}`);
    expect(await joinPort()).toEqual([30_001]);
    expect(recordsOf(service.servers.playerLists.listFor(PLAYER))).toMatchObject([{ hash }]);
    await service.servers.claims.changeJoinPort(ALICE, hash, '');
    expect(await joinPort()).toEqual([25_565]);
  });

  test('is not taken when it is closed', async () => {
    await claim();
    service.probe.verdict = false;
    expect(await kindOf(service.servers.claims.changeJoinPort(ALICE, hash, OTHER_PORT))).toBe(
      'invalid',
    );
    expect(await joinPort()).toEqual([25_565]);
  });

  test.each(['0', '65536', 'x', '1e3', '-1', '123456'])('cannot be %p', async (typed) => {
    await claim();
    const tried = service.probe.tried.length;
    expect(await kindOf(service.servers.claims.changeJoinPort(ALICE, hash, typed))).toBe('invalid');
    expect(service.probe.tried).toHaveLength(tried);
  });

  test('cannot be that of another server, nor one that another one is joined on', async () => {
    await claim();
    hashOf(await service.beat({ name: 'Neighbour', port: OTHER_PORT }));
    const { claims } = service.servers;
    expect(await kindOf(claims.changeJoinPort(ALICE, hash, OTHER_PORT))).toBe('conflict');
    await claims.changeJoinPort(ALICE, hash, '30002');
    const neighbour = hashOf(await service.beat({ name: 'Neighbour', port: OTHER_PORT }));
    const { code } = await claims.requestCode(BOB, neighbour);
    hashOf(await service.beat({ name: code, port: OTHER_PORT }));
    await service.settled();
    expect(await kindOf(claims.changeJoinPort(BOB, neighbour, '30002'))).toBe('conflict');
  });

  test('goes back when another server begins to heartbeat for it', async () => {
    await claim();
    await service.servers.claims.changeJoinPort(ALICE, hash, OTHER_PORT);
    expect(await joinPort()).toEqual([30_001]);
    hashOf(await service.beat({ name: 'Newcomer', port: OTHER_PORT, users: '0' }));
    expect(await joinPort()).toEqual([25_565, 30_001]);
  });

  test('is tried three times and then every ten seconds', async () => {
    await claim();
    service.probe.verdict = false;
    const change = () => kindOf(service.servers.claims.changeJoinPort(ALICE, hash, OTHER_PORT));
    expect([await change(), await change(), await change()]).toEqual(Array(3).fill('invalid'));
    expect(await change()).toBe('rate_limited');
    service.clock.advance(10 * SECOND_MS);
    expect(await change()).toBe('invalid');
  });

  test('needs a live server, while going back does not', async () => {
    await claim();
    service.clock.advance(10 * MINUTE_MS);
    const { claims } = service.servers;
    expect(await kindOf(claims.changeJoinPort(ALICE, hash, OTHER_PORT))).toBe('conflict');
    await claims.changeJoinPort(ALICE, hash, '');
  });

  test('accepts a server whose own port is closed', async () => {
    service.probe.verdict = false;
    const port = '25570';
    complaintsOf(await service.beat({ port }));
    const own = hashOf(await service.beat({ port, public: 'false' }));
    const { code } = await service.servers.claims.requestCode(ALICE, own);
    hashOf(await service.beat({ port, public: 'false', name: code }));
    await service.settled();
    service.probe.verdict = true;
    await service.servers.claims.changeJoinPort(ALICE, own, OTHER_PORT);
    hashOf(await service.beat({ port }));
    expect(service.probe.tried.at(-1)).toBe(`${ADDRESS}:${OTHER_PORT}`);
  });
});

test('a claim is removed soon after its account was deleted in any way', async () => {
  await claim();
  await service.servers.claims.changeTexts(ALICE, hash, { ...NO_TEXTS, country: 'NZ' });
  await service.servers.claims.reload();
  expect(claimed()?.accountId).toBe(ALICE);
  await service.store.accounts.deleteAccount(ALICE);
  await service.servers.claims.reload();
  expect(claimed()).toBeUndefined();
  expect(service.servers.findServer(hash)?.listing.country).toBe('NL');
});

test('a claim has the new name of its owner soon after any renaming', async () => {
  await claim();
  await service.store.accounts.updateAccount(ALICE, { name: 'Alicia' }, { endSessions: false });
  await service.servers.claims.reload();
  expect(claimed()).toMatchObject({ accountId: ALICE, accountName: 'Alicia' });
});

test('while a move is read, the claim and its key are at one place', async () => {
  await claim();
  const { claims } = service.servers;
  const key = await claims.makeKey(ALICE, hash);
  const { keyHash = '' } = claims.findKey(key) ?? {};
  const to = computeServerHash(ADDRESS, 7);
  await service.store.claims.moveServer({
    ...{ keyHash, from: hash, to, ip: ADDRESS, port: 7, name: 'A server' },
    ...{ now: service.clock.now(), apartMs: MINUTE_MS, mostFormers: 2 },
  });
  const places = new Set<unknown>();
  const { listKeys, listFormers } = service.store.claims;
  const lookBefore =
    <Rows>(list: () => Promise<Rows>) =>
    () => {
      places.add([hash, to].find((one) => claims.findClaim(one) !== undefined));
      places.add(claims.findKey(key)?.hash);
      return list();
    };
  service.store.claims.listKeys = lookBefore(listKeys);
  service.store.claims.listFormers = lookBefore(listFormers);
  await service.servers.reloadModeration();
  expect([...places]).toEqual([hash]);
  expect(claims.findClaim(to)).toBeDefined();
  expect(claims.findKey(key)?.hash).toBe(to);
});
