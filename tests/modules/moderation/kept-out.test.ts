// Servers that moderators ban or keep out of the list, from the decision to the next heartbeat.

import { describe, expect, test } from 'bun:test';
import { COMMAND } from '../../support/moderation-samples.ts';
import { openedForEach } from '../../support/opened.ts';
import {
  ADDRESS,
  complaintsOf,
  hashOf,
  openTestServers,
  SECOND_MS,
  STALE_AFTER_MS,
  type TestServers,
} from '../../support/test-servers.ts';

const service = openedForEach(openTestServers);

const names = () => service.listed().map(({ name }) => name);
const turn = () => service.timers.turn(SECOND_MS);

/** The remark for a server that is kept out; fails when it was refused, or accepted without a remark. */
async function remarkOn(beat: ReturnType<TestServers['beat']>): Promise<string> {
  const announcement = await beat;
  if (announcement.isAccepted && announcement.remark !== undefined) return announcement.remark;
  throw new Error(`Nothing was remarked: ${JSON.stringify(announcement)}`);
}

// C6.15
describe('a ban', () => {
  test('on a name removes the matching servers at once, and refuses them', async () => {
    hashOf(await service.beat({ name: '&cSpam &fcentral' }));
    hashOf(await service.beat({ name: 'Good', port: '2' }));
    await service.moderation.addBan(
      COMMAND,
      { kind: 'name', subject: 'spam*' },
      { reason: 'Spam.' },
    );
    await turn();
    expect(names()).toEqual(['Good']);
    expect(complaintsOf(await service.beat({ name: '&cSpam &fcentral' }))).toEqual([
      'The name "&cSpam &fcentral" is banned: Spam.',
    ]);
    hashOf(await service.beat({ name: 'Another name' }));
  });

  test('on a name counts for a server that takes the name later', async () => {
    hashOf(await service.beat({ name: 'Good' }));
    await service.moderation.addBan(COMMAND, { kind: 'name', subject: 'spam' }, { reason: 'x' });
    hashOf(await service.beat({ name: 'Good' }));
    expect(complaintsOf(await service.beat({ name: 'SPAM' }))).toEqual([
      'The name "SPAM" is banned: x',
    ]);
  });

  test('on a server leaves its neighbours alone', async () => {
    const hash = hashOf(await service.beat());
    hashOf(await service.beat({ name: 'Neighbour', port: '2' }));
    await service.moderation.addBan(COMMAND, { kind: 'server', subject: hash }, { reason: 'x' });
    await turn();
    expect(names()).toEqual(['Neighbour']);
    expect(complaintsOf(await service.beat())).toEqual([
      `The server ${ADDRESS}:25565 is banned: x`,
    ]);
  });
});

describe('an unlisted server', () => {
  test('leaves the list at once, stays live as a private one, and is found by its hash', async () => {
    const hash = hashOf(await service.beat());
    await service.moderation.actOnServer('unlist', COMMAND, hash, 'Bad manners');
    await turn();
    expect(names()).toEqual([]);
    expect(service.servers.findServer(hash)).toMatchObject({ isPublic: false });
    const remark = await remarkOn(service.beat({ users: '9' }));
    expect(remark).toBe(
      'Your server is kept off the public list by the moderators of this site, and players can only join it by its address: Bad manners',
    );
    expect(service.servers.findServer(hash)?.listing.players).toBe(9);
    service.clock.advance(STALE_AFTER_MS);
    expect(await remarkOn(service.beat({ users: '9' }))).toBe(remark);
    service.clock.advance(STALE_AFTER_MS);
    service.servers.sweep();
    expect(service.servers.findServer(hash)?.uptimeSeconds).toBe(
      (2 * STALE_AFTER_MS + SECOND_MS) / 1_000,
    );
  });

  test('is answered as usual while it sends public=false itself', async () => {
    const hash = hashOf(await service.beat({ public: 'false' }));
    await service.moderation.actOnServer('unlist', COMMAND, hash, 'x');
    const announcement = await service.beat({ public: 'false' });
    expect(announcement).toEqual({ isAccepted: true, hash });
  });

  test('needs no open port', async () => {
    const hash = hashOf(await service.beat({ public: 'false' }));
    await service.moderation.actOnServer('unlist', COMMAND, hash, 'x');
    service.probe.verdict = false;
    await remarkOn(service.beat());
  });

  test('is listed again with its next heartbeat, its port tried again', async () => {
    const hash = hashOf(await service.beat());
    await service.moderation.actOnServer('unlist', COMMAND, hash, 'x');
    await remarkOn(service.beat());
    expect(await service.moderation.actOnServer('relist', COMMAND, hash)).toBe(true);
    await turn();
    expect(names()).toEqual([]);
    service.probe.verdict = false;
    expect(complaintsOf(await service.beat())[0]).toContain('is not open');
    service.probe.verdict = true;
    hashOf(await service.beat());
    await turn();
    expect(names()).toEqual(['A server']);
  });

  test('unlisted during its probe is accepted as a private one', async () => {
    service.probe.verdict = undefined;
    const waited = service.beat();
    const hash = hashOf(await service.beat({ public: 'false', port: '2' }));
    await service.moderation.actOnServer('unlist', COMMAND, hash, 'x');
    await service.moderation.addFilterWord(COMMAND, 'server');
    service.probe.answer(true);
    expect(await remarkOn(waited)).toContain('"server"');
    await turn();
    expect(names()).toEqual([]);
  });
});

