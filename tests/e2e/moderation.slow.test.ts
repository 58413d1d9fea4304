// Moderation and claims against the binary: applied while it runs, answered byte for byte, kept through a kill -9.
import { expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { operatorMessages } from '../../src/messages/messages.ts';
import { describeFiltering, describeUnlisting } from '../../src/servers/heartbeat-complaints.ts';
import { manyAddresses, startMuster } from '../support/binary.ts';
import { BUSY_MACHINE, Client, createAccount, eventually, LAG_MS, nextAddress } from './client.ts';

const hidden = (sentence: string) => `{"errors":[["${sentence}"]],"response":"","status":"fail"}`;

test.concurrent(
  'what the command line decides is followed within a second, and kept through kill -9',
  async () => {
    await using muster = await startMuster({ env: manyAddresses });
    const reader = new Client(muster);
    const names = async () => (await reader.list()).map(({ name }) => name).toSorted();
    const servers = ['&cSpam &fcentral', 'B4dword inside', 'Rude', 'Fine'].map((name) => {
      return { name, client: new Client(muster, { address: nextAddress() }) };
    });
    const hashes: string[] = [];
    for (const { name, client } of servers) hashes.push(await client.mustBeat({ name }));
    await eventually(names, (found) => found.length === 4);
    const [, , rude = '', fine = ''] = hashes;
    await muster.mustRun(['ban', 'add', '--name', 'spam*', '--reason', 'Spam "x" é']);
    await eventually(names, (found) => found.length === 3, LAG_MS);
    await muster.mustRun(['filter', 'add', 'badword']);
    await eventually(names, (found) => found.length === 2, LAG_MS);
    await muster.mustRun(['server', 'unlist', rude, '--reason', 'Bad manners']);
    await eventually(names, (found) => found.length === 1, LAG_MS);
    await muster.mustRun(['server', 'country', fine, 'NZ']);
    await eventually(
      () => reader.list(),
      ([only]) => only?.country_abbr === 'NZ',
      LAG_MS,
    );

    const answers = [
      hidden('The name \\"&cSpam &fcentral\\" is banned: Spam \\"x\\" ?'),
      hidden(describeFiltering('B4dword inside', 'badword').replaceAll('"', '\\"')),
      hidden(describeUnlisting('Bad manners')),
    ];
    const beatAll = async () => {
      for (const [index, answer] of answers.entries()) {
        const { name, client } = servers[index] ?? {};
        expect((await client?.beat({ name }))?.text).toBe(answer);
      }
    };
    await beatAll();
    expect(await reader.lookup(...hashes)).toMatchObject([
      ...[{ name: 'B4dword inside' }, { name: 'Rude' }, { name: 'Fine' }],
    ]);
    await muster.restart('SIGKILL');
    await beatAll();
    expect(await names()).toEqual(['Fine']);
    const actions = JSON.parse(await muster.mustRun(['audit', 'list', '--json'])) as {
      act: string;
    }[];
    expect(actions.map(({ act }) => act)).toEqual([
      ...['country set', 'server unlisted', 'filter word added', 'ban added'],
    ]);
  },
  BUSY_MACHINE,
);

test.concurrent('a server behind port mapping is claimed while private, and listed on its open port', async () => {
  const open = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await new Promise((resolve) => open.once('listening', resolve));
  const address = open.address();
  const joinPort = typeof address === 'object' && address !== null ? address.port : 0;
  await using muster = await startMuster();
  await createAccount(muster, 'Alice');
  const server = new Client(muster);
  const alice = new Client(muster);
  await alice.login('Alice', 'correct horse');
  try {
    const port = '9';
    expect((await server.beat({ port })).text).toContain('Port 9 on 127.0.0.1 is not open.');
    const hash = await server.mustBeat({ port, public: 'false' });
    const claimPath = `/server/claim/${hash}/`;
    expect((await alice.submit(claimPath, {})).status).toBe(303);
    const [code = ''] = /muster-[0-9a-f]{8}/.exec((await alice.get(claimPath)).text) ?? [];
    await server.mustBeat({ port, public: 'false', name: `Mapped ${code}` });
    await eventually(
      () => alice.get(claimPath),
      ({ text }) => text.includes(operatorMessages.claim.yoursTitle),
    );
    const ownPath = `/server/own/${hash}/`;
    const moved = await alice.submit(ownPath, { form: 'port', port: `${joinPort}` });
    expect(moved.status).toBe(303);
    expect(await server.mustBeat({ port, name: `Mapped ${code}` })).toBe(hash);
    await muster.restart('SIGKILL');
    // The last second of heartbeats may be lost, the claim may not: without it port 9 is asked for.
    await server.mustBeat({ port, name: `Mapped ${code}` });
    const [record] = await eventually(
      () => alice.list(),
      (found) => found.length === 1,
    );
    expect(record).toMatchObject({ hash, name: 'Mapped', ip: '127.0.0.1', port: joinPort });
    expect(muster.stdout + muster.stderr).not.toContain(code);
  } finally {
    open.close();
  }
});
