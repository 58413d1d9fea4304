// Servers that moderators refuse or keep out of the list, from their decision to the next heartbeat.

import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  createServerModeration,
  type ServerModeration,
} from '../../src/servers/moderation/moderation.ts';
import { COMMAND } from '../support/moderation-samples.ts';
import {
  ADDRESS,
  complaintsOf,
  hashOf,
  MINUTE_MS,
  openServersModule,
  SECOND_MS,
  type ServersTestModule,
  STALE_AFTER_MS,
} from './test-module.ts';

let room: ServersTestModule;
let moderation: ServerModeration;

beforeEach(async () => {
  room = await openServersModule();
  moderation = createServerModeration({
    ...room.store,
    clock: room.clock,
    staleAfterMs: STALE_AFTER_MS,
    onChanged: room.servers.reloadModeration,
  });
});
afterEach(() => room[Symbol.dispose]());

const names = () => room.listed().map(({ name }) => name);
const turn = () => room.timers.turn(SECOND_MS);

/** What a kept-out server is told; fails when it was refused, or taken in without a word. */
async function remarkOn(beat: ReturnType<ServersTestModule['beat']>): Promise<string> {
  const announcement = await beat;
  if (announcement.isAccepted && announcement.remark !== undefined) return announcement.remark;
  throw new Error(`Nothing was remarked: ${JSON.stringify(announcement)}`);
}

// C6.15
describe('a ban', () => {
  test('on a name drops the listed servers that it fits, at once, and refuses them', async () => {
    hashOf(await room.beat({ name: '&cSpam &fcentral' }));
    hashOf(await room.beat({ name: 'Good', port: '2' }));
    await moderation.addBan(COMMAND, { kind: 'name', subject: 'spam*' }, { reason: 'Spam.' });
    await turn();
    expect(names()).toEqual(['Good']);
    expect(complaintsOf(await room.beat({ name: '&cSpam &fcentral' }))).toEqual([
      'The name "&cSpam &fcentral" is banned: Spam.',
    ]);
    hashOf(await room.beat({ name: 'Another name' }));
  });

  test('on a name counts for a server that takes the name later', async () => {
    hashOf(await room.beat({ name: 'Good' }));
    await moderation.addBan(COMMAND, { kind: 'name', subject: 'spam' }, { reason: 'x' });
    hashOf(await room.beat({ name: 'Good' }));
    expect(complaintsOf(await room.beat({ name: 'SPAM' }))).toEqual([
      'The name "SPAM" is banned: x',
    ]);
  });

  test('on a server leaves its neighbours alone', async () => {
    const hash = hashOf(await room.beat());
    hashOf(await room.beat({ name: 'Neighbour', port: '2' }));
    await moderation.addBan(COMMAND, { kind: 'server', subject: hash }, { reason: 'x' });
    await turn();
    expect(names()).toEqual(['Neighbour']);
    expect(complaintsOf(await room.beat())).toEqual([`The server ${ADDRESS}:25565 is banned: x`]);
  });

  test('that expires stops counting by itself', async () => {
    const target = { kind: 'range', subject: ADDRESS } as const;
    await moderation.addBan(COMMAND, target, { reason: 'x', lasts: '1h' });
    expect(complaintsOf(await room.beat())[0]).toMatch(/ is banned until .+ UTC: x$/);
    room.clock.advance(60 * MINUTE_MS - 1);
    complaintsOf(await room.beat());
    room.clock.advance(1);
    hashOf(await room.beat());
  });

  test('made while a port is tried keeps the server out', async () => {
    room.probe.verdict = undefined;
    const waited = room.beat({ name: 'Spam' });
    await moderation.addBan(COMMAND, { kind: 'name', subject: 'spam' }, { reason: 'x' });
    room.probe.answer(true);
    expect(complaintsOf(await waited)).toEqual(['The name "Spam" is banned: x']);
    await turn();
    expect(names()).toEqual([]);
  });
});