describe('a filtered name', () => {
  test('keeps its server out of the list until it is another name', async () => {
    await service.moderation.addFilterWord(COMMAND, 'badword');
    const remark = await remarkOn(service.beat({ name: 'The &cB4dw0rd &fserver' }));
    expect(remark).toBe(
      'Your server is kept off the public list, and players can only join it by its address, because its name "The &cB4dw0rd &fserver" contains the word "badword". Rename it.',
    );
    await turn();
    expect(names()).toEqual([]);
    hashOf(await service.beat({ name: 'The good server' }));
    await turn();
    expect(names()).toEqual(['The good server']);
  });

  test('is found among the servers that are listed already', async () => {
    const hash = hashOf(await service.beat({ name: 'badword' }));
    await service.moderation.addFilterWord(COMMAND, 'badword');
    await turn();
    expect(names()).toEqual([]);
    expect(service.servers.findServer(hash)?.isPublic).toBe(false);
    await service.moderation.removeFilterWord(COMMAND, 'BADWORD');
    hashOf(await service.beat({ name: 'badword' }));
    await turn();
    expect(names()).toEqual(['badword']);
  });
});

test('words of the settings count besides the stored ones, from the start', async () => {
  hashOf(await service.beat({ name: 'badword' }));
  hashOf(await service.beat({ name: 'worse', port: '2' }));
  await service.servers.flush();
  await service.moderation.addFilterWord(COMMAND, 'worse');
  const after = await openTestServers({
    ...{ store: service.store, clock: service.clock, filteredWords: ['B4dword'] },
  });
  expect(after.listed()).toEqual([]);
  expect(await remarkOn(after.beat({ name: 'badword' }))).toContain('"B4dword"');
  await service.moderation.removeFilterWord(COMMAND, 'badword');
  await after.servers.reloadModeration();
  await remarkOn(after.beat({ name: 'badword' }));
  hashOf(await after.beat({ name: 'badwords' }));
});

describe('a country set by hand', () => {
  const shown = () => service.listed().map((record) => record.country_abbr);

  test('is shown at once, outlasts new data, and gives way to that of the address', async () => {
    const hash = hashOf(await service.beat());
    await service.moderation.actOnServer('country', COMMAND, hash, '', 'nz');
    await turn();
    expect(shown()).toEqual(['NZ']);
    service.servers.refreshCountries();
    hashOf(await service.beat({ users: '5' }));
    await turn();
    expect(shown()).toEqual(['NZ']);
    await service.moderation.actOnServer('country-reset', COMMAND, hash);
    await turn();
    expect(shown()).toEqual(['NL']);
  });

  test('waits for a server that is not there yet', async () => {
    const hash = hashOf(await service.beat());
    const other = await openTestServers({ store: service.store, clock: service.clock });
    await service.moderation.actOnServer('country', COMMAND, hash, '', 'NZ');
    await other.servers.reloadModeration();
    hashOf(await other.beat());
    expect(other.servers.findServer(hash)?.listing.country).toBe('NZ');
  });
});
