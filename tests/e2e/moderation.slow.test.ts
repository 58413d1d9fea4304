// Only commands in another process show that the service follows them within a second, and keeps them through kill -9.

import { expect, test } from 'bun:test';
import { filteredMessage, unlistedMessage } from '../../src/servers/moderation/rules.ts';
import { manyAddresses, startMuster } from '../support/binary.ts';
import { BUSY_MACHINE, Client, createAccount, eventually, LAG_MS, nextAddress } from './client.ts';

const hidden = (sentence: string) => `{"errors":[["${sentence}"]],"response":"","status":"fail"}`;

test(
  'what the command line decides is followed within a second, and kept through kill -9',
  async () => {
    await using muster = await startMuster({ env: manyAddresses });
    await createAccount(muster, 'Alice');
    await createAccount(muster, 'Rude');
    const reader = new Client(muster);
    const [alice, suspended] = [new Client(muster), new Client(muster)];
    await alice.login('Alice', 'correct horse');
    await suspended.login('Rude', 'correct horse');
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
    expect(await suspended.openLogin()).toMatchObject({ username: 'Rude', authenticated: true });
    await muster.mustRun(['account', 'suspend', 'Rude', '--reason', 'Rude']);
    // C3.8: at once, not after a second.
    expect(await suspended.openLogin()).toMatchObject({ username: null, authenticated: false });

    const answers = [
      hidden('The name \\"&cSpam &fcentral\\" is banned: Spam \\"x\\" ?'),
      hidden(filteredMessage('B4dword inside', 'badword').replaceAll('"', '\\"')),
      hidden(unlistedMessage('Bad manners')),
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
    expect(await alice.openLogin()).toMatchObject({ username: 'Alice', authenticated: true });
    expect(await suspended.openLogin()).toMatchObject({ authenticated: false });
    const actions = JSON.parse(await muster.mustRun(['audit', 'list', '--json'])) as {
      act: string;
    }[];
    expect(actions.map(({ act }) => act)).toEqual([
      ...['account suspended', 'country set', 'server unlisted', 'filter word added'],
      ...['ban added', 'server banned', 'account created', 'account created'],
    ]);
  },
  BUSY_MACHINE,
);