describe('an unlisted server', () => {
  test('leaves the list at once, beats on as a private one, and is found by its hash', async () => {
    const hash = hashOf(await room.beat());
    await moderation.unlistServer(COMMAND, hash, 'Bad manners');
    await turn();
    expect(names()).toEqual([]);
    expect(room.servers.findServer(hash)).toMatchObject({ isPublic: false });
    const remark = await remarkOn(room.beat({ users: '9' }));
    expect(remark).toBe(
      'Your server is kept out of the public list by the moderators of this site, and reached by its address only: Bad manners',
    );
    expect(room.servers.findServer(hash)?.listing.players).toBe(9);
    room.clock.advance(STALE_AFTER_MS);
    expect(await remarkOn(room.beat({ users: '9' }))).toBe(remark);
    room.clock.advance(STALE_AFTER_MS);
    room.servers.sweep();
    expect(room.servers.findServer(hash)?.uptimeSeconds).toBe(
      (2 * STALE_AFTER_MS + SECOND_MS) / 1_000,
    );
  });

  test('is told nothing while it says private itself', async () => {
    const hash = hashOf(await room.beat({ public: 'false' }));
    await moderation.unlistServer(COMMAND, hash, 'x');
    const announcement = await room.beat({ public: 'false' });
    expect(announcement).toEqual({ isAccepted: true, hash });
  });

  test('needs no open port', async () => {
    const hash = hashOf(await room.beat({ public: 'false' }));
    await moderation.unlistServer(COMMAND, hash, 'x');
    room.probe.verdict = false;
    await remarkOn(room.beat());
  });

  test('is listed again with its next heartbeat, its port tried anew', async () => {
    const hash = hashOf(await room.beat());
    await moderation.unlistServer(COMMAND, hash, 'x');
    await remarkOn(room.beat());
    expect(await moderation.relistServer(COMMAND, hash)).toBe(true);
    await turn();
    expect(names()).toEqual([]);
    room.probe.verdict = false;
    expect(complaintsOf(await room.beat())[0]).toContain('is not open');
    room.probe.verdict = true;
    hashOf(await room.beat());
    await turn();
    expect(names()).toEqual(['A server']);
  });

  test('unlisted while its port is tried is taken in as a private one', async () => {
    room.probe.verdict = undefined;
    const waited = room.beat();
    const hash = hashOf(await room.beat({ public: 'false', port: '2' }));
    await moderation.unlistServer(COMMAND, hash, 'x');
    await moderation.addFilterWord(COMMAND, 'server');
    room.probe.answer(true);
    expect(await remarkOn(waited)).toContain('"server"');
    await turn();
    expect(names()).toEqual([]);
  });

  test('sees on the page for its operator what became of it', async () => {
    const hash = hashOf(await room.beat());
    await moderation.unlistServer(COMMAND, hash, 'Bad manners');
    await room.beat();
    await room.beat();
    const [latest, ...others] = room.servers.operatorReports.reportOn(ADDRESS).beats;
    expect(latest).toMatchObject({ outcome: 'hidden', reasons: ['unlisted'], count: 2 });
    expect(latest?.sentences[0]).toContain('Bad manners');
    expect(others).toMatchObject([{ outcome: 'listed', isLatest: false }]);
  });
});

describe('a filtered name', () => {
  test('keeps its server out of the list until it is another name', async () => {
    await moderation.addFilterWord(COMMAND, 'badword');
    const remark = await remarkOn(room.beat({ name: 'The &cB4dw0rd &fserver' }));
    expect(remark).toBe(
      'Your server is kept out of the public list, and reached by its address only, because its name "The &cB4dw0rd &fserver" has the word "badword" in it. Give it another name.',
    );
    await turn();
    expect(names()).toEqual([]);
    hashOf(await room.beat({ name: 'The good server' }));
    await turn();
    expect(names()).toEqual(['The good server']);
  });

  test('is found among the servers that are listed already', async () => {
    const hash = hashOf(await room.beat({ name: 'badword' }));
    await moderation.addFilterWord(COMMAND, 'badword');
    await turn();
    expect(names()).toEqual([]);
    expect(room.servers.findServer(hash)?.isPublic).toBe(false);
    await moderation.removeFilterWord(COMMAND, 'BADWORD');
    hashOf(await room.beat({ name: 'badword' }));
    await turn();
    expect(names()).toEqual(['badword']);
  });
});

test('words of the settings count besides the stored ones, from the start', async () => {
  hashOf(await room.beat({ name: 'badword' }));
  hashOf(await room.beat({ name: 'worse', port: '2' }));
  await room.servers.flush();
  await moderation.addFilterWord(COMMAND, 'worse');
  const after = await openServersModule({
    ...{ store: room.store, clock: room.clock, filteredWords: ['B4dword'] },
  });
  expect(after.listed()).toEqual([]);
  expect(await remarkOn(after.beat({ name: 'badword' }))).toContain('"B4dword"');
  await moderation.removeFilterWord(COMMAND, 'badword');
  await after.servers.reloadModeration();
  await remarkOn(after.beat({ name: 'badword' }));
  hashOf(await after.beat({ name: 'badwords' }));
});

describe('a country set by hand', () => {
  const shown = () => room.listed().map((record) => record.country_abbr);

  test('is shown at once, outlasts new data, and gives way to that of the address', async () => {
    const hash = hashOf(await room.beat());
    await moderation.setCountry(COMMAND, hash, 'nz');
    await turn();
    expect(shown()).toEqual(['NZ']);
    room.servers.refreshCountries();
    hashOf(await room.beat({ users: '5' }));
    await turn();
    expect(shown()).toEqual(['NZ']);
    await moderation.resetCountry(COMMAND, hash);
    await turn();
    expect(shown()).toEqual(['NL']);
  });

  test('waits for a server that is not there yet', async () => {
    const hash = hashOf(await room.beat());
    const other = await openServersModule({ store: room.store, clock: room.clock });
    await moderation.setCountry(COMMAND, hash, 'NZ');
    await other.servers.reloadModeration();
    hashOf(await other.beat());
    expect(other.servers.findServer(hash)?.listing.country).toBe('NZ');
  });
});

test('what was decided survives a restart', async () => {
  const hash = hashOf(await room.beat());
  hashOf(await room.beat({ name: 'Spam', port: '2' }));
  const shown = hashOf(await room.beat({ name: 'Shown', port: '3' }));
  await room.servers.flush();
  await moderation.unlistServer(COMMAND, hash, 'x');
  await moderation.addBan(COMMAND, { kind: 'name', subject: 'spam' }, { reason: 'x' });
  await moderation.setCountry(COMMAND, shown, 'NZ');
  const after = await openServersModule({ store: room.store, clock: room.clock });
  expect(after.listed()).toMatchObject([{ name: 'Shown', country_abbr: 'NZ' }]);
  await remarkOn(after.beat());
});
